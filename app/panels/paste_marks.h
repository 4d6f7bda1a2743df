// app/panels/paste_marks.h -- what the paste panel says about odd words and words that do not fit their card.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/panel_states.h"
#include "app/ui/view.h"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace tilescope::ui {

// Whether a found word differs from its group. Requires: `state` has the table of the words.
bool is_odd_word(const BatchPanelState& state, std::size_t found);

// Draws the sentence about the words that differ from their groups, with a button. Returns whether it was pressed.
// cut: one line, the tooltip has the rest.
enum class OddLine : std::uint8_t { wrapped, cut };
bool draw_odd_line(const View& view, const BatchPanelState& state, std::string_view id,
                   OddLine line = OddLine::wrapped);

// Takes back the choice of a card that is too small for the word, and says so in one sentence.
void refuse_misfit(const View& view, PastePanelState& state, std::size_t index);

// Says that the text has several words for a card, and which one is on it.
void draw_several(const View& view, PastePanelState& state);

// Says that the program took the text of the clipboard by itself.
void draw_text_source(const View& view, const PastePanelState& state);

}  // namespace tilescope::ui
