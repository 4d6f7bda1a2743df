// app/window/frame/shown_parts.h -- what is shown, so that a key acts only on what the user sees.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/window/frame/command.h"
#include "app/window/frame/context.h"

#include <optional>
#include <string>

namespace tilescope::ui {

bool on_memory(const Document& doc);      // the screen of shared memory, any of its tabs
bool shows_tile(const Document& doc);     // its tab with the tile and its memory
bool shows_swizzle(const Document& doc);  // a picture with and without the swizzle
bool shows_grain(const Document& doc);    // a picture whose cells can be elements, chunks or lines
// The shown picture whose cells have a choice of labels.
std::optional<LabelPicture> labelled_picture(const Document& doc);
bool shows_labels(const Document& doc);
bool shows_k_steps(const Document& doc);       // a picture of one K step
bool shows_d(const Document& doc);             // a screen with D
bool has_cell(const Document& doc);            // the selection is a cell that the arrow keys can move
bool has_cell_or_player(const Document& doc);  // what the keys Left and Right move
bool has_selection(const Document& doc);       // something is selected, with a click or from the palette

// Where the key of a command acts, if it does nothing now: "S acts on the tabs Tile and Banks of the screen Shared
// memory (Ctrl+2)." Empty if this is no surprise.
std::string where_it_acts(const Command& command);

// Whether a command that turns something on or off has turned it on. The menu shows a tick.
bool is_on(const Command& command, Context c);

}  // namespace tilescope::ui
