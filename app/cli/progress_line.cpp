// app/cli/progress_line.cpp -- one line on a terminal that is written again and again.
// SPDX-License-Identifier: MIT
#include "app/cli/progress_line.h"

#include "app/io/descriptor.h"

#include <tilescope/base/say.h>

namespace tilescope::cli {
namespace {

constexpr std::string_view kToLineBegin = "\r\x1b[K";  // ECMA-48: carriage return, erase to the end of the line
constexpr std::size_t kNarrow = 79;

}  // namespace

ProgressLine::ProgressLine() : on_(::isatty(STDERR_FILENO) != 0) {}

bool ProgressLine::is_due() const { return on_ && Clock::now() - last_ >= std::chrono::milliseconds(100); }

void ProgressLine::show(const std::string& text) {
    if (!is_due()) return;
    last_ = Clock::now();
    shown_ = true;
    (void)io::write_all(STDERR_FILENO, say(kToLineBegin, std::string_view(text).substr(0, kNarrow)));
}

void ProgressLine::clear() {
    if (shown_) (void)io::write_all(STDERR_FILENO, kToLineBegin);
    shown_ = false;
}

double ProgressLine::seconds() const { return std::chrono::duration<double>(Clock::now() - begin_).count(); }

}  // namespace tilescope::cli
