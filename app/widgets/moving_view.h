// app/widgets/moving_view.h -- wheel, drags, keys and the mini-map move the view of a picture, in a short motion.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/ui/style.h"
#include "app/ui/ui_probe.h"
#include "app/widgets/pan_zoom.h"

#include <cstddef>
#include <optional>

namespace tilescope::ui {

// At "1:1" the shorter side of a cell has this many logical pixels: enough for a line of text.
inline constexpr float kOneCell = 18;
// On request, the selected cell has this many: enough for the label, the bytes and the value.
inline constexpr float kSelectedCell = 54;
// A change of the zoom takes so long, in seconds.
inline constexpr double kZoomSeconds = 0.12;

// The view of a picture, which its panel keeps between frames. The first three are what is drawn now.
struct MovingView {
    float zoom = 1, left = 0, top = 0;
    PanZoom from, to;                     // of the motion
    double began = -1;                    // time when it began; below 0: the view does not move
    PanZoomRoom room;                     // of the last frame
    bool drawn = false;                   // there was a frame before
    bool fits = false;                    // all of the picture is shown, also when the pane gets another size
    bool holds_map = false;               // the pointer drags the mini-map
    bool map_above = false;               // the mini-map is in the upper left corner
    std::optional<std::size_t> revealed;  // the cell that was brought into view; the user may pan away from it
    std::optional<Rect> selected;         // in units: where ZoomTo::selection zooms to in this frame

    PanZoom now() const { return {zoom, left, top}; }
    PanZoom goal() const { return began < 0 ? now() : to; }
    void jump(const PanZoom& view) { zoom = view.zoom, left = view.left, top = view.top, began = -1; }
    // Moves to `view` within kZoomSeconds. `still`: at once.
    void glide(const PanZoom& view, bool still);
};

// The whole picture, small, in a corner of its pane, with a frame around the part that is visible.
struct MiniMap {
    Rect place;  // window pixels
    Rect seen;
    // The point of the picture under a point of the window, in units.
    ImVec2 point_at(ImVec2 window, const PanZoomRoom& room) const;
};

// Returns nothing if the whole picture is visible, or if the pane is too small for a map. The map is in the lower right
// corner. Where the view ends with the last cell, that corner would never be seen; there the map is at the upper left.
std::optional<MiniMap> mini_map_of(const MovingView& view, const Rect& area, const Sizes& px);

// Draws the ground before, and the frames after the caller drew the picture into `map.place`.
void draw_map_ground(const MiniMap& map, const Style& style);
void draw_map_frames(const MiniMap& map, const Style& style);

struct MoveReply {
    bool moving = false;         // draw another frame soon
    bool led = false;            // the user moved this view in this frame
    bool over_map = false;       // the pointer is on the mini-map: it points at no cell
    std::optional<MiniMap> map;  // for the view that is drawn now
};

// Call it after the item of the pane (an InvisibleButton over `area` for the left and the middle button). The wheel
// zooms about the pointer; with Shift it scrolls. A drag with the middle button or with Space pans. A double click
// shows all; the next one returns to zoom 1, unless `back` is false. In this frame, all pictures obey Style::zoom_to.
MoveReply move_view(MovingView& view, const PanZoomRoom& room, const Rect& area, const Style& style, bool back = true);

// Brings the rectangle of a cell (in units) into view if `cell` is not the last one that was brought into view. Does
// not move under a hand that holds a button in this pane. Call it between the item of the pane and move_view().
void reveal_in(MovingView& view, const PanZoomRoom& room, std::optional<std::size_t> cell, const Rect& units,
               bool still);

// Two panes with a common axis: one row (column) of the leader is so many rows (columns) of the follower. 0: this axis
// is not common.
struct CommonAxes {
    float rows = 0, columns = 0;
    CommonAxes inverse() const { return {rows > 0 ? 1 / rows : 0, columns > 0 ? 1 / columns : 0}; }
};
// If the user moved the leader in this frame, the follower shows the same part of the common axes with the same zoom.
// The middle of its other axis stays.
void follow_view(MovingView& follower, const MovingView& leader, const CommonAxes& axes);

}  // namespace tilescope::ui
