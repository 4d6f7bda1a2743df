// core/src/rules/smem_findings.h -- conditions and sentences that the tcgen05 and the Hopper rules share.
// SPDX-License-Identifier: MIT
#pragma once

#include "smem_facts.h"

#include <tilescope/base/say.h>
#include <tilescope/hw/archs.h>

namespace tilescope {

// L4: a swizzled tile does not begin in the first row of its pattern, and base_offset is 0.
inline bool starts_inside_pattern(const WordFacts& w) {
    return swizzled(w) && w.raw("base_offset") == 0 &&
           (w.value("start") & (mode(w)->pattern_bytes - 1)) >= mode(w)->width_bytes;
}
inline std::string says_starts_inside_pattern(const WordFacts& w) {
    const std::uint64_t inside = w.value("start") & (mode(w)->pattern_bytes - 1);
    const bool in_lines = inside % kLineBytes == 0;  // base_offset counts lines
    return say("The start address is ", inside, " bytes after the beginning of a ", name(w), " pattern (",
               mode(w)->pattern_bytes, " bytes). The swizzle phases of its rows differ from those in an aligned tile.",
               in_lines ? say(" With base_offset ", inside / kLineBytes, ", they do not differ",
                              family_reading(w.format().id)->was_measured()
                                  ? "."
                                  : " (if Blackwell does as Hopper, contradiction X14).")
                        : "");
}

// L5: base_offset is not 0.
inline bool uses_base_offset(const WordFacts& w) { return w.raw("base_offset") != 0; }

// L6: the tile is wider than one swizzle width, but lbo is 0 or the 16 bytes that K-major descriptors have.
inline bool lbo_never_set(const WordFacts& w) { return walks_lbo(w) && w.raw("lbo") <= 1; }
inline std::string says_lbo_never_set(const WordFacts& w) {
    return say("An MN-major ", name(w), " tile with ", w.context().rows,
               " rows uses lbo as the step from one block to the next (each block is one swizzle width wide). lbo is ",
               w.value("lbo"), ", so every row after the first ",
               mode(w)->width_bytes * 8 / w.context().type->container_bits, " reads wrong bytes.");
}

// L6: a K-major swizzled layout ignores lbo. Only if one instruction reads several atoms along K, lbo is used.
inline bool lbo_is_ignored(const WordFacts& w) {
    return k_major(w) && swizzled(w) && w.raw("lbo") > 1 && w.raw("lbo_mode") == 0 && !walks_lbo_along_k(w);
}
inline std::string says_lbo_is_ignored(const WordFacts& w) {
    const bool open = may_walk_lbo_along_k(w);
    return say("K-major ", name(w), " layouts ignore lbo",
               open ? ", except for B of a sparse instruction, which is wider than an atom" : "", ". ",
               open ? "If the instruction is another one, the value " : "So the value ", w.value("lbo"),
               " has no effect.");
}
inline bool second_atom_not_set(const WordFacts& w) { return walks_lbo_along_k(w) && w.raw("lbo") <= 1; }
inline std::string says_second_atom_not_set(const WordFacts& w) {
    return say("One instruction reads ", slice_bytes(w), " bytes of K from each row, and a ", name(w),
               " atom has only ", mode(w)->width_bytes, ". The next atom lies lbo bytes further, but lbo is ",
               w.value("lbo"), ", so every column after the first ",
               mode(w)->width_bytes * 8 / w.context().type->container_bits, " reads wrong bytes.");
}

// L7: sbo was stored without the division by 16, or was divided by 16 twice.
inline bool sbo_off_by_16(const WordFacts& w) {
    return swizzled(w) && !mn_major(w) && w.raw("sbo") != 0 &&
           (w.value("sbo") * 16 == group_bytes(w) || w.value("sbo") == group_bytes(w) * 16);
}
inline std::string says_sbo_off_by_16(const WordFacts& w) {
    return say("sbo is ", w.value("sbo"), " bytes, but one ", name(w), " atom has ", group_bytes(w),
               " bytes. It looks as if the value was ",
               w.value("sbo") > group_bytes(w) ? "not shifted right by 4." : "shifted right by 4 twice.");
}

// L35: groups overlap. L7 reports the values that are too small by a factor of 16, so this rule skips them.
inline bool groups_overlap(const WordFacts& w) {
    return swizzled(w) && w.raw("sbo") != 0 && w.value("sbo") < group_bytes(w) && w.value("sbo") * 16 != group_bytes(w);
}
inline std::string says_groups_overlap(const WordFacts& w) {
    return say("sbo is ", w.value("sbo"), " bytes, but one ", name(w), " atom has ", group_bytes(w),
               " bytes. The groups overlap.");
}

// L36: the step between groups of 8 rows is 0.
inline bool one_group_for_all(const WordFacts& w) { return k_major(w) && w.raw("sbo") == 0 && w.context().rows > 8; }
inline std::string says_one_group_for_all(const WordFacts& w) {
    return say("sbo is 0, but the tile has ", w.context().rows, " rows. All groups of 8 rows read the same bytes.");
}

// L39: without a swizzle, the step between the two columns is 0.
inline bool columns_coincide(const WordFacts& w) {
    return k_major(w) && w.raw("swizzle") == 0 && w.raw("lbo") == 0 && w.context().columns > 0;
}
inline std::string says_columns_coincide(const WordFacts&) {
    return say("lbo is 0, so both 16-byte columns of the instruction read the same bytes.");
}

// L102: a stride is used but is not a multiple of the pattern, so the XOR has a different phase in the next group.
// L35 reports groups that overlap, and L6 reports an lbo that is not set.
inline bool no_whole_patterns(const WordFacts& w, std::string_view stride) {
    return w.value(stride) % mode(w)->pattern_bytes != 0;
}
inline bool has_one_group(const WordFacts& w) {
    const WordContext& c = w.context();
    return (k_major(w) && c.rows > 0 && c.rows <= 8) ||
           (mn_major(w) && c.columns > 0 && static_cast<unsigned>(c.columns) <= mode(w)->k_rows);
}
inline bool sbo_changes_phase(const WordFacts& w) {
    return swizzled(w) && w.value("sbo") >= group_bytes(w) && no_whole_patterns(w, "sbo") && !has_one_group(w);
}
inline bool lbo_changes_phase(const WordFacts& w) {
    return (walks_lbo(w) || walks_lbo_along_k(w)) && w.raw("lbo") > 1 && w.raw("lbo_mode") == 0 &&
           no_whole_patterns(w, "lbo");
}
inline std::string says_phase(const WordFacts& w, std::string_view stride, std::string_view groups) {
    return say(stride, " is ", w.value(stride), " bytes, which is not a multiple of the ", name(w), " pattern (",
               mode(w)->pattern_bytes, " bytes). The swizzle phase changes from one ", groups, " to the next.");
}
inline std::string says_sbo_changes_phase(const WordFacts& w) {
    return says_phase(w, "sbo",
                      k_major(w)    ? "group of 8 rows"
                      : mn_major(w) ? say("group of ", mode(w)->k_rows, " k")
                                    : "group");
}
inline std::string says_lbo_changes_phase(const WordFacts& w) {
    return says_phase(w, "lbo", k_major(w) ? "atom along K" : "block of M or N (one swizzle width wide)");
}

// L5: An H100 subtracts base_offset from the number of the 128-byte line. The pattern of a mode has a few lines, so
// only the value modulo their number has an effect.
// L5. `what` says what a GPU does with the value; without an effect on this word, it is left out.
inline std::string says_base_offset(const WordFacts& w, std::string_view what) {
    const std::uint64_t offset = w.raw("base_offset"), lines = swizzled(w) ? mode(w)->pattern_bytes / kLineBytes : 1;
    if (lines == 1) return say("base_offset is ", offset, ", but a word without a swizzle does not use it.");
    if (offset % lines == 0)
        return say("base_offset is ", offset, ". The pattern of ", name(w), " repeats every ", lines,
                   " lines of 128 bytes, so this value has no effect.");
    return say("base_offset is ", offset, ". This is correct only if the swizzle pattern begins at 128-byte line ",
               offset % lines, ".", what);
}

// L37: the start alone is past the end of shared memory. A format that only one target reads is read there, whatever
// the target is.
inline const ArchRow* reader_of(const WordFacts& w) {
    const ArchRow* only = only_target_with(family_reading(w.format().id)->feature);
    return only != nullptr ? only : w.arch();
}
inline bool starts_past_the_end(const WordFacts& w) {
    return reader_of(w) && w.value("start") >= smem_end(*reader_of(w));
}
inline std::string says_starts_past_the_end(const WordFacts& w) {
    const ArchRow& arch = *reader_of(w);
    return say("start is ", hex(w.value("start")), ", but shared memory of ", arch.id, " ends at ",
               hex(smem_end(arch) - 1), ": there, ", family_of(arch).outside->past, '.');
}

// A start of 0 is mostly a descriptor whose address is added later (pair_rules.cpp).
inline bool starts_below_the_cta(const WordFacts& w) {
    const std::uint64_t start = w.value("start");
    return reader_of(w) && start != 0 && start < smem_begin(*reader_of(w));
}
inline std::string says_starts_below_the_cta(const WordFacts& w) {
    const ArchRow& arch = *reader_of(w);
    return say("start is ", hex(w.value("start")), ", but the shared memory of a CTA begins at ", hex(smem_begin(arch)),
               ", after the part of the system. Below, ", family_of(arch).outside->below,
               ". If the address of the buffer is added later, nothing is wrong.");
}

}  // namespace tilescope
