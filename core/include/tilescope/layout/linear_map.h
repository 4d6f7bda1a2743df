// core/include/tilescope/layout/linear_map.h -- maps that are linear over bits: a few vectors instead of a table.
// SPDX-License-Identifier: MIT
//
// K-major 128B f16 at 0x400, 8 rows of 64 columns. What does each bit of the index flip in the address?
//
//     column 1   0x002      column  8   0x010      row 1   0x090   a line, and chunk 1 by the swizzle
//     column 2   0x004      column 16   0x020      row 2   0x120
//     column 4   0x008      column 32   0x040      row 4   0x240
//
// Element (3, 24) = rows 1 + 2, columns 8 + 16:   0x400 ^ 0x090 ^ 0x120 ^ 0x010 ^ 0x020 = 0x580.
//
// Nine vectors and an offset say what a table of 512 addresses says. Two elements meet in one place if and only if some
// of the vectors XOR to zero (the kernel); where none do, the map can be inverted.
//
// A map is linear over bits where sums have no carries. Strides that are no powers of two, and a start address whose
// bits the tile counts through, do carry: linear_map_of() then names the first element where it shows.
#pragma once

#include <tilescope/base/answer.h>
#include <tilescope/layout/smem_layout.h>

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace tilescope {

// map(x) = offset ^ basis of every set bit of x. Vectors from `inputs` on are zero.
struct LinearMap {
    unsigned inputs = 0, outputs = 32;  // bits, up to 32 each
    std::array<std::uint32_t, 32> basis{};
    std::uint32_t offset = 0;  // the image of 0

    constexpr std::uint32_t operator()(std::uint32_t x) const {
        std::uint32_t out = offset;
        for (unsigned bit = 0; bit < inputs; ++bit)
            if (x >> bit & 1u) out ^= basis[bit];
        return out;
    }
    friend bool operator==(const LinearMap&, const LinearMap&) = default;
};

LinearMap identity_map(unsigned bits);

// composed(outer, inner)(x) == outer(inner(x)). Requires: inner.outputs <= outer.inputs.
LinearMap composed(const LinearMap& outer, const LinearMap& inner);

// How many output bits can be set independently: 2^rank different images.
unsigned rank_of(const LinearMap& map);

// A basis of the inputs that change nothing: map(x ^ k) == map(x). Empty where all images differ.
std::vector<std::uint32_t> kernel_of(const LinearMap& map);

// inverse(map(x)) == x for every x; an output y that is nobody's image shows by map(inverse(y)) != y. The refusal names
// two inputs with one image.
Answer<LinearMap> inverse_of(const LinearMap& map);

// The matrix as it is drawn: row `o` has bit `i` set where input bit i flips output bit o.
std::vector<std::uint32_t> rows_of(const LinearMap& map);

// out[i] = map(i), from the vectors alone: what is known is doubled, one XOR an element. Requires: out.size() <=
// 2^inputs.
void fill_with(const LinearMap& map, std::span<std::uint32_t> out);
void fill_with(std::uint32_t offset, std::span<const std::uint32_t> vectors, std::span<std::uint32_t> out);

// The step that doubles: out[have + i] = out[i] ^ vector, until `have` more are written or `out` ends.
void double_up(std::span<std::uint32_t> out, std::size_t have, std::uint32_t vector);

// A layout, or the largest block of it whose sides are powers of two, as vectors. The input is row * columns + column:
// the low bits are the column's. The output counts units of `unit_bits` bits from address 0: bytes, but half bytes for
// 4-bit types and quarters for 6-bit ones, so that every element has an image of its own.
struct LayoutMap {
    LinearMap map;
    unsigned row_bits = 0, column_bits = 0;
    int rows = 1, columns = 1;  // of the block
    unsigned unit_bits = 8;
    std::uint32_t base = 0;  // bytes that are added after all XORs: linear_part_of() alone has some
    std::string note;        // what the block leaves out; empty for the whole tile

    constexpr std::uint32_t input_of(Element e) const {
        return static_cast<std::uint32_t>(e.row) << column_bits | static_cast<std::uint32_t>(e.column);
    }
    constexpr Element element_of(std::uint32_t input) const {
        return {static_cast<int>(input >> column_bits), static_cast<int>(input & ((1u << column_bits) - 1u))};
    }
    constexpr BitPlace place_of(Element e) const {
        const std::uint64_t bit = std::uint64_t{map(input_of(e))} * unit_bits;
        return {base + static_cast<std::uint32_t>(bit / 8), static_cast<unsigned>(bit % 8)};
    }
};

std::string name_of_input(const LayoutMap& map, unsigned bit);   // "column 8", "row 1"
std::string name_of_output(const LayoutMap& map, unsigned bit);  // "byte 16"; "bit 4" below a byte

// Exact: every element of the block is compared. The refusal names the first one, by row and column, that is elsewhere
// than its bits say, and the number that is to blame.
Answer<LayoutMap> linear_map_of(const SmemLayout& layout);

// The same for pictures, which want something to show: where the start carries into the tile, addresses are counted
// from a whole number of patterns (`base`); where strides carry, rows are halved, then columns, until what is left is
// linear. `note` says what was done. Refused for a tile without elements.
Answer<LayoutMap> linear_part_of(const SmemLayout& layout);

}  // namespace tilescope
