// core/include/tilescope/rules/place_rules.h -- rules about addresses, places of elements, and copies by TMA.
// SPDX-License-Identifier: MIT
//
// check_address() reports the rules about addresses. derive() reports the others, from whole layouts. L27 compares the
// readings of a word in all kinds.
#pragma once

#include <tilescope/base/say.h>
#include <tilescope/hw/archs.h>
#include <tilescope/word/problem.h>

namespace tilescope {

// clang-format off
inline constexpr RuleInfo kAddressRules[] = {
    {.id = "L10", .applies_to = "an address or stride", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "start",
     .what = "An address or stride is not a multiple of 16, so its low bits would be lost.",
     .fix = "Align the address or stride to 16 bytes.", .source = "PTX ISA 9.1, Table 40"},
    {.id = "L11", .applies_to = "an address or stride", .severity = Severity::error, .certainty = Certainty::secondary, .field = "start",
     .what = "An address does not fit its field and would wrap around without any error.",
     .fix = "Place the buffer below address 262144 (524288 on sm_107a).",
     .source = "PTX ISA 9.1, Table 40 (field width); NVIDIA/cudnn-frontend FROST (consequence)"},
};

inline constexpr RuleInfo kPlaceRules[] = {
    {.id = "L35", .applies_to = "the tile of an operand", .severity = Severity::warn, .certainty = Certainty::confirmed, .field = "sbo",
     .effect = Effect::rows_overlap,
     .what = "Two elements of the tile share bytes.",
     .fix = "Make lbo and sbo at least as large as the data that they step over.", .source = "PTX ISA 9.1, 9.7.16.3, applied to every element of the tile"},
    {.id = "L37", .applies_to = "the tile of an operand", .severity = Severity::error, .certainty = kSmem.certainty, .field = "start",
     .effect = Effect::past_the_end,
     .what = "The tile reaches past the end of shared memory.",
     .fix = "Use a lower start address, or smaller strides.",
     .source = "CUDA C++ Programming Guide 13.0, technical specifications per compute capability; CuTe DSL 4.8.1 (sm_107a)"},
    {.id = "L37", .applies_to = "the tile of an operand of wgmma", .severity = Severity::error, .certainty = kOutsideWgmma.certainty,
     .field = "start", .effect = Effect::past_the_end,
     .what = "The tile reaches past the end of shared memory: the kernel ends with error 700.",
     .fix = "Use a lower start address, or smaller strides.", .source = kOutsideWgmma.source},
    {.id = "L111", .applies_to = "the tiles of A and B", .severity = Severity::warn, .certainty = Certainty::confirmed, .field = "start",
     .effect = Effect::shared_bytes,
     .what = "The tiles of A and B share bytes of the same lines, although one K step reads different bytes.",
     .fix = "Move one of the operands. If they share data on purpose, nothing is wrong.",
     .source = "PTX ISA 9.1, 9.7.16.3, applied to every element of both tiles"},
    {.id = "L112", .applies_to = "the tiles of A and B", .severity = Severity::ask, .certainty = Certainty::confirmed, .field = "start",
     .effect = Effect::shared_bytes,
     .what = "The tiles of A and B share bytes, unless their K is smaller than that of the session.",
     .fix = "If the tiles of the kernel have a smaller K, set it. If not, move one of the operands.",
     .source = "PTX ISA 9.1, 9.7.16.3, applied to every element of both tiles"},
    {.id = "L69", .applies_to = "instruction", .severity = Severity::error, .certainty = Certainty::confirmed,
     .what = "A zero-column mask is given, but the instruction has no .ws.",
     .fix = "Add .ws to the instruction.", .source = "ptxas 13.0.88"},
    {.id = "L79", .applies_to = "Tensor Memory", .severity = Severity::error, .certainty = Certainty::confirmed,
     .what = "An operand begins at a lane where its layout cannot begin.",
     .fix = "Set the lane to 0.", .source = "PTX ISA 9.1, 9.7.16.10.5, Data Path Layout Organization"},
    {.id = "L80", .applies_to = "Tensor Memory", .severity = Severity::error, .certainty = Certainty::confirmed,
     .what = "A or the metadata of A does not begin at the same lane as D.",
     .fix = "Begin A, D and the metadata at the same lane.", .source = "PTX ISA 9.1, 9.7.16.10.8.5"},
    {.id = "L81", .applies_to = "Tensor Memory", .severity = Severity::error, .certainty = kTmem.certainty,
     .what = "An operand has columns past the end of Tensor Memory.",
     .fix = "Move the operand to a lower column, or make it smaller.", .source = kTmem.source},
    {.id = "L82", .applies_to = "Tensor Memory", .severity = Severity::warn, .certainty = Certainty::secondary, .effect = Effect::shared_cells,
     .what = "Two operands share cells of Tensor Memory.",
     .fix = "Move one of the operands.", .source = "the layouts of both operands, applied to every cell"},
};
// clang-format on
static_assert(&checked(kAddressRules) == &kAddressRules);
static_assert(&checked(kPlaceRules) == &kPlaceRules);

inline constexpr const RuleInfo& kUnalignedAddress = rule_in(kAddressRules, "L10");
inline constexpr const RuleInfo& kAddressTooLarge = rule_in(kAddressRules, "L11");
inline constexpr const RuleInfo& kSharedBytes = rule_in(kPlaceRules, "L35");
inline constexpr const RuleInfo& kPastTheEnd = rule_in(kPlaceRules, "L37");
inline constexpr const RuleInfo& kPastTheEndOfWgmma = rule_in(kPlaceRules, "L37", "the tile of an operand of wgmma");
inline constexpr const RuleInfo& kSharedLines = rule_in(kPlaceRules, "L111");
inline constexpr const RuleInfo& kSharedTiles = rule_in(kPlaceRules, "L112");
inline constexpr const RuleInfo& kMaskWithoutWs = rule_in(kPlaceRules, "L69");
inline constexpr const RuleInfo& kIllegalLane = rule_in(kPlaceRules, "L79");
inline constexpr const RuleInfo& kDifferentLane = rule_in(kPlaceRules, "L80");
inline constexpr const RuleInfo& kPastTheColumns = rule_in(kPlaceRules, "L81");
inline constexpr const RuleInfo& kSharedCells = rule_in(kPlaceRules, "L82");

// Rules that compare a tensor map with the descriptor that reads its data. The rules about the map alone are in
// layout/tensor_map_rules.h.
inline constexpr std::string_view kTmaElementsSource =
    "cuda.h 13.0 and PTX ISA 9.1, 5.5.7, applied to every element of the tile";

// clang-format off
inline constexpr RuleInfo kTmaRules[] = {
    {.id = "L93", .applies_to = "tensor map", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "swizzle",
     .what = "The tensor map and the descriptor have different swizzles, so the instruction reads scrambled data.",
     .fix = "See the Tensor map tab.", .source = kTmaElementsSource},
    {.id = "L94", .applies_to = "tensor map", .severity = Severity::error, .certainty = Certainty::confirmed, .field = "swizzle",
     .what = "The tensor map has a swizzle that no descriptor can read.",
     .fix = "Choose another swizzle in the tensor map.", .source = "cuda.h 13.0, CUtensorMapSwizzle; PTX ISA 9.1, 5.5.7"},
    {.id = "L96", .applies_to = "tensor map", .severity = Severity::warn, .certainty = Certainty::secondary,
     .what = "A box without a swizzle is wider than 16 bytes. TMA stores the rows of the box one after the other, but no canonical layout has this order.",
     .fix = "See the Tensor map tab.", .source = kTmaElementsSource},
};
// clang-format on
static_assert(&checked(kTmaRules) == &kTmaRules);

inline constexpr const RuleInfo& kTmaOtherSwizzle = rule_in(kTmaRules, "L93");
inline constexpr const RuleInfo& kTmaNoSuchSwizzle = rule_in(kTmaRules, "L94");
inline constexpr const RuleInfo& kTmaRowsInOrder = rule_in(kTmaRules, "L96");

// L27 is never reported as a problem, because almost every word is also legal in some other kind. The program shows the
// readings instead.
// clang-format off
inline constexpr RuleInfo kReadingRules[] = {
    {.id = "L27", .applies_to = "idesc, kinds without block scaling", .severity = Severity::info, .certainty = Certainty::confirmed,
     .what = "The same bits are legal in another kind, with other types. tilescope shows all possible meanings of the word.",
     .fix = "State the kind.", .source = "PTX ISA 9.1, 9.7.16.4.2, Table 42"},
};
// clang-format on
static_assert(&checked(kReadingRules) == &kReadingRules);

// Returns the row of L37 for the target.
constexpr const RuleInfo& past_the_end_rule(const ArchRow& arch) {
    return family_of(arch).was_measured() ? kPastTheEndOfWgmma : kPastTheEnd;
}

// A part of the sentence for kPastTheEnd: "shared memory ends at 0x38fff (228 KiB)". A kernel that has only an
// allocation of some bytes ends earlier: "shared memory ends at 0x43ff (an allocation of 16384 bytes)".
inline std::string smem_end_text(const ArchRow& arch, std::uint64_t end) {
    return say("shared memory ends at ", hex(end - 1), end == smem_end(arch) ? " (" : " (an allocation of ",
               end == smem_end(arch) ? end / 1024 : end - smem_begin(arch),
               end == smem_end(arch)         ? " KiB)"
               : end - smem_begin(arch) == 1 ? " byte)"
                                             : " bytes)");
}
inline std::string smem_end_text(const ArchRow& arch) { return smem_end_text(arch, smem_end(arch)); }

// The sentences about bytes of shared memory from `first` to `last` that are outside of those of a CTA, which begin at
// smem_begin() and end at `end`. Empty: all are inside.
inline std::string outside_text(const ArchRow& arch, std::uint64_t first, std::uint64_t last, std::uint64_t end) {
    const SmemOutside& outside = *family_of(arch).outside;
    std::string out;
    if (last >= end)
        out = say("The last byte is ", hex(last), ", but ", smem_end_text(arch, end), ": there, ", outside.past, '.');
    if (first < smem_begin(arch))
        out += say(out.empty() ? "" : " ", "The first byte is ", hex(first), ". The shared memory of a CTA begins at ",
                   hex(smem_begin(arch)), ", after the part of the system: below, ", outside.below,
                   ". If the address of the buffer is added later, nothing is wrong.");
    return out;
}

}  // namespace tilescope
