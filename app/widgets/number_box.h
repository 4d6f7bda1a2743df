// app/widgets/number_box.h -- the widget for the number of a field. The user types or steps it; the core may refuse it.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/ui/theme.h"

#include <tilescope/word/field.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tilescope::ui {

// The reason why the last text in a box was refused. The next accepted input clears it, and so does any other change of
// the document (forget_refusals).
struct BoxState {
    std::string refused;         // id of the box
    std::string why;             // sentence for the user
    bool take_keyboard = false;  // true: the box takes the keyboard in the next frame
};

struct NumberBox {
    std::string_view id;  // mark id: "fields.sbo"; the buttons add ".plus" and ".minus"
    const Field& field;
    std::uint64_t raw = 0;
    std::uint64_t unknown = 0;  // unknown bits of the field: the box shows "?"
    bool as_raw = false;        // true: show and type the raw number; false: the decoded value
    const Theme& theme;
};

struct BoxAnswer {
    std::optional<std::uint64_t> raw;  // the raw number that the user entered
    bool begins = false;       // a hold or a run of key strokes begins; all edits from here on are one undo step
    bool toggles_raw = false;  // the user typed "/": switch between value and raw
};

// The buttons of a field with unknown bits change nothing: a sentence asks for a value, and the box takes the keyboard.
// Uses the whole available width. Never clamps: if the field cannot store a number, a sentence below the box reports it
// and nothing changes.
BoxAnswer number_box(const NumberBox& box, BoxState& state);

// Draws the reason below the box `id` if its text was refused. Boxes whose text the core reads also call this.
void refusal_line(std::string_view id, const BoxState& state, const Theme& theme);

}  // namespace tilescope::ui
