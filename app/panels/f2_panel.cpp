// app/panels/f2_panel.cpp -- the layout as a matrix over bits: vectors, rank, elements with the same address.
// SPDX-License-Identifier: MIT
#include "app/panels/panel_parts.h"
#include "app/ui/imgui_compat.h"

#include <tilescope/base/say.h>
#include <tilescope/view/pictures.h>

#include <algorithm>
#include <cmath>

namespace tilescope::ui {
namespace {

constexpr float kLeastF2Grid = 120, kF2LegendFrom = 220, kListPart = 0.42f, kGridPart = 0.65f,
                kBeside = 560;  // logical pixels; parts: of the width, and of the height

// Returns the cells with a 1 in the matrix columns that place the first traced element. They get rings.
std::vector<std::size_t> rings_of(const F2Picture& p, const Trace& trace, Operand operand) {
    std::vector<std::size_t> out;
    const Cells& cells = p.scene.grids.front();
    for (const ElementFocus& e : trace.elements) {
        if (e.matrix != matrix_of(operand)) continue;
        for (const unsigned bit : inputs_of(p.map, {e.row, e.column}))
            for (int row = 0; row < cells.rows; ++row)
                if (cells.label[cells.at(row, static_cast<int>(bit))] == 1)
                    out.push_back(cells.at(row, static_cast<int>(bit)));
        break;  // a byte can contain several elements; only the first one gets rings
    }
    return out;
}

void draw_grid(const View& view, F2PanelState& state, Requests& requests, ImVec2 size) {
    const Cells& cells = state.picture.value.scene.grids.front();
    const auto rings = rings_of(state.picture.value, view.trace, view.view_state.operand);
    const bool selected = view.focus == view.view_state.selection;
    const std::span<const std::size_t> lit = rings, none;
    const GridReply reply = titled_grid(
        view, requests, cells,
        {.id = "f2.grid", .size = size, .pointed = selected ? none : lit, .selected = selected ? lit : none},
        state.grid);
    if (!reply.hovered || cells.key[*reply.hovered] == kNoKey) return;
    const F2Vector& vector = state.picture.value.vectors[cells.key[*reply.hovered]];
    const Element& e = vector.element;
    requests.point(ElementFocus{matrix_of(view.view_state.operand), e.row, e.column}, reply.clicked.has_value());
    tooltip_beside(reply.places.area, say(vector.name, " flips ", vector.text));
}

// Draws one line of text. Its element lights while the pointer is over the line.
void draw_line(const View& view, Requests& requests, const std::string& text, Element element) {
    ImGui::PushFont(view.mono);
    const float begin = ImGui::GetCursorScreenPos().y;
    wrapped(text);
    ImGui::PopFont();
    if (!pointer_in_row(begin, ImGui::GetItemRectMax().y) || !ImGui::IsWindowHovered()) return;
    requests.point(ElementFocus{matrix_of(view.view_state.operand), element.row, element.column},
                   ImGui::IsMouseClicked(ImGuiMouseButton_Left));
}

void draw_lists(const View& view, const F2PanelState& state, Requests& requests, ImVec2 size) {
    const F2Picture& p = state.picture.value;
    begin_part("lists", size);
    heading("VECTORS", style_of(view), "flipped address bits");
    for (std::size_t i = 0; i < p.vectors.size(); ++i) {
        const F2Vector& v = p.vectors[i];
        std::string name = v.name;
        name.resize(std::max<std::size_t>(name.size(), 11), ' ');
        draw_line(view, requests, name + v.text, v.element);
        mark("f2.vector.", i);
    }
    heading("KERNEL", style_of(view), "same address as (0, 0)");
    if (p.kernel.empty())
        dim_text(view.theme, "No two elements have the same address: the null space of the matrix contains only zero.");
    mark("f2.kernel");
    for (std::size_t i = 0; i < p.kernel.size(); ++i) {
        draw_line(view, requests, p.kernel[i], p.kernel_first[i]);
        mark("f2.kernel.", i);
    }
    ImGui::EndChild();
}

void draw_picture(const View& view, F2PanelState& state, Requests& requests) {
    const ImVec2 room = ImGui::GetContentRegionAvail(), at = ImGui::GetCursorScreenPos();
    const float gap = 2 * ImGui::GetStyle().ItemSpacing.x;
    const bool beside = room.x > kBeside * view.scale && !view.presenting,
               with_legend = room.y > kF2LegendFrom * view.scale;
    const float below = with_legend ? legend_height(state.picture.value.scene.legend, style_of(view)) : 0;
    const float part = beside || view.presenting ? 1 : kGridPart;
    const float height = std::max(room.y * part - below, kLeastF2Grid * view.scale);
    const float list = std::round(room.x * kListPart);
    draw_grid(view, state, requests, {beside ? room.x - list - gap : room.x, height});
    if (beside) {
        ImGui::SameLine(0, gap);
        draw_lists(view, state, requests, {list, height});
    }
    if (with_legend) legend(state.picture.value.scene.legend, style_of(view));
    mark_picture(at, {at.x + room.x, ImGui::GetItemRectMax().y});
    if (!beside && !view.presenting) draw_lists(view, state, requests, {0, height});
}

}  // namespace

// Reads: the operand's layout as a map over bits, the trace.   Requests: operand, focus, selection.
void draw_f2_panel(const View& view, PanelStates& states, Requests& requests) {
    if (!view.presenting) choose_operand(view, requests, "f2.operand");
    if (const OperandView& o = view.derived.of(view.view_state.operand); !o.placed())
        return unplaced_state(view, states, requests, "f2.none", view.view_state.operand);
    assumed_note(view, view.view_state.operand);
    const Operand operand = view.view_state.operand;
    const F2Picture& picture = states.f2.picture.of({view.derived.revision, operand},
                                                    [&] { return f2_picture(view.derived.of(operand).layout); });
    if (!picture.refused.empty())
        return empty_state(view.theme, "f2.refused", say("No matrix: ", picture.refused, "."));
    if (!view.presenting) wrapped(picture.scene.sentence, "f2.sentence");
    draw_picture(view, states.f2, requests);
}

std::optional<Scene> picture_of_f2(const PictureSource& source) {
    if (!source.derived.of(source.view_state.operand).placed()) return std::nullopt;
    return scene_with_cells(
        with_note(source.states.f2.picture.value.scene, source.derived.of(source.view_state.operand)));
}

}  // namespace tilescope::ui
