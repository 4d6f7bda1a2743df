// app/widgets/pan_zoom.cpp -- which part of a picture its pane shows: zooming about a point, panning, limits, easing.
// SPDX-License-Identifier: MIT
#include "app/widgets/pan_zoom.h"

#include <algorithm>
#include <cmath>

namespace tilescope::ui {

PanZoom kept_inside(PanZoom view, const PanZoomRoom& room) {
    if (!(view.zoom > 0) || !std::isfinite(view.zoom + view.left + view.top)) view = {};
    view.zoom = std::clamp(view.zoom, room.least, std::max(room.least, room.most));
    const ImVec2 seen = room.visible(view.zoom);
    view.left = std::clamp(view.left, 0.0f, std::max(0.0f, room.picture.x - seen.x));
    view.top = std::clamp(view.top, 0.0f, std::max(0.0f, room.picture.y - seen.y));
    return view;
}

PanZoom zoomed_about(const PanZoom& view, const PanZoomRoom& room, ImVec2 at, float zoom) {
    zoom = std::clamp(zoom, room.least, std::max(room.least, room.most));
    const float x = view.left + at.x / (room.unit.x * view.zoom), y = view.top + at.y / (room.unit.y * view.zoom);
    return kept_inside({zoom, x - at.x / (room.unit.x * zoom), y - at.y / (room.unit.y * zoom)}, room);
}

PanZoom panned(const PanZoom& view, const PanZoomRoom& room, ImVec2 by) {
    return kept_inside(
        {view.zoom, view.left - by.x / (room.unit.x * view.zoom), view.top - by.y / (room.unit.y * view.zoom)}, room);
}

PanZoom centred_on(const PanZoom& view, const PanZoomRoom& room, ImVec2 point) {
    const ImVec2 seen = room.visible(view.zoom);
    return kept_inside({view.zoom, point.x - seen.x / 2, point.y - seen.y / 2}, room);
}

PanZoom showing(const PanZoom& view, const PanZoomRoom& room, ImVec2 min, ImVec2 max) {
    const ImVec2 seen = room.visible(view.zoom);
    return kept_inside({view.zoom, std::clamp(view.left, std::min(min.x, max.x - seen.x), min.x),
                        std::clamp(view.top, std::min(min.y, max.y - seen.y), min.y)},
                       room);
}

// A place is fixed on the screen if `left` and `top` are linear in 1 / zoom. The limits are linear in 1 / zoom too.
PanZoom eased(const PanZoom& from, const PanZoom& to, float progress) {
    if (progress <= 0) return from;
    if (progress >= 1) return to;
    const float zoom = from.zoom * std::pow(to.zoom / from.zoom, progress);
    const float change = 1 / to.zoom - 1 / from.zoom;
    const bool zooms = std::abs(to.zoom - from.zoom) > 1e-4f * from.zoom;
    const float part = zooms ? (1 / zoom - 1 / from.zoom) / change : progress;
    return {zoom, from.left + (to.left - from.left) * part, from.top + (to.top - from.top) * part};
}

}  // namespace tilescope::ui
