// app/panels/result_parts.h -- what stands around the numbers of a result: its state, causes, doubts, what to copy.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/panels.h"

#include <string>

namespace tilescope::ui {

// "RESULT  D = A x B, K steps 0 to 3": of the result that is shown.
std::string result_title(const View& view);

// One line: running with [Stop], before the last edit, refused with [Go to m] where that is known, stopped with
// [Emulate]. Nothing where the result is of this document.
void draw_result_state(const View& view, Asks& asks);

// [Copy as]: values, hexadecimal, CSV, differences only.
void draw_result_copy(const View& view, Asks& asks);

// Which instructions are emulated: first K step, how many, D added or not.
void draw_result_run(const View& view, Asks& asks);

// The types that memory was written with; where they are not those that are read, a warning with [Memory as the words
// say].
void draw_result_types(const View& view, PanelStates& states, Asks& asks);

// Causes with a button to their field, the explanation of the selected element, doubts and notes.
void draw_result_words(const View& view, ResultPanelState& state, Asks& asks);

}  // namespace tilescope::ui
