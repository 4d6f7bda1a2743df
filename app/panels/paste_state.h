// app/panels/paste_state.h -- state of the paste panel between frames.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/ui/paste_plan.h"

#include <cstddef>
#include <string>

namespace tilescope::ui {

struct PastePanelState {
    std::string text;
    bool focus_box = false;
    PastePlan plan;           // the user's choices among the readings of `planned_for`
    std::string planned_for;  // the text that `plan` belongs to
    std::string several;      // that the text has several words for a card
    std::string several_in;   // the text and the plan of `several`
    PastePlan several_of;
    int chosen = -1;             // selected line, if the words are shown as a list; -1: none
    bool reading = false;        // a thread reads `text`; the words that are shown are of an older text
    std::string from_clipboard;  // the text that the program took from the clipboard by itself
    bool arrived = false;        // the text was pasted, not typed: an unambiguous word is applied
    int misfit_of = -1;          // the word whose card was refused; -1: none
    std::string misfit;          // why
    std::size_t waiting = 0;     // words of the last paste that Apply would put on their cards, and that are not there
    bool typing = false;         // the box has the keyboard
    bool focus_apply = false;    // [Apply] takes the keyboard in the next frame, so Enter applies
};

}  // namespace tilescope::ui
