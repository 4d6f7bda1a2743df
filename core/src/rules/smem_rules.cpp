// core/src/rules/smem_rules.cpp -- what is wrong with a tcgen05 shared-memory descriptor.
// SPDX-License-Identifier: MIT
#include "smem_findings.h"
#include "tables.h"
#include "word_forms.h"

#include <tilescope/base/say.h>
#include <tilescope/formats/smem.h>

namespace tilescope {
namespace {

// Hopper's code has two bits, the upper ones of three here: 128B, 64B and 32B have the same bits in both.
bool hopper_like(const WordFacts& w) {
    return w.raw("version") == 0 && w.raw("swizzle") != 0 && w.raw("swizzle") % 2 == 0;
}

// The eight bits of the constant in 9.1; later editions took the lowest of them for fields.
bool is_misprint(const WordFacts& w) {
    const unsigned taken = field_in(w.format(), "fixed").lsb - field(kSmem91, "fixed").lsb;
    return w.raw("fixed") << taken == 0xB0 && w.raw("k_segment") == 0;
}

bool lbo_is_ignored(const WordFacts& w) {
    return k_major(w) && swizzled(w) && w.raw("lbo") > 1 && w.raw("lbo_mode") == 0;
}
bool roles_unknown(const WordFacts& w) {
    return is_mode(w, SwizzleMode::none) && !w.context().major && w.raw("sbo") != 0 && w.raw("lbo") != 0;
}
bool not_32_bits(const WordFacts& w) { return w.context().type && w.context().type->container_bits != 32; }
bool is_32_bits(const WordFacts& w) { return w.context().type && w.context().type->container_bits == 32; }
bool wide_atoms_misused(const WordFacts& w) {
    return is_mode(w, SwizzleMode::b128_32) && (k_major(w) || not_32_bits(w));
}
bool wide_atoms_missing(const WordFacts& w) {
    return mn_major(w) && is_32_bits(w) && mode(w) && !is_mode(w, SwizzleMode::b128_32);
}
bool absolute_lbo_misused(const WordFacts& w) {
    return w.raw("lbo_mode") == 1 && w.target_has(Feature::k96) &&
           (!is_mode(w, SwizzleMode::b128) || w.raw("base_offset") != 0 || mn_major(w));
}
// A dense slice of 32 bytes that does not fit into what the start leaves of its row.
bool row_ends_early(const WordFacts& w) {
    return k_major(w) && swizzled(w) && w.raw("lbo_mode") == 0 && w.context().sparse != true && slice_bytes(w) == 0 &&
           place_in_row(w) + 32 > mode(w)->width_bytes;
}

// The field has more bits than the target's addresses.
bool too_long(const WordFacts& w, std::string_view id) { return w.value(id) >> w.address_bits() != 0; }

// clang-format off
constexpr WordRule kSmemRules[] = {
    {.id = "L1", .format = "smem", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "fixed",
     .what = "The fixed bits hold the manual's misprint.",
     .broken = is_misprint,
     .says = [](const WordFacts&) {
         return say(
             "The fixed bits hold 0xB0, copied from a misprint: the manual shows their constant as \"0xb00000000\" for "
             "0b00000000.");
     },
     .fix = "Set them to zero.", .one_click = {"fixed", 0}, .source = "PTX ISA 9.1, 9.7.16.4.1, Table 40"},

    {.id = "L2", .format = "smem", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "version",
     .what = "The version constant of tcgen05 is missing or different; 0 is what a Hopper descriptor has there.",
     .broken = [](const WordFacts& w) { return w.raw("version") != 1; },
     .says = [](const WordFacts& w) {
         return say("version is ", w.raw("version"), ", tcgen05 wants 1",
                    hopper_like(w)
                        ? ": this looks like a Hopper (wgmma) descriptor, which becomes the same layout with version 1."
                        : ".");
     },
     .fix = "Set version to 1.", .one_click = {"version", 1},
     .source = "PTX ISA 9.1, 9.7.16.4.1, Table 40, and 9.7.15.5.1"},

    {.id = "L3", .format = "smem", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "swizzle",
     .what = "The swizzle code is one that no manual knows.",
     .broken = [](const WordFacts& w) { return !w.means("swizzle"); },
     .says = [](const WordFacts& w) {
         return say("Swizzle code ", w.raw("swizzle"), " is in no manual: where the instruction reads is not known.");
     },
     .fix = "Choose none, 128B_32B, 128B, 64B or 32B (0, 1, 2, 4, 6).", .source = "PTX ISA 9.1, 9.7.16.4.1, Table 40"},

    {.id = "L4", .format = "smem", .severity = Severity::warn, .certainty = Certainty::secondary, .field = "start",
     .what = "A swizzled tile begins inside its pattern while base_offset is 0, so its rows change phase elsewhere.",
     .broken = starts_inside_pattern,
     .says = says_starts_inside_pattern,
     .fix = "Align the buffer to the pattern, or check that its writer used absolute addresses too.",
     .source = "PTX ISA 9.1, Table 41; NVIDIA/Fuser#4096"},

    {.id = "L5", .format = "smem", .severity = Severity::warn, .certainty = Certainty::unknown, .field = "base_offset",
     .what = "base_offset is used, and its effect on hardware is not verified.",
     .broken = uses_base_offset,
     .says = [](const WordFacts& w) {
         return say("base_offset is ", w.raw("base_offset"),
                    ": right only if the pattern begins in that line, and nobody has verified its effect on hardware "
                    "(contradiction X14).");
     },
     .fix = "Prefer an aligned buffer and base_offset 0.", .source = "PTX ISA 9.1, Table 41"},

    {.id = "L6", .format = "smem", .severity = Severity::info, .certainty = Certainty::confirmed, .field = "lbo",
     .effect = Effect::lbo_unset,
     .what = "lbo of a K-major swizzled layout, which ignores it, holds something.",
     .broken = lbo_is_ignored,
     .says = [](const WordFacts& w) {
         return say("K-major ", name(w), " layouts ignore lbo. 0 and 16 are both seen in working code; ",
                    w.value("lbo"), " changes nothing.");
     },
     .fix = "Leave 0 or 16.", .source = "PTX ISA 9.1, 9.7.16.3"},
    {.id = "L6", .format = "smem", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "lbo",
     .effect = Effect::lbo_unset,
     .what = "An MN-major swizzled tile wider than one swizzle width has an lbo that was never set.",
     .broken = lbo_never_set,
     .says = says_lbo_never_set,
     .fix = "Set lbo to the distance between two swizzle widths.", .source = "PTX ISA 9.1, 9.7.16.3"},

    {.id = "L7", .format = "smem", .severity = Severity::warn, .certainty = Certainty::secondary, .field = "sbo",
     .what = "sbo is off by a factor of 16: bytes were stored as units, or units as bytes.",
     .broken = sbo_off_by_16,
     .says = says_sbo_off_by_16,
     .fix = "Check the unit: the field counts 16 bytes.", .source = "tile-ai/tilelang#813; CuTe DSL note"},

    {.id = "L8", .format = "smem", .severity = Severity::info, .certainty = Certainty::confirmed, .field = "swizzle",
     .what = "Without a swizzle the roles of lbo and sbo depend on the majorness, which the word does not say.",
     .broken = roles_unknown,
     .says = [](const WordFacts&) {
         return say(
             "Without a swizzle lbo and sbo swap their roles between K-major and MN-major; the word does not say which "
             "it is.");
     },
     .fix = "Name the majorness to see the right picture.", .source = "PTX ISA 9.1, 9.7.16.3; triton-lang/triton#8378"},

    {.id = "L9", .format = "smem", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "swizzle",
     .what = "128B_32B is used for something other than a 32-bit MN-major operand.",
     .broken = wide_atoms_misused,
     .says = [](const WordFacts& w) {
         return say(
             "128B_32B is for 32-bit MN-major operands only",
             k_major(w) ? "; K-major Table 54 allows it, Table 55 and CUTLASS do not (contradiction X10)." : ".");
     },
     .fix = "Use 128B, or a tf32 MN-major operand.", .source = "PTX ISA 9.1, Tables 51, 54 and 55"},

    {.id = "L12", .format = "smem", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "lbo_mode",
     .what = "The absolute mode of lbo is used on a target that does not have it.",
     .broken = [](const WordFacts& w) { return w.raw("lbo_mode") == 1 && w.arch() && !w.target_has(Feature::k96); },
     .says = [](const WordFacts& w) {
         return say("lbo_mode 1 (an absolute address) is for K = 96; that is not on ", w.context().arch, " but on ",
                    targets_with(Feature::k96, w.edition()), ".");
     },
     .fix = "Clear lbo_mode or select sm_103a.", .source = "PTX ISA 9.1, 9.7.16.4.1.1 and 9.7.16.3.1.2"},

    {.id = "L13", .format = "smem", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "rsvd14",
     .what = "The bits above start are set; a start of 15 bits came with PTX 9.4 for sm_107 only.",
     .broken = [](const WordFacts& w) { return w.raw("rsvd14") != 0; },
     .says = [](const WordFacts& w) {
         return say("The bits above start hold ", w.raw("rsvd14"),
                    ": they belong to a start of 15 bits only from PTX 9.4 on sm_107.");
     },
     .fix = "Check for a carry out of start, or select edition 9.4 and sm_107a.",
     .source = "PTX ISA 9.3 and 9.4, shared-memory descriptor"},
    {.id = "L13", .format = "smem", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "rsvd30",
     .what = "The bits above lbo are set; an lbo of 15 bits came with PTX 9.4 for sm_107 only.",
     .broken = [](const WordFacts& w) { return w.raw("rsvd30") != 0; },
     .says = [](const WordFacts& w) {
         return say("The bits above lbo hold ", w.raw("rsvd30"),
                    ": they belong to an lbo of 15 bits only from PTX 9.4 on sm_107.");
     },
     .fix = "Check lbo for an overflow, or select edition 9.4 and sm_107a.",
     .source = "PTX ISA 9.3 and 9.4, shared-memory descriptor"},

    {.id = "L13", .format = "smem", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "start",
     .what = "start needs 15 bits on a target that reads 14.",
     .broken = [](const WordFacts& w) { return !w.has("rsvd14") && too_long(w, "start"); },
     .says = [](const WordFacts& w) {
         return say("start is ", hex(w.value("start")), ": a start of 15 bits exists on sm_107 only; ",
                    w.context().arch, " reads ", hex(w.value("start") & bit_mask(w.address_bits())), ".");
     },
     .fix = "Place the buffer below 262144, or select sm_107a.",
     .source = "PTX ISA 9.3 and 9.4, shared-memory descriptor"},
    {.id = "L13", .format = "smem", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "lbo",
     .what = "lbo needs 15 bits on a target that reads 14.",
     .broken = [](const WordFacts& w) { return !w.has("rsvd30") && too_long(w, "lbo"); },
     .says = [](const WordFacts& w) {
         return say("lbo is ", hex(w.value("lbo")), ": an lbo of 15 bits exists on sm_107 only; ", w.context().arch,
                    " reads ", hex(w.value("lbo") & bit_mask(w.address_bits())), ".");
     },
     .fix = "Choose an lbo below 262144, or select sm_107a.",
     .source = "PTX ISA 9.3 and 9.4, shared-memory descriptor"},

    {.id = "L28", .format = "smem", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "swizzle",
     .what = "A 32-bit MN-major operand has another swizzle than 128B_32B.",
     .broken = wide_atoms_missing,
     .says = [](const WordFacts& w) { return say("32-bit MN-major operands need 128B_32B, not ", name(w), "."); },
     .fix = "Use 128B_32B with sbo = 4 k-rows.", .source = "PTX ISA 9.1, Tables 51 and 54"},

    {.id = "L29", .format = "smem", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "swizzle",
     .what = "An operand with elements of 4 or 6 bits is read MN-major.",
     .broken = [](const WordFacts& w) { return mn_major(w) && w.context().type && w.context().type->bits < 8; },
     .says = [](const WordFacts& w) {
         return say(w.context().type->id, " has no MN-major form: 4- and 6-bit elements are K-major.");
     },
     .fix = "Store the operand K-major, or use an 8-bit type.", .source = "PTX ISA 9.1, Table 54"},

    {.id = "L30", .format = "smem", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "lbo_mode",
     .what = "The absolute mode of lbo is used with another swizzle than 128B, MN-major, or with a base_offset.",
     .broken = absolute_lbo_misused,
     .says = [](const WordFacts&) {
         return say("The absolute leading mode needs the 128B swizzle, a K-major operand and base_offset 0.");
     },
     .fix = "Use 128B, transpose 0, base_offset 0.", .source = "PTX ISA 9.1, 9.7.16.3.1.2.1"},

    {.id = "L31", .format = "smem", .severity = Severity::warn, .certainty = Certainty::secondary, .field = "lbo",
     .what = "In the absolute mode the second chunk does not begin at a line of 128 bytes.",
     .broken = [](const WordFacts& w) { return w.raw("lbo_mode") == 1 && w.value("lbo") % 128 != 0; },
     .says = [](const WordFacts& w) {
         return say("The second chunk at ", hex(w.value("lbo")), " is not at the beginning of a 128-byte line.");
     },
     .fix = "Align it to 128 bytes.", .source = "a third-party simulator's model of 9.7.16.3.1.2"},

    {.id = "L34", .format = "smem", .severity = Severity::warn, .certainty = Certainty::secondary, .field = "start",
     .what = "The start leaves less of its swizzled row than a dense instruction reads.",
     .broken = row_ends_early,
     .says = [](const WordFacts& w) {
         return say("The start leaves ", mode(w)->width_bytes - w.value("start") % mode(w)->width_bytes,
                    " bytes of its ", mode(w)->width_bytes, "-byte row, and an instruction reads 32.");
     },
     .fix = "Advance by 32 bytes inside an atom, then jump to the next one.",
     .source = "CUTLASS DescriptorIterator @7107b055"},

    {.id = "L35", .format = "smem", .severity = Severity::warn, .certainty = Certainty::confirmed, .field = "sbo",
     .effect = Effect::rows_overlap,
     .what = "sbo is smaller than one atom, so groups of rows overlap.",
     .broken = groups_overlap,
     .says = says_groups_overlap,
     .fix = "Make sbo at least one atom.", .source = "PTX ISA 9.1, 9.7.16.3"},

    {.id = "L36", .format = "smem", .severity = Severity::warn, .certainty = Certainty::secondary, .field = "sbo",
     .effect = Effect::rows_overlap,
     .what = "sbo is 0 although there is more than one group of 8 rows.",
     .broken = one_group_for_all,
     .says = says_one_group_for_all,
     .fix = "Set sbo to the distance of two groups of 8 rows.",
     .source = "CUTLASS make_umma_desc @7107b055 (0 stands for one group)"},

    {.id = "L102", .format = "smem", .severity = Severity::warn, .certainty = Certainty::secondary, .field = "sbo",
     .what = "sbo is no multiple of the swizzle pattern, so each group of rows or k meets another phase of it.",
     .broken = sbo_changes_phase,
     .says = says_sbo_changes_phase,
     .fix = "Make sbo a multiple of the pattern, or check that the writer used absolute addresses too.",
     .source = "PTX ISA 9.1, 5.5.7 and Table 41; CUTLASS tile_to_mma_shape @7107b055 (whole atoms); NVIDIA/Fuser#4096"},
    {.id = "L102", .format = "smem", .severity = Severity::warn, .certainty = Certainty::secondary, .field = "lbo",
     .what = "lbo of an MN-major tile is no multiple of the swizzle pattern, so each swizzle width meets another "
         "phase of it.",
     .broken = lbo_changes_phase,
     .says = says_lbo_changes_phase,
     .fix = "Make lbo a multiple of the pattern, or check that the writer used absolute addresses too.",
     .source = "PTX ISA 9.1, 5.5.7 and Table 41; CUTLASS tile_to_mma_shape @7107b055 (whole atoms); NVIDIA/Fuser#4096"},

    {.id = "L38", .format = "smem", .severity = Severity::error, .certainty = Certainty::confirmed,
     .field = "k_segment",
     .what = "k_segment, a field of sm_107, is used on another target.",
     .broken = [](const WordFacts& w) { return w.raw("k_segment") != 0 && older(w); },
     .says = [](const WordFacts& w) {
         return say("k_segment belongs to the look-up-table MMA of sm_107, not to ", w.context().arch, ".");
     },
     .fix = "Clear it.", .one_click = {"k_segment", 0}, .source = "PTX ISA 9.4, shared-memory descriptor"},

    {.id = "L38", .format = "smem", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "fixed",
     .what = "The lowest fixed bit is set, which PTX 9.4 made the K segment of sm_107's look-up-table MMA.",
     .broken = [](const WordFacts& w) { return !w.has("k_segment") && w.raw("fixed") % 2 != 0; },
     .says = [](const WordFacts& w) {
         return say("The fixed bits hold ", w.raw("fixed"),
                    "; the lowest of them is the K segment of the look-up-table MMA of PTX 9.4 on sm_107, the rest has "
                    "no meaning in any edition.");
     },
     .fix = "Set them to zero.", .one_click = {"fixed", 0},
     .source = "PTX ISA 9.1, 9.7.16.4.1, Table 40; PTX ISA 9.4, shared-memory descriptor"},

    {.id = "L39", .format = "smem", .severity = Severity::warn, .certainty = Certainty::confirmed, .field = "lbo",
     .effect = Effect::lbo_unset,
     .what = "Without a swizzle, lbo 0 makes both 16-byte columns of an instruction read the same bytes.",
     .broken = columns_coincide,
     .says = says_columns_coincide,
     .fix = "Set lbo to the distance of the two columns.", .source = "PTX ISA 9.1, 9.7.16.3"},
};
// clang-format on

}  // namespace

std::span<const WordRule> smem_rules() {
    static constexpr const auto& rules = checked(kSmemRules);
    return rules;
}

}  // namespace tilescope
