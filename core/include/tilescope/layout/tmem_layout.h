// core/include/tilescope/layout/tmem_layout.h -- where D, and an A that lies in Tensor Memory, have their elements.
// SPDX-License-Identifier: MIT
//
// Tensor Memory of a CTA is 128 lanes of 512 cells of 32 bits (576 on sm_107, hw/archs.h). M, the CTAs that work
// together and .ws choose one of seven placements, which PTX calls data paths A to G. They differ in three numbers:
//
//     rows    of D in one CTA               the other CTA of a pair has the rest
//     banks   parts of N above each other   "2x2" has two, "1x4" has four
//     half    whether rows take only 16 of each 32 lanes, the lower or the upper ones
//
// Worked example, layout E (M = 64 with .ws), N = 128, element (3, 70). Two banks, so 64 columns a bank:
//     bank = 70 / 64 = 1, lane = 3 + 64 x 1 = 67, column = 70 % 64 = 6.
//
//     lanes   0..63   row 0..63, n  0..63          Layout F (M = 64 without .ws) instead: row 17 is the second row of
//     lanes  64..127  row 0..63, n 64..127         its second group of 16, so lane = 32 x 1 + 1 = 33; lanes 16..31,
//                                                  48..63, ... are free for another tile (lane_half 16).
//
// D has one cell an element, also where it is 16 bits wide. A is packed: 16-bit elements two to a cell, 8-bit
// containers four, fp4 of the mxf4 kinds eight; the rows of A lie in the lanes of the rows of D. Where D has banks,
// each bank needs the whole A: places() then gives one cell a bank.
//
// Source: PTX ISA 9.1, Data Path Layout Organization (which one); the manual only draws the placements, they are those
// of CUTLASS include/cute/atom/mma_traits_sm100_frag.hpp tmem_frg and tmem_frg_ws @7107b055.
#pragma once

