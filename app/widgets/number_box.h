// app/widgets/number_box.h -- the one widget for numbers of fields: typed, stepped, refused in the core's words.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/ui/theme.h"

#include <tilescope/word/field.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tilescope::ui {

// The answer to the last refused text of a number box; goes with the next accepted input.
struct BoxState {
    std::string refused;  // id of the box
    std::string why;
};

struct NumberBox {
    std::string_view id;  // of its marks: "fields.sbo", with ".plus" and ".minus" for the buttons
    const Field& field;
    std::uint64_t raw = 0;
    bool as_raw = false;  // shown and typed as stored, not as meant
    const Theme& theme;
};

struct BoxAnswer {
    std::optional<std::uint64_t> raw;  // the stored bits a person asked for
    bool begins = false;               // a hold or a run of key strokes begins: one undo step from here on
    bool toggles_raw = false;          // "/" was typed: value or raw
};

// As wide as there is room. Never clamps: what cannot be stored is answered below the box and changes nothing.
BoxAnswer number_box(const NumberBox& box, BoxState& state);

// The sentence below a box, if it was the one refused. For other boxes that ask the core.
void refusal_line(std::string_view id, const BoxState& state, const Theme& theme);

}  // namespace tilescope::ui
