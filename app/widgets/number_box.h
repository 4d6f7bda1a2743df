// app/widgets/number_box.h -- boxes for the value of a field and for a word; the sentences about them.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/ui/theme.h"

#include <tilescope/base/answer.h>
#include <tilescope/word/field.h>

#include <optional>
#include <string>
#include <string_view>

struct ImFont;

namespace tilescope::ui {

// "The stored value 12 means 96 columns.", "The stored value is 0b00??: bits 30:29 are unknown."
std::string stored_text(const Field& field, std::uint64_t raw, std::uint64_t unknown = 0);

// The reason why a field with unknown bits has no next value: "start has no value yet: bits 13:0 are unknown. ..."
std::string no_step_text(const Field& field, std::uint64_t unknown);

// The value as it stands in a box in which the user types: "1024", and an address as "0x400".
std::string typed_text(const Field& field, std::uint64_t raw, std::uint64_t unknown);

// "0 to 504 columns in steps of 8", "none (0), 32B (6)", "no or yes", "always 1"
std::string legal_text(const Field& field);

// "PTX ISA 9.1, 9.7.16.4.1 (confirmed)"
std::string source_text(const Field& field);

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
    bool cancels = false;      // Esc brought back a text that is not a number: the bits are unknown again
};

// The buttons of a field with unknown bits change nothing: a sentence asks for a value, and the box takes the keyboard.
// Uses the whole available width. Never clamps: if the field cannot store a number, a sentence below the box reports it
// and nothing changes.
BoxAnswer number_box(const NumberBox& box, BoxState& state);

// Draws the reason below the box `id` if its text was refused. Boxes whose text the core reads also call this.
void refusal_line(std::string_view id, const BoxState& state, const Theme& theme);

struct HexBox {
    std::string_view id;  // mark id: "bits.word"
    const Format& format;
    std::uint64_t word = 0;
    std::uint64_t unknown = 0;  // a digit with an unknown bit is shown as "?"
    const Theme& theme;
    ImFont* mono = nullptr;
};

struct HexAnswer {
    std::optional<std::uint64_t> word;
    std::uint64_t unknown = 0;  // the bits of `word` that stay unknown: the digits that are still "?"
    bool begins = false;        // as in BoxAnswer
    int leaves = 0;  // Tab was pressed in the box: 1 for the next item, -1 (with Shift) for the previous item
};

// Shows all digits of the word. Accepts 0x, 0b, decimal and negative numbers. Refuses a number that has too many bits
// for the word.
HexAnswer hex_box(const HexBox& box, BoxState& state);

// A word with unknown bits: `word` has 0 at each of them.
struct OpenWord {
    std::uint64_t word = 0, unknown = 0;
};

// Reads the same, and hexadecimal digits of which some are "?": "0x40004040????????". The four bits of such a digit are
// unknown. If the old word has unknown bits in this digit, the digit keeps its bits.
Answer<OpenWord> open_word_for(const Format& format, std::string_view text, const OpenWord& old);

// Returns the word of this format for a number as text. "-1" sets all bits of the word.
Answer<std::uint64_t> word_for(const Format& format, std::string_view text);

}  // namespace tilescope::ui
