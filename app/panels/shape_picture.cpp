// app/panels/shape_picture.cpp -- A, B and D to scale, with edges that can be dragged to legal sizes.
// SPDX-License-Identifier: MIT
#include "app/panels/shape_picture.h"

#include "app/ui/ui_probe.h"
#include "app/widgets/text_fit.h"

#include <tilescope/hw/shapes.h>
#include <tilescope/scene/shape_scene.h>

#include <algorithm>

namespace tilescope::ui {
namespace {

constexpr float kMostHeight = 240;

ShapeQuery query_of(const View& view) {
    const WordView& idesc = view.derived.of(WordId::idesc);
    const Field* transpose = find_field(*idesc.format, "transpose_b");
    return {.kind = idesc.format->kind,
            .cta_group = view.session.variant.cta_group,
            .ws = view.session.variant.ws,
            .sparse = view.session.variant.sparse,
            .b_mn_major = transpose && get(*transpose, idesc.decoded.word) != 0,
            .k96 = view.derived.k == 96};
}

struct Place {
    ImVec2 at;
    float factor;
    ImVec2 operator()(double x, double y) const {
        return {at.x + static_cast<float>(x) * factor, at.y + static_cast<float>(y) * factor};
    }
};

void draw_boxes(const View& view, const ShapeScene& scene, const Place& place) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const Sizes px = sizes_at(view.scale);
    for (const ShapeBox& box : scene.boxes) {
        const ImVec2 min = place(box.left, box.top), max = place(box.left + box.width, box.top + box.height);
        list.AddRectFilled(min, max, colour_of(view.theme, box.id == "d" ? Role::shape : Role::type));
        list.AddRect(min, max, view.theme.line, 0, 0, px.line);
        const std::string text = shortened(box.label, max.x - min.x - 2 * px.pad);
        const ImVec2 size = ImGui::CalcTextSize(text.c_str());
        if (size.y < max.y - min.y)
            list.AddText({(min.x + max.x - size.x) / 2, (min.y + max.y - size.y) / 2}, view.theme.text_on_role,
                         text.c_str());
        mark_rect(std::string("form.shape.") + std::string(box.id), min, max);
    }
}

// The legal size nearest to where the edge was dragged.
void drag_edge(const View& view, PanelStates& states, Asks& asks, const ShapeEdge& edge, float factor) {
    FormPanelState& state = states.form;
    const bool is_m = edge.id == "m";
    if (ImGui::IsItemActivated()) {
        state.gesture = states.next_gesture++;
        state.drag_from = is_m ? view.derived.m : view.derived.n;
    }
    if (!ImGui::IsItemActive()) return;
    const ImVec2 delta = ImGui::GetMouseDragDelta(0, 0);
    const float moved = (edge.horizontal ? delta.y : delta.x) / factor;
    const ShapeQuery query = query_of(view);
    const std::vector<unsigned> legal = is_m ? legal_m(query) : legal_n(query);
    const auto wanted = static_cast<unsigned>(std::max(0.f, static_cast<float>(state.drag_from) + moved));
    const unsigned size = nearest(legal, wanted);
    const Field* f = find_field(*view.derived.of(WordId::idesc).format, edge.id);
    if (!f || legal.empty() || size == (is_m ? view.derived.m : view.derived.n)) return;
    if (const auto raw = raw_for(*f, std::uint64_t{size})) {
        asks.edits.push_back(SetField{WordId::idesc, f, *raw});
        asks.gesture = state.gesture;
    }
}

void draw_handles(const View& view, PanelStates& states, Asks& asks, const ShapeScene& scene, const Place& place) {
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
        const ImVec2 end = edge.horizontal ? ImVec2{from.x + length, from.y} : ImVec2{from.x, from.y + length};
        ImGui::GetWindowDrawList()->AddLine(from, end, lit ? view.theme.accent : view.theme.line,
                                            lit ? px.ring : px.line);
        drag_edge(view, states, asks, edge, place.factor);
    }
}

}  // namespace

void draw_shape_picture(const View& view, PanelStates& states, Asks& asks) {
    const Derived& d = view.derived;
    const ShapeScene scene = shape_scene({.m = d.m,
                                          .n = d.n,
                                          .k = d.k,
                                          .cta_group = view.session.variant.cta_group,
                                          .a_type = d.a_type,
                                          .b_type = d.b_type,
                                          .d_type = d.d_type});
    const float room = ImGui::GetContentRegionAvail().x;
    const Place place{
        ImGui::GetCursorScreenPos(),
        std::min(room / static_cast<float>(scene.width), kMostHeight * view.scale / static_cast<float>(scene.height))};
    draw_boxes(view, scene, place);
    draw_handles(view, states, asks, scene, place);
    ImGui::SetCursorScreenPos(place(0, scene.height));
    ImGui::Dummy({1, sizes_at(view.scale).gap});
    ImGui::TextWrapped("%s", scene.sentence.c_str());
    mark("form.sentence");
    const ShapeQuery query = query_of(view);
    for (const std::string& why : {why_not_m(query, d.m), why_not_n(query, d.n)})
        if (!why.empty()) ImGui::TextWrapped("%s", why.c_str());
}

}  // namespace tilescope::ui
