// app/panels/batch_put.h -- puts rows of the batch table on the cards: one word, or all words of its line or record.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/panel_states.h"
#include "app/ui/view.h"

#include <cstdint>
#include <vector>

namespace tilescope::ui {

// The words that belong to one MMA with a row, as indexes into PasteResult::words, in the order of the text: those of
// its line; if its line has no other word, those from one word with the first name of the text to the next one. Only
// the word of the row if a name would come twice.
//
//     a_desc=0x40.. b_desc=0x44..                     one line: both
//     a_desc=0x40..    b_desc=0x44..    idesc=0x08..  three lines: all, up to the next a_desc
std::vector<std::uint32_t> words_beside(const PasteResult& pasted, const BatchTable& table, const BatchRow& row);

// Draws the buttons that put the selected row, or all words beside it, on the cards.
void draw_put(const View& view, PanelStates& states, Requests& requests, const BatchSheet& sheet);

}  // namespace tilescope::ui
