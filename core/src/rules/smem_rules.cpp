// core/src/rules/smem_rules.cpp -- the rules for shared-memory descriptors, and for N of wgmma.
// SPDX-License-Identifier: MIT
#include "smem_facts.h"
#include "tables.h"
#include "word_forms.h"

#include <tilescope/base/say.h>
#include <tilescope/formats/smem.h>
#include <tilescope/hw/archs.h>
#include <tilescope/hw/measurements.h>
#include <tilescope/hw/memory.h>
#include <tilescope/rules/place_rules.h>

namespace tilescope {
namespace {

// ---- what the rules of both formats ask and say ----

// L4: a swizzled tile does not begin in the first row of its pattern, and base_offset is 0.
bool starts_inside_pattern(const WordFacts& w) {
    return swizzled(w) && w.raw("base_offset") == 0 &&
           (w.value("start") & (mode(w)->pattern_bytes - 1)) >= mode(w)->width_bytes;
}
std::string says_starts_inside_pattern(const WordFacts& w) {
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

// L6: the tile is wider than one swizzle width, but lbo is 0 or the 16 bytes that K-major descriptors have.
bool lbo_never_set(const WordFacts& w) { return walks_lbo(w) && w.raw("lbo") <= 1; }
std::string says_lbo_never_set(const WordFacts& w) {
    return say("An MN-major ", name(w), " tile with ", w.context().rows,
               " rows uses lbo as the step from one block to the next (each block is one swizzle width wide). lbo is ",
               w.value("lbo"), ", so every row after the first ",
               mode(w)->width_bytes * 8 / w.context().type->container_bits, " reads wrong bytes.");
}

// L6: a K-major swizzled layout ignores lbo. Only if one instruction reads several atoms along K, lbo is used.
bool lbo_is_ignored(const WordFacts& w) {
    return k_major(w) && swizzled(w) && w.raw("lbo") > 1 && w.raw("lbo_mode") == 0 && !walks_lbo_along_k(w);
}
std::string says_lbo_is_ignored(const WordFacts& w) {
    const bool open = may_walk_lbo_along_k(w);
    return say("K-major ", name(w), " layouts ignore lbo",
               open ? ", except for B of a sparse instruction, which is wider than an atom" : "", ". ",
               open ? "If the instruction is another one, the value " : "So the value ", w.value("lbo"),
               " has no effect.");
}
bool second_atom_not_set(const WordFacts& w) { return walks_lbo_along_k(w) && w.raw("lbo") <= 1; }
std::string says_second_atom_not_set(const WordFacts& w) {
    return say("One instruction reads ", slice_bytes(w), " bytes of K from each row, and a ", name(w),
               " atom has only ", mode(w)->width_bytes, ". The next atom lies lbo bytes further, but lbo is ",
               w.value("lbo"), ", so every column after the first ",
               mode(w)->width_bytes * 8 / w.context().type->container_bits, " reads wrong bytes.");
}

// L7: sbo was stored without the division by 16, or was divided by 16 twice.
bool sbo_off_by_16(const WordFacts& w) {
    return swizzled(w) && !mn_major(w) && w.raw("sbo") != 0 &&
           (w.value("sbo") * 16 == group_bytes(w) || w.value("sbo") == group_bytes(w) * 16);
}
std::string says_sbo_off_by_16(const WordFacts& w) {
    return say("sbo is ", w.value("sbo"), " bytes, but one ", name(w), " atom has ", group_bytes(w),
               " bytes. It looks as if the value was ",
               w.value("sbo") > group_bytes(w) ? "not shifted right by 4." : "shifted right by 4 twice.");
}

// L35: groups overlap. L7 reports the values that are too small by a factor of 16, so this rule skips them.
bool groups_overlap(const WordFacts& w) {
    return swizzled(w) && w.raw("sbo") != 0 && w.value("sbo") < group_bytes(w) && w.value("sbo") * 16 != group_bytes(w);
}
std::string says_groups_overlap(const WordFacts& w) {
    return say("sbo is ", w.value("sbo"), " bytes, but one ", name(w), " atom has ", group_bytes(w),
               " bytes. The groups overlap.");
}

// L36: the step between groups of 8 rows is 0.
bool one_group_for_all(const WordFacts& w) { return k_major(w) && w.raw("sbo") == 0 && w.context().rows > 8; }
std::string says_one_group_for_all(const WordFacts& w) {
    return say("sbo is 0, but the tile has ", w.context().rows, " rows. All groups of 8 rows read the same bytes.");
}

// L39: without a swizzle, the step between the two columns is 0.
bool columns_coincide(const WordFacts& w) {
    return k_major(w) && w.raw("swizzle") == 0 && w.raw("lbo") == 0 && w.context().columns > 0;
}

// L102: a stride is used but is not a multiple of the pattern, so the XOR has a different phase in the next group.
// L35 reports groups that overlap, and L6 reports an lbo that is not set.
bool no_whole_patterns(const WordFacts& w, std::string_view stride) {
    return w.value(stride) % mode(w)->pattern_bytes != 0;
}
bool has_one_group(const WordFacts& w) {
    const WordContext& c = w.context();
    return (k_major(w) && c.rows > 0 && c.rows <= 8) ||
           (mn_major(w) && c.columns > 0 && static_cast<unsigned>(c.columns) <= mode(w)->k_rows);
}
bool sbo_changes_phase(const WordFacts& w) {
    return swizzled(w) && w.value("sbo") >= group_bytes(w) && no_whole_patterns(w, "sbo") && !has_one_group(w);
}
bool lbo_changes_phase(const WordFacts& w) {
    return (walks_lbo(w) || walks_lbo_along_k(w)) && w.raw("lbo") > 1 && w.raw("lbo_mode") == 0 &&
           no_whole_patterns(w, "lbo");
}
std::string says_phase(const WordFacts& w, std::string_view stride, std::string_view groups) {
    return say(stride, " is ", w.value(stride), " bytes, which is not a multiple of the ", name(w), " pattern (",
               mode(w)->pattern_bytes, " bytes). The swizzle phase changes from one ", groups, " to the next.");
}
std::string says_sbo_changes_phase(const WordFacts& w) {
    return says_phase(w, "sbo",
                      k_major(w)    ? "group of 8 rows"
                      : mn_major(w) ? say("group of ", mode(w)->k_rows, " k")
                                    : "group");
}
std::string says_lbo_changes_phase(const WordFacts& w) {
    return says_phase(w, "lbo", k_major(w) ? "atom along K" : "block of M or N (one swizzle width wide)");
}

// L5: base_offset is not 0. An H100 subtracts it from the number of the 128-byte line. The pattern of a mode has a few
// lines, so only the value modulo their number has an effect. `what` says what a GPU does with the value; without an
// effect on this word, it is left out.
bool uses_base_offset(const WordFacts& w) { return w.raw("base_offset") != 0; }
std::string says_base_offset(const WordFacts& w, std::string_view what) {
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
const ArchRow* reader_of(const WordFacts& w) {
    const ArchRow* only = only_target_with(family_reading(w.format().id)->feature);
    return only != nullptr ? only : w.arch();
}
bool starts_past_the_end(const WordFacts& w) { return reader_of(w) && w.value("start") >= smem_end(*reader_of(w)); }
std::string says_starts_past_the_end(const WordFacts& w) {
    const ArchRow& arch = *reader_of(w);
    return say("start is ", hex(w.value("start")), ", but shared memory of ", arch.id, " ends at ",
               hex(smem_end(arch) - 1), ": there, ", family_of(arch).outside->past, '.');
}

// A start of 0 is mostly a descriptor whose address is added later (pair_rules.cpp).
bool starts_below_the_cta(const WordFacts& w) {
    const std::uint64_t start = w.value("start");
    return reader_of(w) && start != 0 && start < smem_begin(*reader_of(w));
}
std::string says_starts_below_the_cta(const WordFacts& w) {
    const ArchRow& arch = *reader_of(w);
    return say("start is ", hex(w.value("start")), ", but the shared memory of a CTA begins at ", hex(smem_begin(arch)),
               ", after the part of the system. Below, ", family_of(arch).outside->below,
               ". If the address of the buffer is added later, nothing is wrong.");
}

// ---- the rules that both formats have ----

// The row for one format. The formats differ in who says so.
constexpr WordRule of(std::string_view format, WordRule shared, Certainty certainty, std::string_view source) {
    shared.format = format;
    shared.certainty = certainty;
    shared.source = source;
    return shared;
}

// clang-format off
constexpr WordRule kInsidePattern = {
    .id = "L4", .severity = Severity::warn, .field = "start",
    .what = "A swizzled tile does not begin in the first row of its swizzle pattern, and base_offset is 0. The swizzle phases of its rows differ from those in an aligned tile.",
    .broken = starts_inside_pattern, .says = says_starts_inside_pattern,
    .fix = "Align the buffer to the size of the swizzle pattern. Or check the code that fills the buffer: it must also compute the swizzle from absolute addresses."};
constexpr WordRule kLboUnset = {
    .id = "L6", .severity = Severity::error, .field = "lbo", .effect = Effect::lbo_unset,
    .what = "An MN-major swizzled tile is wider than one swizzle width, but lbo is not set.",
    .broken = lbo_never_set, .says = says_lbo_never_set,
    .fix = "Set lbo to the distance from one block to the next. Each block is one swizzle width wide."};
constexpr WordRule kSboOffBy16 = {
    .id = "L7", .severity = Severity::warn, .field = "sbo",
    .what = "sbo looks wrong by a factor of 16. Perhaps the value was not shifted right by 4, or it was shifted twice.",
    .broken = sbo_off_by_16, .says = says_sbo_off_by_16,
    .fix = "Check the unit: the field counts 16-byte units."};
constexpr WordRule kGroupsOverlap = {
    .id = "L35", .severity = Severity::warn, .field = "sbo", .effect = Effect::rows_overlap,
    .what = "sbo is smaller than one atom, so groups of rows overlap.",
    .broken = groups_overlap, .says = says_groups_overlap,
    .fix = "Make sbo at least as large as one atom."};
constexpr WordRule kOneGroup = {
    .id = "L36", .severity = Severity::warn, .field = "sbo", .effect = Effect::rows_overlap,
    .what = "sbo is 0, but the tile has more than one group of 8 rows.",
    .broken = one_group_for_all, .says = says_one_group_for_all,
    .fix = "Set sbo to the distance from one group of 8 rows to the next."};
constexpr WordRule kStartPastTheEnd = {
    .id = "L37", .severity = Severity::error, .field = "start", .effect = Effect::past_the_end,
    .what = "The start address is past the end of shared memory.",
    .broken = starts_past_the_end, .says = says_starts_past_the_end,
    .fix = "Use a lower start address."};
constexpr WordRule kSboPhase = {
    .id = "L102", .severity = Severity::warn, .field = "sbo",
    .what = "sbo is not a multiple of the size of the swizzle pattern. The swizzle phase changes from one group of rows (or of values of k) to the next.",
    .broken = sbo_changes_phase, .says = says_sbo_changes_phase,
    .fix = "Make sbo a multiple of the size of the pattern. Or check the code that fills the buffer: it must also compute the swizzle from absolute addresses."};
constexpr WordRule kLboPhase = {
    .id = "L102", .severity = Severity::warn, .field = "lbo",
    .what = "lbo is used and is not a multiple of the size of the swizzle pattern. The swizzle phase changes from one block of M or N (one swizzle width wide) or atom along K to the next.",
    .broken = lbo_changes_phase, .says = says_lbo_changes_phase,
    .fix = "Make lbo a multiple of the size of the pattern. Or check the code that fills the buffer: it must also compute the swizzle from absolute addresses."};
constexpr WordRule kColumnsCoincide = {
    .id = "L39", .severity = Severity::warn, .field = "lbo", .effect = Effect::lbo_unset,
    .what = "lbo is 0 in a layout without a swizzle, so an instruction reads the same bytes for both 16-byte columns.",
    .broken = columns_coincide,
    .text = "lbo is 0, so both 16-byte columns of the instruction read the same bytes.",
    .fix = "Set lbo to the distance between the two columns."};
// clang-format on

// ---- tcgen05 ----

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
     .text = "The fixed bits are 0xB0. This value comes from a misprint: the PTX manual prints the constant as \"0xb00000000\" instead of 0b00000000.",
     .fix = "Set the fixed bits to 0.", .one_click = {"fixed", 0}, .source = "PTX ISA 9.1, 9.7.16.4.1, Table 40"},

    {.id = "L2", .format = "smem", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "version",
     .what = "The field 'version' is not 1, the constant of tcgen05 descriptors. A Hopper descriptor has 0 in these bits.",
     .broken = [](const WordFacts& w) { return w.raw("version") != 1; },
     .says = [](const WordFacts& w) {
         return say("The field 'version' is ", w.raw("version"), ", but tcgen05 requires 1.",
                    hopper_like(w) ? " The word looks like a Hopper (wgmma) descriptor. If you set the field 'version' to 1, the word describes the same layout for tcgen05."
                                   : "");
     },
     .fix = "Set the field 'version' to 1.", .one_click = {"version", 1}, .source = "PTX ISA 9.1, 9.7.16.4.1, Table 40, and 9.7.15.5.1"},

    {.id = "L3", .format = "smem", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "swizzle",
     .what = "The swizzle code is not defined in any PTX manual.",
     .broken = [](const WordFacts& w) { return !w.means("swizzle"); },
     .says = [](const WordFacts& w) {
         return say("Swizzle code ", w.raw("swizzle"),
                    " is not defined in any PTX manual. It is not known which bytes the instruction reads.");
     },
     .fix = "Choose one of the codes 0 (none), 1 (128B_32B), 2 (128B), 4 (64B) and 6 (32B).", .source = "PTX ISA 9.1, 9.7.16.4.1, Table 40"},

    of("smem", kInsidePattern, Certainty::secondary, "PTX ISA 9.1, Table 41; NVIDIA/Fuser#4096"),

    {.id = "L5", .format = "smem", .severity = Severity::warn, .certainty = Certainty::secondary, .field = "base_offset",
     .what = "base_offset is not 0. A Hopper GPU subtracts it from the number of the 128-byte line before the XOR. Its effect on Blackwell is not verified.",
     .broken = uses_base_offset,
     .says = [](const WordFacts& w) {
         return says_base_offset(w, " An H100 subtracts the value from the number of the line before the XOR; nobody has "
                                    "measured it on Blackwell (contradiction X14).");
     },
     .fix = "Prefer an aligned buffer and base_offset 0.", .source = "PTX ISA 9.1, Table 41; h100_layout.csv.gz (Hopper); the conclusion from Hopper is ours"},

    {.id = "L6", .format = "smem", .severity = Severity::info, .certainty = Certainty::confirmed, .field = "lbo", .effect = Effect::lbo_unset,
     .what = "lbo is set, but a K-major swizzled layout ignores it, unless one instruction is wider than an atom.",
     .broken = lbo_is_ignored,
     .says = [](const WordFacts& w) {
         return say(says_lbo_is_ignored(w), " Code that is known to work stores 0 or 16 in lbo.");
     },
     .fix = "Set lbo to 0 or 16.", .source = "PTX ISA 9.1, 9.7.16.3"},

    {.id = "L6", .format = "smem", .severity = Severity::warn, .certainty = Certainty::secondary, .field = "lbo", .effect = Effect::lbo_unset,
     .what = "One instruction reads several atoms along K, but lbo, which is probably their distance, is not set.",
     .broken = second_atom_not_set,
     .says = [](const WordFacts& w) {
         return say("If tcgen05 does as wgmma (nobody has measured it, contradiction X34): ",
                    says_second_atom_not_set(w));
     },
     .fix = "Set lbo to the distance from one atom along K to the next.",
     .source = "wgmma measured on an H100 (h100_layout.csv.gz); triton-lang/triton MMAHelpers.h @04d9389f (\"we can in fact use it\")"},

    of("smem", kLboUnset, Certainty::confirmed, "PTX ISA 9.1, 9.7.16.3"),
    of("smem", kSboOffBy16, Certainty::secondary, "tile-ai/tilelang#813; CuTe DSL note"),

    {.id = "L8", .format = "smem", .severity = Severity::info, .certainty = Certainty::confirmed, .field = "swizzle",
     .what = "Without a swizzle, the roles of lbo and sbo depend on the majorness (K-major or MN-major). The word does not contain the majorness.",
     .broken = roles_unknown,
     .text = "Without a swizzle, the step along the major dimension is lbo in K-major layouts, but sbo in MN-major layouts. The word does not contain the majorness.",
     .fix = "State the majorness (K-major or MN-major) to see the right picture.", .source = "PTX ISA 9.1, 9.7.16.3; triton-lang/triton#8378"},

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
     .fix = "Check that the value of lbo fits. If the kernel is for sm_107, select that target.", .source = "PTX ISA 9.3 and 9.4, shared-memory descriptor"},

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
     .fix = "Choose an lbo below 262144 (256 KiB). If the kernel is for sm_107, select that target.", .source = "PTX ISA 9.3 and 9.4, shared-memory descriptor"},

