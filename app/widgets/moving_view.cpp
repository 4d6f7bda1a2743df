// app/widgets/moving_view.cpp -- the visible part of a picture: limits and easing, the input of its pane, the mini-map.
// SPDX-License-Identifier: MIT
#include "app/widgets/moving_view.h"
#include "app/ui/imgui_compat.h"

#include <algorithm>
#include <cmath>

namespace tilescope::ui {
namespace {

// A change of the zoom takes so long, in seconds.
inline constexpr double kZoomSeconds = 0.12;

constexpr float kZoomStep = 1.25f;    // for one notch of the wheel
constexpr float kScrollPixels = 60;   // for one notch of the wheel with Shift, in logical pixels
constexpr float kMapSize = 120;       // the longer side of the mini-map, in logical pixels
constexpr float kMapShare = 0.16f;    // of the side of its pane from which it takes room, at most
constexpr float kWidePicture = 1.5f;  // a picture that is wider for its height has its map below
constexpr float kLeastMap = 24;       // a smaller map shows nothing, in logical pixels
constexpr float kOutside = 1.5f;      // pixels of a picture outside its pane that need no map

// A motion slows down towards its end.
float slowed(double progress) {
    const double rest = 1 - std::clamp(progress, 0.0, 1.0);
    return static_cast<float>(1 - rest * rest * rest);
}

bool is_whole(const PanZoom& view, const PanZoomRoom& room) { return view.zoom <= room.least * 1.001f; }

ImVec2 whole_at_zoom_1(const PanZoomRoom& room) { return {room.picture.x * room.unit.x, room.picture.y * room.unit.y}; }

bool has_map_below(const PanZoomRoom& room) {
    const ImVec2 whole = whole_at_zoom_1(room);
    return whole.x > kWidePicture * whole.y;
}

// The size of the map in an area with the pane and the map. {0, 0}: it would show nothing.
ImVec2 map_size(const PanZoomRoom& room, ImVec2 area, const Sizes& px) {
    const ImVec2 whole = whole_at_zoom_1(room);
    const ImVec2 most = has_map_below(room) ? ImVec2{area.x, area.y * kMapShare} : ImVec2{area.x * kMapShare, area.y};
    const float part = std::min({kMapSize * px.scale / std::max(whole.x, whole.y), most.x / whole.x, most.y / whole.y});
    const float least = kLeastMap * px.scale;
    const ImVec2 size{std::max(std::floor(whole.x * part), least / 2), std::max(std::floor(whole.y * part), least / 2)};
    const bool fits = std::max(size.x, size.y) >= least && size.x <= most.x && size.y <= most.y;
    return fits ? size : ImVec2{0, 0};
}

// Reads the input of the pane that was just submitted.
class PaneInput {
public:
    PaneInput(MovingView& view, const PanZoomRoom& room, const Rect& area, const Style& style)
        : view_(view), room_(room), area_(area), style_(style) {}

    // Returns true if the user moved the view.
    bool read(bool back) {
        const bool held = hold_map();
        const bool wheeled = turn_wheel(), dragged = drag();
        const bool double_clicked = !view_.holds_map && double_click(back);
        const bool keyed = obey_key();
        const bool led = held || wheeled || dragged || double_clicked || keyed;
        if (led || style_.zoom_to != ZoomTo::none) view_.fits = is_whole(view_.goal(), room_);
        return led;
    }

private:
    MovingView& view_;
    const PanZoomRoom& room_;
    const Rect& area_;
    const Style& style_;
    bool hovered_ = ImGui::IsItemHovered(), active_ = ImGui::IsItemActive();

    ImVec2 in_pane(ImVec2 p) const { return {p.x - area_.min.x, p.y - area_.min.y}; }
    void glide(const PanZoom& to) { view_.glide(to, style_.still); }
    // The point that a zoom keeps.
    ImVec2 kept_point() const {
        const ImVec2 mouse = ImGui::GetIO().MousePos;
        const auto map = mini_map_of(view_, area_, style_.px);
        const bool in_picture = hovered_ && !(map && map->place.contains(mouse));
        return in_picture ? in_pane(mouse) : ImVec2{room_.pane.x / 2, room_.pane.y / 2};
    }

    bool hold_map() {
        const ImVec2 mouse = ImGui::GetIO().MousePos;
        if (!ImGui::IsMouseDown(ImGuiMouseButton_Left)) view_.holds_map = false;
        const auto map = mini_map_of(view_, area_, style_.px);
        if (!map) return false;
        if (hovered_ && ImGui::IsMouseClicked(ImGuiMouseButton_Left) && map->place.contains(mouse))
            view_.holds_map = true;
        if (!view_.holds_map || !active_) return false;
        const PanZoom to = centred_on(view_.goal(), room_, map->point_at(mouse, room_));
        if (to == view_.goal()) return false;  // a hand that rests needs no frames
        view_.jump(to);
        return true;
    }

