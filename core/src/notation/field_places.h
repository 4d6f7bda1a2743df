// core/src/notation/field_places.h -- which word a program builds, from the places of its parts.
// SPDX-License-Identifier: MIT
#pragma once

#include "text_hints.h"

#include <tilescope/notation/expression.h>
#include <tilescope/program/or_parts.h>
#include <tilescope/word/field.h>

#include <cstdint>
#include <string>
#include <vector>

namespace tilescope::notation {

// The bit at which the swizzle mode of tcgen05 begins, and no field of wgmma. A program that shifts a value there
// builds a word of tcgen05, also if it forgets the version.
std::uint64_t mode_of_tcgen05(Edition edition);

// A word that a function builds from its parameters.
enum class Built : std::uint8_t { nothing, smem, wgmma, idesc, scaled };

// Returns the word whose fields begin at the places of the parts. `bits` are what is known about the value. A word
// needs parts at two strides or at M and N, and at one of the other fields that identify it. In a text that names
// wgmma, two strides are enough. In a text that names shared memory, the start and sbo are as good as two strides.
Built built_word(const program::OrParts& parts, const Bits& bits, Edition edition, const TextHints& hints);

// Returns the kinds with block scaling that have fields at the places of the parts.
std::vector<std::string> scaled_kinds(const program::OrParts& parts);

// Returns the bits that are most probably 0, because no part begins in their field: fields that few kernels set (a base
// offset, a negation), and fields in which a part is the constant 0. 0 if the parts do not identify the format, or if
// no field with a meaning has such `unknown` bits.
std::uint64_t zeros_without_parts(const Format& format, const program::OrParts& parts, std::uint64_t unknown);

}  // namespace tilescope::notation
