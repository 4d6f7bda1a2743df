// app/widgets/strip_layout.h -- computes the position of each bit of the strip: rows, bands and cells, without drawing.
// SPDX-License-Identifier: MIT
//
// A band has the bits of one field in one row. Each bit has a minimum width. The rest of the row goes first to the
// bands whose label would not fit, then to all bits. The layout does not depend on the current value, so an edit moves
// nothing.
#pragma once

#include <tilescope/word/field.h>

#include <optional>
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

// Returns the width that a row needs so that no label is cut: the widest of `room.rows` rows.
float needed_width(const Format& format, const StripRoom& room);

std::vector<StripRow> strip_rows(const Format& format, const StripRoom& room);

// The left and right end of a bit's cell, in whole pixels. The cells of a band touch each other.
struct CellSpan {
    float from = 0, to = 0;
};
CellSpan cell_of(const StripBand& band, unsigned bit);

// Returns the bit at x. A gap belongs to the band at its left. Beyond the ends of the row, the function returns the end
// bits, so a drag that leaves the row still paints.
unsigned bit_at(const StripRow& row, float x);

}  // namespace tilescope::ui
