// app/ui/drawing.h -- signs in addition to colour: hatching, rings, dashes, a shape for each severity.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/ui/text.h"
#include "app/ui/ui_probe.h"

#include <imgui.h>

namespace tilescope::ui {

struct HatchStyle {
    ImU32 colour = 0;
    float step = 6;  // distance from line to line
    bool crossed = false;
};
// Draws lines over a rectangle, at 45 degrees. They continue in a neighbouring rectangle that is hatched too.
void hatch_rect(ImDrawList& list, ImVec2 min, ImVec2 max, const HatchStyle& style);

struct RingStyle {
    ImU32 colour = 0, halo = 0;
    float width = 2;
    bool dashed = false;  // true: under the pointer; false: selected
};
// The ring of what is pointed at (dashed) or selected.
inline RingStyle ring_of(const Theme& theme, const Sizes& px, bool dashed = false) {
    return {.colour = theme.accent, .halo = theme.ring_halo, .width = px.ring, .dashed = dashed};
}
// Draws a ring inside the rectangle, with a thin halo inside the ring, so that it is visible on any fill. A tiny
// rectangle is filled instead.
void draw_ring_rect(ImDrawList& list, ImVec2 min, ImVec2 max, const RingStyle& style);

// Draws the sign of a cell with bytes of A and of B: a triangle in its lower right corner, with an edge that is visible
// on any fill.
struct CornerStyle {
    ImU32 colour = 0, halo = 0;
    float most = 10;  // length of its sides
};
void draw_corner(ImDrawList& list, ImVec2 min, ImVec2 max, const CornerStyle& style);

// Draws a dashed line. Dashes mean "ignored".
void dashed_line(ImDrawList& list, ImVec2 from, ImVec2 to, ImU32 colour, float width);

// Draws the head of an arrow that ends at `to`, `length` long and as wide.
void draw_arrow_head(ImDrawList& list, ImVec2 from, ImVec2 to, float length, ImU32 colour);

// Draws a line of text in the current font in the middle of a rectangle, at whole pixels.
void draw_centred(ImDrawList& list, const Rect& rect, ImU32 colour, const std::string& text);

// Draws an octagon, a triangle or a disc with a sign in it. The shape shows the severity without the colour.
void draw_severity(ImDrawList& list, ImVec2 centre, float radius, Severity severity, const Theme& theme);

}  // namespace tilescope::ui
