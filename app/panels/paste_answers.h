// app/panels/paste_answers.h -- the buttons of the paste panel: the words go on their cards, or are shown as a table.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/paste_state.h"

namespace tilescope::ui {

// What the user asked for by a click, or by Enter after typing.
struct PasteAnswer {
    bool apply = false, table = false;
};

// The buttons name what they do: "Apply 3 words". The first one is what most users want after such a paste. It has the
// keyboard, so Enter presses it.
// `entered`: Enter was pressed in the box.
PasteAnswer draw_answers(const PasteResult& pasted, PastePanelState& state, bool entered);

}  // namespace tilescope::ui
