// tests/bench/no_painter.h -- grids go through a shader in the window; here nothing is drawn in its place.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/ui/cell_painter.h"

namespace tilescope::ui {

class NoPainter final : public CellPainter {
public:
    void draw(ImDrawList&, const CellGrid&, ImVec2, ImVec2) override {}
};

}  // namespace tilescope::ui
