// core/src/notation/known_calls_text.cpp -- splits calls of pasted source code into their arguments.
// SPDX-License-Identifier: MIT
#include "known_calls.h"

#include <tilescope/base/text.h>

#include <algorithm>

namespace tilescope::notation {
namespace {

// Without blanks and line ends on both sides.
std::string_view without_blanks(std::string_view text) {
    constexpr std::string_view kAllBlanks = " \t\r\n\v\f";
    const std::size_t first = text.find_first_not_of(kAllBlanks);
    if (first == text.npos) return {};
    return text.substr(first, text.find_last_not_of(kAllBlanks) - first + 1);
}

}  // namespace

CallArgument call_argument(std::string_view text, const Bits& bits) {
    text = without_blanks(text);
    std::size_t end = 0;
    while (end < text.size() && is_word_char(text[end])) ++end;
    const std::string_view rest = without_blanks(text.substr(end));
    if (end == 0 || is_digit(text[0]) || !rest.starts_with('=') || rest.starts_with("==")) return {{}, text, bits};
    return {text.substr(0, end), without_blanks(rest.substr(1)), bits};
}

bool any_text_has(const std::vector<CallArgument>& arguments, std::string_view mark) {
    return std::ranges::any_of(arguments, [&](const CallArgument& a) {
        std::string text = lower(a.text);
        for (std::size_t at = text.find("::"); at != text.npos; at = text.find("::")) text.replace(at, 2, ".");
        return text.find(mark) != text.npos;
    });
}

}  // namespace tilescope::notation
