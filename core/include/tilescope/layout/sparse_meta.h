// core/include/tilescope/layout/sparse_meta.h -- sparsity metadata: what a code keeps, and the places of codes.
// SPDX-License-Identifier: MIT
//
// A sparse A stores half of its elements. A code of 4 bits selects them for each group: two positions of 2 bits. The
// low bits are the first position. Example for 2:4: code 0b1001 keeps positions 0b01 = 1 and 0b10 = 2 of the four
// elements:
//
//     logical    a b c d          stored    b c          code 0b10 01
//
// 0b0110 keeps the same elements and stores them in the other order. 4:8 (the mxf4 kinds) selects pairs of elements.
// 1:2 (tf32) selects both halves of one element: 0b0100 keeps element 0, 0b1110 keeps element 1.
//
// A column of Tensor Memory has eight codes of a row. For tf32 and f16, rows r and r + 8 share a cell:
//
//     code c of row r    lane = r % 8 + 8 x (c / 4) + 16 x (r / 16)    bit = 4 x (c % 4) + 16 x (r / 8 % 2)
//     f16, row 9, c = 5  lane = 1 + 8 = 9                              bit = 4 + 16 = 20
//
// For the other kinds, each row has its lane: lane = r, column = c / 8, bit = 4 x (c % 8).
//
// Source: PTX ISA 9.1, Sparse Matrices (codes). The manual shows the places in figures only; they are taken from
// CUTLASS include/cute/atom/mma_traits_sm100_frag.hpp tmem_e_frg and tmem_e_frg_ws @7107b055.
#pragma once

#include <tilescope/base/answer.h>
#include <tilescope/hw/kinds.h>
#include <tilescope/hw/measurements.h>
#include <tilescope/layout/tmem_layout.h>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope {

// ---- codes ----

struct SparseCode {
    unsigned code;
    std::array<unsigned, 2> kept;  // kept positions in stored order, counted in units of the grain
};

// A granularity of sparsity.
struct SparseGrain {
    std::string_view name;  // kept elements : elements of a group
    unsigned group;         // logical elements for one code
    unsigned unit;          // elements that are kept or dropped together
    unsigned kept_units;
    std::span<const SparseCode> codes;  // all legal codes
    std::string_view source;
    Certainty certainty;
};

// clang-format off
inline constexpr SparseCode kFourCodes[] = {
    {0b0100, {0, 1}}, {0b1000, {0, 2}}, {0b1100, {0, 3}}, {0b1001, {1, 2}}, {0b1101, {1, 3}}, {0b0110, {2, 1}}, {0b1110, {2, 3}},
};
inline constexpr SparseCode kTwoCodes[] = {{0b0100, {0, 0}}, {0b1110, {1, 0}}};
inline constexpr std::string_view kCodeSource = "PTX ISA 9.1, 9.7.16.10.8, Sparse Matrices";

inline constexpr SparseGrain kSparseGrains[] = {
    // name group unit kept
    {"1:2", 2, 1, 1, kTwoCodes,  kCodeSource, Certainty::confirmed},
    {"2:4", 4, 1, 2, kFourCodes, kCodeSource, Certainty::confirmed},
    {"4:8", 8, 2, 2, kFourCodes, kCodeSource, Certainty::confirmed},
};
// clang-format on

constexpr const SparseGrain* find_grain(std::string_view name) {
    return row_with(kSparseGrains, name, &SparseGrain::name);
}

// The positions of the kept elements in their group, in the order in which the elements are stored.
struct KeptPositions {
    std::array<unsigned, 4> at{};
    unsigned count = 0;

    const unsigned* begin() const { return at.data(); }
    const unsigned* end() const { return at.data() + count; }
    friend bool operator==(const KeptPositions&, const KeptPositions&) = default;
};

// Returns the positions that a code keeps.
// Errors: the code is not legal. The reason lists the legal codes.
Answer<KeptPositions> kept_by(const SparseGrain& grain, unsigned code);

// Returns the code that keeps these positions in this order.
// Errors: no code does. The reason lists the positions of all codes.
Answer<unsigned> code_for(const SparseGrain& grain, std::span<const unsigned> positions);

// ---- any code, as wgmma takes it ----

