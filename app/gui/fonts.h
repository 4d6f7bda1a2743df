// app/gui/fonts.h -- the embedded fonts: Inter for text, with icons; JetBrains Mono for numbers and code.
// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include <imgui.h>

namespace tilescope::ui {

struct Fonts {
    ImFont* text;
    ImFont* mono;
    ImFont* lead = nullptr;  // of the presentation: its sentence, its title
    ImFont* title = nullptr;
};

// Clears the atlas and fills it with fonts for this scale; with those of the presentation only if `presented`: they
// take time and memory. Requires: a call between two frames.
Fonts build_fonts(ImFontAtlas& atlas, float scale, bool presented = false);

// Returns the characters that texts may use, as pairs of first and last character, ended by 0. Both fonts have all of
// them.
std::span<const ImWchar> glyph_ranges();

}  // namespace tilescope::ui