#include <tilescope/base/answer.h>
#include <tilescope/hw/memory.h>
#include <tilescope/layout/smem_layout.h>

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace tilescope {

// One row per placement; `ws` and `sparse` say which forms of the instruction it is for.
enum class FormNeed : std::uint8_t { any, yes, no };

struct DataPathRow {
    std::string_view name, organisation;
    unsigned m, cta_group;
    FormNeed ws, sparse;
    unsigned banks;                   // parts of N that lie above each other in the lanes
    bool half;                        // lane alignment 0 or 16; without it 0
    Certainty a_copies;               // that every bank holds all of A; counts where there are banks
    std::string_view note, a_source;  // what is doubtful; who says where A goes
    std::string_view source;
    Certainty certainty;  // of the lanes
};

inline constexpr std::string_view kDataPathSource =
    "PTX ISA 9.1, Data Path Layout Organization; CUTLASS tmem_frg @7107b055";
inline constexpr std::string_view kDataPathWsSource =
    "PTX ISA 9.1, Data Path Layout Organization; CUTLASS tmem_frg_ws @7107b055";
inline constexpr std::string_view kDuplicatedSource = "CUTLASS TmemAllocMode::Duplicated @7107b055";
inline constexpr std::string_view kReplicatedSource = "third-party simulator of tcgen05; CUTLASS has no .ws operation";
inline constexpr std::string_view kLayoutCNote =
    "The lanes of layout C are those of layout F by analogy: the manual only draws them and CUTLASS has no such form.";
inline constexpr std::string_view kReplicatedNote = "That A with .ws lies in every bank is said by a simulator only.";

// clang-format off
inline constexpr DataPathRow kDataPaths[] = {
    //name organis.      M   ctas  ws             sparse         banks half  copies of A            note             source of A
    {"A", "4x1",        256, 2, FormNeed::no,  FormNeed::any, 1, false, Certainty::confirmed, {},              kDataPathSource,   kDataPathSource,   Certainty::confirmed},
    {"B", "2x2",        128, 2, FormNeed::no,  FormNeed::no,  2, false, Certainty::confirmed, {},              kDuplicatedSource, kDataPathSource,   Certainty::confirmed},
    {"C", "4x1 half",   128, 2, FormNeed::no,  FormNeed::yes, 1, true,  Certainty::secondary, kLayoutCNote,    kDataPathSource,   "PTX ISA 9.1, Data Path Layout Organization (a figure)", Certainty::secondary},
    {"D", "4x1",        128, 1, FormNeed::any, FormNeed::any, 1, false, Certainty::confirmed, {},              kDataPathSource,   kDataPathSource,   Certainty::confirmed},
    {"E", "2x2",         64, 1, FormNeed::yes, FormNeed::any, 2, false, Certainty::secondary, kReplicatedNote, kReplicatedSource, "PTX ISA 9.4, data path table (9.1 prints 2x3); CUTLASS tmem_frg_ws @7107b055", Certainty::confirmed},
    {"F", "4x1 half",    64, 1, FormNeed::no,  FormNeed::any, 1, true,  Certainty::confirmed, {},              kDataPathSource,   kDataPathSource,   Certainty::confirmed},
    {"G", "1x4",         32, 1, FormNeed::yes, FormNeed::any, 4, false, Certainty::secondary, kReplicatedNote, kReplicatedSource, kDataPathWsSource, Certainty::confirmed},
};
// clang-format on

constexpr unsigned rows_per_cta(const DataPathRow& path) { return path.m / path.cta_group; }

// What of an instruction decides about its data path.
struct TmemForm {
    unsigned m = 128, cta_group = 1;
    bool ws = false, sparse = false;
};
Answer<const DataPathRow*> data_path_of(const TmemForm& form);

// bit: the first bit of the element inside its 32-bit cell.
struct TmemCell {
    unsigned cta = 0, lane = 0, column = 0, bit = 0;
    friend bool operator==(const TmemCell&, const TmemCell&) = default;
};

// All cells of one element: the canonical one, then its copies.
struct TmemCells {
    std::array<TmemCell, 4> cells{};
    unsigned count = 0;

    const TmemCell* begin() const { return cells.data(); }
    const TmemCell* end() const { return cells.data() + count; }
    const TmemCell& operator[](unsigned i) const { return cells[i]; }
    bool empty() const { return count == 0; }
    void add(const TmemCell& cell) { cells[count++] = cell; }
};

// How an element of A lies in Tensor Memory. In shared memory small elements begin their chunk without gaps; here each
// has its own container.
struct TmemPacking {
    unsigned element_bits, container_bits;  // as in kElementTypes
    unsigned first_bit;                     // of the element in its container
    std::string_view doc, source;
    Certainty certainty;
};
std::span<const TmemPacking> tmem_packings();
const TmemPacking& packing_of(const ElementType& type);

enum class TmemOperand : std::uint8_t { d, a };

// How well a placement is known, and the sentence about what is not confirmed (empty where everything is).
struct Grounds {
    Certainty certainty = Certainty::confirmed;
    std::string note;
};

struct TmemLayout {
    TmemOperand operand = TmemOperand::d;
    const DataPathRow* path = &kDataPaths[3];
    unsigned columns = 8;  // D: N. A: K as stored, which is half of the logical K where A is sparse
    unsigned bits = 32;    // D: of an element, 16 or 32
    const ElementType* type = &kElementTypes[0];  // A
    unsigned base_column = 0;                     // of the address in the instruction
    unsigned lane_half = 0;                       // layouts C and F: 0 or 16. A, D and metadata must have the same one

    friend bool operator==(const TmemLayout&, const TmemLayout&) = default;
};

// Whether so many columns from a base on exist, of those `available` on the target. Scale factors and metadata ask here
// as well.
Answer<void> columns_fit(std::uint64_t used, std::uint64_t base, unsigned available = kTmem.columns);

// Whether the layout fits into Tensor Memory. Refused are: N that cannot be cut into banks, a lane half where
// there is none, columns past the end.
Answer<void> can_be_placed(const TmemLayout& layout, unsigned available = kTmem.columns);

// Every cell of D(row, column) or A(row, k); none outside the operand. Rows count through both CTAs of a pair.
//   places({.path = E, .columns = 128}, {3, 70}) is {cta 0, lane 67, column 6, bit 0}
TmemCells places(const TmemLayout& layout, Element element);

// The element that has the cell's bit, or nothing: free lanes, other columns, bits that the type does not use.
std::optional<Element> element_at(const TmemLayout& layout, const TmemCell& cell);

unsigned ctas(const TmemLayout& layout);
unsigned row_count(const TmemLayout& layout);
unsigned columns_used(const TmemLayout& layout);  // of Tensor Memory, from base_column on

// "D(3, 70): CTA 0, lane 67 (3 + 64 x 1), column 6 (0 + 6); layout E, 2x2"
std::string explanation_of(const TmemLayout& layout, Element element);

Grounds grounds_of(const TmemLayout& layout);

}  // namespace tilescope
