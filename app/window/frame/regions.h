// app/window/frame/regions.h -- the window: its regions at the places of arrangement.h, and what is over them.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/ui/theme.h"
#include "app/window/frame/context.h"

#include <string>

namespace tilescope::ui {

// Draws the whole window. Requires: a call inside an ImGui frame.
void draw_window(Context c, const FrameTools& tools);

// Draws the line. Without enough room, the name of the session is left out (the title of the window has it too), and
// the screens become a menu.
void draw_top_bar(Context c, const Theme& theme, float scale);

// Draws the tiles, and the panel that a tile opened, beside them and over the stage.
void draw_rail_tiles(const View& view, Context c, const Rect& place);

// Every panel shows the pinned session while the user holds B.
bool shows_reference(const Document& doc, const Overlays& overlays);

// The sentence of the line.
std::string status_sentence(Context c);

void draw_status_line(const View& view, Context c);

void draw_help(const Document& doc, Overlays& overlays, float scale);

}  // namespace tilescope::ui
