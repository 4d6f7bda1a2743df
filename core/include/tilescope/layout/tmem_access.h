// core/include/tilescope/layout/tmem_access.h -- the cells that tcgen05.ld, tcgen05.st and tcgen05.cp access.
// SPDX-License-Identifier: MIT
//
// A warp accesses the 32 lanes of its sub-partition: warp w (modulo 4) accesses lanes 32w to 32w + 31. One tcgen05.ld
// loads one or more registers i of each thread t. tcgen05.st stores them to the same cells. Lanes and columns count
// from the address:
//
//     32x32b     lane t                                column i
//     16x64b     lane t / 4 + 8 x (t % 2)              column (t / 2) % 2 + 2 i
//     16x128b    lane t / 4 + 8 x (i % 2)              column t % 4 + 4 (i / 2)
//     16x256b    lane t / 4 + 8 x ((i / 2) % 2)        column i % 2 + 2 (t % 4) + 8 (i / 4)
//     16x32bx2   lane t % 16                           column i + (t / 16) x immHalfSplitoff
//
// Worked example, 16x128b.x2: thread 5, register 3 is at lane 1 + 8 = 9, column 1 + 4 = 5.
//
// Source: PTX ISA 9.1 shows the fragments in figures only. The formulas are from CUTLASS include/cute/atom/
// copy_traits_sm100.hpp @7107b055. So the certainty is `secondary`.
#pragma once

#include <tilescope/base/answer.h>
#include <tilescope/hw/memory.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope {

enum class LoadShape : std::uint8_t { b32, b64, b128, b256, b32x2 };

struct LoadShapeRow {
    LoadShape shape;
    std::string_view name;
    unsigned lanes;      // 32, or 16 (half a sub-partition)
    unsigned registers;  // registers of each thread at .x1
    unsigned columns;    // columns at .x1; for 16x32bx2: columns of each of its two parts
    unsigned max_num;    // the largest .num
    bool split;          // has the operand immHalfSplitoff
    std::string_view source;
    Certainty certainty;
};

inline constexpr std::string_view kLoadSource =
    "CUTLASS copy_traits_sm100.hpp SM100_TMEM_LOAD @7107b055; PTX has figures";

// clang-format off
inline constexpr LoadShapeRow kLoadShapes[] = {
    // shape            name     lanes regs columns max num
    {LoadShape::b32,   "32x32b",   32, 1, 1, 128, false, kLoadSource, Certainty::secondary},
    {LoadShape::b64,   "16x64b",   16, 1, 2, 128, false, kLoadSource, Certainty::secondary},
    {LoadShape::b128,  "16x128b",  16, 2, 4,  64, false, kLoadSource, Certainty::secondary},
    {LoadShape::b256,  "16x256b",  16, 4, 8,  32, false, kLoadSource, Certainty::secondary},
    {LoadShape::b32x2, "16x32bx2", 16, 1, 1, 128, true,  kLoadSource, Certainty::secondary},
};
// clang-format on

constexpr const LoadShapeRow& row_of(LoadShape shape) { return kLoadShapes[static_cast<std::size_t>(shape)]; }
static_assert(row_of(LoadShape::b32x2).shape == LoadShape::b32x2);

constexpr const LoadShapeRow* load_shape_named(std::string_view name) {
    return row_with(kLoadShapes, name, &LoadShapeRow::name);
}

// Returns the legal .num of a shape: the powers of two from 1 to max_num.
std::vector<unsigned> legal_nums(LoadShape shape);

// The registers and cells that one instruction moves.
struct LoadFragment {
    LoadShape shape = LoadShape::b32;
    unsigned num = 1;
    unsigned split = 0;  // immHalfSplitoff, in columns; only for 16x32bx2
    friend bool operator==(const LoadFragment&, const LoadFragment&) = default;
};

// Returns whether .num is legal for the shape. A reason: "16x256b accepts .num 1, 2, 4, 8, 16, 32, not 3".
Answer<void> takes_num(const LoadFragment& fragment);

struct ThreadRegister {
    unsigned thread, reg;
    friend bool operator==(const ThreadRegister&, const ThreadRegister&) = default;
};
struct LaneColumn {
    unsigned lane, column;
    friend bool operator==(const LaneColumn&, const LaneColumn&) = default;
};

// Returns the number of registers of each thread.
unsigned registers_of(const LoadFragment& fragment);

// Returns the number of columns from the first to the last. Includes the columns between the two parts of 16x32bx2.
unsigned columns_of(const LoadFragment& fragment);

// Returns the cell of a register, relative to the address. Returns nothing if the fragment does not have the thread or
// the register.
std::optional<LaneColumn> cell_of(const LoadFragment& fragment, ThreadRegister from);

// Returns the threads and registers of a cell: none, one, or two if the parts of 16x32bx2 overlap (a split below .num).
std::vector<ThreadRegister> readers_of(const LoadFragment& fragment, LaneColumn cell);

