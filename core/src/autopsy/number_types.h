// core/src/autopsy/number_types.h -- whether elements are numbers of the type that the instruction reads.
// SPDX-License-Identifier: MIT
//
// A word is a number in every type of its width, so only many of them say something. The exponents of real numbers
// cluster: values near the greatest ones are common, and each octave below has about half as many. Read as the other
// 16-bit type, three bits change between exponent and fraction: bf16 read as f16 has no small numbers, f16 read as bf16
// has as many numbers in each of eight octaves. Both must hold, one for each type, or nothing is said.
#pragma once

#include <tilescope/hw/types.h>

#include <cstdint>
#include <span>
#include <string_view>

namespace tilescope::autopsy {

// What elements say of a type that the instruction reads.
enum class TypeVote : std::uint8_t { nothing, for_it, for_other };
struct TypeOpinion {
    TypeVote vote = TypeVote::nothing;
    std::string_view other;  // the type that they have, if the vote is for it
};
TypeOpinion opinion_of(std::span<const std::uint32_t> words, const ElementType& type);

// The same, if somebody says which type the elements have: an id of kElementTypes, or "f32" for tf32. Integers without
// a sign bit are equal in both types.
TypeOpinion opinion_of(std::string_view said, std::span<const std::uint32_t> words, const ElementType& type);

}  // namespace tilescope::autopsy
