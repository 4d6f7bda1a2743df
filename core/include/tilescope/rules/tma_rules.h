// core/include/tilescope/rules/tma_rules.h -- rules that compare a tensor map with the descriptor that reads its data.
// SPDX-License-Identifier: MIT
//
// The rules about the map alone are in layout/tensor_map_rules.h.
#pragma once

#include <tilescope/word/rule_info.h>

namespace tilescope {

inline constexpr std::string_view kTmaElementsSource =
    "cuda.h 13.0 and PTX ISA 9.1, 5.5.7, applied to every element of the tile";

// clang-format off
inline constexpr RuleInfo kTmaRules[] = {
    {.id = "L93", .applies_to = "tensor map", .severity = Severity::error, .certainty = Certainty::confirmed,
     .field = "swizzle",
     .what = "The tensor map and the descriptor have different swizzles, so the instruction reads scrambled data.",
     .fix = "See the Tensor map tab.", .source = kTmaElementsSource},
    {.id = "L94", .applies_to = "tensor map", .severity = Severity::error, .certainty = Certainty::confirmed,
     .field = "swizzle",
     .what = "The tensor map has a swizzle that no descriptor can read.",
     .fix = "Choose another swizzle in the tensor map.",
     .source = "cuda.h 13.0, CUtensorMapSwizzle; PTX ISA 9.1, 5.5.7"},
    {.id = "L96", .applies_to = "tensor map", .severity = Severity::warn, .certainty = Certainty::secondary,
     .what = "A box without a swizzle is wider than 16 bytes. TMA stores the rows of the box one after the other, but "
         "no canonical layout has this order.",
     .fix = "See the Tensor map tab.", .source = kTmaElementsSource},
};
// clang-format on
static_assert(&checked(kTmaRules) == &kTmaRules);

inline constexpr const RuleInfo& kTmaOtherSwizzle = rule_in(kTmaRules, "L93");
inline constexpr const RuleInfo& kTmaNoSuchSwizzle = rule_in(kTmaRules, "L94");
inline constexpr const RuleInfo& kTmaRowsInOrder = rule_in(kTmaRules, "L96");

}  // namespace tilescope
