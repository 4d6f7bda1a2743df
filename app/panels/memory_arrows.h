// app/panels/memory_arrows.h -- draws lbo and sbo as arrows over the grid of the tile.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/ui/style.h"
#include "app/widgets/cell_grid.h"

#include <tilescope/scene/scene.h>

namespace tilescope::ui {

// A stride that the layout ignores has a dashed arrow and the name "lbo ignored". The name is beside the arrow head if
// there is room. It disappears while the pointer is over the cells. The sentence above the pictures explains each
// stride.
void draw_stride_arrows(const Scene& scene, const GridPlaces& places, const Style& style);

}  // namespace tilescope::ui
