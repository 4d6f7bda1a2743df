// app/panels/shape_picture.cpp -- draws A, B and D to scale; edges can be dragged to legal sizes.
// SPDX-License-Identifier: MIT
#include "app/panels/shape_picture.h"

#include "app/panels/panel_parts.h"
#include "app/ui/drawing.h"
#include "app/ui/imgui_compat.h"
#include "app/ui/ui_probe.h"
#include "app/widgets/text_fit.h"

#include <tilescope/base/say.h>
#include <tilescope/hw/shapes.h>
#include <tilescope/scene/mma_scene.h>

#include <algorithm>
#include <cmath>

namespace tilescope::ui {
namespace {

constexpr float kLeastHeight = 170, kLeastText = 340;  // logical pixels
constexpr float kLinesBelow = 8;                       // of text: the card, if it has no room beside the picture

ShapeQuery query_of(const View& view) {
    const WordView& idesc = view.derived.of(WordId::idesc);
    return {.kind = idesc.format->kind,
            .cta_group = view.session.variant.cta_group,
            .ws = view.session.variant.ws,
            .sparse = view.session.variant.sparse,
            .b_mn_major = raw_or_0(*idesc.format, idesc.decoded.word, "transpose_b") != 0,
            .k96 = view.derived.k == 96,
            .family = family_of(view.session)};
}

// Converts positions of the scene to window pixels.
struct PicturePlace {
    ImVec2 at;
    float factor;
    ImVec2 operator()(double x, double y) const {
        return {std::round(at.x + static_cast<float>(x) * factor), std::round(at.y + static_cast<float>(y) * factor)};
    }
};

// Reserves space for "M 256" left of A and for "N 256" above B. The boxes use the remaining space.
PicturePlace place_of(const View& view, const ShapeScene& scene) {
    const ImVec2 at = ImGui::GetCursorScreenPos(), room = ImGui::GetContentRegionAvail();
    const float left = ImGui::CalcTextSize("M 2560").x, top = ImGui::GetTextLineHeight() + 2 * view.scale;
    const float end = sizes_at(view.scale).handle + ImGui::GetStyle().ItemSpacing.y;
    const auto factor = [&](float width, float height) {
        const float across = (width - left) / static_cast<float>(scene.width);
        const float down = std::max(height - top - end, kLeastHeight * view.scale) / static_cast<float>(scene.height);
        return std::max(std::min(across, down), 0.01f);
    };
    // The sentences are beside the picture, or below it: whichever leaves more for the picture.
    const float beside = factor(room.x - (kLeastText * view.scale + 2 * sizes_at(view.scale).gap), room.y);
    const float above = factor(room.x, room.y - kLinesBelow * ImGui::GetTextLineHeightWithSpacing());
    return {{at.x + left, at.y + top}, std::max(beside, above)};
}

void text_in(const ShapeBox& box, ImVec2 min, ImVec2 max, const View& view) {
    const float pad = sizes_at(view.scale).pad;
    const float room = max.x - min.x - 2 * pad;
    // The sizes are also shown beside the boxes. If the full label does not fit, name and type are enough, or the name.
    std::string text = box.label;
    if (ImGui::CalcTextSize(text.c_str()).x > room) text = box.label.substr(0, box.label.find(','));
    if (ImGui::CalcTextSize(text.c_str()).x > room) text = box.label.substr(0, 1);
    const ImVec2 size = ImGui::CalcTextSize(text.c_str());
    if (size.y > max.y - min.y || size.x > max.x - min.x) return;
    const ImVec2 at{std::round((min.x + max.x - size.x) / 2), std::round((min.y + max.y - size.y) / 2)};
    ImGui::GetWindowDrawList()->AddText(at, view.theme.text_on_role, text.c_str());
}

void draw_boxes(const View& view, const ShapeScene& scene, const PicturePlace& place) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const Sizes px = sizes_at(view.scale);
    for (const ShapeBox& box : scene.boxes) {
        const ImVec2 min = place(box.left, box.top), max = place(box.left + box.width, box.top + box.height);
        list.AddRectFilled(min, max, colour_of(view.theme, box.id == "d" ? Role::shape : Role::type));
        list.AddRect(min, max, view.theme.line, 0, 0, px.line);
        text_in(box, min, max, view);
        if (g_probe != nullptr) mark_rect(say("form.shape.", box.id), min, max);
        if (view.session.variant.cta_group != 2) continue;
        // Each CTA of a pair has one half: rows of A and D, columns of B.
        const ImVec2 middle{std::round((min.x + max.x) / 2), std::round((min.y + max.y) / 2)};
        if (box.id == "b")
            dashed_line(list, {middle.x, min.y}, {middle.x, max.y}, view.theme.text_on_role, px.line);
        else
            dashed_line(list, {min.x, middle.y}, {max.x, middle.y}, view.theme.text_on_role, px.line);
    }
}

void draw_sizes(const View& view, const ShapeScene& scene, const PicturePlace& place) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float gap = sizes_at(view.scale).gap;
    const auto beside = [&](ImVec2 min, ImVec2 max, const std::string& text) {
        const ImVec2 size = ImGui::CalcTextSize(text.c_str());
        list.AddText({min.x - size.x - gap, std::round((min.y + max.y - size.y) / 2)}, view.theme.text, text.c_str());
    };
    for (const ShapeBox& box : scene.boxes) {
        const ImVec2 min = place(box.left, box.top), max = place(box.left + box.width, box.top + box.height);
        if (box.id == "a") beside(min, max, say("M ", view.derived.m_text));
        if (box.id != "b") continue;
        beside(min, max, say("K ", view.derived.k));
        const std::string n = say("N ", view.derived.n_text);
        const float x = (min.x + max.x - ImGui::CalcTextSize(n.c_str()).x) / 2;
        list.AddText({std::round(x), min.y - ImGui::GetTextLineHeight()}, view.theme.text, n.c_str());
    }
}

