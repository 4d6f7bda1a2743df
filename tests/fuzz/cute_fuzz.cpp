// tests/fuzz/cute_fuzz.cpp -- CuTe layouts: what is printed is read back as the same, and nothing that follows fails.
// SPDX-License-Identifier: MIT
#include "tests/fuzz/fuzz.h"

#include <tilescope/base/say.h>
#include <tilescope/notation/cute.h>

namespace tilescope::fuzz {
namespace {

template <class T>
std::string wrong_refusal(const Answer<T>& answer) {
    return answer ? "" : wrong_sentence(answer.why);
}

std::string wrong_consequence(const CuteText& text) {
    std::vector<std::string> names = names_in(text);
    std::vector<CuteName> values;
    for (const std::string& name : names) values.push_back({name, 4});
    const CuteText numbers = with_names(text, values);
    if (!names_in(numbers).empty()) return "a name was given a value and is still there";
    const auto matrix = matrix_of(numbers);
    if (matrix && !modes_of(numbers)) return "a matrix without modes";
    const auto bytes = in_unit(numbers, 8);
    const auto wide = recast(numbers, 16), narrow = recast(numbers, 4);
    return first_of(wrong_refusal(modes_of(numbers)), wrong_refusal(matrix), wrong_refusal(bytes), wrong_refusal(wide),
                    wrong_refusal(narrow));
}

}  // namespace

std::string check_cute(std::string_view bytes) {
    const auto text = parse_cute(bytes);
    if (!text) return wrong_sentence(text.why);
    for (const bool constants : {false, true}) {
        const std::string printed = to_text(*text, constants);
        const auto again = parse_cute(printed);
        if (!again) return say("'", printed, "' is printed and not read: ", again.why);
        if (to_text(*again, constants) != printed) return say("'", printed, "' is read as '", to_text(*again), "'");
        if (!constants && to_text(*again) != to_text(*text)) return say("'", printed, "' is another layout when read");
    }
    return wrong_consequence(*text);
}

}  // namespace tilescope::fuzz
