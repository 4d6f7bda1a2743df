// app/gui/theme_card.cpp -- every colour and sign of the theme on one page.
// SPDX-License-Identifier: MIT
#include "app/gui/theme_card.h"
#include "app/ui/drawing.h"
#include "app/ui/ui_probe.h"
#include "app/widgets/cell_grid.h"

#include <tilescope/base/say.h>

#include <array>
#include <string>

namespace tilescope::ui {
namespace {

constexpr const char* kRoleNames[] = {"address", "stride", "mode", "type", "shape", "sign", "sparse", "scale", "fixed"};

void draw_roles(const WindowTools& tools) {
    const Sizes px = sizes_at(tools.scale);
    for (std::size_t i = 0; i < kRoleCount; ++i) {
        const auto role = static_cast<Role>(i);
        ImGui::PushID(static_cast<int>(i));
        ImGui::PushStyleColor(ImGuiCol_Button, colour_of(tools.theme, role));
        ImGui::PushStyleColor(ImGuiCol_Text, tools.theme.text_on_role);
        ImGui::Button(kRoleNames[i], {px.row * 4, px.row});
        if (is_hatched(role))
            hatch_rect(*ImGui::GetWindowDrawList(), ImGui::GetItemRectMin(), ImGui::GetItemRectMax(),
                       {.colour = faded(tools.theme.hatch, 0.4f), .step = px.hatch});
        ImGui::PopStyleColor(2);
        mark(kRoleNames[i]);
        ImGui::PopID();
        ImGui::SameLine();
    }
    ImGui::NewLine();
}

void draw_severities(const WindowTools& tools) {
    const Sizes px = sizes_at(tools.scale);
    for (const NamedValue& row : kSeverityNames) {
        const ImVec2 at = ImGui::GetCursorScreenPos();
        draw_severity(*ImGui::GetWindowDrawList(), {at.x + px.row / 2, at.y + px.row / 2}, px.row * 0.4f,
                      static_cast<Severity>(row.raw), tools.theme);
        ImGui::Dummy({px.row, px.row});
        ImGui::SameLine();
        ImGui::TextUnformatted(row.name.data());
        ImGui::SameLine();
    }
    ImGui::NewLine();
}

Cells example_cells(int rows, int columns) {
    Cells cells;
    cells.rows = rows, cells.columns = columns;
    for (int row = 0; row < rows; ++row) {
        cells.row_labels.push_back(hex(static_cast<std::uint64_t>(0x400 + row * 128)));
        for (int column = 0; column < columns; ++column) {
            const int chunk = (row ^ column) & 7;
            cells.tone.push_back(static_cast<Tone>(chunk));
            cells.mark.push_back(row == 6 ? Mark::crossed : row == 7 ? Mark::hatched : Mark::none);
            cells.label.push_back(chunk);
            cells.lit.push_back(chunk == 2 || chunk == 3);
        }
    }
    for (int column = 0; column < columns; ++column) cells.column_labels.push_back(std::to_string(column));
    return cells;
}

void draw_cells(const WindowTools& tools, GridView& small, GridView& big) {
    const Style style{tools.theme, sizes_at(tools.scale), tools.mono, &tools.painter};
    const std::array<std::size_t, 2> pointed = {9, 10}, selected = {18, 21};
    const ImVec2 size{560 * tools.scale, 560 * tools.scale};
    cell_grid(example_cells(128, 8), {.id = "small", .size = size, .pointed = pointed, .selected = selected}, small,
              style);
    ImGui::SameLine();
    cell_grid(example_cells(128, 64), {.id = "big", .size = size, .pointed = pointed, .selected = selected}, big,
              style);
}

}  // namespace

void ThemeCard::frame(const WindowTools& tools) {
    ImGui::SetNextWindowPos({0, 0});
    ImGui::SetNextWindowSize(ImGui::GetIO().DisplaySize);
    ImGui::Begin("card", nullptr, ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove);
    ImGui::TextUnformatted("tilescope \u2192 \u2264 \u25b6 \u2713");
    ImGui::PushFont(tools.mono);
    ImGui::TextUnformatted("0x4000404000010040 \u2192 \u2264 \u25b6 \u2713");
    ImGui::PopFont();
    draw_roles(tools);
    draw_severities(tools);
    draw_cells(tools, small_, big_);
    ImGui::End();
}

}  // namespace tilescope::ui
