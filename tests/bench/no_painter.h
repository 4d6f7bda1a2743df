// tests/bench/no_painter.h -- a painter that draws no grids; the window draws them with a shader.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/ui/cell_painter.h"

namespace tilescope::ui {

class NoPainter final : public CellPainter {
public:
    void draw(ImDrawList&, const CellGrid&, ImVec2, ImVec2) override {}
};

}  // namespace tilescope::ui
