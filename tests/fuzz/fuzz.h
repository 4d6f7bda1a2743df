// tests/fuzz/fuzz.h -- readers of other people's bytes, and what must hold of them whatever the bytes are.
// SPDX-License-Identifier: MIT
//
// One function a target, in <name>_fuzz.cpp: libFuzzer calls it (fuzz_main.cpp), and so does the plain test for every
// file of corpus/<name> (replay_test.cpp). It returns what does not hold, in a sentence, or nothing. Crashes and
// undefined behaviour are the sanitizers' business.
#pragma once

#include <tilescope/base/answer.h>

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace tilescope::fuzz {

std::string check_cute(std::string_view bytes);
std::string check_dot(std::string_view bytes);
std::string check_expression(std::string_view bytes);
std::string check_fields(std::string_view bytes);
std::string check_map(std::string_view bytes);
std::string check_npy(std::string_view bytes);
std::string check_paste(std::string_view bytes);
std::string check_ptx(std::string_view bytes);
std::string check_session(std::string_view bytes);

struct Target {
    std::string_view name;  // of its corpus, and of its source file
    std::string (*check)(std::string_view bytes);
};
// clang-format off
inline constexpr Target kTargets[] = {
    {"cute", check_cute}, {"dot", check_dot}, {"expression", check_expression}, {"fields", check_fields}, {"map", check_map},
    {"npy", check_npy}, {"paste", check_paste}, {"ptx", check_ptx}, {"session", check_session}};
// clang-format on

// A refusal is one sentence that a terminal and a window can print: not empty, of bounded length, no control characters
// and no broken UTF-8, whatever was refused.
inline constexpr std::size_t kLongestSentence = 600;
std::string wrong_sentence(std::string_view why);

// Spans are offsets into the text they were read from.
inline bool lies_in(const auto& span, std::string_view text) {
    return span.begin <= span.end && span.end <= text.size();
}

// The first of several findings.
template <class... Findings>
std::string first_of(const Findings&... findings) {
    std::string out;
    ((out = out.empty() ? std::string(findings) : out), ...);
    return out;
}

}  // namespace tilescope::fuzz
