// core/src/layout/tile_map.cpp -- all elements of a tile at once: the fast path, equal to place() by test.
// SPDX-License-Identifier: MIT
#include <tilescope/layout/placing.h>
#include <tilescope/layout/tile_map.h>

#include <algorithm>
#include <cassert>

namespace tilescope {
namespace {

using placing::kChunk;
using placing::Walk;

std::size_t positive(int extent) { return static_cast<std::size_t>(std::max(extent, 0)); }

// What each column adds to an address, without a division.
void write_column_parts(const Walk& walk, std::uint32_t element_bits, std::span<std::uint32_t> out) {
    unsigned inner = walk.skew, outer = 0;
    for (std::size_t i = 0; i < out.size(); i += walk.chunk) {
        const std::uint32_t part = inner * walk.inner_bytes + walk.outer_part(outer);
        const std::size_t here = std::min<std::size_t>(walk.chunk, out.size() - i);
        for (std::uint32_t j = 0; j < here; ++j) out[i + j] = part + j * element_bits / 8;
        if (++inner < walk.inner) continue;
        inner = 0;
        ++outer;
    }
}

// The XOR and the delay of its line counter.
struct Pattern {
    std::uint32_t z, shift, delay;
};

// One row: base + column parts, then the XOR. The loop has no branch and no division, so it becomes vector code.
void map_row(std::uint32_t base, Pattern p, std::span<const std::uint32_t> columns, std::uint32_t* out) {
    for (std::size_t c = 0; c < columns.size(); ++c) {
        const std::uint32_t a = base + columns[c];
        out[c] = a ^ (((a - p.delay) >> p.shift) & p.z);
    }
}

// Copies `from` to `out`, which do not overlap, and adds delta. Nearly all of a tile is written here, so the loop goes
// in steps of one cache line: one element at a time, counting costs as much as copying.
void shift_all(std::span<const std::uint32_t> from, std::uint32_t delta, std::uint32_t* __restrict out) {
    constexpr std::size_t kLineElements = 64 / sizeof(std::uint32_t);
    const std::uint32_t* __restrict in = from.data();
    std::size_t i = 0;
    for (; i + kLineElements <= from.size(); i += kLineElements)
        for (std::size_t j = 0; j < kLineElements; ++j) out[i + j] = in[i + j] + delta;
    for (; i < from.size(); ++i) out[i] = in[i] + delta;
}

// Fills rows from computed ones where it can: rows whose bases differ by whole patterns, or by less than a chunk and
// begin in the same one, meet the same XOR, so they differ by a constant.
class Filler {
public:
    Filler(const SmemLayout& layout, std::span<std::uint32_t> bytes)
        : layout_(layout),
          walks_(placing::walks_of(layout)),
          bytes_(bytes),
          columns_(positive(layout.columns)),
          column_parts_(columns_) {
        const Swizzle s = row_of(layout.mode).swizzle;
        pattern_ = {((1u << s.bits) - 1u) << s.base, s.shift, layout.base_offset << 7};
        write_column_parts(walks_.column, layout.major == Major::k ? layout.type->bits : 0, column_parts_);
    }

    void fill() {
        const std::size_t rows = positive(layout_.rows), block = walks_.row.inner * walks_.row.chunk;
        unsigned outer = 0;
        for (std::size_t first = 0; first < rows; first += block, ++outer) {
            const std::size_t count = std::min(block, rows - first);
            const std::uint32_t delta = walks_.row.outer_part(outer);
            if (outer != 0 && delta % row_of(layout_.mode).pattern_bytes == 0)
                shift_all(bytes_.first(count * columns_), delta, row(first));
            else
                fill_block(first, count, walks_.origin + delta);
        }
    }

private:
    std::uint32_t* row(std::size_t index) { return bytes_.data() + index * columns_; }

    // Rows of one outer step, the rows of one chunk at a time.
    void fill_block(std::size_t first, std::size_t count, std::uint32_t base) {
        const std::size_t chunk = walks_.row.chunk;
        for (std::size_t r = 0; r < count; r += chunk, base += walks_.row.inner_bytes)
            fill_chunk(first + r, std::min(chunk, count - r), base);
    }

    void fill_chunk(std::size_t first, std::size_t count, std::uint32_t base) {
        // Every number a descriptor can hold is whole chunks; only other ones can carry out of a chunk.
        const bool whole = (layout_.start | layout_.lbo | layout_.sbo) % kChunk == 0;
        map_row(base, pattern_, column_parts_, row(first));
        for (std::uint32_t j = 1; j < count; ++j) {
            const std::uint32_t inside = j * layout_.type->bits / 8;
            if (whole)
                shift_all({row(first), columns_}, inside, row(first + j));
            else
                map_row(base + inside, pattern_, column_parts_, row(first + j));
        }
    }

    const SmemLayout& layout_;
    const placing::Walks walks_;
    const std::span<std::uint32_t> bytes_;
    const std::size_t columns_;
    std::vector<std::uint32_t> column_parts_;
    Pattern pattern_{};
};

}  // namespace

void tile_map(const SmemLayout& layout, std::span<std::uint32_t> bytes) {
    assert(bytes.size() == positive(layout.rows) * positive(layout.columns) && "the buffer has another size");
    Filler(layout, bytes).fill();
}

std::vector<std::uint32_t> tile_map(const SmemLayout& layout) {
    std::vector<std::uint32_t> out(positive(layout.rows) * positive(layout.columns));
    tile_map(layout, out);
    return out;
}

unsigned first_bit(const SmemLayout& layout, Element element) { return placing::bits_in_chunk(layout, element) % 8; }

}  // namespace tilescope