    bool turn_wheel() {
        const ImGuiIO& io = ImGui::GetIO();
        if (!hovered_ || io.MouseWheel == 0) return false;
        if (io.KeyShift)
            view_.jump(panned(view_.goal(), room_, {0, io.MouseWheel * kScrollPixels * style_.px.scale}));
        else
            glide(
                zoomed_about(view_.now(), room_, kept_point(), view_.goal().zoom * std::pow(kZoomStep, io.MouseWheel)));
        return true;
    }

    bool drag() {
        const ImGuiIO& io = ImGui::GetIO();
        const bool dragged = ImGui::IsMouseDragging(ImGuiMouseButton_Middle, 0) ||
                             (key_down(Key::space) && ImGui::IsMouseDragging(ImGuiMouseButton_Left, 0));
        if (!active_ || !dragged || view_.holds_map) return false;
        if (io.MouseDelta.x == 0 && io.MouseDelta.y == 0) return false;
        view_.jump(panned(view_.now(), room_, io.MouseDelta));
        return true;
    }

    bool double_click(bool back) {
        if (!hovered_ || !ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) return false;
        const bool whole = is_whole(view_.goal(), room_);
        glide(kept_inside({.zoom = whole && back ? 1 : room_.least, .left = 0, .top = 0}, room_));
        return true;
    }

    void go_to_selection() {
        if (!view_.selected) return;
        const auto& [min, max] = *view_.selected;
        const PanZoom large = kept_inside({.zoom = room_.one * kSelectedCell / kOneCell, .left = 0, .top = 0}, room_);
        glide(centred_on(large, room_, {(min.x + max.x) / 2, (min.y + max.y) / 2}));
    }

