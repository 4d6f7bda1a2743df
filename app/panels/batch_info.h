// app/panels/batch_info.h -- the line above the batch table: a followed file, the odd words, what all rows share.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/batch_state.h"
#include "app/ui/view.h"

#include <string>

namespace tilescope::ui {

// "504 words, 33 different. The same in all: sbo 1024 bytes. a_desc: the start address advances by 32 bytes."
std::string batch_summary(const View& view, const BatchPanelState& state);

// Draws the line, or nothing if a narrow panel has nothing to say there. A sentence that does not fit is cut, and its
// tooltip has all of it. Returns true if the user asks for the next odd word.
bool draw_batch_info(const View& view, const BatchPanelState& state, Requests& requests);

// Draws what a followed file has brought so far, with a button that ends it. Draws nothing if no file is followed.
void draw_following(const BatchPanelState& state, Requests& requests);

}  // namespace tilescope::ui
