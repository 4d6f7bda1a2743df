// core/src/layout/tile_map.cpp -- the addresses of all elements of a tile at once.
// SPDX-License-Identifier: MIT
#include <tilescope/layout/linear_map.h>
#include <tilescope/layout/placing.h>
#include <tilescope/layout/smem_layout.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>

namespace tilescope {
namespace {

using placing::kChunk;
using placing::kLine;
using placing::Walk;

std::size_t positive(int extent) { return static_cast<std::size_t>(std::max(extent, 0)); }

// Stores the bytes that each column adds to an address. Uses no division.
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

// The XOR, and the shift of its line counter by base_offset.
struct Pattern {
    std::uint32_t z, shift, delay;
};

// Computes one row: base + column parts, then the XOR. The loop has no branch and no division, so the compiler can
// vectorize it.
void map_row(std::uint32_t base, Pattern p, std::span<const std::uint32_t> columns, std::uint32_t* out) {
    for (std::size_t c = 0; c < columns.size(); ++c) {
        const std::uint32_t a = base + columns[c];
        out[c] = a ^ (((a - p.delay) >> p.shift) & p.z);
    }
}

// Copies `from` to `out` and adds delta, one cache line at a time, like double_up().
// Requires: `from` and `out` do not overlap.
void shift_all(std::span<const std::uint32_t> from, std::uint32_t delta, std::uint32_t* __restrict out) {
    constexpr std::size_t kLineElements = 64 / sizeof(std::uint32_t);
    const std::uint32_t* __restrict in = from.data();
    std::size_t i = 0;
    for (; i + kLineElements <= from.size(); i += kLineElements)
        for (std::size_t j = 0; j < kLineElements; ++j) out[i + j] = in[i + j] + delta;
    for (; i < from.size(); ++i) out[i] = in[i] + delta;
}

// The number that each bit of an index adds to the sum. `linear`: no two of these numbers have a bit in common. Then
// their sum is their XOR, and they are the vectors of a linear map.
struct Addends {
    static constexpr unsigned kMost = 16;
    // Only the first `inputs` vectors are initialized. To clear the others would take too long for a small tile.
    std::array<std::uint32_t, kMost> vectors;
    unsigned inputs;
    std::uint32_t all;  // the OR of all these numbers
    bool linear;

    std::span<const std::uint32_t> used() const { return std::span(vectors).first(inputs); }
};

// `element_bits` is 0 for the index that is not along the chunk.
Addends addends_of(const Walk& walk, std::uint32_t element_bits, std::size_t extent) {
    Addends out;  // NOLINT: filled below
    out.all = 0;
    const auto chunk_bits = static_cast<unsigned>(std::countr_zero(walk.chunk));
    const auto atom_bits = chunk_bits + static_cast<unsigned>(std::countr_zero(walk.inner));
    const auto group_bits = atom_bits + static_cast<unsigned>(std::countr_zero(walk.group));
    out.inputs = extent < 2 ? 0 : static_cast<unsigned>(std::bit_width(extent - 1));
    out.linear = (element_bits & (element_bits - 1)) == 0 && walk.skew == 0 && out.inputs <= Addends::kMost &&
                 !(walk.jumps && out.inputs > atom_bits) && std::has_single_bit(walk.group);
    for (unsigned bit = 0; out.linear && bit < out.inputs; ++bit) {
        const std::uint32_t part = bit < chunk_bits                      ? (element_bits << bit) / 8
                                   : bit < atom_bits                     ? walk.inner_bytes << (bit - chunk_bits)
                                   : bit >= group_bits && walk.group > 1 ? walk.group_bytes << (bit - group_bits)
                                                                         : walk.outer_bytes << (bit - atom_bits);
        out.linear = (out.all & part) == 0;
        out.all |= part;
        out.vectors[bit] = part;
    }
    return out;
}

// Fills a map group by group. A group is the rows of one outer step.
// - Usually the bits that rows add do not occur elsewhere in the sum. Then the group follows from its first row, with
// one
//   vector for each row bit. The XOR of the swizzle is linear, so it is applied to the vectors.
// - If the start or a stride causes carries into these bits, each row is computed.
// - Groups at a distance of whole patterns differ by a constant. This is always true.
class Filler {
public:
    Filler(const SmemLayout& layout, std::span<std::uint32_t> bytes)
        : layout_(layout),
          walks_(placing::walks_of(layout)),
          bytes_(bytes),
          rows_(positive(layout.rows)),
          columns_(positive(layout.columns)),
          group_rows_(std::size_t{walks_.row.inner} * walks_.row.chunk),
          swizzle_(row_of(layout.mode).swizzle),
          period_(std::bit_ceil(
              std::max({row_of(layout.mode).pattern_bytes, walks_.row.inner * walks_.row.inner_bytes, kLine}))),
          pattern_{((1u << swizzle_.bits) - 1u) << swizzle_.base, swizzle_.shift, layout.base_offset << 7},
          along_column_(layout.major == Major::k ? layout.type->bits : 0),
          row_bits_(addends_of(walks_.row, layout.type->bits - along_column_, std::min(group_rows_, rows_))),
          column_bits_(addends_of(walks_.column, along_column_, columns_)) {
        if (!column_bits_.linear)
            for (const std::uint32_t part : column_parts()) column_bits_.all |= part;
        if (row_bits_.linear) swizzle_vectors(row_bits_);
        if (column_bits_.linear) swizzle_vectors(column_bits_);
    }

