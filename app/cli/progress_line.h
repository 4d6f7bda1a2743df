// app/cli/progress_line.h -- one line on a terminal that is written again and again.
// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <string>

namespace tilescope::cli {

// Writes to standard error, only if that is a terminal, and at most ten times a second. The destructor removes the
// line. Call clear() before other text is written.
class ProgressLine {
public:
    ProgressLine();
    ~ProgressLine() { clear(); }
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;

    bool is_due() const;  // whether show() would write now
    void show(const std::string& text);
    void clear();
    double seconds() const;  // since this object was made

private:
    using Clock = std::chrono::steady_clock;
    bool on_ = false, shown_ = false;
    Clock::time_point begin_ = Clock::now(), last_ = {};
};

}  // namespace tilescope::cli
