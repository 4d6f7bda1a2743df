// tests/fuzz/fuzz.h -- checks of the readers of untrusted input: their guarantees for any bytes.
// SPDX-License-Identifier: MIT
//
// Each target is one function in <name>_fuzz.cpp. It returns one sentence about the guarantee that the bytes break, or
// an empty text. libFuzzer (fuzz_main.cpp) and the plain tests (replay_test.cpp, cost_test.cpp) call it through
// broken_guarantee(), which adds the guarantee of all: no text takes longer to read than its length allows. The
// sanitizers find crashes and undefined behaviour.
#pragma once

#include <tilescope/base/answer.h>

#include <cstddef>
#include <ostream>
#include <span>
#include <string>
#include <string_view>

namespace tilescope::fuzz {

// check_cute(), check_dot(), ...: one function for each row of targets.inc.
#define TILESCOPE_FUZZ_TARGET(name, once, per_byte) std::string check_##name(std::string_view bytes);
#include "tests/fuzz/targets.inc"
#undef TILESCOPE_FUZZ_TARGET

struct Target {
    std::string_view name;  // also the folder name of its corpus and the start of its file name
    std::string (*check)(std::string_view bytes);
    double once, per_byte;  // the budget of time, without optimization: ms for an input, us for each of its bytes
};
inline constexpr Target kTargets[] = {
#define TILESCOPE_FUZZ_TARGET(name, once, per_byte) {#name, check_##name, once, per_byte},
#include "tests/fuzz/targets.inc"
#undef TILESCOPE_FUZZ_TARGET
};

inline void PrintTo(const Target& target, std::ostream* out) {
    *out << target.name;
}  // GoogleTest uses it in test names

// Checks the target, and the processor time that it takes: at most most_seconds() for so many bytes.
std::string broken_guarantee(const Target& target, std::string_view bytes);
double most_seconds(const Target& target, std::size_t bytes);
double seconds_of(const Target& target, std::string_view bytes, std::string& broken);

// Checks that a refusal is one sentence that a terminal and a window can print: not empty, of limited length, without
// control characters, and valid UTF-8. Returns the error, or an empty text.
inline constexpr std::size_t kLongestSentence = 600;
std::string wrong_sentence(std::string_view why);

// Returns true if the span is inside the text. Spans are offsets into the text from which they were read.
inline bool is_inside(const auto& span, std::string_view text) {
    return span.begin <= span.end && span.end <= text.size();
}

// Returns the first text that is not empty.
template <class... Findings>
std::string first_of(const Findings&... findings) {
    std::string out;
    ((out = out.empty() ? std::string(findings) : out), ...);
    return out;
}

}  // namespace tilescope::fuzz
