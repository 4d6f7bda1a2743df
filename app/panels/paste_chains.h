// app/panels/paste_chains.h -- the list of the chains of MMAs of a pasted program, one of which becomes the session.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/panel_states.h"
#include "app/ui/view.h"

namespace tilescope::ui {

// Draws each chain with its shape, types, K steps and first words, what the program does not say, and a button. Draws
// nothing if the text is not a program. Reads: View::program. Requests: open_chain, also after Enter in the
// box (`entered`).
void draw_chains(const View& view, PastePanelState& state, Requests& requests, bool entered);

// Whether there is a chain to choose.
bool has_chain(const View& view);

}  // namespace tilescope::ui
