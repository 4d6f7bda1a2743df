// app/gui/fonts.h -- the two embedded fonts: Inter for text, JetBrains Mono for numbers, words and code.
// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include <imgui.h>

namespace tilescope::ui {

struct Fonts {
    ImFont* text;
    ImFont* mono;
};

// Fills the atlas anew, sized for a scale. Requires: no frame is being built.
Fonts build_fonts(ImFontAtlas& atlas, float scale);

// What texts may use, as pairs of first and last character, ended by 0. Both fonts have every one of them.
std::span<const ImWchar> glyph_ranges();

}  // namespace tilescope::ui
