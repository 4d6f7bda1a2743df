// core/include/tilescope/layout/tensor_map.h -- a TMA tensor map as a value: what its boxes write, and where.
// SPDX-License-Identifier: MIT
//
// A load copies a box of a tensor. Its inner dimension comes first in shared memory, a row of the box after the other:
//
//     box [64, 128] of 2-byte elements, 128B swizzle, to 0x400
//
//     element (inner 8, row 1):   0x400 + 1 x 128 + 16 = 0x490, line 9, chunk 1;   chunk 1 xor 1 = 0:   0x480
//
// The XOR is the one of swizzle.h, on absolute shared-memory addresses; TMA has three modes that no descriptor has.
// Elements outside the tensor are written as zeros, so they have their place like others.
//
// Where a row of the box is narrower than the swizzle, rows are taken to be as far apart as the swizzle is wide: the
// programming guide asks for that much memory, and says no more. How boxes of an interleaved tensor lie is said nowhere
// in words: they are drawn as if they were not interleaved.
#pragma once

#include <tilescope/layout/smem_layout.h>
#include <tilescope/layout/swizzle.h>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope {

// A type of the tensor. In shared memory 128 / container_bits elements share 16 bytes, as with ElementType.
struct TmaType {
    std::string_view name;  // behind CU_TENSOR_MAP_DATA_TYPE_
    unsigned code;
    unsigned bits, container_bits;
    std::string_view source;
    Certainty certainty = Certainty::confirmed;

    // Packed groups of 16 that are spread over 16 bytes each; the driver asks more of them.
    constexpr bool padded() const { return bits != container_bits; }
};

// clang-format off
inline constexpr TmaType kTmaTypes[] = {
    {"UINT8",          0,  8,  8, "cuda.h 13.0, CUtensorMapDataType"},
    {"UINT16",         1, 16, 16, "cuda.h 13.0, CUtensorMapDataType"},
    {"UINT32",         2, 32, 32, "cuda.h 13.0, CUtensorMapDataType"},
    {"INT32",          3, 32, 32, "cuda.h 13.0, CUtensorMapDataType"},
    {"UINT64",         4, 64, 64, "cuda.h 13.0, CUtensorMapDataType"},
    {"INT64",          5, 64, 64, "cuda.h 13.0, CUtensorMapDataType"},
    {"FLOAT16",        6, 16, 16, "cuda.h 13.0, CUtensorMapDataType"},
    {"FLOAT32",        7, 32, 32, "cuda.h 13.0, CUtensorMapDataType"},
    {"FLOAT64",        8, 64, 64, "cuda.h 13.0, CUtensorMapDataType"},
    {"BFLOAT16",       9, 16, 16, "cuda.h 13.0, CUtensorMapDataType"},
    {"FLOAT32_FTZ",   10, 32, 32, "cuda.h 13.0, CUtensorMapDataType"},
    {"TFLOAT32",      11, 32, 32, "cuda.h 13.0, CUtensorMapDataType"},
    {"TFLOAT32_FTZ",  12, 32, 32, "cuda.h 13.0, CUtensorMapDataType"},
    {"16U4_ALIGN8B",  13,  4,  4, "cuda.h 13.0, cuTensorMapEncodeTiled: no gaps between packed values"},
    {"16U4_ALIGN16B", 14,  4,  8, "cuda.h 13.0, cuTensorMapEncodeTiled: 8 byte gaps between 8 byte chunks"},
    {"16U6_ALIGN16B", 15,  6,  8, "cuda.h 13.0, cuTensorMapEncodeTiled: 4 byte gaps between 12 byte chunks"},
};
// clang-format on

constexpr const TmaType* find_tma_type(std::string_view name) {
    for (const TmaType& t : kTmaTypes)
        if (t.name == name) return &t;
    return nullptr;
}

struct TmaSwizzle {
    std::string_view name;   // behind CU_TENSOR_MAP_SWIZZLE_
    int code;                // CUtensorMapSwizzle; kNoCode where only tensormap.replace sets it
    Swizzle chunks, halves;  // XORs on the byte address; `halves` moves parts of a chunk
    unsigned width_bytes;    // most bytes of a box's inner dimension; 0 for no limit
    unsigned pattern_bytes;  // the pattern repeats after so many bytes
    const SwizzleRow* mma;   // the descriptors' mode with the same XOR, or null
    std::string_view source;
    Certainty certainty = Certainty::confirmed;

    // It undoes itself: what is read lies above what is changed.
    constexpr std::uint32_t operator()(std::uint32_t address) const { return halves(chunks(address)); }
};

