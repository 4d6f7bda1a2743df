// app/panels/tile_size.h -- the boxes for the size of the tiles.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/panels.h"
#include "app/widgets/number_box.h"

#include <tilescope/base/answer.h>

#include <string_view>

namespace tilescope::ui {

// Reads a K of the tiles. Errors: it is not a number, or out of range. The reason names the range.
Answer<unsigned> tile_k_for(std::string_view text);

// Draws "tile K", a box and two buttons that change it by the K of one instruction. `id` is their mark:
// "operands.tile_k".
void draw_tile_k(const View& view, BoxState& box, Requests& requests, std::string_view id);

// wgmma: draws M and N of the tile, with two buttons each that change the number of its pieces. A new piece begins
// where the memory of the session has its rows. Marks: "operands.tile_m.plus". Draws nothing for other instructions.
void draw_pieces(const View& view, Requests& requests, std::string_view panel);

}  // namespace tilescope::ui
