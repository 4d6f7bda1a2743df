// core/src/notation/known_calls_text.cpp -- splits calls of pasted source code into their arguments.
// SPDX-License-Identifier: MIT
#include "known_calls.h"

#include <tilescope/base/text.h>

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

std::vector<std::string_view> template_arguments_in(std::string_view call) {
    std::vector<std::string_view> out;
    const std::size_t open = call.find_first_of("<(");
    if (open == call.npos || call[open] == '(') return out;
    unsigned depth = 1, inside = 0;  // `inside`: parentheses, in which < is a comparison
    std::size_t from = open + 1;
    for (std::size_t i = from; i < call.size(); ++i) {
        const char c = call[i];
        if (c == '(' || c == '[' || c == '{')
            ++inside;
        else if ((c == ')' || c == ']' || c == '}') && inside > 0)
            --inside;
        else if (inside > 0)
            continue;
        else if (c == '<')
            ++depth;
        else if (c == '>')
            --depth;
        const bool ends = depth == 0 || (depth == 1 && inside == 0 && c == ',');
        if (!ends) continue;
        if (const std::string_view text = without_blanks(call.substr(from, i - from)); !text.empty())
            out.push_back(text);
        if (depth == 0) return out;
        from = i + 1;
    }
    return {};
}

}  // namespace tilescope::notation
