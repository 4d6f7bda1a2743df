// core/include/tilescope/layout/tile_map.h -- all elements of a tile at once: the fast path, equal to place() by test.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/layout/smem_layout.h>

#include <cstdint>
#include <span>
#include <vector>

namespace tilescope {

// bytes[row * columns + column] = place_in_memory(layout, {row, column}).byte. The bit inside it, for types below 8
// bits, is that of first_bit(). Requires: bytes.size() == rows * columns.
void tile_map(const SmemLayout& layout, std::span<std::uint32_t> bytes);
std::vector<std::uint32_t> tile_map(const SmemLayout& layout);

// The bit at which an element begins in its byte: it depends on the index along the contiguous axis alone.
unsigned first_bit(const SmemLayout& layout, Element element);

}  // namespace tilescope
