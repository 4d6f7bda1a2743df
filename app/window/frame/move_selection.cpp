// app/window/frame/move_selection.cpp -- the arrow keys move the selection from cell to cell.
// SPDX-License-Identifier: MIT
#include "app/window/frame/keys.h"

#include "app/panels/memory_parts.h"
#include "app/panels/panel_parts.h"
#include "app/window/frame/shown_parts.h"

#include <imgui.h>

#include <algorithm>

namespace tilescope::ui {
namespace {

// Moves the selected cell of Tensor Memory or element of D by one cell. The selection stops at the border.
bool move_in_tmem(Document& doc, int down, int right) {
    if (!shows_d(doc)) return false;
    const auto moved = [](unsigned from, int by, unsigned count) {
        return static_cast<unsigned>(std::clamp(static_cast<int>(from) + by, 0, static_cast<int>(count) - 1));
    };
    doc.states.tmem.reveal = true;
    if (const auto* c = std::get_if<CellFocus>(&doc.view_state.selection)) {
        doc.view_state.selection =
            CellFocus{c->cta, moved(c->lane, down, kTmem.lanes), moved(c->column, right, doc.derived.tmem.columns)};
        return true;
    }
    const auto* e = std::get_if<ElementFocus>(&doc.view_state.selection);
    const auto& d = doc.derived.tmem.d;
    const auto& result = doc.results.emulation;  // wgmma has a D, but none in Tensor Memory
    const unsigned m = d ? row_count(*d) : result ? result->m : 0, n = d ? d->columns : result ? result->n : 0;
    if (!e || e->matrix != Matrix::d || m == 0 || n == 0) return false;
    doc.view_state.selection = ElementFocus{Matrix::d, static_cast<int>(moved(static_cast<unsigned>(e->row), down, m)),
                                            static_cast<int>(moved(static_cast<unsigned>(e->column), right, n))};
    return true;
}

}  // namespace

void move_cell(Document& doc, int down, int right) {
    doc.pointed.resting = ImGui::GetIO().MousePos;
    if (move_in_tmem(doc, down, right)) return;
    const MaskPicture& mask = doc.derived.mask.examples;
    if (const auto* column = std::get_if<MaskFocus>(&doc.view_state.selection)) {
        const int next_column =
            static_cast<int>(column->column) + static_cast<int>(mask.submask_columns) * down + right;
        if (next_column >= 0 && next_column < static_cast<int>(mask.n))
            doc.view_state.selection = MaskFocus{static_cast<unsigned>(next_column)};
        return;
    }
    for (const Operand operand : {doc.view_state.operand, Operand::a, Operand::b}) {
        const auto* element = std::get_if<ElementFocus>(&doc.view_state.selection);
        if (element && element->matrix != matrix_of(operand)) continue;
        const SceneCache& shown = doc.states.memory.cache[operand];
        for (const Cells& cells : shown.scene.grids)
            if (const auto place = focus_beside(cells, doc.view_state.selection, down, right, shown.left_out)) {
                doc.view_state.selection = *place;
                doc.states.memory.reveal = true;
                return;
            }
    }
}

}  // namespace tilescope::ui