    {.id = "L28", .format = "smem", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "swizzle",
     .what = "A 32-bit MN-major operand has a swizzle other than 128B_32B.",
     .broken = wide_atoms_missing,
     .says = [](const WordFacts& w) {
         return say("A 32-bit MN-major operand needs the swizzle 128B_32B, not ", name(w), ".");
     },
     .fix = "Use the swizzle 128B_32B, and set sbo to the size of 4 rows (one row for each value of k).", .source = "PTX ISA 9.1, Tables 51 and 54"},

    {.id = "L29", .format = "smem", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "swizzle",
     .what = "An operand with 4-bit or 6-bit elements is MN-major.",
     .broken = [](const WordFacts& w) { return mn_major(w) && w.context().type && w.context().type->bits < 8; },
     .says = [](const WordFacts& w) {
         return say(w.context().type->id, " has no MN-major form. 4-bit and 6-bit elements must be K-major.");
     },
     .fix = "Store the operand K-major, or use an 8-bit type.", .source = "PTX ISA 9.1, Table 54"},

    {.id = "L30", .format = "smem", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "lbo_mode",
     .what = "lbo_mode 1 (absolute address) is used with a swizzle other than 128B, with an MN-major operand, or with a base_offset.",
     .broken = absolute_lbo_misused,
     .text = "lbo_mode 1 (absolute address) requires the 128B swizzle, a K-major operand and base_offset 0.",
     .fix = "Use the swizzle 128B, a K-major operand (transpose bit 0) and base_offset 0.", .source = "PTX ISA 9.1, 9.7.16.3.1.2.1"},

