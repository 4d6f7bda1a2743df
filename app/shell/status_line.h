// app/shell/status_line.h -- the last line of the window: what is pointed at, the number of problems, the edits.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/shell/context.h"

namespace tilescope::ui {

// Every panel shows the pinned session while the user holds B.
bool shows_reference(const Document& doc, const Overlays& overlays);

// The sentence of the line.
std::string status_sentence(Context c);

void draw_status_line(const View& view, Context c);

}  // namespace tilescope::ui
