// app/window/frame/region_parts.h -- a region: a child window with a focus ring, and its panels.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/window/frame/context.h"

namespace tilescope::ui {

inline constexpr float kRegionPad = 6;  // between the border of a region and its panels, in logical pixels

// Begins a region. A region that F6 selected gets the keyboard focus and a ring. The caller ends it with
// ImGui::EndChild(), also if the function returns false.
bool begin_region(const char* id, ImVec2 size, const View& view, Regions& regions);

// Draws the panels of a region below each other, with the tabs of the screen above the first panel that has a tab.
void draw_panels(Region region, const View& view, Document& doc);

// Draws a region at this place of the window, with its panels.
void region(const char* id, Region which, const Rect& place, const View& view, Document& doc, Regions& regions);

}  // namespace tilescope::ui
