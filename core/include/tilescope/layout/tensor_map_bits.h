// core/include/tilescope/layout/tensor_map_bits.h -- the 128 bytes of a CUtensorMap: from a tensor map, and back.
// SPDX-License-Identifier: MIT
//
// The table is formats/tensor_map.h. Example: a map that cuTensorMapEncodeTiled made, as 16 words of 64 bits:
//
//     const TensorMap map = tensor_map_in(words);            map.type->name == "BFLOAT16"
//     for (const Problem& p : bits_problems(words)) ...      none: the driver that was measured writes these words
#pragma once

#include <tilescope/layout/tensor_map.h>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace tilescope {

inline constexpr std::size_t kTensorMapBytes = 128;
using TensorMapWords = std::array<std::uint64_t, kTensorMapBytes / 8>;  // little endian: word 0 has bytes 0 to 7

// Returns the stored bits of a field of kTensorMapFormat.
std::uint64_t get_field(const Field& field, const TensorMapWords& words);

// Returns the bytes in their order, as 256 hexadecimal digits.
std::string hex_bytes(const TensorMapWords& words);

// Returns the parameters of cuTensorMapEncodeTiled for any words. Values that no measured map has become others, and
// bits_problems() names them.
TensorMap tensor_map_in(const TensorMapWords& words);

// Returns the words that the measured driver writes for a map.
// Requires: check(map, kHopper) has no error. So the type and the swizzle are names of the table.
TensorMapWords words_of(const TensorMap& map);

// Whether a field has a meaning in a map: it is known, and the tensor has its dimension.
bool is_used(const Field& field, const TensorMap& map);

// Returns a problem for each field that the measured driver writes in another way for tensor_map_in(words): unknown
// bits that are not 0, and values that contradict each other.
std::vector<Problem> bits_problems(const TensorMapWords& words);

// Returns whether only unknown bits, or the size of a box, can make the words no tensor map of the measured driver.
bool can_be_tensor_map(const TensorMapWords& words);

}  // namespace tilescope
