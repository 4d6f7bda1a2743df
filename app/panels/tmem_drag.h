// app/panels/tmem_drag.h -- regions of Tensor Memory as things that can be taken to another column.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/panels.h"

namespace tilescope::ui {

// Outlines and names of the regions over the map, with a mark each: "tmem.region.tmem_d".
void draw_regions(const View& view, const Scene& scene, const GridPlaces& places);

// A region that was pressed follows the pointer: one gesture is one undo step, Esc brings it back.
void drag_regions(const View& view, PanelStates& states, Asks& asks, const GridReply& reply);

}  // namespace tilescope::ui
