// tests/fuzz/dot_fuzz.cpp -- lines of `tilescope dot`: an answer is a word, the same every time.
// SPDX-License-Identifier: MIT
#include "tests/fuzz/fuzz.h"

#include "app/io/dot_line.h"

#include <tilescope/base/say.h>

namespace tilescope::fuzz {

std::string check_dot(std::string_view bytes) {
    const auto line = io::dot_line_from_text(bytes);
    if (!line) return wrong_sentence(line.why);
    const std::string wrong = can_multiply(line->rule, line->input()).why;
    if (!wrong.empty()) return say("a line that was read does not fit its rule: ", wrong);
    const std::string answer = io::dot_line_to_text(*line);
    const auto again = io::dot_line_from_text(bytes);
    if (!again || io::dot_line_to_text(*again) != answer) return say("another answer the second time than ", answer);
    if (!answer.starts_with(R"({"d":"0x)") || !answer.ends_with("}")) return say("the answer is no word: ", answer);
    return {};
}

}  // namespace tilescope::fuzz
