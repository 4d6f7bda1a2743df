// core/include/tilescope/layout/tma_tile.h -- a tile that TMA boxes write, compared with the places that the MMA reads.
// SPDX-License-Identifier: MIT
//
// A box is not wider than its swizzle, so a tile often needs several boxes. Example: two maps that fill the same
// K-major operand of 128 rows x 64 columns of bf16, from a row-major matrix of 4096 x 4096:
//
//     none   dims [8, 4096, 512]   strides [8192, 16]    box [8, 128, 8]    one box: 8 chunks of K, 2048 bytes apart
//     128B   dims [64, 4096, 64]   strides [8192, 128]   box [64, 128, 1]   one box: 128 lines of 128 bytes
//
// The MMA reads the first tile with mode none, LBO 2048 and SBO 128. It reads the second tile with mode 128B and SBO
// 1024.
//
// The strides of the map decide along which index a dimension runs. Dimension 0 is along the contiguous index (K of a
// K-major operand). Dimension 1 is along the other index. A further dimension is along the index of dimension 1 if its
// stride is a multiple of the stride of dimension 1; if not, it is along the contiguous index (dimension 2 above: steps
// of 8 or 64 columns).
#pragma once

#include <tilescope/base/answer.h>
#include <tilescope/layout/tensor_map.h>

namespace tilescope {

// One TMA load: its coordinates in the tensor, and its shared-memory address.
struct BoxLoad {
    TmaCoordinates origin{};
    std::uint32_t smem = 0;
    friend bool operator==(const BoxLoad&, const BoxLoad&) = default;
};

// A tile and the loads that write it. `first` is the element of the matrix at row 0, column 0 of the operand. Rows are
// indices of M or N.
struct TmaTile {
    TensorMap map;
    Major major = Major::k;
    Element first{0, 0};
    std::vector<BoxLoad> loads;
};

// A block of rows x columns from element `first` on.
struct TmaBlock {
    Major major = Major::k;
    Element first{0, 0};
    int rows = 8, columns = 8;
    std::uint32_t smem = 0;
};
// Covers a block with boxes of the map and returns the loads. The boxes follow each other directly in shared memory,
// the first at `smem`. The order is along the index of dimension 1 first, then along the contiguous index.
TmaTile covered(const TensorMap& map, const TmaBlock& block);

// A tensor map, and the two places of the tile that it copies: in shared memory and in the matrix.
struct TmaCopy {
    TensorMap map;
    std::uint32_t smem = 0;  // shared-memory address of the first box
    Element first{0, 0};     // the first element of the tile in the matrix
    friend bool operator==(const TmaCopy&, const TmaCopy&) = default;
};
TmaTile covered(const TmaCopy& copy, Major major, int rows, int columns);

// Returns the copy that fills this operand from a row-major matrix of the same size. Boxes are as wide as the swizzle,
// or one chunk wide without swizzle. Kernels use two orders of boxes; the function returns the order that matches the
// layout.
TmaCopy copy_for(const SmemLayout& layout);

// Returns whether a tensor map can have elements of this size. It cannot for b1, for example. For such a type,
// copy_for() uses elements of one byte, so its copy never matches the layout.
Answer<void> can_be_copied(const ElementType& type);

// Returns the element of the operand at these coordinates of the tensor. For coordinates outside the tile, the row or
// the column is outside the tile.
Element element_of(const TmaTile& tile, const TmaCoordinates& coordinates);

// Returns the first bit of each element of a tile of this size, row by row. If several boxes write an element, the
// first box counts. kNotWritten: no box writes the element. Ignores addresses above all shared memory.
inline constexpr std::uint64_t kNotWritten = ~0ull;
std::vector<std::uint64_t> written_bits(const TmaTile& tile, int rows, int columns);

// Returns all problems of the map on a target and of the loads: what the driver says of the map, and shared-memory
// addresses that are not aligned.
std::vector<Problem> check(const TmaTile& tile, std::string_view arch);

// The change after which the MMA reads the elements where TMA wrote them.
enum class TmaCause : std::uint8_t {
    none,         // no change: all elements match
    swizzle,      // the swizzle mode of the descriptor, or of the tensor map
    start,        // the start address of the descriptor
    base_offset,  // the base offset of the descriptor
    lbo,          // the strides of the descriptor
    sbo,
    major,         // the transpose bit of the instruction descriptor
    element_size,  // the type of the tensor map, or of the operand
    box,           // the size or the order of the boxes
    several,       // more than one field
    unknown,       // no change that was tried makes more elements match
};

struct TmaRepair {
    TmaCause cause = TmaCause::none;
    SmemLayout layout;      // the layout of the descriptor after the change
    TmaTile tile;           // the tile after the change
    std::size_t equal = 0;  // how many elements then match
    std::string text;       // "sbo is 512; 1024 matches"
};

// The comparison of a tile and a layout. An element is equal if the MMA reads the bits that TMA wrote for it.
struct Agreement {
    std::size_t equal = 0, different = 0;
    std::vector<Element> differing;  // sorted by row and column
    std::string finds;               // what the MMA reads for the first differing element
    TmaRepair repair;
    std::string sentence;
};
Agreement compare_tma_mma(const TmaTile& tile, const SmemLayout& layout);

}  // namespace tilescope
