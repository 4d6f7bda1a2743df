// app/ui/style.h -- what a widget needs to know to draw itself.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/ui/cell_painter.h"
#include "app/ui/theme.h"

namespace tilescope::ui {

struct Style {
    const Theme& theme;
    Sizes px;
    ImFont* mono;          // numbers, words, code
    CellPainter* painter;  // big grids
};

// From whatever carries a theme, a scale, a font and a painter: a View, or a test's own.
template <class Carrier>
Style style_of(const Carrier& c) {
    return {c.theme, sizes_at(c.scale), c.mono, c.painter};
}

}  // namespace tilescope::ui
