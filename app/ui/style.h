// app/ui/style.h -- the data that a widget needs to draw itself.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/ui/cell_painter.h"
#include "app/ui/theme.h"
#include "app/ui/zoom_to.h"

namespace tilescope::ui {

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
