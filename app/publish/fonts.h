// app/publish/fonts.h -- the letters of a text, and a font with the glyphs that they need.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope::io {

// Returns the code points of the text. A byte that is no valid UTF-8 becomes U+FFFD.
std::vector<std::uint32_t> letters_of(std::string_view utf8);

// Returns the font with the outlines of these glyphs, of the parts that they consist of, and of glyph 0. The numbers of
// glyphs stay the same. Empty: the bytes are no TrueType font.
std::string font_subset(std::span<const unsigned char> font, std::set<unsigned> glyphs);

}  // namespace tilescope::io
