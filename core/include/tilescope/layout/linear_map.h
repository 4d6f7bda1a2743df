// core/include/tilescope/layout/linear_map.h -- layouts as linear maps over bits: a few vectors instead of a table.
// SPDX-License-Identifier: MIT
//
// Example: K-major 128B f16 at 0x400, 8 rows x 64 columns. Each bit of the index flips fixed bits of the address:
//
//     column 1   0x002      column  8   0x010      row 1   0x090   0x080 (a line) and 0x010 (the swizzle)
//     column 2   0x004      column 16   0x020      row 2   0x120
//     column 4   0x008      column 32   0x040      row 4   0x240
//
// Element (3, 24) is rows 1 + 2 and columns 8 + 16. Its address: 0x400 ^ 0x090 ^ 0x120 ^ 0x010 ^ 0x020 = 0x580.
//
// Nine vectors and an offset replace a table of 512 addresses. Two elements have the same address if and only if the
// XOR of some vectors is zero (the kernel of the map). If the kernel is empty, the map has an inverse.
//
// A layout is linear over bits if its sums have no carries. A stride that is not a power of two causes carries. A start
// address with bits that the tile also changes causes carries. linear_map_of() then names the first element
// that does not fit.
#pragma once

#include <tilescope/base/answer.h>
#include <tilescope/layout/smem_layout.h>

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace tilescope {

// map(x) = offset ^ basis[i] for every set bit i of x. The vectors from basis[inputs] on are zero.
struct LinearMap {
    unsigned inputs = 0, outputs = 32;  // number of bits, at most 32 each
    std::array<std::uint32_t, 32> basis{};
    std::uint32_t offset = 0;  // map(0)

    constexpr std::uint32_t operator()(std::uint32_t x) const {
        std::uint32_t out = offset;
        for (unsigned bit = 0; bit < inputs; ++bit)
            if (x >> bit & 1u) out ^= basis[bit];
        return out;
    }
    friend bool operator==(const LinearMap&, const LinearMap&) = default;
};

// Returns the rank. The map has 2^rank different outputs.
unsigned rank_of(const LinearMap& map);

// Returns a basis of the kernel: the inputs k with map(x ^ k) == map(x). Empty if all outputs are different.
std::vector<std::uint32_t> kernel_of(const LinearMap& map);

// Returns the inverse: inverse(map(x)) == x for every x. For a y that is not an output of the map,
// map(inverse(y)) != y.
// Errors: two inputs have the same output. The reason names both.
Answer<LinearMap> inverse_of(const LinearMap& map);

// Stores out[i] = map(i) for all i. Uses only the vectors: each step doubles the part that is known, with one XOR for
// each element.
// Requires: out.size() <= 2^inputs.
void fill_with(const LinearMap& map, std::span<std::uint32_t> out);
void fill_with(std::uint32_t offset, std::span<const std::uint32_t> vectors, std::span<std::uint32_t> out);

// One doubling step: out[have + i] = out[i] ^ vector for i < have, as far as `out` reaches.
void double_up(std::span<std::uint32_t> out, std::size_t have, std::uint32_t vector);

// A layout as a linear map, or the largest block of it whose sides are powers of two. The input is
// row * columns + column, so the low bits are the bits of the column. The output counts units of `unit_bits` bits from
// address 0. A unit is one byte, half a byte (4-bit types) or a quarter of a byte (6-bit types), so that every element
// has a separate output.
struct LayoutMap {
    LinearMap map;
    unsigned row_bits = 0, column_bits = 0;
    int rows = 1, columns = 1;  // size of the block
    unsigned unit_bits = 8;
    std::uint32_t base = 0;  // bytes to add after all XORs; only linear_part_of() sets it
    std::string note;        // the part of the tile that the block does not have; empty: the block is the whole tile

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

// Returns the layout as a linear map. Compares every element of the block with place_in_memory().
// Errors: the layout is not linear. The reason names the first element with a different address and the cause, for
// example "sbo 192 is not a power of two".
Answer<LayoutMap> linear_map_of(const SmemLayout& layout);

// Returns a part of the layout that is linear, for pictures. If the start causes carries, addresses count from `base`,
// a multiple of the pattern size. If strides cause carries, the function halves the rows, then the columns, until the
// rest is linear. `note` describes the result.
// Errors: the tile has no elements.
Answer<LayoutMap> linear_part_of(const SmemLayout& layout);

}  // namespace tilescope
