// core/src/rules/hopper_rules.cpp -- the rules for layouts of Hopper descriptors and for sizes of wgmma.
// SPDX-License-Identifier: MIT
#include "smem_findings.h"
#include "tables.h"
#include "word_forms.h"

#include <tilescope/base/say.h>
#include <tilescope/hw/measurements.h>
#include <tilescope/hw/memory.h>
#include <tilescope/rules/place_rules.h>

namespace tilescope {
namespace {

constexpr std::uint64_t kSlice = 32;  // bytes of K that a dense instruction reads of each row

bool leaves_its_row(const WordFacts& w) {
    if (!k_major(w) || !swizzled(w)) return false;
    if (slice_bytes(w) > mode(w)->width_bytes) return walks_lbo_along_k(w) && place_in_row(w) != 0;
    return place_in_row(w) + (slice_bytes(w) ? slice_bytes(w) : kSlice) > mode(w)->width_bytes;
}
bool mn_major_not_16_bits(const WordFacts& w) {
    return mn_major(w) && w.context().type && w.context().type->container_bits != 16;
}
bool n_not_of_wgmma(const WordFacts& w) { return has_n(w) && !wgmma_takes_this_n(w); }

// clang-format off
constexpr WordRule kHopperRules[] = {
    {.id = "L4", .format = "wgmma", .severity = Severity::warn, .certainty = measured("layout"), .field = "start",
     .what = "A swizzled tile does not begin in the first row of its swizzle pattern, and base_offset is 0. The "
         "swizzle phases of its rows differ from those in an aligned tile.",
     .broken = starts_inside_pattern,
     .says = says_starts_inside_pattern,
     .fix = "Align the buffer to the size of the swizzle pattern. Or check the code that fills the buffer: it must also compute the swizzle from absolute addresses.",
     .source = "PTX ISA 9.1, 9.7.15.5.1; NVIDIA/Fuser#4096"},

    {.id = "L5", .format = "wgmma", .severity = Severity::warn, .certainty = measured("layout"), .field = "base_offset",
     .what = "base_offset is not 0. An H100 subtracts it from the number of the 128-byte line before the XOR, so a swizzled "
         "tile is right only if its swizzle pattern begins at that line.",
     .broken = uses_base_offset,
     .says = [](const WordFacts& w) {
         return says_base_offset(w, " An H100 subtracts the value from the number of the line before the XOR "
                                    "(measured, contradiction X14).");
     },
     .fix = "Prefer an aligned buffer and base_offset 0.",
     .source = "PTX ISA 9.1, 9.7.15.5.1; CUTLASS mma_sm90_desc.hpp @7107b055"},

    {.id = "L6", .format = "wgmma", .severity = Severity::info, .certainty = measured("layout"), .field = "lbo",
     .effect = Effect::lbo_unset,
     .what = "lbo is set, but a K-major swizzled layout ignores it, unless one instruction is wider than an atom.",
     .broken = lbo_is_ignored,
     .says = says_lbo_is_ignored,
     .fix = "Set lbo to 0 or 16.",
     .source = "PTX ISA 9.1, 9.7.15.5.1; 12,157 measured configurations"},
    {.id = "L6", .format = "wgmma", .severity = Severity::error, .certainty = measured("layout"), .field = "lbo",
     .effect = Effect::lbo_unset,
     .what = "One instruction reads several atoms along K, but lbo, their distance, is not set.",
     .broken = second_atom_not_set,
     .says = says_second_atom_not_set,
     .fix = "Set lbo to the distance from one atom along K to the next.",
     .source = "1,062 measured descriptors; no document says it"},
    {.id = "L6", .format = "wgmma", .severity = Severity::error, .certainty = measured("layout"), .field = "lbo",
     .effect = Effect::lbo_unset,
     .what = "An MN-major swizzled tile is wider than one swizzle width, but lbo is not set.",
     .broken = lbo_never_set,
     .says = says_lbo_never_set,
     .fix = "Set lbo to the distance from one block to the next. Each block is one swizzle width wide.",
     .source = "PTX ISA 9.1, 9.7.15.5.1"},

    {.id = "L7", .format = "wgmma", .severity = Severity::warn, .certainty = Certainty::secondary, .field = "sbo",
     .what = "sbo looks wrong by a factor of 16. Perhaps the value was not shifted right by 4, or it was shifted twice.",
     .broken = sbo_off_by_16,
     .says = says_sbo_off_by_16,
     .fix = "Check the unit: the field counts 16-byte units.", .source = "tile-ai/tilelang#813; CuTe DSL note"},

    {.id = "L34", .format = "wgmma", .severity = Severity::warn, .certainty = measured("layout"), .field = "start",
     .what = "The start address is too near to the end of its swizzle row: the instruction reads past the end of the "
         "row.",
     .broken = leaves_its_row,
     .says = [](const WordFacts& w) {
         return say("After the start address, only ", mode(w)->width_bytes - place_in_row(w), " bytes of the ",
                    mode(w)->width_bytes, "-byte swizzle row remain, but an instruction reads ",
                    walks_lbo_along_k(w) ? "whole rows" : say(slice_bytes(w) ? slice_bytes(w) : kSlice, " bytes"), ".");
     },
     .fix = "Inside an atom, advance the start address by the number of bytes that an instruction reads. At the end of the atom, go to the next atom.",
     .source = "CUTLASS DescriptorIterator @7107b055"},

    {.id = "L35", .format = "wgmma", .severity = Severity::warn, .certainty = Certainty::confirmed, .field = "sbo",
     .effect = Effect::rows_overlap,
     .what = "sbo is smaller than one atom, so groups of rows overlap.",
     .broken = groups_overlap,
     .says = says_groups_overlap,
     .fix = "Make sbo at least as large as one atom.", .source = "PTX ISA 9.1, 9.7.15.5.1"},

    {.id = "L36", .format = "wgmma", .severity = Severity::warn, .certainty = Certainty::secondary, .field = "sbo",
     .effect = Effect::rows_overlap,
     .what = "sbo is 0, but the tile has more than one group of 8 rows.",
     .broken = one_group_for_all,
     .says = says_one_group_for_all,
     .fix = "Set sbo to the distance from one group of 8 rows to the next.",
     .source = "CUTLASS make_gmma_desc @7107b055 (0 stands for one group)"},

    {.id = "L37", .format = "wgmma", .severity = Severity::error, .certainty = kPastTheEndOfWgmma.certainty, .field = "start",
     .effect = Effect::past_the_end,
     .what = "The start address is past the end of shared memory.",
     .broken = starts_past_the_end, .says = says_starts_past_the_end,
     .fix = "Use a lower start address.", .source = kPastTheEndOfWgmma.source},

    {.id = "L113", .format = "wgmma", .severity = Severity::warn, .certainty = kOutsideWgmma.certainty, .field = "start",
     .what = "The start address is below the shared memory of the CTA. wgmma reads 0 there.",
     .broken = starts_below_the_cta, .says = says_starts_below_the_cta,
     .fix = "Let the operand begin at or after the first byte of the CTA, 0x400.", .source = kOutsideWgmma.source},

    {.id = "L102", .format = "wgmma", .severity = Severity::warn, .certainty = measured("layout"), .field = "sbo",
     .what = "sbo is not a multiple of the size of the swizzle pattern. The swizzle phase changes from one group of rows (or of values of k) to the next.",
     .broken = sbo_changes_phase,
     .says = says_sbo_changes_phase,
     .fix = "Make sbo a multiple of the size of the pattern. Or check the code that fills the buffer: it must also compute the swizzle from absolute addresses.",
     .source = "PTX ISA 9.1, 5.5.7 and 9.7.15.5.1; NVIDIA/Fuser#4096"},
    {.id = "L102", .format = "wgmma", .severity = Severity::warn, .certainty = measured("layout"), .field = "lbo",
     .what = "lbo is used and is not a multiple of the size of the swizzle pattern. The swizzle phase changes "
         "from one block of M or N (one swizzle width wide) or atom along K to the next.",
     .broken = lbo_changes_phase,
     .says = says_lbo_changes_phase,
     .fix = "Make lbo a multiple of the size of the pattern. Or check the code that fills the buffer: it must also compute the swizzle from absolute addresses.",
     .source = "PTX ISA 9.1, 5.5.7 and 9.7.15.5.1; NVIDIA/Fuser#4096"},

    {.id = "L39", .format = "wgmma", .severity = Severity::warn, .certainty = measured("layout"), .field = "lbo",
     .effect = Effect::lbo_unset,
     .what = "lbo is 0 in a layout without a swizzle, so an instruction reads the same bytes for both 16-byte columns.",
     .broken = columns_coincide,
     .says = says_columns_coincide,
     .fix = "Set lbo to the distance between the two columns.", .source = "PTX ISA 9.1, 9.7.15.5.1"},

    {.id = "L89", .format = "wgmma", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "swizzle",
     .what = "The operand is MN-major, but wgmma does not support MN-major operands of this type.",
     .broken = mn_major_not_16_bits,
     .says = [](const WordFacts& w) {
         return say("wgmma supports MN-major operands of f16 and bf16 only, not of ", w.context().type->id, ".");
     },
     .fix = "Store the operand K-major.", .source = "ptxas 13.0.88; PTX ISA 9.1, 9.7.15.5.2"},

    {.id = "L90", .format = "idesc", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "n",
     .what = "N is not legal for wgmma with these types.",
     .broken = n_not_of_wgmma,
     .says = [](const WordFacts& w) {
         return wgmma_takes_this_n(w).why;
     },
     .fix = "Choose a legal N.",
     .source = "PTX ISA 9.1, 9.7.15.2; ptxas 13.0.88, which also accepts N = 240 and 256 for integer types (contradiction X28)"},
};
// clang-format on

}  // namespace

std::span<const WordRule> hopper_rules() {
    static constexpr const auto& rules = checked(kHopperRules);
    return rules;
}

}  // namespace tilescope