// wgmma takes each half of a code as an index of its own, even if both are equal or in falling order, and no code stops
// it. 2:4: the stored elements 0 and 1 meet the elements code & 3 and code >> 2 of B. 1:2: the indices count 16-bit
// halves of the two elements of B. The word of B that is multiplied has half code & 3 as its low half and half
// code >> 2 as its high half. For legal codes this is what kept_by() says.
inline constexpr Certainty kAnyCode = measured("sparse-codes");

// Returns the word of B that the stored element `stored` of a group meets. Requires: 1:2 or 2:4, `stored` is below the
// stored elements of a group, and `b` has the elements of the group.
std::uint32_t word_met(const SparseGrain& grain, unsigned code, unsigned stored, std::span<const std::uint32_t> b);

// A logical position, and the word of B that the element of A there meets.
struct MetWord {
    unsigned at;
    std::uint32_t word;
};
// Returns what the elements of a row of A meet in a row of B, in stored order. Without a grain A is dense. Requires:
// each group of `b` has a code, which is legal or one of 1:2 or 2:4.
std::vector<MetWord> words_met(const SparseGrain* grain, std::span<const std::uint8_t> codes,
                               std::span<const std::uint32_t> b);

// Returns the positions of the elements that the stored elements meet (1:2: the element with the high half).
KeptPositions positions_met(const SparseGrain& grain, unsigned code);

// "code 0b0000 keeps elements 0 and 0", "code 0b0001 makes a word of half 1 and half 0 of the two elements of B".
std::string meeting_text(const SparseGrain& grain, unsigned code);

// ---- Tensor Memory ----

struct MetaRow {
    std::string_view name;  // the value of KindRow::metadata
    const SparseGrain* grain;
    unsigned k;        // logical K of one instruction
    unsigned columns;  // columns of Tensor Memory for one instruction
    bool paired;       // rows r and r + 8 share cells; the selector selects one of two columns
    bool ws;           // has a .ws form
    std::string_view source;
    Certainty certainty;
};

inline constexpr std::string_view kMetaSource = "CUTLASS tmem_e_frg, tmem_e_frg_ws @7107b055; PTX has figures";

// clang-format off
inline constexpr MetaRow kMetaRows[] = {
    // name   codes             K  columns paired ws
    {"tf32",    &kSparseGrains[0],  16, 1, true,  true,  kMetaSource, Certainty::confirmed},
    {"f16",     &kSparseGrains[1],  32, 1, true,  true,  kMetaSource, Certainty::confirmed},
    {"8-bit",   &kSparseGrains[1],  64, 2, false, true,  kMetaSource, Certainty::confirmed},
    {"mxf8",    &kSparseGrains[1],  64, 2, false, false, kMetaSource, Certainty::confirmed},
    {"mxf4",    &kSparseGrains[2], 128, 2, false, false, kMetaSource, Certainty::confirmed},
};
// clang-format on

// Returns the row of a kind, or null if the kind has no sparse form.
constexpr const MetaRow* meta_of_kind(std::string_view kind) {
    const std::string_view name = kind_or_none(kind).metadata;
    return row_with(kMetaRows, name, &MetaRow::name);
}

// The metadata of one instruction.
struct MetaLayout {
    const MetaRow* kind = &kMetaRows[1];
    const DataPathRow* path = &kDataPaths[3];  // the data path of the sparse form
    bool ws = false;
    unsigned base_column = 0;
    unsigned selector = 0;  // sparsity_selector of the instruction descriptor

    friend bool operator==(const MetaLayout&, const MetaLayout&) = default;
};

// Returns whether the layout is legal and fits in the `available` columns.
Answer<void> can_be_placed(const MetaLayout& layout, unsigned available = kTmem.columns);

// Returns the first bit of the metadata for A(row, logical k), then the same bit in each copy (only .ws has copies).
// The two elements of a pair (4:8) share their bits. Returns no cells for an element outside A. Returns no cells if the
// place is not known: M = 64 without .ws, M = 128 of a pair of CTAs, selectors 2 and 3.
TmemCells places(const MetaLayout& layout, Element element);

// Returns the first element whose metadata contains the bit of the cell.
std::optional<Element> element_at(const MetaLayout& layout, const TmemCell& cell);

unsigned row_count(const MetaLayout& layout);
unsigned columns_used(const MetaLayout& layout);

// "metadata of A(9, 20): code 5 of its row, CTA 0, lane 9, column 0, bits 20 to 23"
std::string explanation_of(const MetaLayout& layout, Element element);

Grounds grounds_of(const MetaLayout& layout);

}  // namespace tilescope
