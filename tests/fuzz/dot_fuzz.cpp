// tests/fuzz/dot_fuzz.cpp -- lines of `tilescope dot`: the answer is one word, and the same word each time.
// SPDX-License-Identifier: MIT
#include "tests/fuzz/fuzz.h"

#include "app/publish/emulation_out.h"

#include <tilescope/base/say.h>

namespace tilescope::fuzz {

std::string check_dot(std::string_view bytes) {
    const auto line = io::dot_line_from_text(bytes);
    if (!line) return wrong_sentence(line.why);
    const std::string wrong = can_multiply(line->rule, line->input()).why;
    if (!wrong.empty()) return say("the line was read, but its values do not fit its rule: ", wrong);
    const std::string answer = io::dot_line_to_text(*line);
    const auto again = io::dot_line_from_text(bytes);
    if (!again || io::dot_line_to_text(*again) != answer)
        return say("the second answer differs from the first: ", answer);
    if (!answer.starts_with(R"({"d":"0x)") || !answer.ends_with("}")) return say("the answer is not a word: ", answer);
    return {};
}

}  // namespace tilescope::fuzz
