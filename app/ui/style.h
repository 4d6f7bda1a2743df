// app/ui/style.h -- the data that a widget needs to draw itself.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/ui/cell_painter.h"
#include "app/ui/theme.h"

namespace tilescope::ui {

struct Style {
    const Theme& theme;
    Sizes px;
    ImFont* mono;          // numbers, words, code
    CellPainter* painter;  // for large grids
};

// Makes a Style from any struct with a theme, a scale, a font and a painter: a View, or a struct of a test.
template <class Carrier>
Style style_of(const Carrier& c) {
    return {c.theme, sizes_at(c.scale), c.mono, c.painter};
}

}  // namespace tilescope::ui
