// core/include/tilescope/layout/tmem_view.h -- everything that lies in Tensor Memory, and what lies in one cell of it.
// SPDX-License-Identifier: MIT
//
// D, an A that is read from there, scale factors and metadata each begin at the column that the instruction names. A
// wrong address is drawn all the same: lanes that a placement does not have are drawn as lane 0, columns past the end
// are cut off, and the region says why.
#pragma once

#include <tilescope/layout/scale_layout.h>
#include <tilescope/layout/sparse_meta.h>
#include <tilescope/layout/tmem_layout.h>
#include <tilescope/layout/tmem_place.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tilescope {

// The factors of a whole tile: those of its first instruction, then of every one along K.
struct TileScales {
    ScaleLayout first;
    unsigned blocks = 1;        // instructions along K
    unsigned ctas = 1;          // A has its rows in both CTAs of a pair, B all of its factors in each
    unsigned k_per_factor = 0;  // logical

    unsigned factors() const { return blocks * first.vector->factors; }
    unsigned rows() const { return OperandPair<unsigned>{first.rows * ctas, first.rows}[first.operand]; }
    friend bool operator==(const TileScales&, const TileScales&) = default;
};

// Every cell of a factor, all copies, CTA by CTA; none outside. `factor` counts along the K of the tile.
std::vector<TmemCell> places(const TileScales& scales, const ScaleFactor& factor);
std::optional<ScaleFactor> factor_at(const TileScales& scales, const TmemCell& cell);
unsigned columns_used(const TileScales& scales);

// The tile in shared memory that tcgen05.cp copies from: of one CTA, atoms along the rows first. It begins with byte 0
// of a cell, so factor t of the tile is factor id + t there.
ScaleMemory memory_of(const TileScales& scales);
std::uint64_t memory_byte(const TileScales& scales, const ScaleFactor& factor);

// Where an operand lies, in each of so many CTAs. Columns first to last, none where there is nothing to place.
struct TmemRegion {
    TmemPlace place = TmemPlace::d;
    unsigned ctas = 1;
    unsigned first = 0, columns = 0;
    std::string lanes;    // "0 to 127", "0 to 15 of each 32"
    std::string summary;  // "128 x 96 f32"
    Grounds grounds;
    std::string why_not;  // not empty: the hardware cannot have it so; drawn as far as it can be

    unsigned end() const { return first + columns; }
};

struct TmemView {
    const DataPathRow* path = nullptr;
    std::string none;          // why nothing lies in Tensor Memory: Hopper, or a form without a data path
    std::string path_summary;  // "layout D (4x1): M 128, one CTA"
    std::optional<TmemLayout> d, a;
    std::optional<TileScales> sfa, sfb;
    std::optional<MetaLayout> meta;
    std::string no_a, no_scales, no_meta;  // why the form has none: "f16 has no scale factors."
    std::vector<TmemRegion> regions;       // in the order of kTmemPlaces, those that the form has
    unsigned ctas = 1;
    unsigned a_rows = 128;  // in which elements of A count their rows: of one CTA where A is in shared memory
    unsigned columns = kTmem.columns;  // that the target has
    unsigned next_free = 0;            // the first column from which on nothing lies; `columns`: none is left

    const TmemRegion* region(TmemPlace place) const {
        for (const TmemRegion& r : regions)
            if (r.place == place) return &r;
        return nullptr;
    }
    // Why the form has no such operand, else empty.
    const std::string& missing(TmemPlace place) const;
    const std::optional<TileScales>& scales(Operand operand) const { return pick(operand, sfa, sfb); }
};

// Something in a cell: an element of D or A, a factor (row, factor), or a code of metadata (row, first logical k).
struct TmemThing {
    TmemPlace place = TmemPlace::d;
    int row = 0, column = 0;
    unsigned first_bit = 0, bits = 32;
    friend bool operator==(const TmemThing&, const TmemThing&) = default;
};

// Whether a cell belongs to an operand; `bit` is ignored.
bool lies_in(const TmemView& view, TmemPlace place, const TmemCell& cell);

// Whether two operands have the same bits of a cell. Different bytes of one are no conflict.
bool has_conflict(const TmemView& view, const TmemCell& cell);

// All of them, lowest bit first, operand by operand; several where regions overlap.
std::vector<TmemThing> things_in(const TmemView& view, const TmemCell& cell);

// The cells of a metadata code, copies included.
TmemCells places(const TmemView& view, const TmemThing& code);

// Stored elements of A that one code speaks about.
constexpr unsigned stored_per_code(const MetaLayout& meta) { return meta.kind->grain->group / 2; }

// "D[5][17]", "SFA[33][2]", "metadata of A[9][20..23]"
std::string name_of(const TmemView& view, const TmemThing& thing);

// 0xLLLLCCCC, as an instruction names it.
constexpr std::uint32_t tmem_address(const TmemCell& cell) { return cell.lane << 16 | cell.column; }

// What one code of four bits keeps: a line of the legend. Positions in stored order.
struct CodeMeaning {
    unsigned code = 0;
    bool legal = false;
    std::string bits;      // "0100"
    std::string sentence;  // "keeps 0 and 1", or why it means nothing
    KeptPositions kept;
};
std::vector<CodeMeaning> code_meanings(const SparseGrain& grain);

// "code 2: k 8 to 11, stored 4 and 5, lane 9, column 416, bits 8 to 11": the codes of one row of A.
std::vector<std::string> code_lines(const TmemView& view, unsigned row);

}  // namespace tilescope
