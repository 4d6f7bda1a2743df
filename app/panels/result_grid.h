// app/panels/result_grid.h -- the numbers of D around the selection, and an overview picture of all of D.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/panels.h"

namespace tilescope::ui {

// Draws the numbers with row and column headings, in the mono font. The wheel scrolls rows; Shift and the wheel scroll
// columns. A click selects an element.
// Requires: view.results.emulation. Requests: focus on the element under the pointer, selection.
void draw_result_numbers(const View& view, ResultPanelState& state, Requests& requests, const ResultText& text,
                         ImVec2 size);

// Draws each element of D as a cell. A click or a drag selects an element. A frame shows the part that the numbers
// show.
void draw_result_overview(const View& view, ResultPanelState& state, Requests& requests, ImVec2 size);

// Returns the selected element of D, or the element of D in the selected Tensor Memory cell.
std::optional<ElementFocus> selected_element(const View& view);

}  // namespace tilescope::ui
