// app/panels/mma_labels.cpp -- what is written into the cells of the MMA picture.
// SPDX-License-Identifier: MIT
#include "app/panels/mma_labels.h"

#include "app/panels/cell_labels.h"

#include <tilescope/base/say.h>
#include <tilescope/layout/wgmma_fragment.h>

#include <algorithm>

namespace tilescope::ui {
namespace {

// The first element in each chunk of the memory of an operand, as its words read it.
void find_elements(const View& view, const MmaPicture& picture, Operand operand, std::vector<std::uint32_t>& out) {
    const Cells& memory = *picture.of(memory_part(operand));
    const OperandView& o = view.derived.of(operand);
    out.assign(memory.tone.size(), kNoKey);
    if (!o.placed()) return;
    for (int row = 0; row < o.layout.rows; ++row)
        for (int column = 0; column < o.layout.columns; ++column) {
            const std::uint32_t byte =
                o.bytes[static_cast<std::size_t>(row) * static_cast<std::size_t>(o.layout.columns) +
                        static_cast<std::size_t>(column)];
            const auto cell = byte == kNoKey ? std::nullopt : picture.cell_of_byte(memory_part(operand), byte);
            if (cell && out[*cell] == kNoKey)
                out[*cell] = static_cast<std::uint32_t>(row) << 16 | static_cast<std::uint32_t>(column);
        }
}

// Where an element of D is in the registers of a warpgroup.
std::string register_text(const View& view, int row, int column) {
    const auto d = d_fragment(view.derived.n, view.derived.d_type == "f16" ? 16 : kRegisterBits);
    if (!d) return {};
    const RegisterPlace at = place_of(*d, {row % static_cast<int>(kWgmmaRows), column % static_cast<int>(d->columns)});
    return say('t', at.thread, " r", at.reg);
}

std::string cell_text(const TmemCells& cells, unsigned cta) {
    for (const TmemCell& c : cells)
        if (c.cta == cta) return lane_text(c.lane, c.column);
    return cells.empty() ? std::string() : lane_text(cells[0].lane, cells[0].column);
}

}  // namespace

MmaLabels::MmaLabels(const View& view, const MmaPicture& picture, PicturePart part, MmaLabelStore& store)
    : view_(view), picture_(picture), part_(part), cells_(*picture.of(part)), store_(store) {
    if (store.revision == view.derived.revision && store.serial == view.results.serial) return;
    store = {.revision = view.derived.revision, .serial = view.results.serial, .element_in = {}, .values = {}};
}

std::optional<MmaLabels::Place> MmaLabels::element_in_memory(Operand operand, std::size_t index) const {
    std::vector<std::uint32_t>& found = store_.element_in[operand];
    if (found.size() != cells_.tone.size()) find_elements(view_, picture_, operand, found);
    const std::uint32_t key = found[index];
    if (key == kNoKey) return std::nullopt;
    const int row = static_cast<int>(key >> 16);
    const int before = static_cast<int>(view_.view_state.tmem_cta) * view_.derived.of(operand).layout.rows;
    return Place{matrix_of(operand), row, static_cast<int>(key & 0xffff), row + before};
}

std::optional<MmaLabels::Place> MmaLabels::element_of(std::size_t index) const {
    const std::uint32_t key = cells_.key[index];
    const int high = static_cast<int>(key >> 16), low = static_cast<int>(key & 0xffff);
    const auto columns = static_cast<std::size_t>(cells_.columns);
    const int drawn_row = static_cast<int>(index / columns) * cells_.cell_rows,
              drawn_column = static_cast<int>(index % columns) * cells_.cell_columns;
    if (key == kNoKey) return std::nullopt;
    switch (cells_.kind) {
    case CellKind::element_a: return Place{Matrix::a, high, low, drawn_row};
    case CellKind::element_b: return Place{Matrix::b, high, low, drawn_column};
    case CellKind::element_d: return Place{Matrix::d, high, low, high};
    case CellKind::byte: return element_in_memory(part_ == PicturePart::memory_b ? Operand::b : Operand::a, index);
    default: return std::nullopt;
    }
}

std::string MmaLabels::place_text(std::size_t index) const {
    if (cells_.kind == CellKind::byte) return cells_.key[index] == kNoKey ? std::string() : hex(cells_.key[index]);
    const auto e = element_of(index);
    if (!e) return {};
    const Derived& d = view_.derived;
    const unsigned cta = view_.view_state.tmem_cta;
    const auto operand = operand_of(e->matrix);
    if (!operand)
        return d.tmem.d ? cell_text(places(*d.tmem.d, {e->row, e->column}), cta)
                        : register_text(view_, e->row, e->column);
    const OperandView& o = d.of(*operand);
    if (!o.in_smem) return d.tmem.a ? cell_text(places(*d.tmem.a, {e->row_of_all, e->column}), cta) : std::string();
    if (!o.placed() || e->row >= o.layout.rows || e->column >= o.layout.columns) return {};
    const std::uint32_t byte = o.bytes[static_cast<std::size_t>(e->row) * static_cast<std::size_t>(o.layout.columns) +
                                       static_cast<std::size_t>(e->column)];
    return byte == kNoKey ? std::string() : hex(byte);
}

std::string MmaLabels::value_text(std::size_t index) const {
    const auto e = element_of(index);
    if (!e) return {};
    const auto operand = operand_of(e->matrix);
    if (!operand) return value_of_d(view_, e->row, e->column);
    std::string read = value_read(view_, *operand, e->row_of_all, e->column);
    if (!read.empty()) return read;
    // Not emulated: what was written, if memory matches the words.
    KeptValues& kept = store_.values[*operand];
    keep_values(view_, *operand, kept);
    const std::size_t at =
        static_cast<std::size_t>(e->row) * static_cast<std::size_t>(view_.derived.of(*operand).layout.columns) +
        static_cast<std::size_t>(e->column);
    const bool one_cta = e->row == e->row_of_all;
    return one_cta && at < kept.words.size() ? text_of_word(kept.type, kept.words[at]) : std::string();
}

std::string MmaLabels::text_of(CellLabel what, std::size_t index) const {
    const auto coordinate = [&]() -> std::string {
        const auto e = element_of(index);
        return e ? coordinate_text(e->row, e->column) : std::string();
    };
    switch (what) {
    case CellLabel::automatic: return cells_.label[index] == kNoLabel ? coordinate() : say(cells_.label[index]);
    case CellLabel::coordinate: return coordinate();
    case CellLabel::place: return place_text(index);
    case CellLabel::value: return value_text(index);
    case CellLabel::pair: return pair_text(coordinate(), place_text(index));
    case CellLabel::verdict: {
        const auto e = element_of(index);
        return e && !operand_of(e->matrix) ? std::string(verdict_of_d(view_, e->row, e->column)) : std::string();
    }
    default: return {};  // of other pictures
    }
}

void MmaLabels::write(std::size_t index, bool all, CellWords& out) const {
    const CellLabel what = view_.view_state.mma_labels;
    if (cells_.kind == CellKind::tmem_cell) {
        const std::uint32_t key = cells_.key[index];
        const TmemCell cell{.cta = view_.view_state.tmem_cta, .lane = key >> 16, .column = key & 0xffff};
        out = {.label = tmem_label(view_, what, cell), .byte = {}, .value = {}};
        return;
    }
    out = {.label = text_of(what, index), .byte = {}, .value = {}};
    if (!all || out.label.empty()) return;
    if (what == CellLabel::place) out.byte = text_of(CellLabel::coordinate, index);
    if (what != CellLabel::place && what != CellLabel::pair) out.byte = place_text(index);
    if (what != CellLabel::value) out.value = value_text(index);
}

}  // namespace tilescope::ui
