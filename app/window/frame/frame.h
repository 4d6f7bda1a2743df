// app/window/frame/frame.h -- runs one frame: from the received input to the complete draw data.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/window/frame/context.h"

namespace tilescope::ui {

// Applies the requests that the panels made in the last frame, then updates the derived data and the trace. Tests call
// it between frames too.
void apply_requests(Context c);

// Runs a complete frame: requests, derive, trace, commands, regions, panels. Requires: ImGui::NewFrame() was called.
void frame(Context c, const FrameTools& tools);

}  // namespace tilescope::ui
