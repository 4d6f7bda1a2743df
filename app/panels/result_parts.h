// app/panels/result_parts.h -- the parts around the numbers of a result: state, causes, doubts, copies.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/panels.h"

#include <string>

namespace tilescope::ui {

// Returns the title of the shown result: "RESULT  D = A x B, K steps 0 to 3".
std::string result_title(const View& view);

// Draws the state of the result, or nothing if the result belongs to the current document. States: running with [Stop],
// stopped or never run with [Emulate], refused with [Go to <field>] if the field is known, older than the last edit.
void draw_result_state(const View& view, Requests& requests);

// Draws [Copy as], with the choices values, hexadecimal, CSV, and differences only.
void draw_result_copy(const View& view, Requests& requests);

// Draws the choice of the emulated instructions: first K step, number of steps, D added or not.
void draw_result_run(const View& view, Requests& requests);

// Draws the types that memory was written with. If the instruction reads other types, draws a warning with
// [Match memory to the words].
void draw_result_types(const View& view, PanelStates& states, Requests& requests);

// Draws the causes with a button to their field, the explanation of the selected element, doubts and notes.
void draw_result_words(const View& view, ResultPanelState& state, Requests& requests);

}  // namespace tilescope::ui
