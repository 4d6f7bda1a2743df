// core/include/tilescope/layout/scale_layout.h -- the places of scale factors in memory and in Tensor Memory.
// SPDX-License-Identifier: MIT
//
// A scale factor is one byte. `row` is a row of A or a column of B; `factor` counts along K. Shared and global memory
// store atoms of 128 rows x 4 factors, 512 bytes. In an atom, rows with a distance of 32 are neighbours:
//
//     byte = 16 x (row % 32) + 4 x (row / 32 % 4) + factor % 4        row 33, factor 2: 16 + 4 + 2 = 22
//
// So each lane of Tensor Memory gets 16 neighbouring bytes: four cells of four factors. In shared memory, atoms follow
// each other along the rows first. In global memory, atoms follow each other along K, then the rows, then the batch.
// Sizes are padded to whole atoms.
//
// In Tensor Memory, every sub-partition of 32 lanes has a copy:
//
//     lane = row % 32 + 32 x copy     column = row / 32     byte of the cell = id + factor
//
// The id (sfa_id or sfb_id of the instruction descriptor) states which byte of the cell is the first factor of the
// instruction. If id + factor is 4 or more, the factor is in the next group of columns. A group has four columns for
// each atom of 128 rows. If D has layout B, different lanes multiply the two halves of N: the factors of B for half h
// are in sub-partitions 2h and 2h + 1.
//
// Source: CUTLASS include/cute/atom/mma_traits_sm100_frag.hpp tmem_sf_frg and include/cutlass/detail/
// sm100_blockscaled_layout.hpp @7107b055; PTX ISA 9.1, Tables 56 and 57 (vectors). PTX shows the places in figures
// only.
#pragma once

#include <tilescope/base/answer.h>
#include <tilescope/formats/smem.h>
#include <tilescope/hw/kinds.h>
#include <tilescope/hw/operand.h>
#include <tilescope/layout/tmem_layout.h>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope {

struct ScaleFactor {
    unsigned row, factor, batch = 0;
    friend bool operator==(const ScaleFactor&, const ScaleFactor&) = default;
};

// ---- shared and global memory ----

struct ScaleAtomRow {
    unsigned rows, factors, bytes;
    std::string_view padding;  // a note about sizes that are not a multiple of the atom
    std::string_view source;
    Certainty certainty;
};
inline constexpr ScaleAtomRow kScaleAtom = {
    128,
    4,
    512,
    "CUTLASS pads to whole atoms: 192 columns of B use the space of 256.",
    "CUTLASS sm100_blockscaled_layout.hpp Sm1xxBlockScaledConfig, MMA_N_SFB @7107b055; DeepGEMM",
    Certainty::confirmed};

// Return the rows and the factors, including the padding.
constexpr unsigned padded_rows(unsigned rows) {
    return (rows + kScaleAtom.rows - 1) / kScaleAtom.rows * kScaleAtom.rows;
}
constexpr unsigned padded_factors(unsigned factors) {
    return (factors + kScaleAtom.factors - 1) / kScaleAtom.factors * kScaleAtom.factors;
}

enum class ScaleOrder : std::uint8_t { rows_first, k_first };  // order of the atoms: shared memory, global memory

struct ScaleMemory {
    ScaleOrder order = ScaleOrder::rows_first;
    unsigned rows = 128, factors = 4, batches = 1;
    friend bool operator==(const ScaleMemory&, const ScaleMemory&) = default;
};

// Returns the size in bytes, including the padding.
std::uint64_t bytes_of(const ScaleMemory& memory);

// Returns the byte offset of a factor.
// Requires: the factor is in `memory` or in its padding.
std::uint64_t place_in_memory(const ScaleMemory& memory, const ScaleFactor& factor);

// Returns the factor that is stored at a byte, or nothing if the byte is padding or past the end.
std::optional<ScaleFactor> factor_at(const ScaleMemory& memory, std::uint64_t byte);

// ---- Tensor Memory ----

// A scale_vec qualifier: how many factors of each row one instruction reads.
struct ScaleVectorRow {
    std::string_view name, block;   // "scale_vec::2X", "block32"
    unsigned elements;              // elements of a row that share a factor
    bool k96;                       // for K = 96
    unsigned factors;               // factors for each row
    std::span<const unsigned> ids;  // the legal ids
    std::string_view source;
    Certainty certainty;
};
inline constexpr unsigned kAllIds[] = {0, 1, 2, 3}, kEvenIds[] = {0, 2}, kIdZero[] = {0};
inline constexpr std::string_view kScaleSource = "PTX ISA 9.1, Tables 43, 44 and 56";
inline constexpr std::string_view kScaleIdSource =
    "PTX ISA 9.1, Table 56 and figure captions; Table 44 prints 0 or 2 (contradiction X6)";