    {.id = "L31", .format = "smem", .severity = Severity::warn, .certainty = Certainty::secondary, .field = "lbo",
     .what = "lbo_mode is 1 (absolute address), but lbo, the address of the second chunk, is not a multiple of 128.",
     .broken = [](const WordFacts& w) { return w.raw("lbo_mode") == 1 && w.value("lbo") % 128 != 0; },
     .says = [](const WordFacts& w) {
         return say("lbo is the address of the second chunk: ", hex(w.value("lbo")),
                    ". This address is not the beginning of a 128-byte line.");
     },
     .fix = "Align the second chunk to 128 bytes.", .source = "a third-party simulator's model of 9.7.16.3.1.2"},

    {.id = "L34", .format = "smem", .severity = Severity::warn, .certainty = Certainty::secondary, .field = "start",
     .what = "The start address is too near to the end of its swizzle row: the instruction reads past the end of the row.",
     .broken = row_ends_early,
     .says = [](const WordFacts& w) {
         return say("After the start address, only ", mode(w)->width_bytes - w.value("start") % mode(w)->width_bytes,
                    " bytes of the ", mode(w)->width_bytes,
                    "-byte swizzle row remain, but an instruction reads 32 bytes.");
     },
     .fix = "Inside an atom, advance the start address by 32 bytes. At the end of the atom, go to the next atom.",
     .source = "CUTLASS DescriptorIterator @7107b055"},

