// app/widgets/bit_strip.h -- a word as bits: flipped, painted, scrubbed, typed over. Knows tables, no document.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/ui/theme.h"
#include "app/widgets/number_box.h"

#include <tilescope/word/field.h>
#include <tilescope/word/problem.h>

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

struct ImFont;

namespace tilescope::ui {

struct BitStrip {
    std::string_view id;  // of its marks: "bits" gives "bits.bit.46" and "bits.band.sbo"
    const Format& format;
    std::uint64_t word = 0;
    std::optional<std::uint64_t> reference = {};  // pinned for comparison: fields that differ carry a triangle
    std::span<const Problem> problems = {};
    std::uint64_t lit = 0;  // bits that take part in what is pointed at
    bool pinned = false;    // solid rings around them; else dashed
    const Theme& theme;
    float scale = 1;
    ImFont* mono = nullptr;
};

struct BitStripState {
    int drag_bit = -1;         // painting: the bit painted last
    bool paint_value = false;  // what it paints
    int scrub_field = -1;      // scrubbing: index of the field
    float scrub_from = 0;      // pointer position at the start of the scrub
    std::uint64_t scrub_raw = 0;
    std::uint64_t drag_word = 0;  // before the drag, for Esc
    int typing = -1;              // index of the field whose value is typed
    BoxState box;
};

struct BitStripAsk {
    std::optional<std::uint64_t> word;  // bits were flipped or painted
    const Field* field = nullptr;       // or this field was scrubbed, turned or typed to `raw`
    std::uint64_t raw = 0;
    std::optional<unsigned> pointed, pinned;  // a bit
    bool begins = false;                      // a drag begins: one undo step from here on
    bool single = false;                      // a turn of the wheel, a typed value: a step of its own
};

// Two rows of 32 bits, one row where there is room or the word is short. As wide as there is room.
BitStripAsk bit_strip(const BitStrip& strip, BitStripState& state);

// `steps` further on the legal grid of a field: stored numbers, or its named values in order. Stops at both ends;
// fixed fields have one place only.
std::uint64_t stepped(const Field& field, std::uint64_t raw, std::int64_t steps);

// The word with bits `a` to `b`, in either order, all set or all cleared.
std::uint64_t painted(std::uint64_t word, unsigned a, unsigned b, bool value);

}  // namespace tilescope::ui
