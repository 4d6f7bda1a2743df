// core/include/tilescope/layout/tmem_layout.h -- the Tensor Memory cells of D, and of A.
// SPDX-License-Identifier: MIT
//
// The Tensor Memory of a CTA has 128 lanes x 512 columns of 32-bit cells (576 columns on sm_107, hw/archs.h). M, the
// number of CTAs and .ws select one of seven placements. PTX calls them data path layouts A to G. They differ in three
// numbers:
//
//     rows    rows of D in one CTA; the other CTA of a pair has the other rows
//     banks   N is cut into this many parts, in different lanes ("2x2": 2, "1x4": 4)
//     half    whether rows use only 16 of each 32 lanes, the lower or the upper 16
//
// Example 1: layout E (M = 64 with .ws), N = 128, element (3, 70). Two banks, so 64 columns in each bank:
//
//     lanes   0..63   row 0..63, n  0..63          bank = 70 / 64 = 1
//     lanes  64..127  row 0..63, n 64..127         lane = 3 + 64 x 1 = 67, column = 70 % 64 = 6
//
// Example 2: layout F (M = 64 without .ws), row 17. It is the second row of the second group of 16 rows, so
// lane = 32 x 1 + 1 = 33. Lanes 16..31, 48..63, ... are free for another tile (lane_half 16).
//
// Each element of D has one cell, even if it has 16 bits. A is packed: a cell has two 16-bit elements, four 8-bit
// containers, or eight fp4 elements of the mxf4 kinds. A row of A is in the lane of the same row of D. If D has banks,
// each bank needs all of A; places() then returns one cell for each bank.
//
// Source: PTX ISA 9.1, Data Path Layout Organization (which layout). The manual shows the placements in figures only;
// they are taken from CUTLASS include/cute/atom/mma_traits_sm100_frag.hpp tmem_frg and tmem_frg_ws @7107b055.
#pragma once

#include <tilescope/base/answer.h>
#include <tilescope/hw/memory.h>
#include <tilescope/hw/operand.h>
#include <tilescope/layout/smem_layout.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope {

// Whether a placement is for forms with a qualifier (yes), without it (no), or both (any).
enum class FormNeed : std::uint8_t { any, yes, no };

// One placement.
struct DataPathRow {
    std::string_view name, organisation;
    unsigned m, cta_group;
    FormNeed ws, sparse;
    unsigned banks;                   // parts of N in different lanes
    bool half;                        // the first lane can be 0 or 16 (lane_half); false: only 0
    Certainty a_copies;               // certainty that every bank has all of A; matters if there are banks
    std::string_view note, a_source;  // note: the uncertain part; a_source: for the place of A
    std::string_view source;
    Certainty certainty;  // certainty of the lanes
};

inline constexpr std::string_view kDataPathSource =
    "PTX ISA 9.1, Data Path Layout Organization; CUTLASS tmem_frg @7107b055";
inline constexpr std::string_view kDataPathWsSource =
    "PTX ISA 9.1, Data Path Layout Organization; CUTLASS tmem_frg_ws @7107b055";
inline constexpr std::string_view kDuplicatedSource = "CUTLASS TmemAllocMode::Duplicated @7107b055";
inline constexpr std::string_view kReplicatedSource = "third-party simulator of tcgen05; CUTLASS has no .ws operation";
inline constexpr std::string_view kLayoutCNote =
    "Assumption: layout C has the same lanes as layout F. The manual shows these lanes only in a figure, and CUTLASS "
    "has no such form.";
inline constexpr std::string_view kReplicatedNote =
    "The only source is a simulator: with .ws, every bank has a copy of A.";

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

// The properties of an instruction that select its data path layout.
struct TmemForm {
    unsigned m = 128, cta_group = 1;
    bool ws = false, sparse = false;
};
// Returns the data path layout of the form.
// Errors: there is none. The reason lists the legal M.
Answer<const DataPathRow*> data_path_of(const TmemForm& form);

// A place in Tensor Memory. `bit` is the first bit of the element inside its 32-bit cell.
struct TmemCell {
    unsigned cta = 0, lane = 0, column = 0, bit = 0;
    friend bool operator==(const TmemCell&, const TmemCell&) = default;
};

// All cells of one element: the first cell, then its copies.
struct TmemCells {
    std::array<TmemCell, 4> cells{};
    unsigned count = 0;

    const TmemCell* begin() const { return cells.data(); }
    const TmemCell* end() const { return cells.data() + count; }
    const TmemCell& operator[](unsigned i) const { return cells[i]; }
    bool empty() const { return count == 0; }
    void add(const TmemCell& cell) { cells[count++] = cell; }
};

