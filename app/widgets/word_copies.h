// app/widgets/word_copies.h -- a word in every notation that people paste elsewhere.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/word/field.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope::ui {

struct WordCopy {
    std::string_view id;     // "lo_hi": of the mark
    std::string_view title;  // in the menu
    std::string text;        // what is copied
};

// Hexadecimal first. {lo, hi} is there for words of 64 bits.
std::vector<WordCopy> copies_of(const Format& format, std::uint64_t word);

}  // namespace tilescope::ui
