// core/include/tilescope/layout/tmem_view.h -- all operands in Tensor Memory, and the contents of one cell.
// SPDX-License-Identifier: MIT
//
//     columns  0 ........ 127   128 .. 131   132 .. 135
//                    D             SFA          SFB
//
// D, A (if it is in Tensor Memory), scale factors and metadata each start at the column of their address in the
// instruction. The program draws a wrong address too: a lane that the placement does not have is drawn as lane 0, and
// columns past the end are not drawn. TmemRegion::why_not gives the reason.
#pragma once

#include <tilescope/formats/tmem.h>
#include <tilescope/layout/scale_layout.h>
#include <tilescope/layout/scale_matrix.h>
#include <tilescope/layout/sparse_meta.h>
#include <tilescope/layout/tmem_layout.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tilescope {

// The scale factors of a whole tile: the factors of the first instruction, then of all other instructions along K.
struct TileScales {
    ScaleLayout first;
    unsigned blocks = 1;        // instructions along K
    unsigned ctas = 1;          // 2 for a pair: A has different rows in each CTA, B has all factors in each CTA
    unsigned k_per_factor = 0;  // elements of the logical K for each factor

    unsigned factors() const { return blocks * first.vector->factors; }
    unsigned rows() const { return OperandPair<unsigned>{first.rows * ctas, first.rows}[first.operand]; }
    friend bool operator==(const TileScales&, const TileScales&) = default;
};

// Returns the cells of a factor with all copies, CTA by CTA. Returns no cells for a factor outside the tile. `factor`
// counts along the K of the tile.
std::vector<TmemCell> places(const TileScales& scales, const ScaleFactor& factor);
std::optional<ScaleFactor> factor_at(const TileScales& scales, const TmemCell& cell);
unsigned columns_used(const TileScales& scales);

// Returns the tile in shared memory from which tcgen05.cp copies, for one CTA. Its atoms follow each other along the
// rows first. It starts with byte 0 of a cell, so factor t of `scales` is factor id + t of the tile.
ScaleMemory memory_of(const TileScales& scales);
std::uint64_t memory_byte(const TileScales& scales, const ScaleFactor& factor);

// The columns and lanes of an operand, the same in each CTA. `columns` is 0 if there is nothing to place.
struct TmemRegion {
    TmemPlace place = TmemPlace::d;
    unsigned ctas = 1;
    unsigned first = 0, columns = 0;
    std::string lanes;    // "0 to 127", "0 to 15 of each 32"
    std::string summary;  // "128 x 96 f32"
    Grounds grounds;
    std::string why_not;  // why the hardware cannot place the operand here; empty: it can

    unsigned end() const { return first + columns; }
};

struct TmemView {
    const DataPathRow* path = nullptr;
    std::string none;          // why Tensor Memory is empty: Hopper, or a form without a data path layout
    std::string path_summary;  // "layout D (4x1): M 128, one CTA"
    std::optional<TmemLayout> d, a;
    std::optional<TileScales> sfa, sfb;
    OperandPair<ScaleMatrix> scale_matrix;  // with its size, if the form has scale factors
    std::optional<MetaLayout> meta;
    std::string no_a, no_scales, no_meta;  // why the form does not have the operand: "f16 has no scale factors."
    std::vector<TmemRegion> regions;       // the operands of the form, in the order of kTmemPlaces
    bool assumed = false;                  // nobody gave a field on which the places depend
    unsigned ctas = 1;
    unsigned a_rows = 128;             // rows of A; only those of one CTA if A is in shared memory
    unsigned columns = kTmem.columns;  // columns of the target
    unsigned next_free = 0;            // all columns from here on are free; equal to `columns`: no column is free

    const TmemRegion* region(TmemPlace place) const { return row_with(regions, place, &TmemRegion::place); }
    // Returns why the form does not have the operand. Empty if the form has it.
    const std::string& missing(TmemPlace place) const;
    const std::optional<TileScales>& scales(Operand operand) const { return pick(operand, sfa, sfb); }
};

// A part of a cell: an element of D or A (row, column), a scale factor (row, factor), or a metadata code (row, first
// logical k).
struct TmemThing {
    TmemPlace place = TmemPlace::d;
    int row = 0, column = 0;
    unsigned first_bit = 0, bits = 32;
    friend bool operator==(const TmemThing&, const TmemThing&) = default;
};

// Returns whether a cell belongs to an operand. Ignores `bit` of the cell.
bool lies_in(const TmemView& view, TmemPlace place, const TmemCell& cell);

// Returns whether two operands use the same bits of a cell. It is not a conflict if they use different bytes.
bool has_conflict(const TmemView& view, const TmemCell& cell);

// Returns the contents of a cell, operand by operand, each from the lowest bit up. More than one operand is in the
// result if regions overlap or if scale factors share a cell.
std::vector<TmemThing> things_in(const TmemView& view, const TmemCell& cell);

// Returns the cells of a metadata code, including its copies.
TmemCells places(const TmemView& view, const TmemThing& code);

// Returns how many stored elements of A one code selects.
constexpr unsigned stored_per_code(const MetaLayout& meta) { return meta.kind->grain->group / 2; }

// Returns the name of a part: "D[5][17]", "SFA[33][2]", "metadata of A[9], k 20 to 23".
std::string name_of(const TmemView& view, const TmemThing& thing);

// Returns the address as instructions use it: 0xLLLLCCCC, L the lane and C the column.
constexpr std::uint32_t tmem_address(const TmemCell& cell) { return tmem_address(cell.lane, cell.column); }

// The meaning of one 4-bit code, for the legend. Positions are in stored order.
struct CodeMeaning {
    unsigned code = 0;
    bool legal = false;
    std::string bits;      // "0100"
    std::string sentence;  // "keeps 0 and 1", or that the code has no meaning
    KeptPositions kept;
};
std::vector<CodeMeaning> code_meanings(const SparseGrain& grain);

// Returns one line for each code of a row of A: "code 2: k 8 to 11, stored 4 to 5, lane 9, column 416, bits 8 to 11".
std::vector<std::string> code_lines(const TmemView& view, unsigned row);

}  // namespace tilescope
