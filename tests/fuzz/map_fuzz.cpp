// tests/fuzz/map_fuzz.cpp -- tensor maps: text, copy, text is the same; whatever was read can be drawn.
// SPDX-License-Identifier: MIT
#include "tests/fuzz/fuzz.h"

#include "app/io/tensor_map_file.h"

#include <tilescope/base/say.h>

namespace tilescope::fuzz {

std::string check_map(std::string_view bytes) {
    const auto copy = io::tensor_map_from_text(bytes);
    if (!copy) return wrong_sentence(copy.why);
    const std::string text = io::tensor_map_to_text(*copy);
    const auto again = io::tensor_map_from_text(text);
    if (!again) return say(text, " is written and not read: ", again.why);
    if (!(*again == *copy)) return say(text, " is another copy when read");
    constexpr int kRows = 16, kColumns = 64;
    for (const Major major : {Major::k, Major::mn}) {
        const TmaTile tile = covered(*copy, major, kRows, kColumns);
        if (written_bits(tile, kRows, kColumns).size() != kRows * kColumns) return "elements are missing";
        for (const TmaProblem& problem : check(tile))
            if (const std::string wrong = wrong_sentence(problem.text); !wrong.empty()) return wrong;
    }
    return {};
}

}  // namespace tilescope::fuzz
