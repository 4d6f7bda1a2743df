// app/panels/tensor_map_fields.cpp -- text boxes and lists for the members of a tensor map.
// SPDX-License-Identifier: MIT
#include "app/panels/tensor_map_fields.h"
#include "app/panels/panel_parts.h"
#include "app/ui/ui_probe.h"

#include <tilescope/base/say.h>
#include <tilescope/notation/tma_text.h>

#include <imgui_stdlib.h>

#include <algorithm>
#include <span>

namespace tilescope::ui {
namespace {

constexpr float kColumn = 205;  // logical pixels
constexpr int kMostColumns = 3;

struct Member {
    const TmaMemberRow& row;
    const TmaCopy& copy;
    Operand operand;
    std::string id;  // its mark
};

void request_member(Requests& requests, TensorMapPanelState& state, const Member& m, std::string_view text) {
    const auto next = with_text(m.copy, m.row.member, text);
    state.box = next ? BoxState{} : BoxState{m.id, next.why};
    if (next) requests.edits.push_back(SetTensorMap{m.operand, *next});
}

// Draws the names of a table as a list.
template <class Row>
void draw_choice(Requests& requests, TensorMapPanelState& state, const Member& m, std::span<const Row> rows) {
    const std::string now = text_of(m.copy, m.row.member);
    const bool open = ImGui::BeginCombo("##choice", now.c_str());
    mark(m.id);
    if (!open) return;
    for (const Row& row : rows) {
        if (ImGui::Selectable(std::string(row.name).c_str(), now == row.name))
            request_member(requests, state, m, row.name);
        mark(m.id, say(".", row.name));
    }
    ImGui::EndCombo();
}

void draw_box(const View& view, Requests& requests, TensorMapPanelState& state, const Member& m) {
    const bool is_edited = state.editing == m.row.id;
    std::string text = is_edited ? state.text : text_of(m.copy, m.row.member);
    ImGui::PushFont(view.mono);
    ImGui::InputText("##text", &text, ImGuiInputTextFlags_AutoSelectAll);
    ImGui::PopFont();
    mark(m.id);
    if (ImGui::IsItemActive()) state.editing = m.row.id, state.text = text;
    if (ImGui::IsItemDeactivatedAfterEdit()) request_member(requests, state, m, text);
    if (ImGui::IsItemDeactivated() && is_edited) state.editing = {};
}

void draw_member(const View& view, Requests& requests, TensorMapPanelState& state, const Member& m) {
    const std::string title = m.row.id == "element_strides" ? "steps" : std::string(m.row.id);
    ImGui::PushID(m.row.id.data());
    const float left = ImGui::GetCursorPosX();
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(title.c_str());
    if (ImGui::IsItemHovered())
        ImGui::SetTooltip("%s", say(m.row.id, m.row.unit.empty() ? "" : ", in ", m.row.unit, ". ", m.row.doc).c_str());
    ImGui::SameLine();
    ImGui::SetCursorPosX(left + ImGui::CalcTextSize("l2_promotion ").x);
    ImGui::SetNextItemWidth(-1);
    switch (m.row.member) {
    case TmaMember::type: draw_choice<TmaType>(requests, state, m, kTmaTypes); break;
    case TmaMember::swizzle: draw_choice<TmaSwizzle>(requests, state, m, kTmaSwizzles); break;
    case TmaMember::interleave: draw_choice<NamedValue>(requests, state, m, kTmaInterleaveNames); break;
    case TmaMember::oob_fill: draw_choice<NamedValue>(requests, state, m, kTmaFillNames); break;
    case TmaMember::l2_promotion: draw_choice<NamedValue>(requests, state, m, kTmaL2Names); break;
    default: draw_box(view, requests, state, m); break;
    }
    refusal_line(m.id, state.box, view.theme);
    ImGui::PopID();
}

}  // namespace

void draw_tensor_map_fields(const View& view, PanelStates& states, Requests& requests, Operand operand) {
    const TmaCopy& copy = *view.session.copy_of(operand);
    const int columns = static_cast<int>(ImGui::GetContentRegionAvail().x / (kColumn * view.scale));
    if (!ImGui::BeginTable("members", std::clamp(columns, 1, kMostColumns))) return;
    for (const TmaMemberRow& row : kTmaMembers) {
        ImGui::TableNextColumn();
        draw_member(view, requests, states.tensor_map, {row, copy, operand, say("tensor_map.", row.id)});
    }
    ImGui::EndTable();
}

}  // namespace tilescope::ui