inline constexpr Swizzle kStill{0, 4, 3};

inline constexpr std::string_view kTmaSwizzleSource = "cuda.h 13.0, CUtensorMapSwizzle; PTX ISA 9.1, 5.5.7";

// A mode that the descriptors have too.
constexpr TmaSwizzle tma_swizzle(std::string_view name, SwizzleMode mode) {
    const SwizzleRow& row = row_of(mode);
    const bool none = mode == SwizzleMode::none;
    return {name, row.tensor_map,   row.swizzle, kStill, none ? 0 : row.width_bytes, row.pattern_bytes,
            &row, kTmaSwizzleSource};
}

// clang-format off
inline constexpr TmaSwizzle kTmaSwizzles[] = {
    tma_swizzle("NONE", SwizzleMode::none),
    tma_swizzle("32B", SwizzleMode::b32),
    tma_swizzle("64B", SwizzleMode::b64),
    tma_swizzle("128B", SwizzleMode::b128),
    tma_swizzle("128B_ATOM_32B", SwizzleMode::b128_32),
    // name                   code chunks                            halves     width pattern mma
    {"128B_ATOM_32B_FLIP_8B", 5, row_of(SwizzleMode::b128_32).swizzle, {1, 3, 4}, 128, 512, nullptr, kTmaSwizzleSource},
    {"128B_ATOM_64B",         6, {1, 6, 1},                            kStill,    128, 256, nullptr, kTmaSwizzleSource},
    {"96B",             kNoCode, row_of(SwizzleMode::b32).swizzle,     kStill,     96, 256, nullptr, "PTX ISA 9.1, 5.5.7 and tensormap.replace", Certainty::secondary},
};
// clang-format on

constexpr const TmaSwizzle* find_tma_swizzle(std::string_view name) {
    for (const TmaSwizzle& s : kTmaSwizzles)
        if (s.name == name) return &s;
    return nullptr;
}
// The row with the XOR of a descriptor's mode.
constexpr const TmaSwizzle& tma_swizzle_of(SwizzleMode mode) { return kTmaSwizzles[row_of(mode).tensor_map]; }
static_assert([] {
    for (const SwizzleRow& row : kSwizzleModes)
        if (tma_swizzle_of(row.mode).mma != &row) return false;
    return true;
}());

enum class TmaInterleave : std::uint8_t { none, b16, b32 };
inline constexpr NamedValue kTmaInterleaveNames[] = {{0, "NONE"}, {1, "16B"}, {2, "32B"}};

inline constexpr unsigned kTmaMostRank = 5;

// The arguments of cuTensorMapEncodeTiled; the inner dimension is the first one.
struct TensorMap {
    const TmaType* type = &kTmaTypes[0];
    const TmaSwizzle* swizzle = &kTmaSwizzles[0];
    TmaInterleave interleave = TmaInterleave::none;
    unsigned rank = 2;
    std::uint64_t address = 0;                                     // of the tensor
    std::array<std::uint64_t, kTmaMostRank> dims{};                // elements
    std::array<std::uint64_t, kTmaMostRank - 1> strides{};         // bytes, from dimension 1 on
    std::array<std::uint32_t, kTmaMostRank> box{};                 // elements, or those stepped over
    std::array<std::uint32_t, kTmaMostRank> steps{1, 1, 1, 1, 1};  // element strides

    friend bool operator==(const TensorMap&, const TensorMap&) = default;
};

// What the driver refuses, a sentence each; empty for a map that can be made.
struct TmaProblem {
    std::string text;
    std::string_view source;
    Certainty certainty = Certainty::confirmed;
};
std::vector<TmaProblem> check(const TensorMap& map);

using TmaCoordinates = std::array<int, kTmaMostRank>;

// Elements of a box along each dimension: ceil(box / step), 1 beyond the rank.
std::array<std::uint32_t, kTmaMostRank> box_counts(const TensorMap& map);
std::uint32_t box_row_bytes(const TensorMap& map);  // from one row of a box to the next
std::uint64_t box_bytes(const TensorMap& map);      // that one box takes in shared memory

// The first bit of the element at `in_box` (counted in elements of the box) of a box written to `smem`. Elements lie in
// one piece for every map that check() passes.
BitPlace tma_place(const TensorMap& map, std::uint32_t smem, const TmaCoordinates& in_box);

// The element of the box with that bit, or nothing: a gap, a padded row, or bytes the box does not reach.
std::optional<TmaCoordinates> tma_element_at(const TensorMap& map, std::uint32_t smem, BitPlace place);

}  // namespace tilescope
