// app/panels/tmem_drag.h -- draws the regions of Tensor Memory; the user can drag them to other columns.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/panels.h"

namespace tilescope::ui {

// Draws outlines and names of the regions over the map. Marks: "tmem.region.tmem_d".
void draw_regions(const View& view, const Scene& scene, const GridPlaces& places);

// A pressed region follows the pointer. Each drag is one gesture and so one undo step. Esc cancels the drag.
void drag_regions(const View& view, PanelStates& states, Requests& requests, const GridReply& reply);

}  // namespace tilescope::ui
