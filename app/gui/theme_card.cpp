// app/gui/theme_card.cpp -- every colour and sign of the theme on one page.
// SPDX-License-Identifier: MIT
#include "app/gui/theme_card.h"
#include "app/ui/drawing.h"
#include "app/ui/ui_probe.h"

#include <array>
#include <vector>

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

// 64 x 32 cells with every mark, once by rectangles and once by the shader.
void draw_cells(const WindowTools& tools) {
    constexpr int kColumns = 64, kRows = 32;
    const Sizes px = sizes_at(tools.scale);
    std::vector<std::uint8_t> cells(static_cast<std::size_t>(kColumns) * kRows);
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const auto row = i / kColumns, column = i % kColumns;
        cells[i] = static_cast<std::uint8_t>((row ^ column) & 7);
        if (row < 4 && column < 16) cells[i] = static_cast<std::uint8_t>(8);
        if (row == 8 && column < 8) cells[i] |= kCellSelected;
        if (row == 10 && column < 8) cells[i] |= kCellPointed;
        if (row == 12 && column < 8) cells[i] |= kCellCrossed;
    }
    std::array<ImU32, kToneCount> palette{};
    for (std::size_t i = 0; i < palette.size(); ++i) palette[i] = colour_of(tools.theme, static_cast<Tone>(i));
    const CellGrid grid{.id = ImGui::GetID("cells"),
                        .revision = 1,
                        .columns = kColumns,
                        .rows = kRows,
                        .cells = cells,
                        .palette = palette,
                        .hatched = 1u << 8,
                        .line = tools.theme.line,
                        .hatch = tools.theme.hatch,
                        .ring = tools.theme.accent,
                        .ring_halo = tools.theme.ring_halo,
                        .line_width = px.line,
                        .ring_width = px.ring,
                        .hatch_step = px.hatch,
                        .line_cell = px.line_cell,
                        .right = kColumns,
                        .bottom = kRows};
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const ImVec2 size{640 * tools.scale, 480 * tools.scale};
    RectPainter rectangles;
    rectangles.draw(*ImGui::GetWindowDrawList(), grid, at, {at.x + size.x, at.y + size.y});
    const ImVec2 beside{at.x + size.x + px.gap, at.y};
    tools.painter.draw(*ImGui::GetWindowDrawList(), grid, beside, {beside.x + size.x, beside.y + size.y});
    ImGui::Dummy({size.x * 2 + px.gap, size.y});
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
    draw_cells(tools);
    ImGui::End();
}

}  // namespace tilescope::ui
