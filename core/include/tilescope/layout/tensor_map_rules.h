// core/include/tilescope/layout/tensor_map_rules.h -- what cuTensorMapEncodeTiled demands of a tensor map.
// SPDX-License-Identifier: MIT
//
// An H100's driver gave the verdict for 4,806 calls. Where it and cuda.h differ, the rule is what the driver did: it
// takes interleave 32B with every swizzle (T16 is a warning), and it refuses addresses from 2^57 on (T4).
#pragma once

#include <tilescope/hw/measurements.h>
#include <tilescope/word/problem.h>

namespace tilescope {

inline constexpr std::string_view kEncodeTiled = "cuda.h 13.0, cuTensorMapEncodeTiled";
inline constexpr std::string_view kTmaTargets = "PTX ISA 9.1, tensormap.replace; cuTensorMapEncodeTiled on an H100";
inline constexpr std::string_view kTmaDriver = "cuTensorMapEncodeTiled of one driver";
inline constexpr Certainty kTmaMeasured = measured("tma-accept");

// clang-format off
inline constexpr RuleInfo kTensorMapRules[] = {
    {.id = "T1", .applies_to = "tensor map", .certainty = kTmaMeasured, .field = "dims",
     .what = "A tensor has 1 to 5 dimensions.", .source = kEncodeTiled},
    {.id = "T2", .applies_to = "tensor map", .certainty = kTmaMeasured, .field = "interleave",
     .what = "An interleaved tensor has less than 3 dimensions.", .fix = "Use interleave NONE, or add a dimension.", .source = kEncodeTiled},
    {.id = "T3", .applies_to = "tensor map", .certainty = kTmaMeasured, .field = "address",
     .what = "The address of the tensor is not a multiple of 16 bytes, or of 32 bytes if the interleave is 32B or the type is padded.",
     .fix = "Align the tensor.", .source = kEncodeTiled},
    {.id = "T4", .applies_to = "tensor map", .certainty = kTmaMeasured, .field = "address",
     .what = "The address of the tensor is 2^57 or more.", .fix = "Give a device address.", .source = kTmaDriver},
    {.id = "T5", .applies_to = "tensor map", .certainty = kTmaMeasured, .field = "dims",
     .what = "A dimension of the tensor has no element, or more than 2^32.", .source = kEncodeTiled},
    {.id = "T6", .applies_to = "tensor map", .certainty = kTmaMeasured, .field = "strides",
     .what = "A stride is not a multiple of 16 bytes, or of 32 bytes if the interleave is 32B or the type is padded.",
     .fix = "Pad the rows of the tensor.", .source = kEncodeTiled},
    {.id = "T7", .applies_to = "tensor map", .certainty = kTmaMeasured, .field = "strides",
     .what = "A stride is 2^40 bytes or more.", .source = kEncodeTiled},
    {.id = "T8", .applies_to = "tensor map", .certainty = kTmaMeasured, .field = "box",
     .what = "The box has no element along a dimension, or more than 256.", .fix = "Split the box.", .source = kEncodeTiled},
    {.id = "T9", .applies_to = "tensor map", .certainty = kTmaMeasured, .field = "element_strides",
     .what = "An element stride is not from 1 to 8.", .source = kEncodeTiled},
    {.id = "T10", .applies_to = "tensor map", .certainty = kTmaMeasured, .field = "box",
     .what = "The inner dimension of the box is not a multiple of 16 bytes. This also holds for interleaved tensors, of which cuda.h does not say it.",
     .fix = "Change the inner dimension of the box.", .source = kEncodeTiled},
    {.id = "L95", .applies_to = "tensor map", .certainty = kTmaMeasured, .field = "box",
     .what = "The inner dimension of the box is wider than the swizzle allows.",
     .fix = "Split the box into narrower boxes.", .source = kEncodeTiled},
    {.id = "T11", .applies_to = "tensor map", .certainty = Certainty::secondary, .field = "box",
     .what = "The box is larger than the shared memory of a CTA.", .fix = "Split the box.",
     .source = "cuTensorMapEncodeTiled on an H100 took a box of 196,608 bytes and refused one of 245,760; the limit between them is a conclusion"},
    {.id = "T12", .applies_to = "tensor map", .certainty = kTmaMeasured, .field = "oob_fill",
     .what = "Elements of an integer type cannot be NaN outside of the tensor.", .fix = "Use the fill none.", .source = kEncodeTiled},
    {.id = "T13", .applies_to = "tensor map", .certainty = kTmaMeasured, .field = "type",
     .what = "The target cannot copy 4- and 6-bit types.", .fix = "Copy the bytes as UINT8.", .source = kTmaTargets},
    {.id = "T14", .applies_to = "tensor map", .certainty = kTmaMeasured, .field = "swizzle",
     .what = "The target has no swizzles with atoms of 32 or 64 bytes.", .fix = "Choose NONE, 32B, 64B or 128B.", .source = kTmaTargets},
    {.id = "T15", .applies_to = "tensor map", .field = "swizzle",
     .what = "cuTensorMapEncodeTiled has no name for the swizzle.", .fix = "Set the mode with tensormap.replace.", .source = "cuda.h 13.0, CUtensorMapSwizzle; PTX ISA 9.1, 5.5.7"},
    {.id = "T16", .applies_to = "tensor map", .severity = Severity::warn, .certainty = kTmaMeasured, .field = "swizzle",
     .what = "cuda.h demands the swizzle 32B for interleave 32B. The driver that was measured takes other swizzles too.",
     .fix = "Use the swizzle 32B.", .source = kEncodeTiled},
    {.id = "T17", .applies_to = "tensor map", .field = "type",
     .what = "A 4- or 6-bit type has rules of its own for the tensor, the box and the swizzle.", .source = kEncodeTiled},
    {.id = "T18", .applies_to = "tensor map", .severity = Severity::warn, .certainty = Certainty::secondary, .field = "address",
     .what = "The address of the tensor is null.", .fix = "Give the address of the tensor in device memory.",
     .source = "NVIDIA/cutlass#947 (refused); cuTensorMapEncodeTiled on an H100 (accepted)"},
    {.id = "T19", .applies_to = "tensor map", .severity = Severity::info, .certainty = measured("tma-values"), .field = "type",
     .what = "TFLOAT32 rounds each f32 to the nearest tf32 while it copies. An MMA that reads f32 words cuts them.",
     .source = "h100_tma_values.csv.gz; PTX ISA 9.1, wgmma.mma_async"},
    {.id = "T20", .applies_to = "tensor map", .field = "smem",
     .what = "The shared-memory address of a box is not a multiple of 128.", .fix = "Align the tile.",
     .source = "PTX ISA 9.1, cp.async.bulk.tensor: dstMem is aligned to 128 bytes"},
    {.id = "T21", .applies_to = "tensor map", .severity = Severity::warn, .certainty = Certainty::unknown,
     .what = "A field of the 128 bytes of a CUtensorMap has a value that the driver does not write for such a map.",
     .fix = "If cuTensorMapEncodeIm2col or another driver made the map, its bytes are not known: no such map is measured.", .source = kTmaDriver},
};
// clang-format on
static_assert(&checked(kTensorMapRules) == &kTensorMapRules);

inline constexpr const RuleInfo& kTmaRank = rule_in(kTensorMapRules, "T1");
inline constexpr const RuleInfo& kTmaInterleavedRank = rule_in(kTensorMapRules, "T2");
inline constexpr const RuleInfo& kTmaAddress = rule_in(kTensorMapRules, "T3");
inline constexpr const RuleInfo& kTmaFarAddress = rule_in(kTensorMapRules, "T4");
inline constexpr const RuleInfo& kTmaDimension = rule_in(kTensorMapRules, "T5");
inline constexpr const RuleInfo& kTmaStride = rule_in(kTensorMapRules, "T6");
inline constexpr const RuleInfo& kTmaFarStride = rule_in(kTensorMapRules, "T7");
inline constexpr const RuleInfo& kTmaBox = rule_in(kTensorMapRules, "T8");
inline constexpr const RuleInfo& kTmaStep = rule_in(kTensorMapRules, "T9");
inline constexpr const RuleInfo& kTmaInnerBox = rule_in(kTensorMapRules, "T10");
inline constexpr const RuleInfo& kTmaWideBox = rule_in(kTensorMapRules, "L95");
inline constexpr const RuleInfo& kTmaLargeBox = rule_in(kTensorMapRules, "T11");
inline constexpr const RuleInfo& kTmaNanFill = rule_in(kTensorMapRules, "T12");
inline constexpr const RuleInfo& kTmaNoType = rule_in(kTensorMapRules, "T13");
inline constexpr const RuleInfo& kTmaNoSwizzle = rule_in(kTensorMapRules, "T14");
inline constexpr const RuleInfo& kTmaReplaceOnly = rule_in(kTensorMapRules, "T15");
inline constexpr const RuleInfo& kTmaInterleave32 = rule_in(kTensorMapRules, "T16");
inline constexpr const RuleInfo& kTmaPackedType = rule_in(kTensorMapRules, "T17");
inline constexpr const RuleInfo& kTmaNullAddress = rule_in(kTensorMapRules, "T18");
inline constexpr const RuleInfo& kTmaRounds = rule_in(kTensorMapRules, "T19");
inline constexpr const RuleInfo& kTmaSmemAddress = rule_in(kTensorMapRules, "T20");
inline constexpr const RuleInfo& kTmaUnknownBits = rule_in(kTensorMapRules, "T21");

}  // namespace tilescope
