// app/widgets/hex_box.h -- a text box for a whole word. It shows hexadecimal and accepts every notation of numbers.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/widgets/number_box.h"

#include <tilescope/base/answer.h>
#include <tilescope/word/field.h>

#include <cstdint>
#include <optional>
#include <string_view>

struct ImFont;

namespace tilescope::ui {

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
