// core/include/tilescope/layout/tensor_map.h -- a TMA tensor map: the shared-memory places that its boxes write.
// SPDX-License-Identifier: MIT
//
// A TMA load copies a box of a tensor to shared memory. The rows of the box follow each other; a row runs along the
// inner dimension. Example: box [64, 128] of 2-byte elements, 128B swizzle, written to 0x400:
//
//     element (inner 8, row 1):   0x400 + 1 x 128 + 16 = 0x490, line 9, chunk 1;   chunk 1 xor 1 = 0:   0x480
//
// The XOR is the same as in swizzle.h, on absolute shared-memory addresses. TMA has three modes that no descriptor has.
// TMA writes zeros for elements outside the tensor, so these elements have a place too.
//
// If a row of the box is narrower than the swizzle, rows are at the distance of the swizzle width: measured on an H100
// (kMeasurements, "tma-place"). One assumption: no document describes the boxes of an interleaved tensor, so the
// program draws them as if they were not interleaved.
#pragma once

#include <tilescope/formats/tensor_map.h>
#include <tilescope/hw/families.h>
#include <tilescope/hw/features.h>
#include <tilescope/hw/memory.h>
#include <tilescope/layout/smem_layout.h>
#include <tilescope/word/problem.h>

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope {

// An element type of a tensor map. In shared memory 128 / container_bits elements share 16 bytes, as for ElementType.
struct TmaType {
    std::string_view name;  // without the prefix CU_TENSOR_MAP_DATA_TYPE_
    unsigned code;
    unsigned bits, container_bits;
    std::string_view source;
    Certainty certainty = Certainty::confirmed;
    bool floats = false;  // elements outside of the tensor can be NaN
    bool rounds = false;  // the copy changes f32 to the nearest tf32; all other types keep their bits

    // Whether each group of 16 elements is padded to 16 bytes. The driver has more rules for these types.
    constexpr bool padded() const { return bits != container_bits; }
    // What a target must have to copy elements of this type.
    constexpr Features needs() const { return bits < 8 ? Features{Feature::tma_packed} : Features(); }
};

// clang-format off
inline constexpr TmaType kTmaTypes[] = {
    {"UINT8",          0,  8,  8, "cuda.h 13.0, CUtensorMapDataType"},
    {"UINT16",         1, 16, 16, "cuda.h 13.0, CUtensorMapDataType"},
    {"UINT32",         2, 32, 32, "cuda.h 13.0, CUtensorMapDataType"},
    {"INT32",          3, 32, 32, "cuda.h 13.0, CUtensorMapDataType"},
    {"UINT64",         4, 64, 64, "cuda.h 13.0, CUtensorMapDataType"},
    {"INT64",          5, 64, 64, "cuda.h 13.0, CUtensorMapDataType"},
    {"FLOAT16",        6, 16, 16, "cuda.h 13.0, CUtensorMapDataType", Certainty::confirmed, true},
    {"FLOAT32",        7, 32, 32, "cuda.h 13.0, CUtensorMapDataType", Certainty::confirmed, true},
    {"FLOAT64",        8, 64, 64, "cuda.h 13.0, CUtensorMapDataType", Certainty::confirmed, true},
    {"BFLOAT16",       9, 16, 16, "cuda.h 13.0, CUtensorMapDataType", Certainty::confirmed, true},
    {"FLOAT32_FTZ",   10, 32, 32, "cuda.h 13.0, CUtensorMapDataType", Certainty::confirmed, true},
    {"TFLOAT32",      11, 32, 32, "cuda.h 13.0, CUtensorMapDataType; an H100 rounds the values", measured("tma-values"), true, true},
    {"TFLOAT32_FTZ",  12, 32, 32, "cuda.h 13.0, CUtensorMapDataType; an H100 rounds the values", measured("tma-values"), true, true},
    {"16U4_ALIGN8B",  13,  4,  4, "cuda.h 13.0, cuTensorMapEncodeTiled: no gaps between packed values"},
    {"16U4_ALIGN16B", 14,  4,  8, "cuda.h 13.0, cuTensorMapEncodeTiled: 8 byte gaps between 8 byte chunks"},
    {"16U6_ALIGN16B", 15,  6,  8, "cuda.h 13.0, cuTensorMapEncodeTiled: 4 byte gaps between 12 byte chunks"},
};
// clang-format on

constexpr const TmaType* find_tma_type(std::string_view name) { return row_with(kTmaTypes, name, &TmaType::name); }

struct TmaSwizzle {
    std::string_view name;   // without the prefix CU_TENSOR_MAP_SWIZZLE_
    int code;                // CUtensorMapSwizzle; kNoCode: only tensormap.replace can set the mode
    Swizzle chunks, halves;  // the XORs on the byte address; `halves` moves parts of a chunk
    unsigned width_bytes;    // largest inner dimension of a box, in bytes; 0: no limit
    unsigned pattern_bytes;  // the pattern repeats after this many bytes
    const SwizzleRow* mma;   // the swizzle mode of a descriptor with the same XOR, or null
    std::string_view source;
    Certainty certainty = Certainty::confirmed;
    Features needs = {};  // what a target must have

    // Its own inverse: the bits that it reads are above the bits that it changes.
    constexpr std::uint32_t operator()(std::uint32_t address) const { return halves(chunks(address)); }
};

inline constexpr Swizzle kStill{0, 4, 3};

inline constexpr std::string_view kTmaSwizzleSource = "cuda.h 13.0, CUtensorMapSwizzle; PTX ISA 9.1, 5.5.7";

inline constexpr Features kTmaAtoms = {Feature::tma_atoms};

// Returns the row of a mode that descriptors have too. A target with wgmma only has the modes that wgmma reads.
constexpr TmaSwizzle tma_swizzle(std::string_view name, SwizzleMode mode) {
    const SwizzleRow& row = row_of(mode);
    const bool none = mode == SwizzleMode::none;
    const bool wgmma = row.wgmma != kNoCode;
    return {name,
            row.tensor_map,
            row.swizzle,
            kStill,
            none ? 0 : row.width_bytes,
            row.pattern_bytes,
            &row,
            kTmaSwizzleSource,
            Certainty::confirmed,
            wgmma ? Features() : kTmaAtoms};
}

// clang-format off
inline constexpr TmaSwizzle kTmaSwizzles[] = {
    tma_swizzle("NONE", SwizzleMode::none),
    tma_swizzle("32B", SwizzleMode::b32),
    tma_swizzle("64B", SwizzleMode::b64),
    tma_swizzle("128B", SwizzleMode::b128),
    tma_swizzle("128B_ATOM_32B", SwizzleMode::b128_32),
    // name                   code chunks                            halves     width pattern mma
    {"128B_ATOM_32B_FLIP_8B", 5, row_of(SwizzleMode::b128_32).swizzle, {1, 3, 4}, 128, 512, nullptr, kTmaSwizzleSource, Certainty::confirmed, kTmaAtoms},
    {"128B_ATOM_64B",         6, {1, 6, 1},                            kStill,    128, 256, nullptr, kTmaSwizzleSource, Certainty::confirmed, kTmaAtoms},
    {"96B",             kNoCode, row_of(SwizzleMode::b32).swizzle,     kStill,     96, 256, nullptr, "PTX ISA 9.1, 5.5.7 and tensormap.replace", Certainty::secondary},
};
// clang-format on

constexpr const TmaSwizzle* find_tma_swizzle(std::string_view name) {
    return row_with(kTmaSwizzles, name, &TmaSwizzle::name);
}
// Returns the row with the same XOR as a swizzle mode of a descriptor.
constexpr const TmaSwizzle& tma_swizzle_of(SwizzleMode mode) { return kTmaSwizzles[row_of(mode).tensor_map]; }
static_assert([] {
    for (const SwizzleRow& row : kSwizzleModes)
        if (tma_swizzle_of(row.mode).mma != &row) return false;
    return true;
}());

enum class TmaInterleave : std::uint8_t { none, b16, b32 };  // the numbers of kTmaInterleaveNames

inline constexpr unsigned kTmaMostRank = 5;
inline constexpr std::uint32_t kTmaMostBox = 256;  // elements along one dimension: cuda.h 13.0, cuTensorMapEncodeTiled

// The arguments of cuTensorMapEncodeTiled. Dimension 0 is the inner dimension.
struct TensorMap {
    const TmaType* type = &kTmaTypes[0];
    const TmaSwizzle* swizzle = &kTmaSwizzles[0];
    TmaInterleave interleave = TmaInterleave::none;
    unsigned rank = 2;
    std::uint64_t address = 0;                                     // global address of the tensor
    std::array<std::uint64_t, kTmaMostRank> dims{};                // in elements
    std::array<std::uint64_t, kTmaMostRank - 1> strides{};         // in bytes; strides[0] is of dimension 1
    std::array<std::uint32_t, kTmaMostRank> box{};                 // in elements, including those that steps skip
    std::array<std::uint32_t, kTmaMostRank> steps{1, 1, 1, 1, 1};  // element strides
    bool nan_fill = false;                                         // elements outside of the tensor are NaN, not 0
    unsigned l2_promotion = 0;                                     // CUtensorMapL2promotion

    friend bool operator==(const TensorMap&, const TensorMap&) = default;
};

// Returns what the driver says of a map on a target: an error for each reason why it refuses the map, and warnings. The
// rules are in tensor_map_rules.h. A target that is not in kArchs has no features.
//   check({.type = find_tma_type("16U4_ALIGN8B"), ...}, "sm_90a"): an error of T13
std::vector<Problem> check(const TensorMap& map, std::string_view arch);

// How certain a verdict of check() is: measured if the GPU that was asked is of this target, else confirmed, by cuda.h.
Certainty verdict_certainty(std::string_view arch);

// Returns whether the driver accepts a map with these problems.
bool is_accepted(std::span<const Problem> problems);

// A warning if the address is null: for maps of which the address is known (T18). check() takes 0 for "not given".
std::optional<Problem> null_address(const TensorMap& map);
// What TFLOAT32 does to the values, if the map has this type (T19).
std::optional<Problem> rounding_note(const TensorMap& map);

using TmaCoordinates = std::array<int, kTmaMostRank>;

// Returns the elements of a box along each dimension: ceil(box / step), and 1 for dimensions above the rank.
std::array<std::uint32_t, kTmaMostRank> box_counts(const TensorMap& map);
std::uint32_t box_row_bytes(const TensorMap& map);  // bytes from one row of a box to the next
std::uint64_t box_bytes(const TensorMap& map);      // bytes of one box in shared memory

// The bytes of a box as the driver counts them: it rounds box / step down, where a copy rounds it up, and it leaves the
// padding of narrow rows out. So they can be 0. Requires: no step is 0.
std::uint64_t counted_bytes(const TensorMap& map);

// Returns the first bit of an element of a box that is written to address `smem`. `in_box` counts elements of the box.
// The bits of an element are contiguous for every map that check() accepts.
BitPlace tma_place(const TensorMap& map, std::uint32_t smem, const TmaCoordinates& in_box);

// ---- the 128 bytes of a CUtensorMap ----
//
// The table is formats/tensor_map.h. Example: a map that cuTensorMapEncodeTiled made, as 16 words of 64 bits:
//
//     const TensorMap map = tensor_map_in(words);            map.type->name == "BFLOAT16"
//     for (const Problem& p : bits_problems(words)) ...      none: the driver that was measured writes these words

inline constexpr std::size_t kTensorMapBytes = 128;
using TensorMapWords = std::array<std::uint64_t, kTensorMapBytes / 8>;  // little endian: word 0 has bytes 0 to 7

// Returns the stored bits of a field of kTensorMapFormat.
std::uint64_t get_field(const Field& field, const TensorMapWords& words);

// Returns the bytes in their order, as 256 hexadecimal digits.
std::string hex_bytes(const TensorMapWords& words);

// Returns the parameters of cuTensorMapEncodeTiled for any words. Values that no measured map has become others, and
// bits_problems() names them.
TensorMap tensor_map_in(const TensorMapWords& words);

// Returns the words that the measured driver writes for a map.
// Requires: check(map, kHopper) has no error. So the type and the swizzle are names of the table.
TensorMapWords words_of(const TensorMap& map);

// Whether a field has a meaning in a map: it is known, and the tensor has its dimension.
bool is_used(const Field& field, const TensorMap& map);

// Returns a problem for each field that the measured driver writes in another way for tensor_map_in(words): unknown
// bits that are not 0, and values that contradict each other.
std::vector<Problem> bits_problems(const TensorMapWords& words);

// Returns whether only unknown bits, or the size of a box, can make the words no tensor map of the measured driver.
bool can_be_tensor_map(const TensorMapWords& words);

}  // namespace tilescope
