// app/panels/live_parts.h -- parts that the panels of the Run screen share.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/panels.h"

namespace tilescope::ui {

// Returns the run that the user chose to see. Null: none, so the panels show the model of this session.
const LiveRecord* shown_run(const View& view, const RunPanelState& state);

// Returns a few words about how a run ended: "equal", "96 words differ", "device_timeout".
std::string ending_in_short(const LiveRecord& run);

// Draws what a run is, what it needs, what is missing, and how a GPU of another machine is used, with the button that
// turns live mode on.
void draw_live_off(const View& view, Requests& requests);

// Draws [Run] [Stop], the deadline, and what goes on.
void draw_run_bar(const View& view, PanelStates& states, Requests& requests);

// Draws the stages of the run that goes on; they light up in the colour of values that hardware measured. After a run
// that failed, draws its stages, and the last one is red. After a good run there is nothing to say.
void draw_stages(const View& view, const LiveRecord* shown);

// Draws how a run ended: the sentence, the times, and what the comparison found.
void draw_ending(const View& view, const LiveRecord& run);

}  // namespace tilescope::ui
