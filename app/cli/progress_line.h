// app/cli/progress_line.h -- how far a long run is: one line on a terminal, or a few lines.
// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <string>

namespace tilescope::cli {

// Writes to standard error: on a terminal one line, at most ten times a second, which the destructor removes; else a
// line every half minute: short runs say nothing, and the log of a run of an hour has 120 lines. Call clear() before
// other text is written.
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
    bool is_terminal_ = false, shown_ = false;
    Clock::time_point begin_ = Clock::now(), last_ = {};
};

}  // namespace tilescope::cli
