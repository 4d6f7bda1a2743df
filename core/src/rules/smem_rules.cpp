// core/src/rules/smem_rules.cpp -- the rules for tcgen05 shared-memory descriptors.
// SPDX-License-Identifier: MIT
#include "smem_findings.h"
#include "tables.h"
#include "word_forms.h"

#include <tilescope/base/say.h>
#include <tilescope/formats/smem.h>
#include <tilescope/rules/place_rules.h>

namespace tilescope {
namespace {

// Hopper's swizzle code has two bits. They are the upper two of the three bits here, so 128B, 64B and 32B have the same
// bits in both formats.
bool hopper_like(const WordFacts& w) {
    return w.raw("version") == 0 && w.raw("swizzle") != 0 && w.raw("swizzle") % 2 == 0;
}

// The constant has eight bits in PTX 9.1. Later editions use its lowest bits for new fields.
bool is_misprint(const WordFacts& w) {
    const unsigned lost_bits = field_in(w.format(), "fixed").lsb - field(kSmem91, "fixed").lsb;
    return w.raw("fixed") << lost_bits == 0xB0 && w.raw("k_segment") == 0;
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
// A dense instruction reads 32 bytes of each row, but fewer bytes remain in the swizzle row after the start.
bool row_ends_early(const WordFacts& w) {
    return k_major(w) && swizzled(w) && w.raw("lbo_mode") == 0 && w.context().sparse != true && slice_bytes(w) == 0 &&
           place_in_row(w) + 32 > mode(w)->width_bytes;
}

// Whether the stored value needs more bits than an address of the target has.
bool too_long(const WordFacts& w, std::string_view id) { return w.value(id) >> w.address_bits() != 0; }
std::string says_too_long(const WordFacts& w, std::string_view id) {
    return say(id, " is ", hex(w.value(id)), ", which needs 15 bits. Only sm_107 reads 15 bits. ", w.context().arch,
               " reads only the lower 14, which mean ", hex(w.value(id) & bit_mask(w.address_bits())), '.');
}

// L13: the two reserved bits above an address or stride. On sm_107, the lower one belongs to it.
std::string says_reserved_above(const WordFacts& w, std::string_view reserved, std::string_view id) {
    return say("The two reserved bits above ", id, " are 0b", w.raw(reserved) >> 1, w.raw(reserved) & 1,
               ". They must be 0. Perhaps a value was too large for ", id, ". Only on sm_107, from PTX 9.4, ", id,
               " has 15 bits: the lower of the two bits belongs to it.");
}

// clang-format off
constexpr WordRule kSmemRules[] = {
    {.id = "L1", .format = "smem", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "fixed",
     .what = "The fixed bits are 0xB0, a misprint in the PTX manual.",
     .broken = is_misprint,
     .says = [](const WordFacts&) {
         return say(
             "The fixed bits are 0xB0. This value comes from a misprint: the PTX manual prints the constant as "
             "\"0xb00000000\" instead of 0b00000000.");
     },
     .fix = "Set the fixed bits to 0.", .one_click = {"fixed", 0}, .source = "PTX ISA 9.1, 9.7.16.4.1, Table 40"},

    {.id = "L2", .format = "smem", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "version",
     .what = "The field 'version' is not 1, the constant of tcgen05 descriptors. A Hopper descriptor has 0 in these "
         "bits.",
     .broken = [](const WordFacts& w) { return w.raw("version") != 1; },
     .says = [](const WordFacts& w) {
         return say("The field 'version' is ", w.raw("version"), ", but tcgen05 requires 1.",
                    hopper_like(w) ? " The word looks like a Hopper (wgmma) descriptor. If you set the field 'version' to 1, the word describes the same layout for tcgen05."
                                   : "");
     },
     .fix = "Set the field 'version' to 1.", .one_click = {"version", 1},
     .source = "PTX ISA 9.1, 9.7.16.4.1, Table 40, and 9.7.15.5.1"},

    {.id = "L3", .format = "smem", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "swizzle",
     .what = "The swizzle code is not defined in any PTX manual.",
     .broken = [](const WordFacts& w) { return !w.means("swizzle"); },
     .says = [](const WordFacts& w) {
         return say("Swizzle code ", w.raw("swizzle"),
                    " is not defined in any PTX manual. It is not known which bytes the instruction reads.");
     },
     .fix = "Choose one of the codes 0 (none), 1 (128B_32B), 2 (128B), 4 (64B) and 6 (32B).",
     .source = "PTX ISA 9.1, 9.7.16.4.1, Table 40"},

    {.id = "L4", .format = "smem", .severity = Severity::warn, .certainty = Certainty::secondary, .field = "start",
     .what = "A swizzled tile does not begin in the first row of its swizzle pattern, and base_offset is 0. The "
         "swizzle phases of its rows differ from those in an aligned tile.",
     .broken = starts_inside_pattern,
     .says = says_starts_inside_pattern,
     .fix = "Align the buffer to the size of the swizzle pattern. Or check the code that fills the buffer: it must also compute the swizzle from absolute addresses.",
     .source = "PTX ISA 9.1, Table 41; NVIDIA/Fuser#4096"},

    {.id = "L5", .format = "smem", .severity = Severity::warn, .certainty = Certainty::secondary, .field = "base_offset",
     .what = "base_offset is not 0. A Hopper GPU subtracts it from the number of the 128-byte line before the XOR. Its effect on Blackwell is not verified.",
     .broken = uses_base_offset,
     .says = [](const WordFacts& w) {
         return says_base_offset(w, " An H100 subtracts the value from the number of the line before the XOR; nobody has "
                                    "measured it on Blackwell (contradiction X14).");
     },
     .fix = "Prefer an aligned buffer and base_offset 0.",
     .source = "PTX ISA 9.1, Table 41; h100_layout.csv.gz (Hopper); the conclusion from Hopper is ours"},

    {.id = "L6", .format = "smem", .severity = Severity::info, .certainty = Certainty::confirmed, .field = "lbo",
     .effect = Effect::lbo_unset,
     .what = "lbo is set, but a K-major swizzled layout ignores it, unless one instruction is wider than an atom.",
     .broken = lbo_is_ignored,
     .says = [](const WordFacts& w) {
         return say(says_lbo_is_ignored(w), " Code that is known to work stores 0 or 16 in lbo.");
     },
     .fix = "Set lbo to 0 or 16.", .source = "PTX ISA 9.1, 9.7.16.3"},
    {.id = "L6", .format = "smem", .severity = Severity::warn, .certainty = Certainty::secondary, .field = "lbo",
     .effect = Effect::lbo_unset,
     .what = "One instruction reads several atoms along K, but lbo, which is probably their distance, is not set.",
     .broken = second_atom_not_set,
     .says = [](const WordFacts& w) {
         return say("If tcgen05 does as wgmma (nobody has measured it, contradiction X34): ",
                    says_second_atom_not_set(w));
     },
     .fix = "Set lbo to the distance from one atom along K to the next.",
     .source = "wgmma measured on an H100 (h100_layout.csv.gz); triton-lang/triton MMAHelpers.h @04d9389f (\"we can in fact use it\")"},
    {.id = "L6", .format = "smem", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "lbo",
     .effect = Effect::lbo_unset,
     .what = "An MN-major swizzled tile is wider than one swizzle width, but lbo is not set.",
     .broken = lbo_never_set,
     .says = says_lbo_never_set,
     .fix = "Set lbo to the distance from one block to the next. Each block is one swizzle width wide.",
     .source = "PTX ISA 9.1, 9.7.16.3"},

    {.id = "L7", .format = "smem", .severity = Severity::warn, .certainty = Certainty::secondary, .field = "sbo",
     .what = "sbo looks wrong by a factor of 16. Perhaps the value was not shifted right by 4, or it was shifted twice.",
     .broken = sbo_off_by_16,
     .says = says_sbo_off_by_16,
     .fix = "Check the unit: the field counts 16-byte units.", .source = "tile-ai/tilelang#813; CuTe DSL note"},

    {.id = "L8", .format = "smem", .severity = Severity::info, .certainty = Certainty::confirmed, .field = "swizzle",
     .what = "Without a swizzle, the roles of lbo and sbo depend on the majorness (K-major or MN-major). The word does "
         "not contain the majorness.",
     .broken = roles_unknown,
     .says = [](const WordFacts&) {
         return say(
             "Without a swizzle, the step along the major dimension is lbo in K-major layouts, but sbo in MN-major layouts. The word does not contain the majorness.");
     },
     .fix = "State the majorness (K-major or MN-major) to see the right picture.",
     .source = "PTX ISA 9.1, 9.7.16.3; triton-lang/triton#8378"},

    {.id = "L9", .format = "smem", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "swizzle",
     .what = "The swizzle is 128B_32B, but the operand is not a 32-bit MN-major operand.",
     .broken = wide_atoms_misused,
     .says = [](const WordFacts& w) {
         return say("The swizzle 128B_32B is for 32-bit MN-major operands only.",
                    k_major(w) ? " For K-major operands, Table 54 allows this swizzle, but Table 55 and "
                                 "CUTLASS do not (contradiction X10)."
                               : "");
     },
     .fix = "Use the swizzle 128B, or a tf32 MN-major operand.", .source = "PTX ISA 9.1, Tables 51, 54 and 55"},

    {.id = "L12", .format = "smem", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "lbo_mode",
     .what = "lbo_mode 1 (absolute address) is used on a target that does not have it.",
     .broken = [](const WordFacts& w) { return w.raw("lbo_mode") == 1 && w.arch() && !w.target_has(Feature::k96); },
     .says = [](const WordFacts& w) {
         return say("lbo_mode 1 (absolute address) is for K = 96. K = 96 does not exist on ", w.context().arch,
                    ", only on ", targets_with(Feature::k96, w.edition()), ".");
     },
     .fix = "Set lbo_mode to 0, or select a target with K = 96.", .source = "PTX ISA 9.1, 9.7.16.4.1.1 and 9.7.16.3.1.2"},

    {.id = "L13", .format = "smem", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "rsvd14",
     .what = "The reserved bits above start are not 0.",
     .broken = [](const WordFacts& w) { return w.raw("rsvd14") != 0; },
     .says = [](const WordFacts& w) { return says_reserved_above(w, "rsvd14", "start"); },
     .fix = "If the kernel adds to start, check that the sum fits. If the kernel is for sm_107, select that target.",
     .source = "PTX ISA 9.3 and 9.4, shared-memory descriptor"},
    {.id = "L13", .format = "smem", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "rsvd30",
     .what = "The reserved bits above lbo are not 0.",
     .broken = [](const WordFacts& w) { return w.raw("rsvd30") != 0; },
     .says = [](const WordFacts& w) { return says_reserved_above(w, "rsvd30", "lbo"); },
     .fix = "Check that the value of lbo fits. If the kernel is for sm_107, select that target.",
     .source = "PTX ISA 9.3 and 9.4, shared-memory descriptor"},

    {.id = "L13", .format = "smem", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "start",
     .what = "start needs 15 bits, but the target reads only 14.",
     .broken = [](const WordFacts& w) { return !w.has("rsvd14") && too_long(w, "start"); },
     .says = [](const WordFacts& w) { return says_too_long(w, "start"); },
     .fix = "Place the buffer below address 262144 (256 KiB). If the kernel is for sm_107, select that target.",
     .source = "PTX ISA 9.3 and 9.4, shared-memory descriptor"},
    {.id = "L13", .format = "smem", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "lbo",
     .what = "lbo needs 15 bits, but the target reads only 14.",
     .broken = [](const WordFacts& w) { return !w.has("rsvd30") && too_long(w, "lbo"); },
     .says = [](const WordFacts& w) { return says_too_long(w, "lbo"); },
     .fix = "Choose an lbo below 262144 (256 KiB). If the kernel is for sm_107, select that target.",
     .source = "PTX ISA 9.3 and 9.4, shared-memory descriptor"},

    {.id = "L28", .format = "smem", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "swizzle",
     .what = "A 32-bit MN-major operand has a swizzle other than 128B_32B.",
     .broken = wide_atoms_missing,
     .says = [](const WordFacts& w) {
         return say("A 32-bit MN-major operand needs the swizzle 128B_32B, not ", name(w), ".");
     },
     .fix = "Use the swizzle 128B_32B, and set sbo to the size of 4 rows (one row for each value of k).",
     .source = "PTX ISA 9.1, Tables 51 and 54"},

    {.id = "L29", .format = "smem", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "swizzle",
     .what = "An operand with 4-bit or 6-bit elements is MN-major.",
     .broken = [](const WordFacts& w) { return mn_major(w) && w.context().type && w.context().type->bits < 8; },
     .says = [](const WordFacts& w) {
         return say(w.context().type->id, " has no MN-major form. 4-bit and 6-bit elements must be K-major.");
     },
     .fix = "Store the operand K-major, or use an 8-bit type.", .source = "PTX ISA 9.1, Table 54"},

    {.id = "L30", .format = "smem", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "lbo_mode",
     .what = "lbo_mode 1 (absolute address) is used with a swizzle other than 128B, with an MN-major operand, or with "
         "a base_offset.",
     .broken = absolute_lbo_misused,
     .says = [](const WordFacts&) {
         return say(
             "lbo_mode 1 (absolute address) requires the 128B swizzle, a K-major operand and base_offset 0.");
     },
     .fix = "Use the swizzle 128B, a K-major operand (transpose bit 0) and base_offset 0.",
     .source = "PTX ISA 9.1, 9.7.16.3.1.2.1"},

    {.id = "L31", .format = "smem", .severity = Severity::warn, .certainty = Certainty::secondary, .field = "lbo",
     .what = "lbo_mode is 1 (absolute address), but lbo, the address of the second chunk, is not a multiple of 128.",
     .broken = [](const WordFacts& w) { return w.raw("lbo_mode") == 1 && w.value("lbo") % 128 != 0; },
     .says = [](const WordFacts& w) {
         return say("lbo is the address of the second chunk: ", hex(w.value("lbo")),
                    ". This address is not the beginning of a 128-byte line.");
     },
     .fix = "Align the second chunk to 128 bytes.", .source = "a third-party simulator's model of 9.7.16.3.1.2"},

    {.id = "L34", .format = "smem", .severity = Severity::warn, .certainty = Certainty::secondary, .field = "start",
     .what = "The start address is too near to the end of its swizzle row: the instruction reads past the end of the "
         "row.",
     .broken = row_ends_early,
     .says = [](const WordFacts& w) {
         return say("After the start address, only ", mode(w)->width_bytes - w.value("start") % mode(w)->width_bytes,
                    " bytes of the ", mode(w)->width_bytes,
                    "-byte swizzle row remain, but an instruction reads 32 bytes.");
     },
     .fix = "Inside an atom, advance the start address by 32 bytes. At the end of the atom, go to the next atom.",
     .source = "CUTLASS DescriptorIterator @7107b055"},

    {.id = "L35", .format = "smem", .severity = Severity::warn, .certainty = Certainty::confirmed, .field = "sbo",
     .effect = Effect::rows_overlap,
     .what = "sbo is smaller than one atom, so groups of rows overlap.",
     .broken = groups_overlap,
     .says = says_groups_overlap,
     .fix = "Make sbo at least as large as one atom.", .source = "PTX ISA 9.1, 9.7.16.3"},

    {.id = "L36", .format = "smem", .severity = Severity::warn, .certainty = Certainty::secondary, .field = "sbo",
     .effect = Effect::rows_overlap,
     .what = "sbo is 0, but the tile has more than one group of 8 rows.",
     .broken = one_group_for_all,
     .says = says_one_group_for_all,
     .fix = "Set sbo to the distance from one group of 8 rows to the next.",
     .source = "CUTLASS make_umma_desc @7107b055 (0 stands for one group)"},

    {.id = "L37", .format = "smem", .severity = Severity::error, .certainty = Certainty::secondary, .field = "start",
     .effect = Effect::past_the_end,
     .what = "The start address is past the end of shared memory.",
     .broken = starts_past_the_end, .says = says_starts_past_the_end,
     .fix = "Use a lower start address.", .source = kPastTheEnd.source},

    {.id = "L102", .format = "smem", .severity = Severity::warn, .certainty = Certainty::secondary, .field = "sbo",
     .what = "sbo is not a multiple of the size of the swizzle pattern. The swizzle phase changes from one group of rows (or of values of k) to the next.",
     .broken = sbo_changes_phase,
     .says = says_sbo_changes_phase,
     .fix = "Make sbo a multiple of the size of the pattern. Or check the code that fills the buffer: it must also compute the swizzle from absolute addresses.",
     .source = "PTX ISA 9.1, 5.5.7 and Table 41; CUTLASS tile_to_mma_shape @7107b055 (whole atoms); NVIDIA/Fuser#4096"},
    {.id = "L102", .format = "smem", .severity = Severity::warn, .certainty = Certainty::secondary, .field = "lbo",
     .what = "lbo is used and is not a multiple of the size of the swizzle pattern. The swizzle phase changes "
         "from one block of M or N (one swizzle width wide) or atom along K to the next.",
     .broken = lbo_changes_phase,
     .says = says_lbo_changes_phase,
     .fix = "Make lbo a multiple of the size of the pattern. Or check the code that fills the buffer: it must also compute the swizzle from absolute addresses.",
     .source = "PTX ISA 9.1, 5.5.7 and Table 41; CUTLASS tile_to_mma_shape @7107b055 (whole atoms); NVIDIA/Fuser#4096"},

    {.id = "L38", .format = "smem", .severity = Severity::error, .certainty = Certainty::confirmed,
     .field = "k_segment",
     .what = "k_segment, a field of sm_107, is used on another target.",
     .broken = [](const WordFacts& w) { return w.raw("k_segment") != 0 && older(w); },
     .says = [](const WordFacts& w) {
         return say("k_segment belongs to the look-up-table MMA of sm_107. ", w.context().arch,
                    " does not have this field.");
     },
     .fix = "Set k_segment to 0.", .one_click = {"k_segment", 0}, .source = "PTX ISA 9.4, shared-memory descriptor"},

    {.id = "L38", .format = "smem", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "fixed",
     .what = "The lowest fixed bit is set. In PTX 9.4, this bit is the K segment of the look-up-table MMA of sm_107.",
     .broken = [](const WordFacts& w) { return !w.has("k_segment") && w.raw("fixed") % 2 != 0; },
     .says = [](const WordFacts& w) {
         return say("The fixed bits are ", w.raw("fixed"),
                    ". The lowest bit is the K segment of the look-up-table MMA in PTX 9.4 on sm_107. The other bits "
                    "have no meaning in any edition.");
     },
     .fix = "Set the fixed bits to 0.", .one_click = {"fixed", 0},
     .source = "PTX ISA 9.1, 9.7.16.4.1, Table 40; PTX ISA 9.4, shared-memory descriptor"},

    {.id = "L39", .format = "smem", .severity = Severity::warn, .certainty = Certainty::confirmed, .field = "lbo",
     .effect = Effect::lbo_unset,
     .what = "lbo is 0 in a layout without a swizzle, so an instruction reads the same bytes for both 16-byte columns.",
     .broken = columns_coincide,
     .says = says_columns_coincide,
     .fix = "Set lbo to the distance between the two columns.", .source = "PTX ISA 9.1, 9.7.16.3"},
};
// clang-format on

}  // namespace

std::span<const WordRule> smem_rules() {
    static constexpr const auto& rules = checked(kSmemRules);
    return rules;
}

}  // namespace tilescope
