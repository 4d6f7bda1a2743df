// app/widgets/strip_drawing.h -- draws the bit strip; bit_strip.cpp handles its input.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/ui/theme.h"
#include "app/widgets/bit_strip.h"
#include "app/widgets/strip_layout.h"

#include <span>
#include <string_view>
#include <vector>

#include <imgui.h>

namespace tilescope::ui {

// The positions of the parts of the strip in the window, in whole pixels.
struct StripGeometry {
    std::vector<StripRow> rows;
    ImVec2 origin;                // top left
    float numbers = 0;            // height of the line of bit numbers
    float cells = 0;              // height of the cells
    float bands = 0;              // height of the bands
    float pitch = 0;              // distance from row to row
    float hex_x = 0;              // position of the hexadecimal halves, from the left end
    bool with_hex = true;         // there is room for the halves
    float width = 0, height = 0;  // of the whole strip

    float cells_y(std::size_t row) const { return origin.y + pitch * static_cast<float>(row) + numbers; }
    float bands_y(std::size_t row) const { return cells_y(row) + cells; }
};

// Uses the available width of the current region.
StripGeometry strip_geometry(const BitStrip& strip);

void draw_strip(const BitStrip& strip, const StripGeometry& geometry);

// Whether the field differs from the pinned word, in its value or in its unknown bits.
bool differs_from_reference(const BitStrip& strip, const Field& field);

// Returns the worst problem of a field, or null.
const Problem* worst_of(std::span<const Problem> problems, std::string_view field);

}  // namespace tilescope::ui