    bool obey_key() {
        if (style_.zoom_to == ZoomTo::none) return false;
        switch (style_.zoom_to) {
        case ZoomTo::none: break;
        case ZoomTo::all: glide(kept_inside({.zoom = room_.least, .left = 0, .top = 0}, room_)); break;
        case ZoomTo::one: glide(zoomed_about(view_.now(), room_, kept_point(), room_.one)); break;
        case ZoomTo::selection: go_to_selection(); break;
        }
        return hovered_ && style_.zoom_to == ZoomTo::one;  // each pane shows all of its own picture
    }
};

// The size of the pane or the picture may be new.
void take_room(MovingView& view, const PanZoomRoom& room) {
    view.room = room;
    const PanZoom all{.zoom = room.least, .left = 0, .top = 0};
    if (view.began < 0)
        view.jump(kept_inside(view.fits ? all : view.now(), room));
    else
        view.to = kept_inside(view.fits ? all : view.to, room);
}

// Advances the motion to the time of this frame. The limits do not hold on the way: where the picture begins to be
// larger than its pane, the pointer would lose its point, and the next notch of a fast wheel would keep another one.
void advance(MovingView& view) {
    if (view.began < 0) return;
    const double progress = (ImGui::GetTime() - view.began) / kZoomSeconds;
    const PanZoom now = eased(view.from, view.to, slowed(progress));
    view.zoom = now.zoom, view.left = now.left, view.top = now.top;
    if (progress >= 1) view.began = -1;
}

}  // namespace

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

// A place is fixed on the screen if `left` and `top` are linear in 1 / zoom.
PanZoom eased(const PanZoom& from, const PanZoom& to, float progress) {
    if (progress <= 0) return from;
    if (progress >= 1) return to;
    const float zoom = from.zoom * std::pow(to.zoom / from.zoom, progress);
    const float change = 1 / to.zoom - 1 / from.zoom;
    const bool zooms = std::abs(to.zoom - from.zoom) > 1e-4f * from.zoom;
    const float part = zooms ? (1 / zoom - 1 / from.zoom) / change : progress;
    return {zoom, from.left + (to.left - from.left) * part, from.top + (to.top - from.top) * part};
}

void MovingView::glide(const PanZoom& view, bool still) {
    if (still || !drawn) return jump(view);
    from = now(), to = view;
    began = from == to ? -1 : ImGui::GetTime();
}

ImVec2 MiniMap::point_at(ImVec2 window, const PanZoomRoom& room) const {
    return {(window.x - place.min.x) / (place.max.x - place.min.x) * room.picture.x,
            (window.y - place.min.y) / (place.max.y - place.min.y) * room.picture.y};
}

PanZoomRoom beside_map(PanZoomRoom room, float zoom, const Style& style) {
    const ImVec2 whole = whole_at_zoom_1(room);
    const bool all = whole.x * zoom <= room.pane.x + kOutside && whole.y * zoom <= room.pane.y + kOutside;
    if (!style.maps || all || whole.x <= 0 || whole.y <= 0) return room;
    const ImVec2 map = map_size(room, room.pane, style.px);
    if (map.x <= 0) return room;
    (has_map_below(room) ? room.pane.y : room.pane.x) -= style.px.gap + (has_map_below(room) ? map.y : map.x);
    return room;
}

std::optional<MiniMap> mini_map_of(const MovingView& view, const Rect& area, const Sizes& px) {
    const PanZoomRoom& room = view.room;
    if (room.pane.x > area.size().x - px.gap && room.pane.y > area.size().y - px.gap) return std::nullopt;
    const ImVec2 size = map_size(room, area.size(), px);
    const ImVec2 at = has_map_below(room) ? ImVec2{area.min.x, std::round(area.max.y - size.y)}
                                          : ImVec2{std::round(area.max.x - size.x), area.min.y};
    const ImVec2 seen = room.visible(view.zoom);
    const auto x_of = [&](float units) { return at.x + std::min(units / room.picture.x, 1.0f) * size.x; };
    const auto y_of = [&](float units) { return at.y + std::min(units / room.picture.y, 1.0f) * size.y; };
    return MiniMap{.place = {at, {at.x + size.x, at.y + size.y}},
                   .seen = {{x_of(view.left), y_of(view.top)}, {x_of(view.left + seen.x), y_of(view.top + seen.y)}}};
}

MoveReply move_view(MovingView& view, const PanZoomRoom& room, const Rect& area, const Style& style, bool back) {
    take_room(view, room);
    MoveReply reply{.led = PaneInput(view, room, area, style).read(back)};
    advance(view);
    view.drawn = true;
    reply.moving = view.began >= 0;
    reply.map = mini_map_of(view, area, style.px);
    reply.over_map = view.holds_map || (reply.map && reply.map->place.contains(ImGui::GetIO().MousePos));
    return reply;
}

void follow_view(MovingView& follower, const MovingView& leader, const CommonAxes& axes) {
    if (!follower.drawn || !leader.drawn) return;
    const PanZoomRoom& room = follower.room;
    const PanZoom goal = leader.goal();
    const bool whole = is_whole(goal, leader.room);
    follower.fits = whole;
    PanZoom to =
        zoomed_about(follower.goal(), room, {room.pane.x / 2, room.pane.y / 2}, whole ? room.least : goal.zoom);
    const ImVec2 seen = leader.room.visible(goal.zoom), own = room.visible(to.zoom);
    if (axes.rows > 0) to.top = (goal.top + seen.y / 2) * axes.rows - own.y / 2;
    if (axes.columns > 0) to.left = (goal.left + seen.x / 2) * axes.columns - own.x / 2;
    to = kept_inside(to, room);
    if (leader.began < 0) return follower.jump(to);
    follower.glide(to, false);
    if (follower.began >= 0) follower.began = leader.began;
}

void reveal_in(MovingView& view, const PanZoomRoom& room, std::optional<std::size_t> cell, const Rect& units,
               bool still) {
    take_room(view, room);
    view.selected = cell ? std::optional(units) : std::nullopt;
    if (cell == view.revealed) return;
    view.revealed = cell;
    if (!cell || ImGui::IsItemActive()) return;
    const PanZoom to = showing(view.goal(), room, units.min, units.max);
    if (!(to == view.goal())) view.glide(to, still);
}

void draw_map_ground(const MiniMap& map, const Style& style) {
    const float rim = style.px.ring;
    ImGui::GetWindowDrawList()->AddRectFilled({map.place.min.x - rim, map.place.min.y - rim},
                                              {map.place.max.x + rim, map.place.max.y + rim}, style.theme.window);
}

void draw_map_frames(const MiniMap& map, const Style& style) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const auto& [min, max] = map.place;
    const ImU32 veil = faded(style.theme.window, 0.55f);
    const Rect& s = map.seen;
    list.AddRectFilled(min, {max.x, s.min.y}, veil);
    list.AddRectFilled({min.x, s.max.y}, max, veil);
    list.AddRectFilled({min.x, s.min.y}, {s.min.x, s.max.y}, veil);
    list.AddRectFilled({s.max.x, s.min.y}, {max.x, s.max.y}, veil);
    const float rim = style.px.ring;
    list.AddRect({min.x - rim, min.y - rim}, {max.x + rim, max.y + rim}, style.theme.dim, 0, 0, style.px.line);
    list.AddRect({s.min.x - 1, s.min.y - 1}, {s.max.x + 1, s.max.y + 1}, style.theme.accent, 0, 0, style.px.ring);
}

}  // namespace tilescope::ui
