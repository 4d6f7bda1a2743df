// core/src/session/derive_places.cpp -- problems of element locations: overlaps, end of shared memory.
// SPDX-License-Identifier: MIT
#include "derive_parts.h"

#include <tilescope/base/say.h>
#include <tilescope/hw/memory.h>
#include <tilescope/rules/place_rules.h>

#include <algorithm>

namespace tilescope {
std::vector<Problem> place_problems(const OperandView& o, std::string_view arch, std::span<const Problem> of_the_word) {
    std::vector<Problem> out;
    if (!o.placed()) return out;
    // Some rules of the word already report overlapping row groups. Do not report them twice.
    const bool reported = std::ranges::find(of_the_word, Effect::rows_overlap, &Problem::effect) != of_the_word.end();
    if (o.overlaps && !reported)
        out.push_back(problem_of(kSharedBytes, say("Elements overlap: ", o.overlap_note, ".")));
    // The rules already report an instruction that reads past the end of shared memory.
    const bool past = std::ranges::find(of_the_word, Effect::past_the_end, &Problem::effect) != of_the_word.end();
    const ArchRow* target = arch_named(arch);
    if (target && o.last_byte >= smem_end(*target) && !past)
        out.push_back(problem_of(
            kPastTheEnd, say("The last byte of the tile is at ", hex(o.last_byte), "; ", smem_end_text(*target), ".")));
    return out;
}

}  // namespace tilescope
