// app/widgets/bit_strip.h -- shows a word as bits that the user flips, paints, drags or types.
// SPDX-License-Identifier: MIT
//
// It uses format tables and no document.
#pragma once

#include "app/widgets/number_box.h"

#include <tilescope/notation/reading.h>

#include <span>
#include <vector>

struct ImFont;

namespace tilescope::ui {

struct BitStrip {
    std::string_view id;  // start of the mark ids: "bits" gives "bits.bit.46" and "bits.band.sbo"
    const Format& format;
    std::uint64_t word = 0;
    std::uint64_t unknown = 0;                    // 1 for each bit that is not known; `word` has 0 there
    std::uint64_t assumed = 0;                    // 1 for each bit that nobody has given: hatched, with a pale digit
    std::optional<std::uint64_t> reference = {};  // pinned word; fields that differ from it get a triangle
    std::uint64_t reference_unknown = 0;
    std::span<const Problem> problems = {};
    std::uint64_t lit = 0;     // bits that belong to the item under the pointer
    std::uint64_t ringed = 0;  // bits that a lesson shows: always with a solid ring
    bool pinned = false;       // true: solid rings around the lit bits; false: dashed rings
    const Theme& theme;
    float scale = 1;
    ImFont* mono = nullptr;
    const BitOrigins* origins = nullptr;  // the lines of a pasted program that give the bits
};

struct BitStripState {
    int drag_bit = -1;            // while painting: the last painted bit
    bool paint_value = false;     // the value that painting writes
    int scrub_field = -1;         // while scrubbing (a drag that changes a value): index of the field
    float scrub_from = 0;         // pointer position at the start of the scrub
    std::uint64_t scrub_raw = 0;  // value at the start of the scrub
    std::uint64_t drag_word = 0;  // the word before the drag; Esc restores it
    std::uint64_t drag_unknown = 0;
    int typing = -1;  // index of the field whose value the user types
    BoxState box;
};

struct BitStripReply {
    std::optional<std::uint64_t> word;        // the new word, if bits were flipped or painted
    std::uint64_t unknown = 0;                // the bits of the new word that stay unknown
    const Field* field = nullptr;             // or: this field was scrubbed, turned by the wheel, or typed
    std::uint64_t raw = 0;                    // the new stored value of that field
    std::optional<unsigned> pointed, pinned;  // number of a bit
    bool begins = false;                      // a drag begins; all edits from here on are one undo step
    bool single = false;                      // a wheel turn or a typed value: a separate undo step
};

// An unknown bit is a hatched cell with "?". A click gives it the value 0, the next click the value 1. The wheel and
// drags do not change a field with unknown bits.
//
// Draws as few rows as possible (1, 2 or 4) without cutting a name. It uses the whole available width.
BitStripReply bit_strip(const BitStrip& strip, BitStripState& state);

// Moves the stored value of a field by `steps` legal values: by numbers, or by its named values in order. Stops at both
// ends. A fixed field does not move.
std::uint64_t stepped(const Field& field, std::uint64_t raw, std::int64_t steps);

// Returns the word with all bits from `a` to `b`, in either order, set or cleared.
std::uint64_t painted(std::uint64_t word, unsigned a, unsigned b, bool value);

// A band has the bits of one field in one row. Each bit has a minimum width. The rest of the row goes first to the
// bands whose label would not fit, then to all bits. The layout does not depend on the current value, so an edit moves
// nothing.
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

}  // namespace tilescope::ui
