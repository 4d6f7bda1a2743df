// core/src/layout/tile_map.cpp -- all elements of a tile at once: the fast path, equal to place() by test.
// SPDX-License-Identifier: MIT
#include "placing.h"

#include <tilescope/layout/tile_map.h>

#include <algorithm>
#include <cassert>

namespace tilescope {
namespace {

// One row: base + column parts, then the XOR. The loop has no branch and no division, so it becomes vector code.
void map_row(std::uint32_t base, std::uint32_t delay, Swizzle s, std::span<const std::uint32_t> columns,
             std::uint32_t* out) {
    const std::uint32_t z = ((1u << s.bits) - 1u) << s.base;
    const unsigned shift = s.shift;
    const std::size_t count = columns.size();
    const std::uint32_t* in = columns.data();
    for (std::size_t c = 0; c < count; ++c) {
        const std::uint32_t a = base + in[c];
        out[c] = a ^ (((a - delay) >> shift) & z);
    }
}

}  // namespace

void tile_map(const SmemLayout& layout, std::span<std::uint32_t> bytes) {
    const auto rows = static_cast<std::size_t>(std::max(layout.rows, 0));
    const auto columns = static_cast<std::size_t>(std::max(layout.columns, 0));
    assert(bytes.size() == rows * columns && "tile_map: the buffer has another size than the tile");
    if (layout.absolute_lbo) {  // a line may jump elsewhere: the halves are not independent
        for (std::size_t i = 0; i < bytes.size(); ++i)
            bytes[i] = place(layout, {static_cast<int>(i / columns), static_cast<int>(i % columns)}).byte;
        return;
    }
    const placing::Halves h = placing::halves_of(layout);
    const bool k_major = layout.major == Major::k;
    std::vector<std::uint32_t> column_part(columns);
    for (std::size_t c = 0; c < columns; ++c) {
        const Element e{0, static_cast<int>(c)};
        column_part[c] = placing::bytes_of(h.column, e.column) + (k_major ? placing::bits_in_chunk(layout, e) / 8 : 0);
    }
    const Swizzle swizzle = row_of(layout.mode).swizzle;
    for (std::size_t r = 0; r < rows; ++r) {
        const Element e{static_cast<int>(r), 0};
        const std::uint32_t row_part =
            placing::bytes_of(h.row, e.row) + (k_major ? 0 : placing::bits_in_chunk(layout, e) / 8);
        map_row(layout.start + row_part, layout.base_offset << 7, swizzle, column_part, bytes.data() + r * columns);
    }
}

std::vector<std::uint32_t> tile_map(const SmemLayout& layout) {
    const auto rows = static_cast<std::size_t>(std::max(layout.rows, 0));
    const auto columns = static_cast<std::size_t>(std::max(layout.columns, 0));
    std::vector<std::uint32_t> out(rows * columns);
    tile_map(layout, out);
    return out;
}

unsigned first_bit(const SmemLayout& layout, Element element) { return placing::bits_in_chunk(layout, element) % 8; }

}  // namespace tilescope
