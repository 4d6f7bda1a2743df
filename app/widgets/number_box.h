// app/widgets/number_box.h -- boxes for the value of a field and for a word; the sentences about them.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/ui/theme.h"

#include <tilescope/base/answer.h>
#include <tilescope/word/field.h>

#include <imgui.h>

#include <functional>
#include <optional>
#include <string>
#include <string_view>

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
// the document (forget_refusals). And what is being typed into a box.
struct BoxState {
    std::string refused;         // id of the box
    std::string why;             // sentence for the user
    bool take_keyboard = false;  // true: the box takes the keyboard in the next frame
    struct Typing {
        std::string box, text;
        int frame = 0;  // in which the box had the keyboard
    } typing = {};
};

// A box for a text. What is typed there changes nothing: it counts when Enter, Tab or a click leaves the box. Esc
// brings `now` back. Until then, a faint line over what is below the box says what Enter would do.
//
//     const auto would = [](std::string_view text) { ... return Answer<std::string>("2048 bytes"); };
//     if (const auto text = typed_box({"operands.seed", say(now.seed), would, view.theme}, state)) ...
struct TypedBox {
    std::string_view id;  // its mark; the line has ".would"
    std::string now;      // the text while nobody types
    // Returns what Enter would do, or why the text is refused; "": there is nothing to say.
    std::function<Answer<std::string>(std::string_view text)> would;
    const Theme& theme;
    const char* label = "##typed";
    ImGuiInputTextCallback each = nullptr;  // sees each character, and the text in each frame; with `user`
    void* user = nullptr;
    bool assumed = false;  // nobody gave `now`: Enter gives it, also if the text is the same
};
// Returns the new text when it counts, if it is not refused. Draws no reason: see refusal_line().
std::optional<std::string> typed_box(const TypedBox& box, BoxState& state);

struct NumberBox {
    std::string_view id;  // mark id: "fields.sbo"; the buttons add ".plus" and ".minus"
    const Field& field;
    std::uint64_t raw = 0;
    std::uint64_t unknown = 0;  // unknown bits of the field: the box shows "?"
    bool as_raw = false;        // true: show and type the raw number; false: the decoded value
    const Theme& theme;
    bool assumed = false;  // nobody gave the value: Enter gives it
};

struct BoxAnswer {
    std::optional<std::uint64_t> raw;  // the raw number that the user entered
    bool begins = false;               // a number was typed, or a hold begins: all edits from here on are one undo step
    bool toggles_raw = false;          // the user typed "/": switch between value and raw
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
