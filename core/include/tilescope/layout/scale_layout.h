// core/include/tilescope/layout/scale_layout.h -- where scale factors lie, in memory and in Tensor Memory.
// SPDX-License-Identifier: MIT
//
// A factor is one byte; `row` is a row of A or a column of B, `factor` counts along K. Memory holds atoms of 128 rows
// by four factors, 512 bytes, in which rows 32 apart are neighbours:
//
//     byte = 16 x (row % 32) + 4 x (row / 32 % 4) + factor % 4        row 33, factor 2: 16 + 4 + 2 = 22
//
// so 16 bytes are what one lane of Tensor Memory gets: four cells of four factors. In shared memory atoms follow each
// other along the rows first, in global memory along K first, then rows, then batch. Ragged sizes are padded.
//
// In Tensor Memory every sub-partition of 32 lanes has a copy:
//
//     lane = row % 32 + 32 x copy     column = row / 32     byte of the cell = id + factor
//
// The id (sfa_id, sfb_id of the instruction descriptor) says where in the cell the instruction's factors begin. A byte
// past the fourth continues in the next group of columns, as many as the atoms of all rows have. Where D has layout B,
// the two halves of N are multiplied by different lanes: B's factors of half h lie in sub-partitions 2h and 2h + 1.
//
// Source: CUTLASS include/cute/atom/mma_traits_sm100_frag.hpp tmem_sf_frg and include/cutlass/detail/
// sm100_blockscaled_layout.hpp @7107b055; PTX ISA 9.1, Tables 56 and 57 (vectors). PTX draws the places in figures.
#pragma once

#include <tilescope/base/answer.h>
#include <tilescope/formats/smem.h>
#include <tilescope/hw/kinds.h>
#include <tilescope/hw/operand.h>
#include <tilescope/layout/tmem_layout.h>

#include <array>
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
    std::string_view padding;  // what is said about sizes that atoms do not divide
    std::string_view source;
    Certainty certainty;
};
inline constexpr ScaleAtomRow kScaleAtom = {
    128,
    4,
    512,
    "CUTLASS pads to whole atoms: 192 columns of B take the place of 256.",
    "CUTLASS sm100_blockscaled_layout.hpp Sm1xxBlockScaledConfig, MMA_N_SFB @7107b055; DeepGEMM",
    Certainty::confirmed};

// Rows and factors with their padding.
constexpr unsigned padded_rows(unsigned rows) {
    return (rows + kScaleAtom.rows - 1) / kScaleAtom.rows * kScaleAtom.rows;
}
constexpr unsigned padded_factors(unsigned factors) {
    return (factors + kScaleAtom.factors - 1) / kScaleAtom.factors * kScaleAtom.factors;
}

enum class ScaleOrder : std::uint8_t { rows_first, k_first };  // of atoms: shared memory, global memory

struct ScaleMemory {
    ScaleOrder order = ScaleOrder::rows_first;
    unsigned rows = 128, factors = 4, batches = 1;
    friend bool operator==(const ScaleMemory&, const ScaleMemory&) = default;
};

std::uint64_t bytes_of(const ScaleMemory& memory);  // padding included

// Byte from the start. Requires: a factor of `memory`; places in the padding have bytes too.
std::uint64_t place_in_memory(const ScaleMemory& memory, const ScaleFactor& factor);

// Nothing for padding and past the end.
std::optional<ScaleFactor> factor_at(const ScaleMemory& memory, std::uint64_t byte);

// ---- Tensor Memory ----