    void fill() {
        const Walk& walk = walks_.row;
        const bool repeats = in_period(walk.outer_bytes) == 0;
        // Copies as many groups at once as fit in the first-level cache. The code avoids divisions, because a small
        // tile takes only as long as a few of them.
        std::size_t groups = 1;
        for (std::size_t group = 0, first = 0; first < rows_; group += groups) {
            const std::uint32_t delta = walk.outer_part(static_cast<unsigned>(group));
            while (repeats && 2 * groups <= group && 2 * groups * group_rows_ * columns_ <= kNearElements) groups *= 2;
            const std::size_t rows = std::min(groups * group_rows_, rows_ - first);
            if (group != 0 && in_period(delta) == 0)
                shift_all(bytes_.first(rows * columns_), delta, row(first));
            else
                fill_group(first, rows, walks_.origin + delta);
            first += rows;
        }
    }

private:
    static constexpr std::size_t kNearElements = 4096;

    // Returns the part of an address that the XOR depends on.
    std::uint32_t in_period(std::uint32_t bytes) const { return bytes & (period_ - 1); }
    std::uint32_t* row(std::size_t index) { return bytes_.data() + index * columns_; }

    const std::vector<std::uint32_t>& column_parts() {
        if (!column_parts_.empty()) return column_parts_;
        column_parts_.resize(columns_);
        write_column_parts(walks_.column, along_column_, column_parts_);
        return column_parts_;
    }

    void swizzle_vectors(Addends& addends) const {
        for (unsigned bit = 0; bit < addends.inputs; ++bit) addends.vectors[bit] = swizzle_(addends.vectors[bit]);
    }

    // base = whole periods + phase. The XOR depends only on the phase. The whole periods are added afterwards.
    void fill_group(std::size_t first, std::size_t count, std::uint32_t base) {
        const std::uint32_t phase = in_period(base), row_bits = row_bits_.all;
        const std::uint32_t column_bits = in_period(column_bits_.all);
        const bool carries = (row_bits & column_bits) != 0 || (phase & (row_bits | column_bits)) != 0;
        const bool linear = row_bits_.linear && row_bits < period_ && pattern_.delay == 0 && !carries;
        if (!linear) return compute_group(first, count, base);
        fill_first_row(row(first), base, swizzle_(phase), base - phase);
        const std::span<std::uint32_t> out(row(first), count * columns_);
        for (unsigned bit = 0; bit < row_bits_.inputs && std::size_t{1} << bit < count; ++bit)
            double_up(out, columns_ << bit, row_bits_.vectors[bit]);
    }

    void fill_first_row(std::uint32_t* out, std::uint32_t base, std::uint32_t phase, std::uint32_t periods) {
        if (!column_bits_.linear) return map_row(base, pattern_, column_parts(), out);
        const bool apart = (periods & column_bits_.all) == 0;
        fill_with(apart ? periods | phase : phase, column_bits_.used(), {out, columns_});
        if (apart) return;
        for (std::size_t c = 0; c < columns_; ++c) out[c] += periods;
    }

    // Computes the rows of one chunk at a time.
    void compute_group(std::size_t first, std::size_t count, std::uint32_t base) {
        const std::size_t chunk = walks_.row.chunk;
        for (std::size_t r = 0; r < count; r += chunk, base += walks_.row.inner_bytes)
            compute_chunk(first + r, std::min(chunk, count - r), base);
    }

    void compute_chunk(std::size_t first, std::size_t count, std::uint32_t base) {
        // All numbers in a descriptor are whole chunks. Only other numbers can cause a carry out of a chunk.
        const bool whole = (layout_.start | layout_.lbo | layout_.sbo) % kChunk == 0;
        map_row(base, pattern_, column_parts(), row(first));
        for (std::uint32_t j = 1; j < count; ++j) {
            const std::uint32_t inside = j * layout_.type->bits / 8;
            if (whole)
                shift_all({row(first), columns_}, inside, row(first + j));
            else
                map_row(base + inside, pattern_, column_parts(), row(first + j));
        }
    }

    const SmemLayout& layout_;
    const placing::Walks walks_;
    const std::span<std::uint32_t> bytes_;
    const std::size_t rows_, columns_, group_rows_;
    const Swizzle swizzle_;
    const std::uint32_t period_;  // the XOR repeats after this many bytes; a power of two
    const Pattern pattern_;
    const std::uint32_t along_column_;  // bits from one column to the next inside a chunk; 0: columns are not along it
    Addends row_bits_, column_bits_;
    std::vector<std::uint32_t> column_parts_;
};

}  // namespace

void tile_map(const SmemLayout& layout, std::span<std::uint32_t> bytes) {
    assert(bytes.size() == positive(layout.rows) * positive(layout.columns) && "the buffer has the wrong size");
    if (!bytes.empty()) Filler(layout, bytes).fill();
}

std::vector<std::uint32_t> tile_map(const SmemLayout& layout) {
    std::vector<std::uint32_t> out(positive(layout.rows) * positive(layout.columns));
    tile_map(layout, out);
    return out;
}

unsigned first_bit(const SmemLayout& layout, Element element) { return placing::bits_in_chunk(layout, element) % 8; }

}  // namespace tilescope
