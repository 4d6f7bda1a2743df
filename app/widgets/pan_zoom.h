// app/widgets/pan_zoom.h -- which part of a picture its pane shows: zooming about a point, panning, limits, easing.
// SPDX-License-Identifier: MIT
//
// Pure functions. All pictures use them: grids of cells count in cells, the MMA picture counts in pixels at zoom 1.
//
//     const PanZoomRoom room{.pane = {400, 300}, .unit = {20, 20}, .picture = {64, 64}, .least = 0.2f, .most = 5};
//     zoomed_about({}, room, {100, 60}, 2)     zoom 2, left 2.5, top 1.5: the point (5, 3) stays at (100, 60)
#pragma once

#include <imgui.h>

namespace tilescope::ui {

// The visible part: `left`, `top` are the point of the picture in the upper left corner of the pane, in units.
struct PanZoom {
    float zoom = 1, left = 0, top = 0;
    friend bool operator==(const PanZoom&, const PanZoom&) = default;
};

struct PanZoomRoom {
    ImVec2 pane;                      // window pixels
    ImVec2 unit;                      // window pixels of one unit at zoom 1
    ImVec2 picture;                   // units
    float least = 1, most = 1;        // zooms
    float one = 1;                    // the zoom of "1:1"
    ImVec2 visible(float zoom) const  // the units that fit into the pane
    {
        return {pane.x / (unit.x * zoom), pane.y / (unit.y * zoom)};
    }
};

// Limits zoom and place. A picture that is smaller than its pane is in the upper left corner. Values that are not
// numbers become the view at the start.
PanZoom kept_inside(PanZoom view, const PanZoomRoom& room);

// The point of the picture under `at` (window pixels from the corner of the pane) stays there, as far as the limits
// allow.
PanZoom zoomed_about(const PanZoom& view, const PanZoomRoom& room, ImVec2 at, float zoom);

// Moves the picture by window pixels, as a hand does.
PanZoom panned(const PanZoom& view, const PanZoomRoom& room, ImVec2 by);

// Puts a point of the picture into the middle of the pane.
PanZoom centred_on(const PanZoom& view, const PanZoomRoom& room, ImVec2 point);

// Moves as little as possible so that the rectangle from `min` to `max` (units) is visible, its upper left corner
// first.
PanZoom showing(const PanZoom& view, const PanZoomRoom& room, ImVec2 min, ImVec2 max);

// Returns a view between two views, for a progress from 0 to 1. A point that has the same place in both views has this
// place all the time; and if both views are inside the limits, then so are all views between them.
PanZoom eased(const PanZoom& from, const PanZoom& to, float progress);

}  // namespace tilescope::ui
