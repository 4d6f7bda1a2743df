// core/src/session/derive_places.cpp -- what is wrong with where an operand's elements lie: seen on all of them.
// SPDX-License-Identifier: MIT
#include "derive_parts.h"

#include <tilescope/base/say.h>
#include <tilescope/hw/memory.h>
#include <tilescope/rules/place_rules.h>

#include <algorithm>

namespace tilescope {
namespace {

constexpr const RuleInfo& kOverlap = rule_in(kPlaceRules, "L35");
constexpr const RuleInfo& kPastTheEnd = rule_in(kPlaceRules, "L37");

}  // namespace

std::vector<Problem> place_problems(const OperandView& o, std::string_view arch, std::span<const Problem> of_the_word) {
    std::vector<Problem> out;
    if (!o.placed()) return out;
    // The word's own rules see overlapping groups of rows where the mode alone tells.
    const bool said =
        std::ranges::any_of(of_the_word, [](const Problem& p) { return p.rule == "L35" || p.rule == "L36"; });
    if (o.overlaps && !said) out.push_back(problem_of(kOverlap, say("Strides overlap: ", o.overlap_note, ".")));
    // The rules have seen the end of shared memory where one instruction reaches it.
    const bool past = std::ranges::any_of(of_the_word, [](const Problem& p) { return p.rule == "L37"; });
    const Extent lies = extent(o.layout);
    const ArchRow* target = arch_named(arch);
    if (target && lies.last >= smem_end(*target) && !past)
        out.push_back(
            problem_of(kPastTheEnd, say("The tile reaches to ", hex(lies.last), "; ", says_smem_end(*target), ".")));
    return out;
}

}  // namespace tilescope
