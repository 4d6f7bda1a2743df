// app/panels/batch_compare.cpp -- the comparison of two rows, at the right of the batch table.
// SPDX-License-Identifier: MIT
#include "app/panels/batch_compare.h"
#include "app/panels/panel_parts.h"
#include "app/ui/imgui_compat.h"
#include "app/ui/ui_probe.h"
#include "app/widgets/action_button.h"

#include <tilescope/base/say.h>

#include <algorithm>
#include <array>

namespace tilescope::ui {
namespace {

using ComparedLine = std::array<std::string, 3>;  // field, first row, second row

bool compares_two(const BatchPanelState& state, const BatchSheet& sheet) {
    const auto count = static_cast<int>(sheet.rows.size());
    return state.chosen >= 0 && state.compared >= 0 && state.chosen < count && state.compared < count;
}

// The names of the rows, then the fields in which they differ.
std::vector<ComparedLine> compared_lines(const BatchPanelState& state, const BatchSheet& sheet) {
    const BatchRow& first = sheet.rows[static_cast<std::size_t>(state.chosen)];
    const BatchRow& second = sheet.rows[static_cast<std::size_t>(state.compared)];
    std::vector<ComparedLine> out = {{"", say("line ", first.line, "  ", state.table.names[first.name]),
                                      say("line ", second.line, "  ", state.table.names[second.name])}};
    for (const BatchDifference& d : differences(sheet, first, second))
        out.push_back({std::string(d.field), d.first, d.second});
    return out;
}

void draw_lines(const std::vector<ComparedLine>& lines) {
    constexpr ImGuiTableFlags flags = ImGuiTableFlags_Borders | ImGuiTableFlags_SizingFixedFit;
    if (!ImGui::BeginTable("compared", 3, flags)) return;
    for (const ComparedLine& line : lines) {
        ImGui::TableNextRow();
        for (const std::string& text : line) {
            ImGui::TableNextColumn();
            ImGui::TextUnformatted(text.c_str());
        }
        if (g_probe != nullptr && !line.front().empty()) mark(say("batch.differs.", line.front()));
    }
    ImGui::EndTable();
}

}  // namespace

float comparison_width(const BatchPanelState& state, const BatchSheet& sheet) {
    if (!compares_two(state, sheet)) return 0;
    std::array<float, 3> widths{};
    for (const ComparedLine& line : compared_lines(state, sheet))
        for (std::size_t i = 0; i < line.size(); ++i)
            widths[i] = std::max(widths[i], ImGui::CalcTextSize(line[i].c_str()).x);
    const ImGuiStyle& style = ImGui::GetStyle();
    float needed = style.ScrollbarSize + 2 * style.WindowPadding.x;
    for (const float width : widths) needed += width + 2 * style.CellPadding.x + 1;
    const float least = ImGui::GetFontSize() * 16;
    return std::min(std::max(needed, least), ImGui::GetContentRegionAvail().x / 2);
}

void draw_comparison(const View& view, BatchPanelState& state, const BatchSheet& sheet, float width) {
    if (width <= 0 || !compares_two(state, sheet)) return;
    state.compared_frame = ImGui::GetFrameCount();
    const ImVec2 table = ImGui::GetItemRectSize();
    ImGui::SameLine();
    bool closes = false;
    if (begin_part("comparison", {width - ImGui::GetStyle().ItemSpacing.x, table.y})) {
        closes = action_button(Icon::close, "Close");
        mark("batch.compared.close");
        if (ImGui::IsItemHovered()) ImGui::SetTooltip("Esc");
        const std::vector<ComparedLine> lines = compared_lines(state, sheet);
        if (lines.size() == 1)
            dim_text(view.theme, "The two selected words are equal.");
        else
            draw_lines(lines);
    }
    ImGui::EndChild();
    mark("batch.compared");
    if (closes) state.compared = -1;
}

}  // namespace tilescope::ui
