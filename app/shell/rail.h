// app/shell/rail.h -- the left region: a column of tiles, or the panels themselves while it is pinned open.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/shell/app.h"

#include <string_view>

namespace tilescope::ui {

// Draws the tiles, and the panel that a tile opened, beside them and over the stage.
void draw_rail_tiles(const View& view, Context c, const Rect& place);

// Opens a panel of the rail beside the tiles. Does nothing while the rail is pinned open: then it shows the panel.
void open_flyout(Regions& regions, Prefs& prefs, std::string_view panel);

}  // namespace tilescope::ui
