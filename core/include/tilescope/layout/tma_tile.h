// core/include/tilescope/layout/tma_tile.h -- a tile written by TMA boxes, beside what the MMA reads of it.
// SPDX-License-Identifier: MIT
//
// A box is no wider than its swizzle, so a tile is often several of them, one after the other. Two maps that fill the
// same K-major operand of 128 rows and 64 columns of bf16, out of a row-major matrix of 4096 x 4096:
//
//     none   dims [8, 4096, 512]   strides [8192, 16]    box [8, 128, 8]    one box: 8 chunks of K, 2048 bytes apart
//     128B   dims [64, 4096, 64]   strides [8192, 128]   box [64, 128, 1]   one box: 128 lines of 128 bytes
//
// The MMA reads the first with mode none, LBO 2048 and SBO 128, the second with mode 128B and SBO 1024.
//
// Which dimension is which index follows from the strides: dimension 0 runs along the contiguous index (K of a K-major
// operand), dimension 1 along the other one; a further dimension along the latter where its stride is a multiple of
// dimension 1's, else along the former (dimension 2 above: 8 or 64 columns a step).
#pragma once

#include <tilescope/base/answer.h>
#include <tilescope/layout/tensor_map.h>

namespace tilescope {

// One load: coordinates of the tensor, and the shared-memory address.
struct BoxLoad {
    TmaCoordinates origin{};
    std::uint32_t smem = 0;
    friend bool operator==(const BoxLoad&, const BoxLoad&) = default;
};

// Row 0, column 0 of the operand is element `first` of the matrix (row, column); rows are M or N indices.
struct TmaTile {
    TensorMap map;
    Major major = Major::k;
    Element first{0, 0};
    std::vector<BoxLoad> loads;
};

// Covers rows x columns from `first` on by boxes of the map: along the contiguous index, then along the other one, each
// directly after the one before, the first at `smem`.
struct TmaBlock {
    Major major = Major::k;
    Element first{0, 0};
    int rows = 8, columns = 8;
    std::uint32_t smem = 0;
};
TmaTile covered(const TensorMap& map, const TmaBlock& block);

// A tensor map and how a tile is copied through it: what a person writes down of a TMA load.
struct TmaCopy {
    TensorMap map;
    std::uint32_t smem = 0;  // where the first box goes
    Element first{0, 0};     // of the tile in the matrix
    friend bool operator==(const TmaCopy&, const TmaCopy&) = default;
};
TmaTile covered(const TmaCopy& copy, Major major, int rows, int columns);

// The copy that fills this operand out of a row-major matrix of the tile's own size: boxes as wide as the swizzle, or
// as a chunk where there is none. Of the two orders in which kernels let boxes follow each other, the one that agrees.
TmaCopy copy_for(const SmemLayout& layout);

// Refused where no tensor has elements of this size, as b1: then copy_for() counts bytes and agrees with nothing.
Answer<void> can_be_copied(const ElementType& type);

// The operand's element at coordinates of the tensor; elements outside the tile have rows or columns outside of it.
Element element_of(const TmaTile& tile, const TmaCoordinates& coordinates);

// The first bit of each element of a tile of that size, row by row, where a box writes it first; kNotWritten where none
// does. Addresses beyond any shared memory are not looked at.
inline constexpr std::uint64_t kNotWritten = ~0ull;
std::vector<std::uint64_t> written_bits(const TmaTile& tile, int rows, int columns);

// What the driver refuses, and loads to addresses the copy does not take.
std::vector<TmaProblem> check(const TmaTile& tile);

// What has to change so that the MMA finds what TMA wrote.
enum class TmaCause : std::uint8_t {
    none,         // nothing: all agree
    swizzle,      // the descriptor's mode
    start,        // the descriptor's start address
    base_offset,  // the descriptor's base offset
    lbo,          // the descriptor's strides
    sbo,
    major,         // the instruction's transpose bit
    element_size,  // the tensor map's type
    box,           // size or order of the boxes
    several,       // no single one of these: the repair changes more than one field
    unknown,       // nothing tried makes more elements equal
};

struct TmaRepair {
    TmaCause cause = TmaCause::none;
    SmemLayout layout;  // the descriptor and
    TmaTile tile;       // the copy after the change
    std::size_t equal = 0;
    std::string text;  // "sbo is 512; 1024 agrees"
};

// For each element of the layout's tile: does the MMA read the bits that TMA wrote of it?
struct Agreement {
    std::size_t equal = 0, different = 0;
    std::vector<Element> differing;  // by row and column
    std::string finds;               // what the MMA finds instead of the first of them
    TmaRepair repair;
    std::string sentence;
};
Agreement compare_tma_mma(const TmaTile& tile, const SmemLayout& layout);

}  // namespace tilescope
