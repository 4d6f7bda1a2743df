// core/include/tilescope/scene/word_scene.h -- the bits of one word, and the columns that a zero-column mask zeroes.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/layout/zero_mask.h>
#include <tilescope/scene/scene.h>
#include <tilescope/word/field.h>

#include <cstdint>
#include <string_view>

namespace tilescope {

// Draws one grid with 32 bits in a row, the highest bit first: a 64-bit word has two rows. A cell shows its bit. A bit
// that is 1 in `unknown` is hatched and shows no number. Each field is an area (two areas, if it is in both rows) with
// its name. The legend has the value of each field. `id` and `title` are those of the word: "a_desc", "A desc".
Scene word_scene(const Format& format, std::uint64_t word, std::uint64_t unknown, std::string_view id,
                 std::string_view title);

// Draws one grid per sub-mask, with one row of columns. If the column shift is not 0, a last grid shows the column of B
// that each output column reads. Zeroed columns are hatched.
Scene mask_scene(const MaskPicture& picture);

}  // namespace tilescope
