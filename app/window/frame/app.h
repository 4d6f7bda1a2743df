// app/window/frame/app.h -- the window program without its window.
// SPDX-License-Identifier: MIT
//
// It uses no GLFW and no GL, so tests can create an App and call frame().
#pragma once

#include "app/window/frame/context.h"

namespace tilescope::ui {

// The window program: it owns the owners. Only the loop and the frame know it.
struct App {
    Documents documents;
    Jobs jobs;
    Overlays overlays;
    Regions regions;
    Prefs prefs;
    System system;

    Document& document() { return documents.current(); }
    const Document& document() const { return documents.current(); }
    Context context() { return {documents, jobs, overlays, regions, prefs, system}; }
};

// Applies the requests that the panels made in the last frame, then updates the derived data and the trace. Tests call
// it between frames too.
void apply_requests(Context c);

// Runs a complete frame: requests, derive, trace, commands, regions, panels. Requires: ImGui::NewFrame() was called.
void frame(Context c, const FrameTools& tools);

}  // namespace tilescope::ui
