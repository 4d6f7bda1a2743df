// app/window/frame/drawer.h -- a region with its panels; the drawer, which is absent until there is a reason.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/window/frame/context.h"

#include <string_view>

namespace tilescope::ui {

// Whether the drawer is shown: the user opened it, or it rose by itself.
bool drawer_is_open(const Document& doc, const Prefs& prefs);

// The panel over the side. Null: the side shows its own panels.
inline const Panel* over_side(const Document& doc) { return panel_over_side(doc.states, doc.view_state.screen); }

// Shows a panel of the drawer. The program calls it for an error, a batch or a comparison.
void raise_drawer(Document& doc, Regions& regions, std::string_view panel);

// The part of a room of this height, in window pixels, that the open drawer takes. If it rose for problems or for a
// batch, it takes no more than they need.
float drawer_part(const Document& doc, const Regions& regions, const Prefs& prefs, float room);
// The most that the panel in the drawer takes: a preference. A batch has its own, because a table is read row by row.
float& drawer_size(Regions& regions, Prefs& prefs);

// Opens or closes the drawer by a command. If the user closes it, it stays closed until there is a new reason.
void toggle_drawer(Document& doc, Prefs& prefs);

void draw_drawer(const View& view, Document& doc, Regions& regions, const Rect& place);

// Draws the tabs of the drawer with the selected panel. The compact window calls it without the region.
void draw_drawer_tabs(const View& view, Document& doc, Regions& regions);

// Opens a panel of the rail beside the tiles. Does nothing while the rail is pinned open: then it shows the panel.
void open_flyout(Regions& regions, Prefs& prefs, std::string_view panel);

// Closes the topmost thing that is open, or clears the selection: what Escape does.
void release(Context c);

inline constexpr float kRegionPad = 6;  // between the border of a region and its panels, in logical pixels

// Begins a part of the window with a ground instead of a frame: space and tone separate the regions.
bool begin_ground(const char* id, ImVec2 size, ImU32 ground);

// Begins a region. A region that F6 selected gets the keyboard focus and a ring. The caller ends it with
// ImGui::EndChild(), also if the function returns false.
bool begin_region(const char* id, ImVec2 size, const View& view, Regions& regions);

// Draws the panels of a region below each other, with the tabs of the screen above the first panel that has a tab.
void draw_panels(Region region, const View& view, Document& doc);

// Draws a region at this place of the window, with its panels.
void region(const char* id, Region which, const Rect& place, const View& view, Document& doc, Regions& regions);

}  // namespace tilescope::ui