// What one instruction takes of each row, by its scale_vec qualifier.
struct ScaleVectorRow {
    std::string_view name, block;  // "scale_vec::2X", "block32"
    unsigned elements;             // of a row that share a factor
    bool k96;                      // the form of K = 96
    unsigned factors;              // of a row
    std::span<const unsigned> ids;
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

// Whether the kind takes vectors of this size: as many factors as the elements of a row need.
constexpr bool takes(const KindRow& kind, const ScaleVectorRow& vector) {
    if (!kind.block_scaled() || (vector.elements != 32 && !kind.ue4m3_factors)) return false;
    const unsigned k = vector.k96 ? kind.dense_k * 3 / 2 : kind.dense_k;
    return vector.factors * vector.elements == k;
}

// "scale_vec::2X", "2X" or "block32"; the refusal names what there is. block32 is 1X for mxf8f6f4 and 2X for the
// others; without a kind the first row counts.
Answer<const ScaleVectorRow*> scale_vector_of(std::string_view name, bool k96, std::string_view kind = {});

// A refusal: "scale_vec::2X takes id 0, 2, not 1".
Answer<void> takes_id(const ScaleVectorRow& vector, unsigned id);

// The factors of one instruction in one CTA: M of this CTA for A; all of N for B, also in each CTA of a pair.
struct ScaleLayout {
    Operand operand = Operand::a;
    const ScaleVectorRow* vector = &kScaleVectors[0];
    unsigned rows = 128;
    unsigned id = 0;
    unsigned base_column = 0;
    bool halves = false;  // B where D has layout B

    friend bool operator==(const ScaleLayout&, const ScaleLayout&) = default;
};

// The layout for B that goes with a data path of D.
constexpr bool has_halves(Operand operand, const DataPathRow& path) {
    return operand == Operand::b && path.cta_group == 2 && path.banks == 2;
}

// The k-th instruction of a tile whose factors follow each other: its first column and its id.
ScaleLayout at_k_block(const ScaleLayout& first, unsigned k_block);

Answer<void> can_be_placed(const ScaleLayout& layout, unsigned available = kTmem.columns);

// All copies, the lowest lane first: four, or two in each half. `bit` is 8 x the byte of the cell. None outside.
TmemCells places(const ScaleLayout& layout, const ScaleFactor& factor);
std::optional<ScaleFactor> factor_at(const ScaleLayout& layout, const TmemCell& cell);

unsigned group_columns(const ScaleLayout& layout);  // from a byte past the fourth to its continuation
unsigned columns_used(const ScaleLayout& layout);

// "SFA(33, 0): lanes 1, 33, 65, 97, column 1 (0 + 1), byte 2 (id 2 + 0)"
std::string explanation_of(const ScaleLayout& layout, const ScaleFactor& factor);

Grounds grounds_of(const ScaleLayout& layout);

// ---- from shared memory to Tensor Memory ----

// One tcgen05.cp.32x128b.warpx4: an atom of a shared-memory tile goes to four columns. The word is a shared-memory
// descriptor without swizzle.
struct ScaleCopy {
    unsigned block = 0;
    std::uint64_t start = 0, lbo = 0, sbo = 0;  // bytes, as in the descriptor
    unsigned column = 0;                        // of Tensor Memory
    std::uint64_t word = 0;
};
struct ScaleCopyRow {
    unsigned lbo, sbo;  // bytes
    unsigned columns;   // of Tensor Memory, for one atom
    std::string_view note, source;
    Certainty certainty;
};
inline constexpr ScaleCopyRow kScaleCopy = {
    16,
    128,
    4,
    "Others write lbo 0: a block is one chunk wide, so nothing steps over it.",
    "CUTLASS include/cute/atom/mma_traits_sm100.hpp get_utccp_smem_desc_tensor @7107b055",
    Certainty::confirmed};

// What a target has for such copies: the table of their descriptors, and columns of Tensor Memory.
struct ScaleCopyTarget {
    const Format* descriptors = &kSmem91;
    unsigned columns = kTmem.columns;
};

// Every copy of a tile, in the order of its atoms. Requires of `tile`: rows first. Refuses a start that a descriptor
// cannot hold, and columns past the end of Tensor Memory.
Answer<std::vector<ScaleCopy>> scale_copies(const ScaleMemory& tile, std::uint64_t start, unsigned base_column,
                                            const ScaleCopyTarget& target = {});

}  // namespace tilescope
