// tests/fuzz/cute_fuzz.cpp -- CuTe layouts: printed text reads back as the same layout; refusals have a sentence.
// SPDX-License-Identifier: MIT
#include "tests/fuzz/fuzz.h"

#include <tilescope/base/say.h>
#include <tilescope/notation/cute.h>

namespace tilescope::fuzz {
namespace {

// Checks the sentence of a refusal.
template <class T>
std::string wrong_refusal(const Answer<T>& answer) {
    return answer ? "" : wrong_sentence(answer.why);
}

// Checks the functions that use a parsed layout.
std::string wrong_consequence(const CuteText& text) {
    std::vector<std::string> names = names_in(text);
    std::vector<CuteName> values;
    for (const std::string& name : names) values.push_back({name, 4});
    const CuteText numbers = with_names(text, values);
    if (!names_in(numbers).empty()) return "with_names() gave every name a value, but a name remains";
    const auto matrix = matrix_of(numbers);
    if (matrix && !modes_of(numbers)) return "matrix_of() gives a matrix, but modes_of() refuses the layout";
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
        if (!again) return say("'", printed, "' was printed, but it is refused: ", again.why);
        if (to_text(*again, constants) != printed) return say("'", printed, "' reads back as '", to_text(*again), "'");
        if (!constants && to_text(*again) != to_text(*text))
            return say("'", printed, "' reads back as a different layout");
    }
    return wrong_consequence(*text);
}

}  // namespace tilescope::fuzz
