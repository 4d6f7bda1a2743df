// app/publish/font_subset.h -- a TrueType font with some of its glyphs.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <set>
#include <span>
#include <string>

namespace tilescope::io {

// Returns the font with the outlines of these glyphs, of the parts that they consist of, and of glyph 0. The numbers of
// glyphs stay the same. Empty: the bytes are no TrueType font.
std::string font_subset(std::span<const unsigned char> font, std::set<unsigned> glyphs);

}  // namespace tilescope::io
