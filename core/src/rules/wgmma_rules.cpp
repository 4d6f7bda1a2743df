// core/src/rules/wgmma_rules.cpp -- the rules for the reserved bits of a Hopper (wgmma) descriptor.
// SPDX-License-Identifier: MIT
#include "tables.h"

#include <tilescope/base/say.h>
#include <tilescope/hw/measurements.h>

namespace tilescope {
namespace {

constexpr Certainty kNoEffect = measured("layout");

// The highest of the reserved bits is just below the swizzle code.
bool below_swizzle(const WordFacts& w) { return w.raw("rsvd52") > bit_mask(field_in(w.format(), "rsvd52").width - 1); }

// clang-format off
constexpr WordRule kWgmmaRules[] = {
    {.id = "L87", .format = "wgmma", .severity = Severity::warn, .certainty = kNoEffect, .field = "rsvd46",
     .what = "Reserved bits of a Hopper descriptor are set. In a tcgen05 descriptor, these bits are the version "
         "constant. An H100 ignores them.",
     .broken = [](const WordFacts& w) { return w.raw("rsvd46") != 0; },
     .says = [](const WordFacts& w) {
         return say("Reserved bits have the value ", w.raw("rsvd46"),
                    w.raw("rsvd46") == 1 ? ", the version constant of Blackwell. So the word was made as a tcgen05 descriptor. "
                                         : ". ", no_effect_of(kNoEffect));
     },
     .fix = "Clear the bits, or decode the word as a tcgen05 descriptor (smem).", .source = "PTX ISA 9.1, 9.7.15.5.1"},

    {.id = "L88", .format = "wgmma", .severity = Severity::warn, .certainty = kNoEffect, .field = "rsvd52",
     .what = "The bit below Hopper's swizzle code is set. This bit is part of the code only in tcgen05 descriptors. An "
         "H100 ignores it.",
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
};
// clang-format on

}  // namespace

std::span<const WordRule> wgmma_rules() {
    static constexpr const auto& rules = checked(kWgmmaRules);
    return rules;
}

}  // namespace tilescope
