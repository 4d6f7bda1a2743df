// core/src/layout/tmem_layout.cpp -- the Tensor Memory cells of D, and of A.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/hw/memory.h>
#include <tilescope/hw/shapes.h>
#include <tilescope/layout/tmem_layout.h>

#include <algorithm>
#include <vector>

namespace tilescope {
namespace {

constexpr std::string_view kCellSource = "PTX ISA 9.1, 9.7.16.10.4; CUTLASS tmem_frg @7107b055";
constexpr std::string_view kSmallSource = "third-party simulator of tcgen05; CUTLASS shifts fp4 left by two";

// clang-format off
constexpr TmemPacking kPackings[] = {
    {32, 32, 0, "one element per cell", kCellSource, Certainty::confirmed},
    {16, 16, 0, "two elements per cell, the even element in the low half", kCellSource, Certainty::confirmed},
    { 8,  8, 0, "four elements per cell", kCellSource, Certainty::confirmed},
    { 6,  8, 0, "four containers per cell; a 6-bit element is in the low bits of its container", kSmallSource, Certainty::secondary},
    { 4,  8, 2, "four containers per cell; a 4-bit element is in the middle bits of its container", kSmallSource, Certainty::secondary},
    { 4,  4, 0, "eight elements per cell", kCellSource, Certainty::confirmed},
};
// clang-format on

bool needs(FormNeed need, bool have) { return need == FormNeed::any || (need == FormNeed::yes) == have; }

// Returns the lane of a row in the first bank. `row` counts in its CTA.
unsigned lane_of_row(const TmemLayout& layout, unsigned row) {
    if (!layout.path->half) return row;
    return row / kHalfLanes * kTmem.warp_lanes + row % kHalfLanes + layout.lane_half;
}

std::optional<unsigned> row_of_lane(const TmemLayout& layout, unsigned lane) {
    if (!layout.path->half) return lane;
    if (lane % kTmem.warp_lanes / kHalfLanes != layout.lane_half / kHalfLanes) return {};
    return lane / kTmem.warp_lanes * kHalfLanes + lane % kHalfLanes;
}

// A bank has a part of the columns of D, or all columns of A.
unsigned columns_per_bank(const TmemLayout& layout) {
    if (layout.operand == TmemOperand::a) return layout.columns;
    return layout.columns / layout.path->banks + (layout.columns % layout.path->banks != 0);
}

// D is not packed: each element has one cell, whatever its size.
TmemPacking packing(const TmemLayout& layout) {
    if (layout.operand == TmemOperand::a) return packing_of(*layout.type);
    return {layout.bits, kTmem.cell_bits, 0, "one element per cell", kCellSource, Certainty::confirmed};
}

unsigned per_cell(const TmemLayout& layout) { return kTmem.cell_bits / packing(layout).container_bits; }

}  // namespace

Answer<const DataPathRow*> data_path_of(const TmemForm& form) {
    std::vector<unsigned> possible;
    for (const DataPathRow& row : kDataPaths) {
        if (row.cta_group != form.cta_group || !needs(row.ws, form.ws) || !needs(row.sparse, form.sparse)) continue;
        if (row.m == form.m) return &row;
        possible.push_back(row.m);
    }
    if (form.cta_group != 1 && form.cta_group != 2) return Refusal("cta_group must be 1 or 2, not ", form.cta_group);
    if (possible.empty()) return Refusal(".ws requires cta_group::1; a pair of CTAs has no .ws form");
    std::ranges::sort(possible);
    const std::string_view ws = form.ws ? " with .ws" : form.cta_group == 1 ? " without .ws" : "";
    return Refusal("M of cta_group::", form.cta_group, ws, " must be one of ", list_sizes(possible), ", not ", form.m);
}

const TmemPacking& packing_of(const ElementType& type) {
    for (const TmemPacking& p : kPackings)
        if (p.element_bits == type.bits && p.container_bits == type.container_bits) return p;
    return kPackings[0];
}

Answer<void> columns_fit(std::uint64_t used, std::uint64_t base, unsigned available) {
    if (base <= available && used <= available - base) return {};
    return Refusal("Tensor Memory has ", available, " columns: ", used, " columns from column ", base,
                   " on do not fit");
}

Answer<void> can_be_placed(const TmemLayout& layout, unsigned available) {
    const DataPathRow& path = *layout.path;
    const bool d = layout.operand == TmemOperand::d;
    if (layout.columns == 0) return Refusal(d ? "N" : "K", " must be at least 1, not 0");
    if (!d && layout.type->bits == 1)
        return Refusal("only wgmma multiplies single bits (b1), and wgmma does not use Tensor Memory");
    if (d && layout.bits != 16 && layout.bits != 32)
        return Refusal("an element of D must have 16 or 32 bits, not ", layout.bits);
    if (d && layout.columns % path.banks != 0)
        return Refusal("layout ", path.name, " divides N into ", path.banks, " banks: N must be a multiple of ",
                       path.banks, ", not ", layout.columns);
    if (!path.half && layout.lane_half != 0)
        return Refusal("layout ", path.name, " must start at lane 0, not ", layout.lane_half);
    if (path.half && layout.lane_half != 0 && layout.lane_half != kHalfLanes)
        return Refusal("layout ", path.name, " must start at lane 0 or ", kHalfLanes, ", not ", layout.lane_half);
    return columns_fit(columns_used(layout), layout.base_column, available);
}

TmemCells places(const TmemLayout& layout, Element element) {
    TmemCells out;
    if (element.row < 0 || element.column < 0) return out;
    const auto row = static_cast<unsigned>(element.row), column = static_cast<unsigned>(element.column);
    if (row >= row_count(layout) || column >= layout.columns) return out;
    const DataPathRow& path = *layout.path;
    const TmemPacking pack = packing(layout);
    const unsigned in_cta = rows_per_cta(path), width = columns_per_bank(layout);
    const unsigned cells = kTmem.cell_bits / pack.container_bits;
    TmemCell cell{.cta = row / in_cta,
                  .lane = lane_of_row(layout, row % in_cta) + in_cta * (column / width),
                  .column = layout.base_column + column % width / cells,
                  .bit = column % width % cells * pack.container_bits + pack.first_bit};
    out.add(cell);
    if (layout.operand == TmemOperand::d) return out;
    for (unsigned bank = 1; bank < path.banks; ++bank) {
        cell.lane += in_cta;
        out.add(cell);
    }
    return out;
}

RowWalk::RowWalk(const TmemLayout& layout, unsigned row)
    : layout_(layout), row_(row), run_(per_cell(layout) == 1 ? std::max(columns_per_bank(layout), 1u) : 1) {
    begin_run();
}

void RowWalk::begin_run() {
    in_run_ = 0;
    cells_ = places(layout_, {static_cast<int>(row_), static_cast<int>(column_)});
}

std::optional<Element> element_at(const TmemLayout& layout, const TmemCell& cell) {
    const DataPathRow& path = *layout.path;
    const TmemPacking pack = packing(layout);
    const unsigned in_cta = rows_per_cta(path), width = columns_per_bank(layout);
    if (cell.cta >= path.cta_group || cell.lane >= kTmem.lanes || cell.bit >= kTmem.cell_bits) return {};
    if (cell.column < layout.base_column) return {};
    const unsigned bit = cell.bit % pack.container_bits;
    if (bit < pack.first_bit || bit >= pack.first_bit + pack.element_bits) return {};
    const unsigned place = (cell.column - layout.base_column) * per_cell(layout) + cell.bit / pack.container_bits;
    if (place >= width) return {};
    const unsigned bank = path.banks > 1 ? cell.lane / in_cta : 0;
    const std::optional<unsigned> row = row_of_lane(layout, cell.lane - bank * in_cta);
    const unsigned column = layout.operand == TmemOperand::d ? bank * width + place : place;
    if (!row || *row >= in_cta || column >= layout.columns) return {};
    return Element{static_cast<int>(cell.cta * in_cta + *row), static_cast<int>(column)};
}

unsigned ctas(const TmemLayout& layout) { return layout.path->cta_group; }

unsigned row_count(const TmemLayout& layout) { return layout.path->m; }

unsigned columns_used(const TmemLayout& layout) {
    const unsigned cells = per_cell(layout), width = columns_per_bank(layout);
    return width / cells + (width % cells != 0);
}

std::string explanation_of(const TmemLayout& layout, Element element) {
    const DataPathRow& path = *layout.path;
    const std::string name =
        say(layout.operand == TmemOperand::d ? "D(" : "A(", element.row, ", ", element.column, ")");
    const TmemCells cells = places(layout, element);
    if (cells.empty())
        return say(name, " is outside the operand, which has ", row_count(layout), " rows and ", layout.columns,
                   " columns");
    const TmemCell& cell = cells[0];
    const unsigned in_cta = rows_per_cta(path), row = static_cast<unsigned>(element.row) % in_cta;
    const unsigned bank = static_cast<unsigned>(element.column) / columns_per_bank(layout);
    std::string out = say(name, ": CTA ", cell.cta, ", lane ", cell.lane);
    if (path.half)
        out +=
            say(" (", kTmem.warp_lanes, " x ", row / kHalfLanes, " + ", row % kHalfLanes, " + ", layout.lane_half, ")");
    else if (path.banks > 1 && layout.operand == TmemOperand::d)
        out += say(" (", row, " + ", in_cta, " x ", bank, ")");
    out += say(", column ", cell.column, " (", layout.base_column, " + ", cell.column - layout.base_column, ")");
    if (per_cell(layout) > 1) out += say(", bit ", cell.bit);
    for (unsigned i = 1; i < cells.count; ++i) out += say(i == 1 ? "; also in lane " : " and ", cells[i].lane);
    return out + say("; layout ", path.name, ", ", path.organisation);
}

Grounds grounds_of(const TmemLayout& layout) {
    const DataPathRow& path = *layout.path;
    const bool a = layout.operand == TmemOperand::a, copied = a && path.banks > 1;
    Grounds out{.certainty = path.certainty, .note = {}};
    if (path.certainty > Certainty::confirmed) out.note = path.note;
    if (copied && path.a_copies > Certainty::confirmed) {
        out.certainty = std::max(out.certainty, path.a_copies);
        out.note = path.note;
    }
    const TmemPacking pack = packing(layout);
    if (a && pack.certainty > Certainty::confirmed) {
        out.certainty = std::max(out.certainty, pack.certainty);
        out.note += say(out.note.empty() ? "" : " ", "Only a simulator states which bits a ", pack.element_bits,
                        "-bit element uses in its container.");
    }
    return out;
}

}  // namespace tilescope
