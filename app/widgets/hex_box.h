// app/widgets/hex_box.h -- a whole word, typed in hexadecimal or as any number.
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
    std::string_view id;  // of its mark: "bits.word"
    const Format& format;
    std::uint64_t word = 0;
    const Theme& theme;
    ImFont* mono = nullptr;
};

struct HexAnswer {
    std::optional<std::uint64_t> word;
    bool begins = false;  // as in BoxAnswer
    int leaves = 0;       // Tab was pressed in it: 1 to what comes next, -1 with Shift to what was before
};

// Shows all digits of the word. Takes 0x, 0b, decimal and negative numbers; refuses what the word has no bits for.
HexAnswer hex_box(const HexBox& box, BoxState& state);

// The word a text means for this format: -1 fills all of its bits.
Answer<std::uint64_t> word_for(const Format& format, std::string_view text);

}  // namespace tilescope::ui