    of("smem", kGroupsOverlap, Certainty::confirmed, "PTX ISA 9.1, 9.7.16.3"),
    of("smem", kOneGroup, Certainty::secondary, "CUTLASS make_umma_desc @7107b055 (0 stands for one group)"),

    of("smem", kStartPastTheEnd, Certainty::secondary, kPastTheEnd.source),
    of("smem", kSboPhase, Certainty::secondary, "PTX ISA 9.1, 5.5.7 and Table 41; CUTLASS tile_to_mma_shape @7107b055 (whole atoms); NVIDIA/Fuser#4096"),

    of("smem", kLboPhase, Certainty::secondary, "PTX ISA 9.1, 5.5.7 and Table 41; CUTLASS tile_to_mma_shape @7107b055 (whole atoms); NVIDIA/Fuser#4096"),

    {.id = "L38", .format = "smem", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "k_segment",
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
     .fix = "Set the fixed bits to 0.", .one_click = {"fixed", 0}, .source = "PTX ISA 9.1, 9.7.16.4.1, Table 40; PTX ISA 9.4, shared-memory descriptor"},

    of("smem", kColumnsCoincide, Certainty::confirmed, "PTX ISA 9.1, 9.7.16.3"),
};
// clang-format on
static_assert(&checked(kSmemRules) == &kSmemRules);

