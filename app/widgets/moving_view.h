// app/widgets/moving_view.h -- the visible part of a picture: zooming and panning, the input of its pane, the mini-map.
// SPDX-License-Identifier: MIT
//
// The functions of PanZoom are pure. All pictures use them: grids of cells count in cells, the MMA picture in pixels at
// zoom 1.
//
//     const PanZoomRoom room{.pane = {400, 300}, .unit = {20, 20}, .picture = {64, 64}, .least = 0.2f, .most = 5};
//     zoomed_about({}, room, {100, 60}, 2)     zoom 2, left 2.5, top 1.5: the point (5, 3) stays at (100, 60)
#pragma once

#include "app/ui/theme.h"
#include "app/ui/ui_probe.h"

namespace tilescope::ui {

// At "1:1" the shorter side of a cell has this many logical pixels: enough for a line of text.
inline constexpr float kOneCell = 18;
// On request, the selected cell has this many: enough for the label, the bytes and the value.
inline constexpr float kSelectedCell = 54;

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
// place all the time. Where the picture becomes larger than its pane, the view can be outside the limits.
PanZoom eased(const PanZoom& from, const PanZoom& to, float progress);

// The view of a picture, which its panel keeps between frames. The first three are what is drawn now.
struct MovingView {
    float zoom = 1, left = 0, top = 0;
    PanZoom from, to;                     // of the motion
    double began = -1;                    // time when it began; below 0: the view does not move
    PanZoomRoom room;                     // of the last frame
    bool drawn = false;                   // there was a frame before
    bool fits = false;                    // all of the picture is shown, also when the pane gets another size
    bool holds_map = false;               // the pointer drags the mini-map
    std::optional<std::size_t> revealed;  // the cell that was brought into view; the user may pan away from it
    std::optional<Rect> selected;         // in units: where ZoomTo::selection zooms to in this frame
    std::string shows;                    // the grid that was drawn last, by Cells::id, and the frame of ImGui
    int frame = -1;

    PanZoom now() const { return {zoom, left, top}; }
    PanZoom goal() const { return began < 0 ? now() : to; }
    void jump(const PanZoom& view) { zoom = view.zoom, left = view.left, top = view.top, began = -1; }
    // Moves to `view` within kZoomSeconds. `still`: at once.
    void glide(const PanZoom& view, bool still);
};

// The whole picture, small, beside its pane, with a frame around the part that is visible.
struct MiniMap {
    Rect place;  // window pixels
    Rect seen;
    // The point of the picture under a point of the window, in units.
    ImVec2 point_at(ImVec2 window, const PanZoomRoom& room) const;
};

// The room without what the mini-map takes from it: at the right, or from a wide picture below. Unchanged if the whole
// picture is visible, or if the pane is too small for a map.
PanZoomRoom beside_map(PanZoomRoom room, float zoom, const Style& style);

// Returns nothing if the pane of the view has all of `area`. The map covers none of the pane.
std::optional<MiniMap> mini_map_of(const MovingView& view, const Rect& area, const Sizes& px);

struct MoveReply {
    bool moving = false;         // draw another frame soon
    bool led = false;            // the user moved this view in this frame
    bool over_map = false;       // the pointer is on the mini-map: it points at no cell
    std::optional<MiniMap> map;  // for the view that is drawn now
};

// Call it after the item of the pane (an InvisibleButton over `area` for the left and the middle button). `area` is the
// pane of `room` and its map. The wheel
// zooms about the pointer; with Shift it scrolls. A drag with the middle button or with Space pans. A double click
// shows all; the next one returns to zoom 1, unless `back` is false. In this frame, all pictures obey Style::zoom_to.
MoveReply move_view(MovingView& view, const PanZoomRoom& room, const Rect& area, const Style& style, bool back = true);

// Two panes with a common axis: one row (column) of the leader is so many rows (columns) of the follower. 0: this axis
// is not common.
struct CommonAxes {
    float rows = 0, columns = 0;
    CommonAxes inverse() const { return {rows > 0 ? 1 / rows : 0, columns > 0 ? 1 / columns : 0}; }
};
// If the user moved the leader in this frame, the follower shows the same part of the common axes with the same zoom.
// The middle of its other axis stays.
void follow_view(MovingView& follower, const MovingView& leader, const CommonAxes& axes);

// Brings the rectangle of a cell (in units) into view if `cell` is not the last one that was brought into view. Does
// not move under a hand that holds a button in this pane. Call it between the item of the pane and move_view().
void reveal_in(MovingView& view, const PanZoomRoom& room, std::optional<std::size_t> cell, const Rect& units,
               bool still);

// Draws the ground before, and the frames after the caller drew the picture into `map.place`.
void draw_map_ground(const MiniMap& map, const Style& style);

void draw_map_frames(const MiniMap& map, const Style& style);

}  // namespace tilescope::ui
