// app/ui/style.h -- the data that a widget needs to draw itself.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/ui/cell_painter.h"
#include "app/ui/theme.h"
#include "app/ui/zoom_to.h"

#include <cstdint>

namespace tilescope::ui {

// The three sizes of text, in logical pixels: sentences and buttons; numbers, words and code; numbers in small cells.
// Then two that only the presentation has: its sentence and its title. Icons and the signs of severities are pictures
// and have sizes of their own. Draw with app/ui/text.h.
enum class TextSize : std::uint8_t { text, mono, small, lead, title };
inline constexpr float kTextSizes[] = {16, 15, 11, 20, 26};

// While a picture is presented, the smallest text has at least this part of the height of the window.
inline constexpr float kLeastPresentedText = 0.022f;

struct Style {
    const Theme& theme;
    Sizes px;
    ImFont* mono;          // numbers, words, code
    CellPainter* painter;  // for large grids
    bool still = false;    // reduced motion: pictures jump
    ZoomTo zoom_to = ZoomTo::none;
};

// Makes a Style from any struct with a theme, a scale, a font and a painter: a View, or a struct of a test.
template <class Carrier>
Style style_of(const Carrier& c) {
    Style style{c.theme, sizes_at(c.scale), c.mono, c.painter};
    if constexpr (requires { c.reduced_motion; }) style.still = c.reduced_motion;
    if constexpr (requires { c.zoom_to; }) style.zoom_to = c.zoom_to;
    return style;
}

}  // namespace tilescope::ui
