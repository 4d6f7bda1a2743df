// app/panels/memory_arrows.h -- draws lbo, sbo and the XOR of the swizzle as arrows over the grids.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/ui/style.h"
#include "app/widgets/cell_grid.h"

#include <tilescope/layout/smem_layout.h>
#include <tilescope/scene/scene.h>

namespace tilescope::ui {

// A stride that the layout ignores has a dashed arrow. The arrows have no names in the picture: a name would cover the
// numbers of cells.
void draw_stride_arrows(const Scene& scene, const GridPlaces& places, const Style& style);

// Draws each of these arrows with its name, "sbo 1024 bytes" or "lbo 16 bytes (ignored)", after the legend of the
// cells: on its last line if there is room.
void stride_legend(const Scene& scene, const Style& style);

// Draws what the XOR of the swizzle does to this element, over the grid of memory: a dashed ring where the element
// would be without it, an arrow to where it is, and the sum on a plate: "chunk 3 xor 5 = 6". Draws nothing if the XOR
// does not move the element, or if the grid does not show both chunks.
void draw_xor_arrow(const Cells& memory, const SmemLayout& layout, Element element, const GridPlaces& places,
                    const Style& style);

}  // namespace tilescope::ui
