// app/panels/tmem_drag.cpp -- draws the regions of Tensor Memory; the user can drag them to other columns.
// SPDX-License-Identifier: MIT
#include "app/panels/tmem_drag.h"
#include "app/ui/imgui_compat.h"
#include "app/ui/ui_probe.h"

#include <tilescope/base/say.h>
#include <tilescope/formats/tmem.h>

#include <algorithm>
#include <cmath>

namespace tilescope::ui {
namespace {

constexpr int kOverviewStep = 4;  // columns; scale factors and allocations use multiples of 4

Rect rect_of(const Area& area, const GridPlaces& at) {
    const Rect low = at.cell(area.row, area.column);
    const Rect high = at.cell(area.row + area.rows - 1, area.column + area.columns - 1);
    return {{std::max(low.min.x, at.area.min.x), std::max(low.min.y, at.area.min.y)},
            {std::min(high.max.x, at.area.max.x), std::min(high.max.y, at.area.max.y)}};
}

bool is_visible(const Rect& r) { return r.max.x > r.min.x && r.max.y > r.min.y; }

// A region can be narrower than its name. Each name is one line lower than the name before it, so that they do not
// overlap.
void draw_name(const View& view, const Area& area, const Rect& r, std::size_t line) {
    const Sizes px = sizes_at(view.scale);
    const ImVec2 size = ImGui::CalcTextSize(area.label.c_str());
    const ImVec2 at{r.min.x + px.gap / 2, r.min.y + px.gap / 2 + static_cast<float>(line) * (size.y + px.gap)};
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled({at.x - px.gap / 4, at.y}, {at.x + size.x + px.gap / 4, at.y + size.y}, view.theme.window);
    list.AddText(at, view.theme.text, area.label.c_str());
}

// Returns the narrowest region under the pointer, so that a region that is covered by a wider one can be dragged.
const TmemRegion* region_at(const View& view, const CellFocus& cell) {
    const TmemRegion* found = nullptr;
    for (const TmemRegion& r : view.derived.tmem.regions) {
        const bool inside = cell.column >= r.first && cell.column < r.end();
        if (inside && (!found || r.columns < found->columns)) found = &r;
    }
    return found;
}

int step_of(const View& view, TmemPlace place) {
    const auto& meta = view.derived.tmem.meta;
    const int least = place == TmemPlace::meta && meta && meta->kind->paired ? 2 : 1;
    return view.view_state.tmem_grain == TmemGrain::overview ? kOverviewStep : least;
}

void request_address(const View& view, const TmemPanelState& s, std::uint32_t address, Requests& requests) {
    if (address == view.session.address(*s.dragged)) return;
    requests.edits.push_back(SetTmemAddress{*s.dragged, address});
    requests.gesture = s.gesture;
}

void follow_pointer(const View& view, TmemPanelState& s, Requests& requests, const GridPlaces& at) {
    const TmemRegion* region = view.derived.tmem.region(*s.dragged);
    const float moved = ImGui::GetIO().MousePos.x - s.drag_x;
    if (!region || at.width <= 0 || moved == 0) return;
    const int per_cell = view.view_state.tmem_grain == TmemGrain::overview ? 8 : 1, step = step_of(view, *s.dragged);
    const float columns = moved / at.width * static_cast<float>(per_cell);
    const auto from = static_cast<int>(tmem_column(s.drag_from));
    const int last = std::max(0, static_cast<int>(view.derived.tmem.columns) - static_cast<int>(region->columns));
    const int steps = static_cast<int>(std::lround((static_cast<float>(from) + columns) / static_cast<float>(step)));
    const auto column = static_cast<std::uint32_t>(std::clamp(steps * step, 0, last));
    const bool stays = std::abs(columns) * 2 < static_cast<float>(step);
    const std::uint32_t address = tmem_address(tmem_lane(s.drag_from), stays ? tmem_column(s.drag_from) : column);
    request_address(view, s, address, requests);
    const std::string text = say(row_of(*s.dragged).title, " from column ", tmem_column(address));
    ImGui::SetTooltip("%s", text.c_str());
}

}  // namespace

void draw_regions(const View& view, const Scene& scene, const GridPlaces& places) {
    const Sizes px = sizes_at(view.scale);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.PushClipRect(places.area.min, places.area.max, true);
    std::size_t line = 0;
    for (const Area& area : scene.areas) {
        const Rect r = rect_of(area, places);
        if (!is_visible(r)) continue;
        list.AddRect(r.min, r.max, view.theme.text, 0, 0, px.line);
        // Over labels, a name would cover them. The legend also contains the name.
        const bool labels = view.view_state.tmem_labels != CellLabel::automatic;
        if (view.view_state.tmem_grain == TmemGrain::overview && !labels) draw_name(view, area, r, line++);
        if (g_probe != nullptr) mark_rect(say("tmem.region.", area.id), r.min, r.max);
    }
    list.PopClipRect();
}

void drag_regions(const View& view, PanelStates& states, Requests& requests, const GridReply& reply) {
    TmemPanelState& s = states.tmem;
    const CellFocus* cell = requests.focus ? std::get_if<CellFocus>(&*requests.focus) : nullptr;
    if (reply.clicked && cell)
        if (const TmemRegion* region = region_at(view, *cell)) {
            s.dragged = region->place;
            s.drag_from = view.session.address(region->place);
            s.drag_x = ImGui::GetIO().MousePos.x;
            s.gesture = states.next_gesture++;
        }
    if (!s.dragged) return;
    if (key_pressed(Key::escape, false)) request_address(view, s, s.drag_from, requests);
    if (!ImGui::IsMouseDown(ImGuiMouseButton_Left) || key_pressed(Key::escape, false))
        s.dragged.reset();
    else
        follow_pointer(view, s, requests, reply.places);
}

}  // namespace tilescope::ui