void request_size(const View& view, Requests& requests, const ShapeEdge& edge, unsigned size) {
    const Field* f = find_field(*view.derived.of(WordId::idesc).format, edge.id);
    if (f == nullptr || size == (edge.id == "m" ? view.derived.m : view.derived.n)) return;
    const auto raw = raw_for(*f, std::uint64_t{size});
    if (!raw) return;
    requests.edits.push_back(SetField{WordId::idesc, f, *raw});
}

// Requests the legal size nearest to the dragged edge.
void drag_edge(const View& view, PanelStates& states, Requests& requests, const ShapeEdge& edge, float factor) {
    FormPanelState& state = states.form;
    const bool is_m = edge.id == "m";
    if (ImGui::IsItemActivated()) {
        state.gesture = states.next_gesture++;
        state.drag_from = is_m ? view.derived.m : view.derived.n;
    }
    // Esc cancels the drag and restores the size from before it.
    const bool cancelled = ImGui::IsItemDeactivated() && key_pressed(Key::escape, false);
    if (!ImGui::IsItemActive() && !cancelled) return;
    requests.gesture = state.gesture;
    if (cancelled) return request_size(view, requests, edge, state.drag_from);
    const ImVec2 delta = ImGui::GetMouseDragDelta(0, 0);
    const float moved = (edge.horizontal ? delta.y : delta.x) / factor;
    const ShapeQuery query = query_of(view);
    const std::vector<unsigned> legal = is_m ? legal_m(query) : legal_n(query);
    const float dragged_to = std::clamp(static_cast<float>(state.drag_from) + moved, 0.0f, 65536.0f);
    const unsigned size = nearest_legal(legal, static_cast<unsigned>(dragged_to));
    if (!legal.empty() && (delta.x != 0 || delta.y != 0)) request_size(view, requests, edge, size);
    const std::string text = say(is_m ? "M = " : "N = ", size, "   (legal sizes: ", list_sizes(legal), ")");
    ImGui::SetTooltip("%s", text.c_str());
}

