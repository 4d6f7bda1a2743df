// core/src/document/derive_places.cpp -- problems of element locations: overlaps, end of shared memory.
// SPDX-License-Identifier: MIT
#include "derive_parts.h"

#include <tilescope/base/say.h>
#include <tilescope/hw/memory.h>
#include <tilescope/layout/shared_bytes.h>
#include <tilescope/layout/wgmma_fragment.h>
#include <tilescope/rules/place_rules.h>

#include <algorithm>

namespace tilescope {
namespace {

// A start of 0 is a descriptor whose address is added later. Equal words are a matrix that is multiplied with itself.
bool have_addresses(const Derived& d) {
    for (const Operand o : kBothOperands) {
        const OperandView& v = d.of(o);
        if (!v.placed() || !v.assumed.empty() || v.overlaps || v.layout.start == 0 || v.mma_k == 0) return false;
    }
    return d.session.word(WordId::a_desc) != d.session.word(WordId::b_desc);
}

unsigned chunk_in_row(const SmemLayout& l) { return l.start % row_of(l.mode).width_bytes / kChunkBytes; }

// The K steps that lie in the lines in which the tile begins. Their places follow from the word alone. Only a K-major
// swizzled tile has more than one: in other layouts, another K step lies in other lines.
unsigned steps_in_lines(const OperandView& o) {
    if (o.layout.major != Major::k || o.layout.mode == SwizzleMode::none) return 1;
    const unsigned chunks = row_of(o.layout.mode).width_bytes / kChunkBytes - chunk_in_row(o.layout);
    return std::max(chunks * elements_per_chunk(*o.layout.type) / o.mma_k, 1u);
}

enum class Reach : bool { first_lines, whole_tile };

SharedBytes shared_by(const Derived& d, unsigned steps, Reach reach) {
    const auto narrowed = [&](const OperandView& o) {
        const unsigned limited = reach == Reach::first_lines ? std::min(steps, steps_in_lines(o)) : steps;
        SmemLayout out = o.layout;
        if (const unsigned m = family_of(d.session).m; &o == &d.a && m != 0)
            out.rows = std::min(out.rows, static_cast<int>(m * d.session.pieces.count.a));
        out.columns = std::min(out.columns, static_cast<int>(limited * o.mma_k));
        return out;
    };
    return shared_bytes(narrowed(d.a), narrowed(d.b));
}

bool is_assumed(const OperandView& o) { return !assumption_of(o.layout).empty(); }

// The largest number of K steps with which the tiles share nothing. Requires: with `steps` they share bytes. More steps
// never share fewer bytes.
unsigned steps_apart(const Derived& d, unsigned steps, Reach reach) {
    unsigned apart = 0;
    while (steps - apart > 1) {
        const unsigned middle = apart + (steps - apart) / 2;
        (shared_by(d, middle, reach).count == 0 ? apart : steps) = middle;
    }
    return apart;
}

}  // namespace

std::optional<Problem> shared_tile_problem(const Derived& d) {
    if (!have_addresses(d)) return {};
    const unsigned k = d.b.mma_k, all = std::max(d.session.tile_k / k, 1u),
                   in_lines = std::min(all, std::max(steps_in_lines(d.a), steps_in_lines(d.b)));
    const auto problem = [&](const RuleInfo& rule, unsigned steps, Reach reach,
                             std::string_view middle) -> std::optional<Problem> {
        const SharedBytes shared = shared_by(d, steps, reach);
        if (shared.count == 0) return {};
        const unsigned apart = steps_apart(d, steps, reach);
        if (apart == 0) return {};
        return problem_of(rule, say("With K = ", steps * k, ", the tiles of A and B share ", shared.count,
                                    " bytes, the first one at ", hex(shared.first), ". ", middle,
                                    " With K = ", apart * k, " they share none."));
    };
    if (auto sure =
            problem(kSharedLines, in_lines, Reach::first_lines, "Both operands cannot have their own values there."))
        return sure;
    // A word of a later K step does not say where its tile begins.
    for (const Operand o : kBothOperands)
        if (d.of(o).layout.mode != SwizzleMode::none && chunk_in_row(d.of(o).layout) != 0) return {};
    return problem(
        kSharedTiles, all, Reach::whole_tile,
        is_assumed(d.a) || is_assumed(d.b)
            ? "The words do not contain the K of the tiles, nor the place of a second atom along K: this K is that of "
              "the session."
            : "The words do not contain the K of the tiles: this K is that of the session.");
}

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
        out.push_back(problem_of(past_the_end_rule(*target),
                                 say("The last byte of the tile is at ", hex(o.last_byte), "; ", smem_end_text(*target),
                                     ". There, ", family_of(*target).outside->past, '.')));
    return out;
}

}  // namespace tilescope
