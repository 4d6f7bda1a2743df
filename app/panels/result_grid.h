// app/panels/result_grid.h -- the numbers of D around the selection, and all of D beside them as one small picture.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/panels.h"

#include <tilescope/scene/result_scene.h>

#include <imgui.h>

namespace tilescope::ui {

// Numbers with their rows and columns, in the mono font: the wheel scrolls, with Shift along the columns. A click
// selects; what is pointed at is asked for. Requires: view.results.emulation.
void draw_result_numbers(const View& view, ResultPanelState& state, Asks& asks, const ResultText& text, ImVec2 size);

// Every element a cell. A click or a drag selects; a frame shows which part the numbers are.
void draw_result_overview(const View& view, ResultPanelState& state, Asks& asks, ImVec2 size);

// The element of D that is selected, itself or by its cell of Tensor Memory.
std::optional<ElementFocus> selected_element(const View& view);

}  // namespace tilescope::ui
