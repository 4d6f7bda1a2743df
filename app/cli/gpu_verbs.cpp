// app/cli/gpu_verbs.cpp -- what the verbs that wait for a GPU share: options, Ctrl+C, how far they are.
// SPDX-License-Identifier: MIT
#include "app/cli/gpu_verbs.h"

#include "app/io/descriptor.h"

#include <tilescope/base/say.h>

namespace tilescope::cli {
namespace {

constexpr std::string_view kToLineBegin = "\r\x1b[K";  // ECMA-48: carriage return, erase to the end of the line
constexpr std::size_t kNarrow = 79;
constexpr std::chrono::milliseconds kOften{100}, kSeldom{30'000};

}  // namespace

ProgressLine::ProgressLine() : is_terminal_(::isatty(STDERR_FILENO) != 0) {
    if (!is_terminal_) last_ = begin_;  // the first line comes after a while
}

bool ProgressLine::is_due() const { return Clock::now() - last_ >= (is_terminal_ ? kOften : kSeldom); }

void ProgressLine::show(const std::string& text) {
    if (!is_due()) return;
    last_ = Clock::now();
    const std::string_view line = std::string_view(text).substr(0, kNarrow);
    shown_ = is_terminal_;
    (void)io::write_all(STDERR_FILENO, is_terminal_ ? say(kToLineBegin, line) : say(line, "\n"));
}

void ProgressLine::clear() {
    if (shown_) (void)io::write_all(STDERR_FILENO, kToLineBegin);
    shown_ = false;
}

double ProgressLine::seconds() const { return std::chrono::duration<double>(Clock::now() - begin_).count(); }

}  // namespace tilescope::cli
