// app/panels/mma_panel.cpp -- the whole MMA: A, B and D as matrices, and where each of them lies.
// SPDX-License-Identifier: MIT
#include "app/panels/mma_parts.h"
#include "app/panels/panel_parts.h"
#include "app/ui/imgui_compat.h"
#include "app/ui/ui_probe.h"
#include "app/widgets/action_button.h"
#include "app/widgets/legend.h"

#include <tilescope/base/say.h>
#include <tilescope/view/pictures.h>

#include <algorithm>
#include <cmath>

namespace tilescope::ui {
namespace {

constexpr const char* kFitButton = "Show all";

constexpr float kMostZoom = 40;
constexpr float kLeastCanvas = 160;  // logical pixels

void update_picture(const View& view, MmaPanelState& state) {
    const bool judged = shows_verdicts(view.view_state, view.results);
    const MmaPanelState::Key key{.revision = view.derived.revision,
                                 .serial = judged ? view.results.serial : 0,
                                 .judged = judged,
                                 .look = mma_look(view.view_state, view.results)};
    if (state.drawn == key) return;
    state.drawn = key;
    state.picture = mma_picture_of(view.derived, judged ? &*view.results.emulation : nullptr, key.look);
}

// The size of an element of D, or else of any matrix, in pixels at zoom 1.
float element_size(const MmaPicture& picture, const MmaPlacing& placing) {
    for (const PicturePart p : {PicturePart::d, PicturePart::a, PicturePart::b})
        if (const auto& r = placing.of(p); r && picture.of(p) && picture.of(p)->rows > 0)
            return (r->max.y - r->min.y) / static_cast<float>(picture.of(p)->rows);
    return 1;
}

PanZoomRoom room_of(const MmaPicture& picture, const MmaPlacing& placing, ImVec2 size, float scale) {
    return {.pane = size,
            .unit = {1, 1},
            .picture = size,
            .least = 1,
            .most = kMostZoom,
            .one = kOneCell * scale / std::max(element_size(picture, placing), 0.01f)};
}

void select(const Focus& focus, Requests& requests) {
    requests.view_state.selection = focus;
    const auto* e = std::get_if<ElementFocus>(&focus);
    const auto operand = e ? operand_of(e->matrix) : std::nullopt;
    if (!operand) return;
    requests.view_state.operand = *operand;
    requests.view_state.active = word_of(*operand);
}

void point_and_click(const MmaFrame& f, const MoveReply& move, Requests& requests) {
    if (!ImGui::IsItemHovered() || move.over_map) return;
    const Focus focus = focus_at(f, ImGui::GetIO().MousePos);
    const bool nothing = std::holds_alternative<std::monostate>(focus);
    if (!nothing) requests.focus = focus;
    if (!ImGui::IsMouseClicked(ImGuiMouseButton_Left) || key_down(Key::space)) return;
    if (nothing)
        requests.view_state.selection = {};  // a click beside the matrices ends the selection
    else
        select(focus, requests);
}

void draw_focus(const MmaFrame& f) {
    const View& view = f.view;
    const bool selected = !std::holds_alternative<std::monostate>(view.view_state.selection);
    if (const std::optional<Trace> pinned = pinned_trace(view))
        draw_mma_lights(f, lights_of(f.state.picture, view.derived, view.view_state.selection, *pinned), true);
    const bool same = selected && view.focus == view.view_state.selection;
    if (!std::holds_alternative<std::monostate>(view.focus))
        draw_mma_lights(f, lights_of(f.state.picture, view.derived, view.focus, view.trace), same);
    const auto at = selected_of_result(view);
    if (at && view.results.is_of(view.derived.revision))
        draw_mma_arrows(f, wrong_reads(f.state.picture, view.results.job, *view.results.emulation, *at));
}

// The cell of the selected object in the picture at zoom 1, not what it is made of.
std::optional<Rect> place_of_selection(const View& view, const MmaPanelState& state, const MmaPlacing& placing,
                                       const PanZoomRoom& room) {
    const std::optional<Trace> pinned = pinned_trace(view);
    const std::vector<MmaLight> lights =
        lights_of(state.picture, view.derived, view.view_state.selection, pinned ? *pinned : view.trace);
    if (lights.empty()) return std::nullopt;
    const MmaFrame whole{view, state, placing, {{0, 0}, room.pane}, style_of(view), {}};
    return whole.cells(*std::ranges::min_element(lights, {}, [](const MmaLight& l) { return l.rows * l.columns; }));
}

// Brings the selected object into view when it is another one, or when a key asks for it.
void reveal_selection(const View& view, MmaPanelState& state, const MmaPlacing& placing, const PanZoomRoom& room) {
    const bool asked = view.zoom_to == ZoomTo::selection;
    state.canvas.selected = asked ? place_of_selection(view, state, placing, room) : std::nullopt;
    if (asked || view.view_state.selection == state.revealed) return;
    state.revealed = view.view_state.selection;
    if (state.canvas.zoom <= 1.001f || ImGui::IsItemActive()) return;
    const std::optional<Rect> place = place_of_selection(view, state, placing, room);
    if (place) state.canvas.glide(showing(state.canvas.goal(), room, place->min, place->max), view.reduced_motion);
}

void draw_canvas(const View& view, PanelStates& states, Requests& requests) {
    MmaPanelState& state = states.mma;
    const Style style = style_of(view);
    const ImVec2 at = ImGui::GetCursorScreenPos(), room = ImGui::GetContentRegionAvail();
    const float below = view.presenting ? legend_height(states.mma.picture.scene.legend, style) : 0;
    const ImVec2 size{std::max(room.x, 1.0f), std::max(room.y - below, kLeastCanvas * view.scale)};
    const Rect area{at, {at.x + size.x, at.y + size.y}};
    before_item_below();
    ImGui::InvisibleButton("mma.canvas", size, ImGuiButtonFlags_MouseButtonLeft | ImGuiButtonFlags_MouseButtonMiddle);
    after_item_below();
    mark("mma.canvas");
    // A small window has room for the card only if it says something about a wrong element.
    const bool card = !view.presenting && (!view.compact || selected_of_result(view).has_value());
    const MmaPlacing placing = place_mma(state.picture, size, style, card);
    const PanZoomRoom picture_room = room_of(state.picture, placing, size, view.scale);
    reveal_selection(view, state, placing, picture_room);
    const MoveReply move = move_view(state.canvas, picture_room, area, style, false);
    if (move.moving) requests.next_frame = true;
    const MmaFrame f{view, state, placing, area, style, state.canvas.now()};
    point_and_click(f, move, requests);
    ImGui::GetWindowDrawList()->PushClipRect(area.min, area.max, true);
    draw_mma_bands(f);
    draw_mma_cells(f, state.labels);
    draw_mma_step(f);
    draw_mma_captions(f);
    draw_focus(f);
    if (move.map) draw_mma_map(f, *move.map);
    ImGui::GetWindowDrawList()->PopClipRect();
    mark_picture(area.min, area.max);
    const bool whole = state.canvas.zoom <= 1.001f;
    if ((whole && !card) || view.presenting) return;
    if (whole) {
        const Rect corner{{at.x + placing.corner.min.x, at.y + placing.corner.min.y},
                          {at.x + placing.corner.max.x, at.y + placing.corner.max.y}};
        draw_mma_card(view, states, requests, corner);
        return;
    }
    ImGui::SetCursorScreenPos(at);
    if (action_button(Icon::fit, kFitButton)) state.canvas.glide({}, style.still), requests.next_frame = true;
    mark("mma.fit");
}

}  // namespace

float fit_button_width() { return action_width(Icon::fit, kFitButton); }

// Reads: the document, results, live, the trace, the view state.
// Requests: focus, selection, active word, K step; emulate, stop, run; SetRun, the repair, covering values. After the
// first emulation, a result of each new document.
void draw_mma_panel(const View& view, PanelStates& states, Requests& requests) {
    const CellLabel labels = view.view_state.mma_labels;
    const bool asked = view.view_state.sums || labels == CellLabel::value || labels == CellLabel::verdict;
    if (view.results.state != ResultState::none || asked) requests.result = true;
    update_picture(view, states.mma);
    draw_mma_words(view, requests);
    draw_mma_tools(view, states.mma, requests);
    if (!view.presenting) draw_mma_verdict(view, states, requests);
    draw_canvas(view, states, requests);
    if (view.presenting) legend(states.mma.picture.scene.legend, style_of(view));
}

std::optional<Scene> picture_of_mma(const PictureSource& source) {
    Scene scene = source.states.mma.picture.scene;
    for (const Operand o : kBothOperands) scene = with_note(std::move(scene), source.derived.of(o));
    return scene_with_cells(scene);
}

}  // namespace tilescope::ui
