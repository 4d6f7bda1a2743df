// app/widgets/flying_cells.h -- draws cells that are on their way, over the grids where they come from and go to.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/ui/style.h"
#include "app/widgets/cell_grid.h"

#include <tilescope/scene/scene.h>

#include <cstdint>
#include <span>

namespace tilescope::ui {

enum class Trails : std::uint8_t { none, some };

// Draws each cell between its places. With trails, some of the movements have an arrow from where the cell comes to
// where it goes. A movement is not drawn if neither end is visible. `places` has one entry for each grid of the scene.
void draw_movements(std::span<const Movement> movements, std::span<const GridPlaces> places, Trails trails,
                    const Style& style);

}  // namespace tilescope::ui