// How Tensor Memory stores an element of A. Each element has a container. (In shared memory, elements of 4 and 6 bits
// are at the start of their chunk, without gaps between them.)
struct TmemPacking {
    unsigned element_bits, container_bits;  // as in kElementTypes
    unsigned first_bit;                     // first bit of the element in its container
    std::string_view doc, source;
    Certainty certainty;
};
const TmemPacking& packing_of(const ElementType& type);

enum class TmemOperand : std::uint8_t { d, a };

// How certain a placement is. `note` is a sentence about the part that is not confirmed; empty if all is confirmed.
struct Grounds {
    Certainty certainty = Certainty::confirmed;
    std::string note;
};

struct TmemLayout {
    TmemOperand operand = TmemOperand::d;
    const DataPathRow* path = &kDataPaths[3];
    unsigned columns = 8;  // for D: N; for A: the stored K (half of the logical K if A is sparse)
    unsigned bits = 32;    // for D: bits of an element, 16 or 32
    const ElementType* type = &kElementTypes[0];  // for A
    unsigned base_column = 0;                     // the column of the address in the instruction
    unsigned lane_half = 0;                       // layouts C and F: 0 or 16, the same for A, D and metadata

    friend bool operator==(const TmemLayout&, const TmemLayout&) = default;
};

// Returns whether `used` columns from column `base` on fit in the `available` columns of the target. Also used for
// scale factors and metadata.
Answer<void> columns_fit(std::uint64_t used, std::uint64_t base, unsigned available = kTmem.columns);

// Returns whether the layout fits in Tensor Memory.
// Errors: N is not a multiple of the number of banks, lane_half is not legal for the layout, or the columns do not fit.
Answer<void> can_be_placed(const TmemLayout& layout, unsigned available = kTmem.columns);

// Returns the cells of D(row, column) or A(row, k). Returns no cells for an element outside the operand. Rows count
// through both CTAs of a pair.
//   places({.path = E, .columns = 128}, {3, 70}) is {cta 0, lane 67, column 6, bit 0}
TmemCells places(const TmemLayout& layout, Element element);

// Walks the elements of a row, by column: the same cells as places() gives, in less time.
//   for (RowWalk at(layout, row); !at.ended(); at.next()) read(at.cells());
class RowWalk {
public:
    // The layout must outlive the walk.
    RowWalk(const TmemLayout& layout, unsigned row);

    bool ended() const { return column_ >= layout_.columns; }
    const TmemCells& cells() const { return cells_; }
    void next() {
        ++column_;
        if (++in_run_ == run_) return begin_run();
        for (unsigned copy = 0; copy < cells_.count; ++copy) ++cells_.cells[copy].column;
    }

private:
    void begin_run();

    const TmemLayout& layout_;
    unsigned row_, run_, column_ = 0, in_run_ = 0;  // each element of a run is one cell after the last
    TmemCells cells_;
};

// Returns the element that contains the bit of a cell. Returns nothing for free lanes, for other columns and for bits
// that the type does not use.
std::optional<Element> element_at(const TmemLayout& layout, const TmemCell& cell);

unsigned ctas(const TmemLayout& layout);
unsigned row_count(const TmemLayout& layout);
unsigned columns_used(const TmemLayout& layout);  // number of columns of Tensor Memory, from base_column on

// Returns "D(3, 70): CTA 0, lane 67 (3 + 64 x 1), column 6 (0 + 6); layout E, 2x2".
std::string explanation_of(const TmemLayout& layout, Element element);

Grounds grounds_of(const TmemLayout& layout);

// ---- the operands that an instruction can have in Tensor Memory ----

// An operand in Tensor Memory. The instruction has an address for each of them. `id` is the key in session files and
// edits.
enum class TmemPlace : std::uint8_t { d, a, sfa, sfb, meta };
inline constexpr std::size_t kTmemPlaceCount = 5;
struct TmemPlaceRow {
    TmemPlace place;
    std::string_view id, title;
};
inline constexpr TmemPlaceRow kTmemPlaces[kTmemPlaceCount] = {{TmemPlace::d, "tmem_d", "D"},
                                                              {TmemPlace::a, "tmem_a", "A"},
                                                              {TmemPlace::sfa, "tmem_sfa", "SFA"},
                                                              {TmemPlace::sfb, "tmem_sfb", "SFB"},
                                                              {TmemPlace::meta, "tmem_meta", "metadata"}};
constexpr const TmemPlaceRow& row_of(TmemPlace place) { return kTmemPlaces[static_cast<std::size_t>(place)]; }
constexpr TmemPlace scales_place(Operand o) { return pick(o, TmemPlace::sfa, TmemPlace::sfb); }

}  // namespace tilescope
