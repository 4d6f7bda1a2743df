// app/widgets/strip_drawing.h -- places and draws the bits and the fields of a word.
// SPDX-License-Identifier: MIT
//
// A band (StripBand) has the bits of one field in one row. Each bit has a minimum width. The rest of the row goes first
// to the bands whose label would not fit, then to all bits. The layout does not depend on the current value, so an edit
// moves nothing.
#pragma once

#include "app/widgets/bit_strip.h"

#include <vector>

namespace tilescope::ui {

struct StripBand {
    std::size_t field = 0;       // index into the format's fields
    unsigned low = 0, high = 0;  // the bits of the field in this row
    float x = 0, width = 0;      // whole pixels from the left end of the row
};

struct StripRow {
    unsigned low = 0, high = 0;
    std::vector<StripBand> bands;  // highest bit first, in drawing order
};

struct StripRoom {
    float width = 0;            // room for the bits of one row
    float cell = 1, gap = 0;    // minimum width of a bit; distance between bands
    unsigned rows = 1;          // divides the number of bits
    std::vector<float> labels;  // for each field: the width of its name and its longest value
};

std::vector<StripRow> strip_rows(const Format& format, const StripRoom& room);

// The left and right end of a bit's cell, in whole pixels. The cells of a band touch each other.
struct CellSpan {
    float from = 0, to = 0;
};
CellSpan cell_of(const StripBand& band, unsigned bit);

// Returns the bit at x. A gap belongs to the band at its left. Beyond the ends of the row, the function returns the end
// bits, so a drag that leaves the row still paints.
unsigned bit_at(const StripRow& row, float x);

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

}  // namespace tilescope::ui
