// app/shell/rail.h -- the left region: a column of tiles, or the panels themselves while it is pinned open.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/shell/context.h"

#include <string_view>

namespace tilescope::ui {

// Draws the tiles, and the panel that a tile opened, beside them and over the stage.
void draw_rail_tiles(const View& view, Context c, const Rect& place);

}  // namespace tilescope::ui
