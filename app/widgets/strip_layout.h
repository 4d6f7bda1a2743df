// app/widgets/strip_layout.h -- where each bit of the strip lies: rows, bands and cells, without drawing.
// SPDX-License-Identifier: MIT
//
// A band is a field's bits in one row. Bits have a least width; what is left of the row goes first to the bands whose
// name would not fit, then to all bits. Values play no part: the picture holds still while a field is scrubbed.
#pragma once

#include <tilescope/word/field.h>

#include <optional>
#include <vector>

namespace tilescope::ui {

struct StripBand {
    std::size_t field = 0;       // index into the format's fields
    unsigned low = 0, high = 0;  // bits of it that lie in this row
    float x = 0, width = 0;      // whole pixels from the left end of the row
};

struct StripRow {
    unsigned low = 0, high = 0;
    std::vector<StripBand> bands;  // highest bit first, as they are drawn
};

struct StripRoom {
    float width = 0;           // for the bits of one row
    float cell = 1, gap = 0;   // least width of a bit; between bands
    unsigned rows = 1;         // 1 or 2
    std::vector<float> names;  // of each field: the width of its name
};

std::vector<StripRow> strip_rows(const Format& format, const StripRoom& room);

// Left and right end of a bit's cell, in whole pixels; the cells of a band touch.
struct CellSpan {
    float from = 0, to = 0;
};
CellSpan cell_of(const StripBand& band, unsigned bit);

// The bit under x; a gap belongs to the band left of it, and beyond the ends the end bits count: a drag that leaves
// the row still paints.
unsigned bit_at(const StripRow& row, float x);

}  // namespace tilescope::ui