// clang-format off
inline constexpr ScaleVectorRow kScaleVectors[] = {
    {"scale_vec::1X", "block32", 32, false, 1, kAllIds,  kScaleSource,   Certainty::confirmed},
    {"scale_vec::2X", "block32", 32, false, 2, kEvenIds, kScaleSource,   Certainty::confirmed},
    {"scale_vec::4X", "block16", 16, false, 4, kIdZero,  kScaleIdSource, Certainty::confirmed},
    {"scale_vec::2X", "block32", 32, true,  3, kAllIds,  kScaleIdSource, Certainty::confirmed},
    {"scale_vec::4X", "block16", 16, true,  6, kEvenIds, kScaleIdSource, Certainty::confirmed},
};
// clang-format on

// Returns whether the kind accepts this vector. The factors of a row must cover the K of the kind exactly.
constexpr bool takes(const KindRow& kind, const ScaleVectorRow& vector) {
    if (!kind.block_scaled() || (vector.elements != 32 && !kind.ue4m3_factors)) return false;
    const unsigned k = vector.k96 ? kind.dense_k * 3 / 2 : kind.dense_k;
    return vector.factors * vector.elements == k;
}

// Returns the row with this name: "scale_vec::2X", "2X" or "block32". block32 is 1X for mxf8f6f4 and 2X for other
// kinds. Without a kind, returns the first row with the name.
// Errors: the kind has no such vector. The reason lists the vectors of the kind.
Answer<const ScaleVectorRow*> scale_vector_of(std::string_view name, bool k96, std::string_view kind = {});

// Returns whether the id is legal for the vector. A reason: "scale_vec::2X accepts id 0, 2, not 1".
Answer<void> takes_id(const ScaleVectorRow& vector, unsigned id);

// The factors of one instruction in one CTA. For A: the rows of M in this CTA. For B: all columns of N (each CTA of a
// pair has all of them).
struct ScaleLayout {
    Operand operand = Operand::a;
    const ScaleVectorRow* vector = &kScaleVectors[0];
    unsigned rows = 128;
    unsigned id = 0;
    unsigned base_column = 0;
    bool halves = false;  // the two halves of N are in different lanes: for B if D has layout B

    friend bool operator==(const ScaleLayout&, const ScaleLayout&) = default;
};

// Returns ScaleLayout::halves for an operand and a data path of D.
constexpr bool has_halves(Operand operand, const DataPathRow& path) {
    return operand == Operand::b && path.cta_group == 2 && path.banks == 2;
}

// Returns the layout of instruction `k_block` along K, if the factors of all instructions follow each other. Its column
// and its id differ from `first`.
ScaleLayout at_k_block(const ScaleLayout& first, unsigned k_block);

// Returns whether the layout is legal and fits in the `available` columns.
Answer<void> can_be_placed(const ScaleLayout& layout, unsigned available = kTmem.columns);

// Returns the cells of a factor, lowest lane first: four copies, or two with `halves`. `bit` is 8 x the byte of the
// cell. Returns no cells for a factor outside the layout.
TmemCells places(const ScaleLayout& layout, const ScaleFactor& factor);
std::optional<ScaleFactor> factor_at(const ScaleLayout& layout, const TmemCell& cell);

unsigned group_columns(const ScaleLayout& layout);  // columns of one group; if id + factor >= 4: the next group
unsigned columns_used(const ScaleLayout& layout);

// "SFA(33, 0): lanes 1, 33, 65, 97, column 1 (0 + 1), byte 2 (id 2 + 0)"
std::string explanation_of(const ScaleLayout& layout, const ScaleFactor& factor);

Grounds grounds_of(const ScaleLayout& layout);

// ---- from shared memory to Tensor Memory ----

// One tcgen05.cp.32x128b.warpx4. It copies one atom of a tile in shared memory to four columns of Tensor Memory. `word`
// is its shared-memory descriptor, without swizzle.
struct ScaleCopy {
    unsigned block = 0;
    std::uint64_t start = 0, lbo = 0, sbo = 0;  // in bytes
    unsigned column = 0;                        // first column of Tensor Memory
    std::uint64_t word = 0;
};
struct ScaleCopyRow {
    unsigned lbo, sbo;  // in bytes
    unsigned columns;   // columns of Tensor Memory for one atom
    std::string_view note, source;
    Certainty certainty;
};
inline constexpr ScaleCopyRow kScaleCopy = {
    16,
    128,
    4,
    "Other programs set lbo to 0: a block is one chunk wide, so lbo is not used.",
    "CUTLASS include/cute/atom/mma_traits_sm100.hpp get_utccp_smem_desc_tensor @7107b055",
    Certainty::confirmed};

// The properties of a target that matter for such copies.
struct ScaleCopyTarget {
    const Format* descriptors = &kSmem91;
    unsigned columns = kTmem.columns;
};

// Returns the copies of a tile, in the order of its atoms.
// Errors: the order of `tile` is not rows_first, a descriptor cannot store a start, or the columns do not fit in Tensor
// Memory.
Answer<std::vector<ScaleCopy>> scale_copies(const ScaleMemory& tile, std::uint64_t start, unsigned base_column,
                                            const ScaleCopyTarget& target = {});

}  // namespace tilescope
