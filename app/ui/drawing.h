// app/ui/drawing.h -- the signs that stand beside a colour: hatching, rings, dashes, the shapes of severities.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/ui/theme.h"

#include <imgui.h>

namespace tilescope::ui {

struct HatchLook {
    ImU32 colour = 0;
    float step = 6;  // from line to line
    bool crossed = false;
};
// Lines over a rectangle, at 45 degrees. They continue into a neighbouring rectangle that is hatched too.
void hatch_rect(ImDrawList& list, ImVec2 min, ImVec2 max, const HatchLook& look);

struct RingLook {
    ImU32 colour = 0, halo = 0;
    float width = 2;
    bool dashed = false;  // pointed at; solid: selected
};
// Inside the rectangle, with a thin halo within, so that it shows on any fill. Tiny rectangles are filled.
void draw_ring_rect(ImDrawList& list, ImVec2 min, ImVec2 max, const RingLook& look);

// Ignored things are dashed.
void dashed_line(ImDrawList& list, ImVec2 from, ImVec2 to, ImU32 colour, float width);

// Octagon, triangle, disc: the shape says the severity before the colour does; its sign is printed in it.
void draw_severity(ImDrawList& list, ImVec2 centre, float radius, Severity severity, const Theme& theme);

}  // namespace tilescope::ui