// One instruction in each of the four warps. All have the same column and use the same half of their sub-partitions.
struct TmemAccess {
    LoadFragment fragment = {};
    unsigned lane_half = 0;  // for shapes of 16 lanes: 0 or 16
    unsigned column = 0;
};
struct Reader {
    unsigned warp, thread, reg;
    friend bool operator==(const Reader&, const Reader&) = default;
};
// Returns the warps, threads and registers that read a cell of Tensor Memory.
std::vector<Reader> readers_of(const TmemAccess& access, LaneColumn cell);

// Returns "lane 41, column 5: warp 1, thread 5, register 3 (16x128b.x2 from column 0)", or that no thread reads the
// cell.
std::string explanation_of(const TmemAccess& access, LaneColumn cell);

// ---- tcgen05.cp: copies rows of a K-major tile from shared memory to Tensor Memory ----

// The two interpretations of shape 4x256b: sources disagree about its lanes (contradiction X31).
enum class CopyReading : std::uint8_t {
    spaced,   // row r goes to the first lane of sub-partition r
    refresh,  // the four rows go to the last four lanes of every sub-partition
};

struct CopyShapeRow {
    std::string_view name;
    unsigned rows, row_bytes;
    unsigned block;             // number of rows that go to neighbouring lanes
    unsigned block_lanes;       // lanes from one such block to the next
    unsigned copies;            // how many times each row is written
    unsigned copy_lanes;        // lanes from one copy to the next
    std::string_view readings;  // each interpretation and its source, if sources differ
    std::string_view source;
    Certainty certainty;
};

inline constexpr std::string_view kCopySource =
    "PTX ISA 9.1, tcgen05.cp; CUTLASS copy_traits_sm100.hpp UTCCP @7107b055";
inline constexpr std::string_view kCopy4Readings =
    "Interpretation 'spaced': row r goes to lane 32 r, as in a third-party simulator and in the strides of the CUTLASS "
    "traits. Interpretation 'refresh': the comment at these traits states that the instruction writes the last 4 lanes "
    "of each sub-partition.";

// clang-format off
inline constexpr CopyShapeRow kCopyShapes[] = {
    // name                  rows bytes block lanes copies lanes
    {"128x256b",              128, 32, 128,   0, 1,   0, {}, kCopySource, Certainty::confirmed},
    {"4x256b",                  4, 32,   1,  32, 1,   0, kCopy4Readings, kCopySource, Certainty::unknown},
    {"128x128b",              128, 16, 128,   0, 1,   0, {}, kCopySource, Certainty::confirmed},
    {"64x128b.warpx2::02_13",  64, 16,  64,   0, 2,  64, {}, kCopySource, Certainty::confirmed},
    {"64x128b.warpx2::01_23",  64, 16,  32,  64, 2,  32, {}, kCopySource, Certainty::confirmed},
    {"32x128b.warpx4",         32, 16,  32,   0, 4,  32, {}, kCopySource, Certainty::confirmed},
};
// clang-format on

constexpr const CopyShapeRow* copy_shape_named(std::string_view name) {
    return row_with(kCopyShapes, name, &CopyShapeRow::name);
}

// Returns the lanes that a source row is written to, counted from the address. Empty for a row that the shape does not
// have. `reading` matters only if the certainty of the shape is unknown.
std::vector<unsigned> lanes_of(const CopyShapeRow& shape, unsigned row, CopyReading reading = CopyReading::spaced);

// Returns the source row that is written to a lane, or nothing if the shape does not write the lane.
std::optional<unsigned> source_row(const CopyShapeRow& shape, unsigned lane, CopyReading reading = CopyReading::spaced);

constexpr unsigned columns_of(const CopyShapeRow& shape) { return shape.row_bytes * 8 / kTmem.cell_bits; }

// A decompression during the copy: 16 bytes of shared memory become 16 bytes of Tensor Memory, one element per byte.
struct CopyFormatRow {
    std::string_view name, doc;
    unsigned element_bits, data_bytes, pad_bytes;
    unsigned first_bit;  // first bit of the element in its byte of Tensor Memory
    std::string_view source;
    Certainty certainty;
};
// clang-format off
inline constexpr CopyFormatRow kCopyFormats[] = {
    {".b8x16.b4x16_p64", "Sixteen 4-bit elements and 8 bytes of padding become sixteen bytes.", 4,  8, 8, 2, "PTX ISA 9.1, tcgen05.cp; the bits: a third-party simulator", Certainty::secondary},
    {".b8x16.b6x16_p32", "Sixteen 6-bit elements and 4 bytes of padding become sixteen bytes.", 6, 12, 4, 0, "PTX ISA 9.1, tcgen05.cp; the bits: a third-party simulator", Certainty::secondary},
};
// clang-format on

}  // namespace tilescope