void draw_handles(const View& view, PanelStates& states, Requests& requests, const ShapeScene& scene,
                  const PicturePlace& place) {
    const Sizes px = sizes_at(view.scale);
    for (const ShapeEdge& edge : scene.edges) {
        const float length = static_cast<float>(edge.length) * place.factor, thick = px.handle;
        const ImVec2 from = place(edge.left, edge.top);
        const ImVec2 corner = edge.horizontal ? ImVec2{from.x, from.y - thick / 2} : ImVec2{from.x - thick / 2, from.y};
        ImGui::SetCursorScreenPos(corner);
        ImGui::InvisibleButton(edge.id.data(), edge.horizontal ? ImVec2{length, thick} : ImVec2{thick, length});
        mark("form.edge.", edge.id);
        const bool lit = ImGui::IsItemHovered() || ImGui::IsItemActive();
        if (lit) ImGui::SetMouseCursor(edge.horizontal ? ImGuiMouseCursor_ResizeNS : ImGuiMouseCursor_ResizeEW);
        const Field* f = find_field(*view.derived.of(WordId::idesc).format, edge.id);
        if (lit && f != nullptr) requests.focus = BitFocus{WordId::idesc, f->lsb};
        const ImVec2 end = edge.horizontal ? ImVec2{from.x + length, from.y} : ImVec2{from.x, from.y + length};
        ImGui::GetWindowDrawList()->AddLine(from, end, lit ? view.theme.accent : view.theme.dim, px.ring);
        drag_edge(view, states, requests, edge, place.factor);
    }
}

void draw_words(const View& view, const ShapeScene& scene) {
    const ShapeQuery query = query_of(view);
    ImGui::BeginGroup();
    wrapped(scene.sentence);
    mark("form.sentence");
    const std::vector<unsigned> m = legal_m(query), n = legal_n(query);
    if (!m.empty() && !n.empty())
        dim_text(view.theme,
                 say("Drag an edge to a legal size. Legal M: ", list_sizes(m), ".  Legal N: ", list_sizes(n), "."));
    mark("form.legal");
    ImGui::PushStyleColor(ImGuiCol_Text, as_vec4(view.theme.error));
    std::string last_reason;
    for (const std::string& why : {takes_m(query, view.derived.m).why, takes_n(query, view.derived.n).why}) {
        if (why.empty() || why == last_reason) continue;
        wrapped(why);
        mark("form.illegal");
        last_reason = why;
    }
    ImGui::PopStyleColor();
    ImGui::EndGroup();
}

}  // namespace

void draw_shape_picture(const View& view, PanelStates& states, Requests& requests, const std::function<void()>& card) {
    const Derived& d = view.derived;
    std::vector<FieldPlace> asks;
    for (const std::string_view id : {"m", "n", "sparse", "k_size", "k_size_high"})
        if (!d.of(WordId::idesc).knows(id)) asks.push_back({WordId::idesc, id});
    if (!asks.empty()) {
        card();
        return ask_state(view, states, requests, "form.unknown", "The shape depends on fields with unknown bits.",
                         asks);
    }
    const ShapeScene scene = shape_scene({.m = d.m,
                                          .n = d.n,
                                          .k = d.k,
                                          .cta_group = view.session.variant.cta_group,
                                          .a_type = d.a_type,
                                          .b_type = d.b_type,
                                          .d_type = d.d_type});
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float right = at.x + ImGui::GetContentRegionAvail().x, gap = 2 * sizes_at(view.scale).gap;
    const PicturePlace place = place_of(view, scene);
    draw_boxes(view, scene, place);
    draw_sizes(view, scene, place);
    draw_handles(view, states, requests, scene, place);
    mark_picture(at, {right, place(scene.width, scene.height).y + sizes_at(view.scale).handle});
    // The card and the sentences are beside the picture if there is room, else below it.
    const ImVec2 end = place(scene.width, scene.height);
    const float below = end.y + sizes_at(view.scale).handle;
    const bool beside = right - end.x - gap >= kLeastText * view.scale;
    ImGui::SetCursorScreenPos(beside ? ImVec2{end.x + gap, at.y} : ImVec2{at.x, below});
    ImGui::BeginGroup();
    card();
    draw_words(view, scene);
    ImGui::EndGroup();
    if (beside) ImGui::SetCursorScreenPos({at.x, std::max(below, ImGui::GetItemRectMax().y)});
    ImGui::Dummy({0, 0});
}

}  // namespace tilescope::ui
