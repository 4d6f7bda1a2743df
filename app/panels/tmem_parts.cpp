// app/panels/tmem_parts.cpp -- code that the pictures of Tensor Memory share.
// SPDX-License-Identifier: MIT
#include "app/panels/tmem_parts.h"
#include "app/panels/panel_parts.h"

#include <tilescope/base/say.h>
#include <tilescope/view/pictures.h>

#include <algorithm>

namespace tilescope::ui {
namespace {

// Returns the keys of the traced cells, in order, for a grid with separate keys: codes of metadata or scale factors.
std::vector<std::uint32_t> keys_of(const Trace& trace, const Cells& cells) {
    std::vector<std::uint32_t> keys;
    if (cells.kind == CellKind::code) {
        const int stored = std::max(cells.cell_columns, 1);
        for (const ElementFocus& e : trace.elements)
            if (e.matrix == Matrix::a)
                keys.push_back(static_cast<std::uint32_t>(e.row) << 16 | static_cast<std::uint32_t>(e.column / stored));
    } else {
        const Operand operand = cells.kind == CellKind::factor_b ? Operand::b : Operand::a;
        for (const ScaleFocus& f : trace.factors)
            if (f.operand == operand) keys.push_back(f.row << 16 | f.factor);
    }
    std::ranges::sort(keys);
    return keys;
}

std::vector<std::size_t> map_rings(const Trace& trace, const Cells& cells, unsigned cta) {
    std::vector<std::size_t> out;
    const auto lanes = static_cast<unsigned>(cells.cell_rows), columns = static_cast<unsigned>(cells.cell_columns);
    for (const CellFocus& c : trace.cells)
        if (c.cta == cta && c.lane < kTmem.lanes && c.column / columns < static_cast<unsigned>(cells.columns))
            out.push_back(cells.at(static_cast<int>(c.lane / lanes), static_cast<int>(c.column / columns)));
    std::ranges::sort(out);
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
}

// A drawn cell of the overview covers several Tensor Memory cells. Returns the one at the pointer.
std::optional<Focus> cell_under_pointer(const Cells& cells, const GridPlaces& at, unsigned cta) {
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const float row = (mouse.y - at.area.min.y) / at.height + at.top;
    const float column = (mouse.x - at.area.min.x) / at.width + at.left;
    const auto lane = static_cast<unsigned>(std::max(0.0f, row * static_cast<float>(cells.cell_rows)));
    const auto cell = static_cast<unsigned>(std::max(0.0f, column * static_cast<float>(cells.cell_columns)));
    return CellFocus{cta, std::min(lane, kTmem.lanes - 1),
                     std::min(cell, static_cast<unsigned>(cells.columns * cells.cell_columns) - 1)};
}

// Returns the cells of a grid in the trace, without duplicates.
std::vector<std::size_t> tmem_rings(const Trace& trace, const Cells& cells, unsigned cta) {
    if (cells.kind == CellKind::tmem_cell) return map_rings(trace, cells, cta);
    const std::vector<std::uint32_t> keys = keys_of(trace, cells);
    std::vector<std::size_t> out;
    for (std::size_t i = 0; i < cells.key.size() && !keys.empty(); ++i)
        if (cells.key[i] != kNoKey && std::ranges::binary_search(keys, cells.key[i])) out.push_back(i);
    return out;
}

// Returns the focus of a cell, or nothing for padding.
std::optional<Focus> tmem_focus(const Cells& cells, std::size_t index, unsigned cta) {
    const std::uint32_t key = cells.key[index], high = key >> 16, low = key & 0xffff;
    if (key == kNoKey) return std::nullopt;
    switch (cells.kind) {
    case CellKind::tmem_cell: return CellFocus{cta, high, low};
    case CellKind::factor_a: return ScaleFocus{Operand::a, high, low};
    case CellKind::factor_b: return ScaleFocus{Operand::b, high, low};
    case CellKind::code:
        return ElementFocus{Matrix::a, static_cast<int>(high), static_cast<int>(low) * cells.cell_columns};
    default: return std::nullopt;
    }
}

}  // namespace

GridReply draw_tmem_grid(const View& view, Requests& requests, GridView& grid, const TmemGrid& plan) {
    const std::optional<Trace> selected = pinned_trace(view);
    const bool here = is_something(view.focus) && view.focus == view.view_state.selection;
    const std::vector<std::size_t> lit = tmem_rings(view.trace, plan.cells, plan.cta);
    const std::vector<std::size_t> pinned = selected ? tmem_rings(*selected, plan.cells, plan.cta)
                                            : here   ? lit
                                                     : std::vector<std::size_t>();
    const std::vector<std::size_t> pointed = here ? std::vector<std::size_t>() : lit;
    if (plan.reveal) grid.revealed.reset();
    const GridReply reply = titled_grid(view, requests, plan.cells,
                                        {.id = plan.id,
                                         .size = plan.size,
                                         .pointed = pointed,
                                         .selected = pinned,
                                         .reveal = first_of(pinned),
                                         .text = plan.text,
                                         .numbers = plan.numbers},
                                        grid);
    if (!reply.hovered) return reply;
    const std::optional<Focus> focus = plan.cells.kind == CellKind::tmem_cell
                                           ? cell_under_pointer(plan.cells, reply.places, plan.cta)
                                           : tmem_focus(plan.cells, *reply.hovered, plan.cta);
    if (focus) requests.focus = focus;
    if (focus && reply.clicked) requests.view_state.selection = *focus;
    return reply;
}

unsigned shown_cta(const View& view) { return shown_cta(view.derived, view.view_state); }

void choose_cta(const View& view, Requests& requests, std::string_view id) {
    if (view.derived.tmem.ctas < 2) return;
    constexpr std::array<Segment, 2> ctas = {Segment{"0", "CTA 0"}, Segment{"1", "CTA 1"}};
    ImGui::SameLine();
    if (const auto i = segmented(id, ctas, shown_cta(view), style_of(view)))
        requests.view_state.tmem_cta = static_cast<unsigned>(*i);
}

void region_notes(const View& view, const TmemRegion& region, std::string_view id) {
    const std::string_view title = row_of(region.place).title;
    if (!region.why_not.empty()) {
        sentence_of(view.theme, Severity::error, say(title, ": ", region.why_not, "."), id, ".why_not");
    }
    if (region.grounds.certainty <= Certainty::confirmed) return;
    dim_text(view.theme, say("[?]  ", title, ": ", region.grounds.note), id, ".note");
}

}  // namespace tilescope::ui
