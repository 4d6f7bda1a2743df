// core/src/layout/scale_layout.cpp -- the places of scale factors in memory and in Tensor Memory.
// SPDX-License-Identifier: MIT
#include <tilescope/base/printable.h>
#include <tilescope/base/say.h>
#include <tilescope/formats/smem.h>
#include <tilescope/hw/memory.h>
#include <tilescope/hw/shapes.h>
#include <tilescope/layout/scale_layout.h>
#include <tilescope/word/codec.h>

#include <algorithm>

namespace tilescope {
namespace {

unsigned ceil_div(unsigned a, unsigned b) { return a / b + (a % b != 0); }

// The number of atoms along the rows and along K.
struct Atoms {
    std::uint64_t rows, k;
};
Atoms atoms_of(const ScaleMemory& m) {
    return {ceil_div(m.rows, kScaleAtom.rows), ceil_div(m.factors, kScaleAtom.factors)};
}

// Returns the rows in one set of sub-partitions: all rows, or half of them with `halves`.
unsigned rows_per_part(const ScaleLayout& layout) { return layout.halves ? ceil_div(layout.rows, 2) : layout.rows; }

// Returns the columns for the rows. One column of a sub-partition has 32 rows.
unsigned columns_of_rows(const ScaleLayout& layout) { return ceil_div(rows_per_part(layout), kTmem.warp_lanes); }

std::string_view operand_name(const ScaleLayout& layout) { return pick(layout.operand, "SFA", "SFB"); }

std::string full_name(const ScaleVectorRow& v) { return say(v.name, v.k96 ? " with K = 96" : ""); }

}  // namespace

std::uint64_t bytes_of(const ScaleMemory& memory) {
    const Atoms atoms = atoms_of(memory);
    return atoms.rows * atoms.k * memory.batches * kScaleAtom.bytes;
}

std::uint64_t place_in_memory(const ScaleMemory& memory, const ScaleFactor& f) {
    const Atoms atoms = atoms_of(memory);
    const std::uint64_t row_atom = f.row / kScaleAtom.rows, k_atom = f.factor / kScaleAtom.factors;
    const bool rows_first = memory.order == ScaleOrder::rows_first;
    const std::uint64_t atom = rows_first ? row_atom + atoms.rows * k_atom : k_atom + atoms.k * row_atom;
    const unsigned row = f.row % kScaleAtom.rows, lane_bytes = kScaleAtom.bytes / kTmem.warp_lanes;
    return (atom + atoms.rows * atoms.k * f.batch) * kScaleAtom.bytes + row % kTmem.warp_lanes * lane_bytes +
           row / kTmem.warp_lanes * kScaleAtom.factors + f.factor % kScaleAtom.factors;
}

std::optional<ScaleFactor> factor_at(const ScaleMemory& memory, std::uint64_t byte) {
    if (byte >= bytes_of(memory)) return {};
    const Atoms atoms = atoms_of(memory);
    const std::uint64_t all = byte / kScaleAtom.bytes, atom = all % (atoms.rows * atoms.k);
    const bool rows_first = memory.order == ScaleOrder::rows_first;
    const std::uint64_t row_atom = rows_first ? atom % atoms.rows : atom / atoms.k;
    const std::uint64_t k_atom = rows_first ? atom / atoms.rows : atom % atoms.k;
    const auto inside = static_cast<unsigned>(byte % kScaleAtom.bytes);
    const unsigned lane_bytes = kScaleAtom.bytes / kTmem.warp_lanes;
    const unsigned row = inside / lane_bytes + inside % lane_bytes / kScaleAtom.factors * kTmem.warp_lanes;
    const ScaleFactor out{.row = static_cast<unsigned>(row_atom) * kScaleAtom.rows + row,
                          .factor = static_cast<unsigned>(k_atom) * kScaleAtom.factors + inside % kScaleAtom.factors,
                          .batch = static_cast<unsigned>(all / (atoms.rows * atoms.k))};
    if (out.row >= memory.rows || out.factor >= memory.factors) return {};
    return out;
}

Answer<const ScaleVectorRow*> scale_vector_of(std::string_view name, bool k96, std::string_view kind) {
    std::string known;
    for (const ScaleVectorRow& row : kScaleVectors) {
        const bool right_kind = kind.empty() || takes(kind_or_none(kind), row);
        if (row.k96 != k96 || !right_kind) continue;
        if (name == row.name || name == row.name.substr(row.name.size() - 2) || name == row.block) return &row;
        known += say(known.empty() ? "" : ", ", row.name, " (", row.block, ")");
    }
    const std::string where = say(kind.empty() ? "" : say(" of kind ", kind), k96 ? " with K = 96" : "");
    if (known.empty()) return Refusal("there are no scale vectors", where);
    return Refusal("scale vector", where, ": '", excerpt(name), "' does not exist; use one of: ", known);
}

Answer<void> takes_id(const ScaleVectorRow& vector, unsigned id) {
    if (std::ranges::count(vector.ids, id) != 0) return {};
    return Refusal(full_name(vector), " accepts id ", list_sizes(vector.ids), ", not ", id);
}

ScaleLayout at_k_block(const ScaleLayout& first, unsigned k_block) {
    ScaleLayout out = first;
    const unsigned byte = first.id + k_block * first.vector->factors;
    out.id = byte % kFactorsPerCell;
    out.base_column = first.base_column + byte / kFactorsPerCell * group_columns(first);
    return out;
}

Answer<void> can_be_placed(const ScaleLayout& layout, unsigned available) {
    if (layout.rows == 0) return Refusal(operand_name(layout), " must have at least 1 row, not 0");
    if (layout.halves && layout.operand == Operand::a)
        return Refusal("only the scale factors of B can be divided into halves of N");
    if (layout.halves && layout.rows % 2 != 0)
        return Refusal("N must be even to be divided into halves, not ", layout.rows);
    if (const auto id = takes_id(*layout.vector, layout.id); !id) return id;
    return columns_fit(columns_used(layout), layout.base_column, available);
}

TmemCells places(const ScaleLayout& layout, const ScaleFactor& f) {
    TmemCells out;
    if (f.row >= layout.rows || f.factor >= layout.vector->factors || f.batch != 0) return out;
    const unsigned part_rows = rows_per_part(layout), row = f.row % part_rows, byte = layout.id + f.factor;
    const unsigned copies = kTmem.lanes / kTmem.warp_lanes / (layout.halves ? 2 : 1);
    TmemCell cell{
        .cta = 0,
        .lane = row % kTmem.warp_lanes + f.row / part_rows * copies * kTmem.warp_lanes,
        .column = layout.base_column + row / kTmem.warp_lanes + byte / kFactorsPerCell * group_columns(layout),
        .bit = byte % kFactorsPerCell * kFactorBits};
    for (unsigned copy = 0; copy < copies; ++copy, cell.lane += kTmem.warp_lanes) out.add(cell);
    return out;
}

std::optional<ScaleFactor> factor_at(const ScaleLayout& layout, const TmemCell& cell) {
    if (cell.cta != 0 || cell.lane >= kTmem.lanes || cell.bit >= kTmem.cell_bits) return {};
    if (cell.column < layout.base_column) return {};
    const unsigned column = cell.column - layout.base_column, group = group_columns(layout);
    const unsigned byte = column / group * kFactorsPerCell + cell.bit / kFactorBits;
    const unsigned part_rows = rows_per_part(layout);
    const unsigned row = column % group * kTmem.warp_lanes + cell.lane % kTmem.warp_lanes;
    const unsigned part = layout.halves ? cell.lane / (kTmem.lanes / 2) : 0;
    if (byte < layout.id || byte - layout.id >= layout.vector->factors || row >= part_rows) return {};
    const ScaleFactor out{.row = part * part_rows + row, .factor = byte - layout.id};
    if (out.row >= layout.rows) return {};
    return out;
}

unsigned group_columns(const ScaleLayout& layout) {
    return kScaleCopy.columns * ceil_div(std::max(rows_per_part(layout), 1u), kScaleAtom.rows);
}

unsigned columns_used(const ScaleLayout& layout) {
    const unsigned last = (layout.id + layout.vector->factors - 1) / kFactorsPerCell;
    return last * group_columns(layout) + columns_of_rows(layout);
}

std::string explanation_of(const ScaleLayout& layout, const ScaleFactor& f) {
    const std::string name = say(operand_name(layout), "(", f.row, ", ", f.factor, ")");
    const TmemCells cells = places(layout, f);
    if (cells.empty())
        return say(name, " is outside the operand, which has ", layout.rows, " rows of ", layout.vector->factors,
                   layout.vector->factors == 1 ? " scale factor" : " scale factors");
    return say(name, ": lanes ", list_of(cells, &TmemCell::lane), ", column ", cells[0].column, " (",
               layout.base_column, " + ", cells[0].column - layout.base_column, "), byte ", cells[0].bit / kFactorBits,
               " (id ", layout.id, " + ", f.factor,
               layout.id + f.factor >= kFactorsPerCell ? ", in the next group of columns)" : ")");
}

Grounds grounds_of(const ScaleLayout& layout) {
    Grounds out{.certainty = layout.vector->certainty, .note = {}};
    const auto doubt = [&](std::string_view sentence) {
        out.certainty = std::max(out.certainty, Certainty::secondary);
        out.note += say(out.note.empty() ? "" : " ", sentence);
    };
    if (layout.id + layout.vector->factors > kFactorsPerCell)
        doubt(
            "Bytes after the fourth byte continue in the next group of columns. This follows from the way in which "
            "tiles are copied.");
    if (layout.halves && layout.rows % kScaleAtom.rows != 0)
        doubt("This program divides N at N / 2. CUTLASS pads N to a multiple of 128 before it divides N.");
    return out;
}

Answer<std::vector<ScaleCopy>> scale_copies(const ScaleMemory& tile, std::uint64_t start, unsigned base_column,
                                            const ScaleCopyTarget& target) {
    const Format& descriptors = *target.descriptors;
    const Atoms atoms = atoms_of(tile);
    if (tile.order != ScaleOrder::rows_first)
        return Refusal(
            "tcgen05.cp needs the shared-memory order: the atoms of the tile must follow each other along the rows "
            "first");
    if (const auto fit = columns_fit(atoms.rows * atoms.k * kScaleCopy.columns, base_column, target.columns); !fit)
        return Refusal(fit.why);
    std::vector<ScaleCopy> out;
    for (unsigned block = 0; block < atoms.rows * atoms.k; ++block) {
        ScaleCopy copy{.block = block,
                       .start = start + block * std::uint64_t{kScaleAtom.bytes},
                       .lbo = kScaleCopy.lbo,
                       .sbo = kScaleCopy.sbo,
                       .column = base_column + block * kScaleCopy.columns,
                       .word = blank_word(descriptors)};
        struct Part {
            std::string_view id;
            std::uint64_t bytes;
        };
        for (const Part& part : {Part{"start", copy.start}, {"lbo", copy.lbo}, {"sbo", copy.sbo}}) {
            const Answer<std::uint64_t> raw = raw_for(field_in(descriptors, part.id), part.bytes);
            if (!raw) return Refusal("block ", block, ": ", raw.why);
            copy.word = set_field(field_in(descriptors, part.id), copy.word, *raw);
        }
        out.push_back(copy);
    }
    return out;
}

}  // namespace tilescope