// ---- Hopper: reserved bits, layouts, and sizes of wgmma ----

constexpr Certainty kNoEffect = measured("layout");

// The highest of the reserved bits is just below the swizzle code.
bool below_swizzle(const WordFacts& w) { return w.raw("rsvd52") > bit_mask(field_in(w.format(), "rsvd52").width - 1); }

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
    {.id = "L87", .format = "wgmma", .severity = Severity::warn, .certainty = kNoEffect, .field = "rsvd46",
     .what = "Reserved bits of a Hopper descriptor are set. In a tcgen05 descriptor, these bits are the version constant. An H100 ignores them.",
     .broken = [](const WordFacts& w) { return w.raw("rsvd46") != 0; },
     .says = [](const WordFacts& w) {
         return say("Reserved bits have the value ", w.raw("rsvd46"),
                    w.raw("rsvd46") == 1 ? ", the version constant of Blackwell. So the word was made as a tcgen05 descriptor. "
                                         : ". ", no_effect_of(kNoEffect));
     },
     .fix = "Clear the bits, or decode the word as a tcgen05 descriptor (smem).", .source = "PTX ISA 9.1, 9.7.15.5.1"},

    {.id = "L88", .format = "wgmma", .severity = Severity::warn, .certainty = kNoEffect, .field = "rsvd52",
     .what = "The bit below Hopper's swizzle code is set. This bit is part of the code only in tcgen05 descriptors. An H100 ignores it.",
     .broken = [](const WordFacts& w) { return below_swizzle(w); },
     .says = [](const WordFacts&) {
         return say(
             "The bit below the swizzle code is set. This bit is not part of Hopper's code, and Hopper has no "
             "32-byte atoms. ", no_effect_of(kNoEffect));
     },
     .fix = "Use one of the swizzles none, 128B, 64B and 32B.", .source = "PTX ISA 9.1, 9.7.15.5.1"},

    {.id = "L92", .format = "wgmma", .severity = Severity::warn, .certainty = kNoEffect, .field = "rsvd52",
     .what = "Reserved bits of a Hopper descriptor are set. An H100 ignores them.",
     .broken = [](const WordFacts& w) { return w.raw("rsvd52") != 0 && !below_swizzle(w); },
     .says = [](const WordFacts& w) {
         return say("Reserved bits have the value ", w.raw("rsvd52"), ". ", no_effect_of(kNoEffect));
     },
     .fix = "Clear the bits.", .one_click = {"rsvd52", 0}, .source = "PTX ISA 9.1, 9.7.15.5.1"},

    of("wgmma", kInsidePattern, measured("layout"), "PTX ISA 9.1, 9.7.15.5.1; NVIDIA/Fuser#4096"),

    {.id = "L5", .format = "wgmma", .severity = Severity::warn, .certainty = measured("layout"), .field = "base_offset",
     .what = "base_offset is not 0. An H100 subtracts it from the number of the 128-byte line before the XOR, so a swizzled tile is right only if its swizzle pattern begins at that line.",
     .broken = uses_base_offset,
     .says = [](const WordFacts& w) {
         return says_base_offset(w, " An H100 subtracts the value from the number of the line before the XOR "
                                    "(measured, contradiction X14).");
     },
     .fix = "Prefer an aligned buffer and base_offset 0.", .source = "PTX ISA 9.1, 9.7.15.5.1; CUTLASS mma_sm90_desc.hpp @7107b055"},

    {.id = "L6", .format = "wgmma", .severity = Severity::info, .certainty = measured("layout"), .field = "lbo", .effect = Effect::lbo_unset,
     .what = "lbo is set, but a K-major swizzled layout ignores it, unless one instruction is wider than an atom.",
     .broken = lbo_is_ignored, .says = says_lbo_is_ignored,
     .fix = "Set lbo to 0 or 16.", .source = "PTX ISA 9.1, 9.7.15.5.1; 12,157 measured configurations"},

    {.id = "L6", .format = "wgmma", .severity = Severity::error, .certainty = measured("layout"), .field = "lbo", .effect = Effect::lbo_unset,
     .what = "One instruction reads several atoms along K, but lbo, their distance, is not set.",
     .broken = second_atom_not_set, .says = says_second_atom_not_set,
     .fix = "Set lbo to the distance from one atom along K to the next.", .source = "1,062 measured descriptors; no document says it"},

    of("wgmma", kLboUnset, measured("layout"), "PTX ISA 9.1, 9.7.15.5.1"),
    of("wgmma", kSboOffBy16, Certainty::secondary, "tile-ai/tilelang#813; CuTe DSL note"),

    {.id = "L34", .format = "wgmma", .severity = Severity::warn, .certainty = measured("layout"), .field = "start",
     .what = "The start address is too near to the end of its swizzle row: the instruction reads past the end of the row.",
     .broken = leaves_its_row,
     .says = [](const WordFacts& w) {
         return say("After the start address, only ", mode(w)->width_bytes - place_in_row(w), " bytes of the ",
                    mode(w)->width_bytes, "-byte swizzle row remain, but an instruction reads ",
                    walks_lbo_along_k(w) ? "whole rows" : say(slice_bytes(w) ? slice_bytes(w) : kSlice, " bytes"), ".");
     },
     .fix = "Inside an atom, advance the start address by the number of bytes that an instruction reads. At the end of the atom, go to the next atom.",
     .source = "CUTLASS DescriptorIterator @7107b055"},

    of("wgmma", kGroupsOverlap, Certainty::confirmed, "PTX ISA 9.1, 9.7.15.5.1"),
    of("wgmma", kOneGroup, Certainty::secondary, "CUTLASS make_gmma_desc @7107b055 (0 stands for one group)"),

    of("wgmma", kStartPastTheEnd, kPastTheEndOfWgmma.certainty, kPastTheEndOfWgmma.source),

    {.id = "L113", .format = "wgmma", .severity = Severity::warn, .certainty = kOutsideWgmma.certainty, .field = "start",
     .what = "The start address is below the shared memory of the CTA. wgmma reads 0 there.",
     .broken = starts_below_the_cta, .says = says_starts_below_the_cta,
     .fix = "Let the operand begin at or after the first byte of the CTA, 0x400.", .source = kOutsideWgmma.source},

    of("wgmma", kSboPhase, measured("layout"), "PTX ISA 9.1, 5.5.7 and 9.7.15.5.1; NVIDIA/Fuser#4096"),
    of("wgmma", kLboPhase, measured("layout"), "PTX ISA 9.1, 5.5.7 and 9.7.15.5.1; NVIDIA/Fuser#4096"),

    of("wgmma", kColumnsCoincide, measured("layout"), "PTX ISA 9.1, 9.7.15.5.1"),

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
     .says = [](const WordFacts& w) { return wgmma_takes_this_n(w).why; },
     .fix = "Choose a legal N.", .source = "PTX ISA 9.1, 9.7.15.2; ptxas 13.0.88, which also accepts N = 240 and 256 for integer types (contradiction X28)"},
};
// clang-format on
static_assert(&checked(kHopperRules) == &kHopperRules);

}  // namespace

std::span<const WordRule> smem_rules() { return kSmemRules; }
std::span<const WordRule> hopper_rules() { return kHopperRules; }

}  // namespace tilescope
