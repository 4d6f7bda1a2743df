// app/panels/batch_card.h -- the card of a row, beside the batch table: its buttons and meaning, or the comparison.
// SPDX-License-Identifier: MIT
//
// It is beside the rows and not above them: a table of words is narrower than a window, and each line above the table
// is a row less. A narrow panel has no card: its buttons are among the tools, and one line above the table is about the
// row.
#pragma once

#include "app/panels/panel_states.h"
#include "app/ui/view.h"

#include <string_view>

namespace tilescope::ui {

// Whether the window is too narrow for the card.
bool is_narrow_batch();

// The room beside the rows, in window pixels. A narrow panel has some only for a comparison.
float card_room(const BatchPanelState& state, const BatchSheet& sheet);

// Draws the card beside the last item, the table: the buttons for the selected row, and what is known of the row under
// the pointer, else of the selected one. If two rows are compared: how they differ.
void draw_batch_card(const View& view, PanelStates& states, Requests& requests, const BatchSheet& sheet, float room);

// For a narrow panel: the buttons, which are on the line of the tools; and one sentence about the row, or about all.
void draw_row_buttons(const View& view, PanelStates& states, Requests& requests, const BatchSheet& sheet);
void draw_row_line(const View& view, const BatchPanelState& state, const BatchSheet& sheet, std::string_view all);

}  // namespace tilescope::ui
