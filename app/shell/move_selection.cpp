// app/shell/move_selection.cpp -- the arrow keys move the selection from cell to cell.
// SPDX-License-Identifier: MIT
#include "app/shell/move_selection.h"

#include "app/panels/memory_scene.h"
#include "app/panels/panel_parts.h"
#include "app/shell/shown_parts.h"

#include <imgui.h>

#include <algorithm>

namespace tilescope::ui {
namespace {

// Moves the selected cell of Tensor Memory or element of D by one cell. The selection stops at the border.
bool move_in_tmem(App& app, int down, int right) {
    if (!shows_d(app)) return false;
    const auto moved = [](unsigned from, int by, unsigned count) {
        return static_cast<unsigned>(std::clamp(static_cast<int>(from) + by, 0, static_cast<int>(count) - 1));
    };
    app.states.tmem.reveal = true;
    if (const auto* c = std::get_if<CellFocus>(&app.view_state.selection)) {
        app.view_state.selection =
            CellFocus{c->cta, moved(c->lane, down, kTmem.lanes), moved(c->column, right, app.derived.tmem.columns)};
        return true;
    }
    const auto* e = std::get_if<ElementFocus>(&app.view_state.selection);
    const auto& d = app.derived.tmem.d;
    const auto& result = app.results.emulation;  // wgmma has a D, but none in Tensor Memory
    const unsigned m = d ? row_count(*d) : result ? result->m : 0, n = d ? d->columns : result ? result->n : 0;
    if (!e || e->matrix != Matrix::d || m == 0 || n == 0) return false;
    app.view_state.selection = ElementFocus{Matrix::d, static_cast<int>(moved(static_cast<unsigned>(e->row), down, m)),
                                            static_cast<int>(moved(static_cast<unsigned>(e->column), right, n))};
    return true;
}

}  // namespace

void move_cell(App& app, int down, int right) {
    app.resting_pointer = ImGui::GetIO().MousePos;
    if (move_in_tmem(app, down, right)) return;
    const MaskPicture& mask = app.derived.mask_examples;
    if (const auto* column = std::get_if<MaskFocus>(&app.view_state.selection)) {
        const int next_column =
            static_cast<int>(column->column) + static_cast<int>(mask.submask_columns) * down + right;
        if (next_column >= 0 && next_column < static_cast<int>(mask.n))
            app.view_state.selection = MaskFocus{static_cast<unsigned>(next_column)};
        return;
    }
    for (const Operand operand : {app.view_state.operand, Operand::a, Operand::b}) {
        const auto* element = std::get_if<ElementFocus>(&app.view_state.selection);
        if (element && element->matrix != matrix_of(operand)) continue;
        const SceneCache& shown = app.states.memory.cache[operand];
        for (const Cells& cells : shown.scene.grids)
            if (const auto place = focus_beside(cells, app.view_state.selection, down, right, shown.left_out)) {
                app.view_state.selection = *place;
                app.states.memory.reveal = true;
                return;
            }
    }
}

}  // namespace tilescope::ui
