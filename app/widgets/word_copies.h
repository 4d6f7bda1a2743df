// app/widgets/word_copies.h -- a word in every notation that people paste elsewhere.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/widgets/copy_menu.h"

#include <tilescope/word/field.h>

#include <cstdint>
#include <vector>

namespace tilescope::ui {

// Hexadecimal first. {lo, hi} is there for words of 64 bits.
std::vector<CopyChoice> copies_of(const Format& format, std::uint64_t word);

}  // namespace tilescope::ui
