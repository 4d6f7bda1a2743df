// tests/fuzz/map_fuzz.cpp -- tensor maps: a written map reads back as the same map, and each map can be drawn.
// SPDX-License-Identifier: MIT
#include "tests/fuzz/fuzz.h"

#include "app/io/session_file.h"

#include <tilescope/base/say.h>
#include <tilescope/hw/archs.h>

namespace tilescope::fuzz {

std::string check_map(std::string_view bytes) {
    const auto copy = io::tensor_map_from_text(bytes);
    if (!copy) return wrong_sentence(copy.why);
    const std::string text = io::tensor_map_to_text(*copy);
    const auto again = io::tensor_map_from_text(text);
    if (!again) return say(text, " was written, but it is refused: ", again.why);
    if (!(*again == *copy)) return say(text, " reads back as a different copy");
    constexpr int kRows = 16, kColumns = 64;
    for (const Major major : {Major::k, Major::mn}) {
        const TmaTile tile = covered(*copy, major, kRows, kColumns);
        if (written_bits(tile, kRows, kColumns).size() != kRows * kColumns)
            return "the number of written elements is wrong";
        for (const Problem& problem : check(tile, kHopper))
            if (const std::string wrong = wrong_sentence(problem.text); !wrong.empty()) return wrong;
    }
    return {};
}

}  // namespace tilescope::fuzz
