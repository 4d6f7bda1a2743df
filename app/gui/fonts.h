// app/gui/fonts.h -- the embedded fonts: Inter for text, with icons; JetBrains Mono for numbers and code.
// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include <imgui.h>

namespace tilescope::ui {

struct Fonts {
    ImFont* text;
    ImFont* mono;
    ImFont* lead;             // results, and the sentence of a presentation
    ImFont* title = nullptr;  // only while a picture is presented
};

// Clears the atlas and fills it with fonts for this scale; with the title only if `presented`: it takes time and
// memory. Requires: a call between two frames.
Fonts build_fonts(ImFontAtlas& atlas, float scale, bool presented = false);

// Returns the characters that texts may use, as pairs of first and last character, ended by 0. Both fonts have all of
// them.
std::span<const ImWchar> glyph_ranges();

}  // namespace tilescope::ui
