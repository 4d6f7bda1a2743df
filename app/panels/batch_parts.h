// app/panels/batch_parts.h -- the rows of the batch table, and the card of a row beside them.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/panel_states.h"

namespace tilescope::ui {

// Whether the window is too narrow for the card.
bool is_narrow_batch();

// The room beside the rows, in window pixels. A narrow panel has some only for a comparison.
float card_room(const BatchPanelState& state, const BatchSheet& sheet);

// Draws the card beside the last item, the table, and not above it: a table of words is narrower than a window, and
// each line above it is a row less. The card has the buttons for the selected row, and what is known of the row under
// the pointer, else of the selected one. If two rows are compared: how they differ.
void draw_batch_card(const View& view, PanelStates& states, Requests& requests, const BatchSheet& sheet, float room);

// For a narrow panel: the buttons, which are on the line of the tools; and one sentence about the row, or about all.
void draw_row_buttons(const View& view, PanelStates& states, Requests& requests, const BatchSheet& sheet);
void draw_row_line(const View& view, const BatchPanelState& state, const BatchSheet& sheet, std::string_view all);

// Draws the table of the shown sheet in the rest of the panel, but leaves `side` window pixels at its right. A click on
// a title sorts, a click on a row selects it, a click with Ctrl selects the row to compare with. Sets state.pointed.
void draw_batch_rows(const View& view, BatchPanelState& state, float side);

// The height of a table that shows so many rows and the titles of the columns, in window pixels.
float height_of_rows(std::size_t count);

// Draws the buttons that put the selected row, or all words beside it, on the cards.
void draw_put(const View& view, PanelStates& states, Requests& requests, const BatchSheet& sheet);

// Draws the sentence about the words that differ from their groups, with a button. Returns whether it was pressed.
// cut: one line, the tooltip has the rest.
enum class OddLine : std::uint8_t { wrapped, cut };
bool draw_odd_line(const View& view, const BatchPanelState& state, std::string_view id,
                   OddLine line = OddLine::wrapped);

}  // namespace tilescope::ui
