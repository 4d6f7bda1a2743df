// core/src/session/derive_places.cpp -- what is wrong with where an operand's elements lie: seen on all of them.
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
    // The word's own rules see overlapping groups of rows where the mode alone tells.
    const bool said = std::ranges::find(of_the_word, Effect::rows_overlap, &Problem::effect) != of_the_word.end();
    if (o.overlaps && !said) out.push_back(problem_of(kSharedBytes, say("Strides overlap: ", o.overlap_note, ".")));
    // The rules have seen the end of shared memory where one instruction reaches it.
    const bool past = std::ranges::find(of_the_word, Effect::past_the_end, &Problem::effect) != of_the_word.end();
    const Extent lies = extent(o.layout);
    const ArchRow* target = arch_named(arch);
    if (target && lies.last >= smem_end(*target) && !past)
        out.push_back(
            problem_of(kPastTheEnd, say("The tile reaches to ", hex(lies.last), "; ", says_smem_end(*target), ".")));
    return out;
}

}  // namespace tilescope
