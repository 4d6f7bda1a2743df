// core/src/rules/slice_rules.cpp -- the rules for the slice that one instruction reads through a descriptor.
// SPDX-License-Identifier: MIT
#include "smem_facts.h"
#include "tables.h"

#include <tilescope/base/say.h>

namespace tilescope {
namespace {

constexpr std::uint64_t kSliceK96 = 48;  // 96 elements of 4 bits

bool slice_leaves_its_row(const WordFacts& w) {
    return k_major(w) && swizzled(w) && w.raw("lbo_mode") == 0 &&
           place_in_row(w) + slice_bytes(w) > mode(w)->width_bytes;
}

// Whether the slice is wider than the pattern, or is a slice of K = 96 in a pattern that it does not fill evenly.
bool wider_than_pattern(const WordFacts& w) {
    if (!k_major(w) || !swizzled(w)) return false;
    const bool uneven = slice_bytes(w) == kSliceK96 && mode(w)->width_bytes < 128;
    return uneven || slice_bytes(w) > mode(w)->width_bytes;
}

// Whether the stride of an MN-major slice is 0, although the slice needs more than one step.
bool has_zero_stride(const WordFacts& w, std::string_view id) {
    const auto s = slice(w);
    if (!s || !mn_major(w) || w.raw(id) != 0) return false;
    return (id == "lbo" ? use_of_lbo(*s) : use_of_sbo(*s)).use == StrideUse::walked;
}
std::string says_zero_stride(const WordFacts& w, std::string_view id) {
    const StrideReport use = id == "lbo" ? use_of_lbo(*slice(w)) : use_of_sbo(*slice(w));
    return say(id, " is 0, but an instruction needs ", use.count, " steps of ", id,
               " to read this MN-major operand. All steps read the same bytes.");
}

bool slice_of_other_k(const WordFacts& w) { return slice_bytes(w) != 0 && slice_bytes(w) != kSliceK96; }
bool absolute_lbo_without_k96(const WordFacts& w) {
    return w.raw("lbo_mode") == 1 && w.target_has(Feature::k96) && slice_of_other_k(w);
}
bool ends_in_next_row(const WordFacts& w) { return slice_leaves_its_row(w) && !wider_than_pattern(w); }

// clang-format off
constexpr WordRule kSliceRules[] = {
    {.id = "L12", .format = "smem", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "lbo_mode",
     .what = "lbo_mode is 1 (absolute address), but K of the instruction is not 96.",
     .broken = absolute_lbo_without_k96,
     .says = [](const WordFacts& w) {
         return say("lbo_mode 1 (absolute address) is for K = 96, but this instruction reads ", w.context().columns,
                    " columns of ", w.context().type->id, ".");
     },
     .fix = "Set lbo_mode to 0, or choose K = 96.", .source = "PTX ISA 9.1, 9.7.16.4.1.1 and 9.7.16.3.1.2"},

    {.id = "L32", .format = "smem", .severity = Severity::warn, .certainty = Certainty::secondary, .field = "start",
     .what = "An instruction with K = 96 reads past the end of a swizzle row. With lbo_mode 0 (relative), it cannot continue at another address.",
     .broken = [](const WordFacts& w) { return slice_bytes(w) == kSliceK96 && ends_in_next_row(w); },
     .says = [](const WordFacts& w) {
         return say("The instruction reads 48 bytes from byte ", place_in_row(w), " of a ", mode(w)->width_bytes,
                    "-byte row, so it reads past the end of the row. With lbo_mode 0 (relative), it cannot continue "
                    "at another address.");
     },
     .fix = "Use lbo_mode 1, and set lbo to the address of the next column of atoms.",
     .source = "PTX ISA 9.1, 9.7.16.3.1.2; the consequence follows from the layout"},

    {.id = "L33", .format = "smem", .severity = Severity::warn, .certainty = Certainty::unknown, .field = "swizzle",
     .what = "No document describes this swizzle pattern with an instruction of tcgen05 that reads this number of bytes from each row. Nobody has measured the effect.",
     .broken = wider_than_pattern,
     .says = [](const WordFacts& w) {
         if (walks_lbo_along_k(w))
             return say("An instruction reads ", slice_bytes(w), " bytes from each row, but the ", name(w),
                        " pattern is only ", mode(w)->width_bytes, " bytes wide. With wgmma, the next atom lies lbo bytes "
                        "further (measured on an H100). tilescope assumes the same here, but nobody has measured it with "
                        "tcgen05 (contradiction X34).");
         return say("An instruction reads ", slice_bytes(w), " bytes from each row. No document describes this number for the ",
                    name(w), " pattern, which is ", mode(w)->width_bytes, " bytes wide. It is not known what the "
                    "hardware does in this case.");
     },
     .fix = "Use the swizzle 128B.", .source = "no document; CUTLASS @7107b055 has no such operand; wgmma measured on an H100 (h100_layout.csv.gz)"},

    {.id = "L34", .format = "smem", .severity = Severity::warn, .certainty = Certainty::secondary, .field = "start",
     .what = "The start address is too near to the end of its swizzle row: the instruction reads past the end of the row.",
     .broken = [](const WordFacts& w) { return slice_of_other_k(w) && ends_in_next_row(w); },
     .says = [](const WordFacts& w) {
         return say("After the start address, only ", mode(w)->width_bytes - place_in_row(w), " bytes of the ",
                    mode(w)->width_bytes, "-byte swizzle row remain, but the instruction reads ", slice_bytes(w),
                    " bytes from each row of this operand.");
     },
     .fix = "Inside an atom, advance the start address by the number of bytes that an instruction reads. At the end of the atom, go to the next atom.",
     .source = "CUTLASS DescriptorIterator @7107b055"},

    {.id = "L36", .format = "smem", .severity = Severity::warn, .certainty = Certainty::confirmed, .field = "sbo", .effect = Effect::rows_overlap,
     .what = "sbo is 0, but the MN-major operand needs more than one step of sbo.",
     .broken = [](const WordFacts& w) { return has_zero_stride(w, "sbo"); },
     .says = [](const WordFacts& w) { return says_zero_stride(w, "sbo"); },
     .fix = "Set sbo to the length of one step.", .source = "PTX ISA 9.1, 9.7.16.3"},

    {.id = "L39", .format = "smem", .severity = Severity::warn, .certainty = Certainty::confirmed, .field = "lbo", .effect = Effect::lbo_unset,
     .what = "lbo is 0, but the MN-major operand without a swizzle needs more than one step of lbo.",
     .broken = [](const WordFacts& w) { return is_mode(w, SwizzleMode::none) && has_zero_stride(w, "lbo"); },
     .says = [](const WordFacts& w) { return says_zero_stride(w, "lbo"); },
     .fix = "Set lbo to the distance from one group of 8 values of k to the next.", .source = "PTX ISA 9.1, 9.7.16.3"},
};
// clang-format on
static_assert(&checked(kSliceRules) == &kSliceRules);

}  // namespace

std::span<const WordRule> slice_rules() { return kSliceRules; }

}  // namespace tilescope
