// core/src/rules/hopper_rules.cpp -- layouts of Hopper's descriptors, and the sizes of wgmma.
// SPDX-License-Identifier: MIT
#include "smem_findings.h"
#include "tables.h"
#include "word_forms.h"

#include <tilescope/base/say.h>

namespace tilescope {
namespace {

constexpr std::uint64_t kSlice = 32;  // bytes of K a dense instruction reads of each row

bool leaves_its_row(const WordFacts& w) {
    if (!k_major(w) || !swizzled(w) || slice_bytes(w) > mode(w)->width_bytes) return false;
    return place_in_row(w) + (slice_bytes(w) ? slice_bytes(w) : kSlice) > mode(w)->width_bytes;
}
bool mn_major_not_16_bits(const WordFacts& w) {
    return mn_major(w) && w.context().type && w.context().type->container_bits != 16;
}
bool n_not_of_wgmma(const WordFacts& w) { return has_n(w) && !wgmma_takes_this_n(w); }

// clang-format off
constexpr WordRule kHopperRules[] = {
    {.id = "L4", .format = "wgmma", .severity = Severity::warn, .certainty = Certainty::secondary, .field = "start",
     .what = "A swizzled tile begins inside its pattern while base_offset is 0, so its rows change phase elsewhere.",
     .broken = starts_inside_pattern,
     .says = says_starts_inside_pattern,
     .fix = "Align the buffer to the pattern, or check that its writer used absolute addresses too.",
     .source = "PTX ISA 9.1, 9.7.15.5.1; NVIDIA/Fuser#4096"},

    {.id = "L5", .format = "wgmma", .severity = Severity::warn, .certainty = Certainty::unknown, .field = "base_offset",
     .what = "base_offset is used, and its effect on hardware is not verified.",
     .broken = uses_base_offset,
     .says = [](const WordFacts& w) {
         return say("base_offset is ", w.raw("base_offset"),
                    swizzled(w) && mode(w)->width_bytes >= 64
                        ? ": right only if the pattern begins in that line, and nobody has verified its effect on "
                          "hardware (contradiction X14)."
                        : ": CUTLASS says that it matters for 128B and 64B only.");
     },
     .fix = "Prefer an aligned buffer and base_offset 0.",
     .source = "PTX ISA 9.1, 9.7.15.5.1; CUTLASS mma_sm90_desc.hpp @7107b055"},

    {.id = "L6", .format = "wgmma", .severity = Severity::info, .certainty = Certainty::confirmed, .field = "lbo",
     .effect = Effect::lbo_unset,
     .what = "lbo of a K-major swizzled layout, which ignores it, holds something.",
     .broken = [](const WordFacts& w) { return k_major(w) && swizzled(w) && w.raw("lbo") > 1; },
     .says = [](const WordFacts& w) {
         return say("K-major ", name(w), " layouts ignore lbo; ", w.value("lbo"), " changes nothing.");
     },
     .fix = "Leave 0 or 16.", .source = "PTX ISA 9.1, 9.7.15.5.1"},
    {.id = "L6", .format = "wgmma", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "lbo",
     .effect = Effect::lbo_unset,
     .what = "An MN-major swizzled tile wider than one swizzle width has an lbo that was never set.",
     .broken = lbo_never_set,
     .says = says_lbo_never_set,
     .fix = "Set lbo to the distance between two swizzle widths.", .source = "PTX ISA 9.1, 9.7.15.5.1"},

    {.id = "L7", .format = "wgmma", .severity = Severity::warn, .certainty = Certainty::secondary, .field = "sbo",
     .what = "sbo is off by a factor of 16: bytes were stored as units, or units as bytes.",
     .broken = sbo_off_by_16,
     .says = says_sbo_off_by_16,
     .fix = "Check the unit: the field counts 16 bytes.", .source = "tile-ai/tilelang#813; CuTe DSL note"},

    {.id = "L34", .format = "wgmma", .severity = Severity::warn, .certainty = Certainty::secondary, .field = "start",
     .what = "The start is so late in its row of the pattern that an instruction reads past the end.",
     .broken = leaves_its_row,
     .says = [](const WordFacts& w) {
         return say("The start leaves ", mode(w)->width_bytes - place_in_row(w), " bytes of its ", mode(w)->width_bytes,
                    "-byte row, and an instruction reads ", slice_bytes(w) ? slice_bytes(w) : kSlice, ".");
     },
     .fix = "Advance by what an instruction reads, then jump to the next atom.",
     .source = "CUTLASS DescriptorIterator @7107b055"},

    {.id = "L35", .format = "wgmma", .severity = Severity::warn, .certainty = Certainty::confirmed, .field = "sbo",
     .effect = Effect::rows_overlap,
     .what = "sbo is smaller than one atom, so groups of rows overlap.",
     .broken = groups_overlap,
     .says = says_groups_overlap,
     .fix = "Make sbo at least one atom.", .source = "PTX ISA 9.1, 9.7.15.5.1"},

    {.id = "L36", .format = "wgmma", .severity = Severity::warn, .certainty = Certainty::secondary, .field = "sbo",
     .effect = Effect::rows_overlap,
     .what = "sbo is 0 although there is more than one group of 8 rows.",
     .broken = one_group_for_all,
     .says = says_one_group_for_all,
     .fix = "Set sbo to the distance of two groups of 8 rows.",
     .source = "CUTLASS make_gmma_desc @7107b055 (0 stands for one group)"},

    {.id = "L102", .format = "wgmma", .severity = Severity::warn, .certainty = Certainty::secondary, .field = "sbo",
     .what = "sbo is no multiple of the swizzle pattern, so each group of rows or k meets another phase of it.",
     .broken = sbo_changes_phase,
     .says = says_sbo_changes_phase,
     .fix = "Make sbo a multiple of the pattern, or check that the writer used absolute addresses too.",
     .source = "PTX ISA 9.1, 5.5.7 and 9.7.15.5.1; NVIDIA/Fuser#4096"},
    {.id = "L102", .format = "wgmma", .severity = Severity::warn, .certainty = Certainty::secondary, .field = "lbo",
     .what = "lbo of an MN-major tile is no multiple of the swizzle pattern, so each swizzle width meets another "
         "phase of it.",
     .broken = lbo_changes_phase,
     .says = says_lbo_changes_phase,
     .fix = "Make lbo a multiple of the pattern, or check that the writer used absolute addresses too.",
     .source = "PTX ISA 9.1, 5.5.7 and 9.7.15.5.1; NVIDIA/Fuser#4096"},

    {.id = "L39", .format = "wgmma", .severity = Severity::warn, .certainty = Certainty::confirmed, .field = "lbo",
     .effect = Effect::lbo_unset,
     .what = "lbo is 0 without a swizzle, so both columns of chunks are the same.",
     .broken = columns_coincide,
     .says = says_columns_coincide,
     .fix = "Set lbo to the distance of the two columns.", .source = "PTX ISA 9.1, 9.7.15.5.1"},

    {.id = "L89", .format = "wgmma", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "swizzle",
     .what = "wgmma reads an operand MN-major whose type it does not transpose.",
     .broken = mn_major_not_16_bits,
     .says = [](const WordFacts& w) {
         return say("wgmma takes MN-major operands of f16 and bf16 only, not of ", w.context().type->id, ".");
     },
     .fix = "Store the operand K-major.", .source = "ptxas 13.0.88; PTX ISA 9.1, 9.7.15.5.2"},

    {.id = "L90", .format = "idesc", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "n",
     .what = "N is none that wgmma has for these types.",
     .broken = n_not_of_wgmma,
     .says = [](const WordFacts& w) {
         return wgmma_takes_this_n(w).why;
     },
     .fix = "Choose a legal N.",
     .source = "PTX ISA 9.1, 9.7.15.2; ptxas 13.0.88, which takes integer N 240 and 256 too (contradiction X28)"},
};
// clang-format on

}  // namespace

std::span<const WordRule> hopper_rules() {
    static constexpr const auto& rules = checked(kHopperRules);
    return rules;
}

}  // namespace tilescope
