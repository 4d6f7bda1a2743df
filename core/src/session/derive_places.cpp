// core/src/session/derive_places.cpp -- what is wrong with where an operand's elements lie: seen on all of them.
// SPDX-License-Identifier: MIT
#include "derive_parts.h"

#include <tilescope/base/say.h>
#include <tilescope/hw/memory.h>

#include <algorithm>

namespace tilescope {

std::vector<Problem> place_problems(const OperandView& o, std::span<const Problem> of_the_word) {
    std::vector<Problem> out;
    if (!o.in_smem) return out;
    // The word's own rules see overlapping groups of rows where the mode alone tells.
    const bool said =
        std::ranges::any_of(of_the_word, [](const Problem& p) { return p.rule == "L35" || p.rule == "L36"; });
    if (o.overlaps && !said)
        out.push_back({.rule = "L35",
                       .field = "sbo",
                       .severity = Severity::warn,
                       .text = say("Strides overlap: ", o.overlap_note, "."),
                       .fix = "Make lbo and sbo as large as what they step over.",
                       .source = "every element of the tile, placed as PTX ISA 9.1, 9.7.16.3 says"});
    const Extent lies = extent(o.layout);
    if (lies.last >= kSmem.bytes)
        out.push_back({.rule = "L37",
                       .field = "start",
                       .severity = Severity::error,
                       .text = say("The tile reaches to ", hex(lies.last), "; shared memory ends at ",
                                   hex(kSmem.bytes - 1), " (228 KiB)."),
                       .fix = "Lower the start, or the strides.",
                       .source = std::string(kSmem.source),
                       .certainty = kSmem.certainty});
    return out;
}

}  // namespace tilescope
