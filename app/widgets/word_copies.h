// app/widgets/word_copies.h -- a word in every notation for the clipboard.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/widgets/copy_menu.h"

#include <tilescope/word/field.h>

#include <cstdint>
#include <vector>

namespace tilescope::ui {

// Returns the notations, hexadecimal first. Only words of 64 bits have the notation {lo, hi}. A word with unknown bits
// has only the notations that can show "?", because other programs would read any number as a known word.
std::vector<CopyChoice> copies_of(const Format& format, std::uint64_t word, std::uint64_t unknown = 0);

}  // namespace tilescope::ui
