// app/panels/memory_arrows.h -- lbo and sbo where they act, over the grid of the tile.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/ui/style.h"
#include "app/widgets/cell_grid.h"

#include <tilescope/scene/scene.h>

namespace tilescope::ui {

// A stride that the layout ignores is dashed and says so. The arrow's name stands beside its head where there is room,
// while nobody points at the cells; what it steps over is the sentence above the pictures.
void draw_stride_arrows(const Scene& scene, const GridPlaces& places, const Style& style);

}  // namespace tilescope::ui
