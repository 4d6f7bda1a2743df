// app/widgets/cell_grid.cpp -- zooming, panning and pointing in a grid.
// SPDX-License-Identifier: MIT
#include "app/widgets/cell_grid.h"
#include "app/ui/imgui_compat.h"
#include "app/widgets/cell_grid_drawing.h"
#include "app/widgets/cell_grid_labels.h"

#include <tilescope/base/say.h>

#include <algorithm>
#include <cmath>

namespace tilescope::ui {
namespace {

constexpr float kLargestCell = 96;  // logical pixels
constexpr float kEasyRow = 14;      // logical pixels
constexpr int kMostMarkedCells = 4096;

struct Size {
    float width, height;
};

// Returns the size of a cell at zoom 1. All columns fit. All rows fit too if they are high enough for a number.
Size cell_at_start(const Cells& cells, Size room, const Style& style) {
    const float most = kLargestCell * style.px.scale;
    const float width = std::clamp(room.width / static_cast<float>(cells.columns), style.px.line_cell, most);
    const float text = style.px.mono + style.px.gap / 2;
    // All rows are visible if their numbers are readable. Otherwise the first rows are, in an easy size.
    const float whole = room.height / static_cast<float>(cells.rows);
    const float easy = width >= style.px.label_cell ? std::min(width, kEasyRow * style.px.scale) : width;
    const float least = whole >= style.px.label_cell ? std::min(width, whole) : easy;
    // Narrow cells may be higher than wide, because a flat picture would waste the height of the room.
    const float height = std::clamp(room.height / static_cast<float>(cells.rows), least, std::max(width, text));
    // Whole pixels make all cells equally wide, so texts do not jitter. Low rows use the whole height: a part of a
    // pixel a row is much there.
    return {std::floor(width), height < text ? height : std::floor(height)};
}

PanZoomRoom room_of(const Cells& cells, const Rect& area, const Style& style) {
    const Size pane{std::max(1.0f, area.max.x - area.min.x), std::max(1.0f, area.max.y - area.min.y)};
    const Size start = cell_at_start(cells, pane, style);
    const auto columns = static_cast<float>(cells.columns), rows = static_cast<float>(cells.rows);
    const float shorter = std::min(start.width, start.height), scale = style.px.scale;
    PanZoomRoom room{
        .pane = {pane.width, pane.height},
        .unit = {start.width, start.height},
        .picture = {columns, rows},
        .least = std::min({1.0f, pane.width / (start.width * columns), pane.height / (start.height * rows)}),
        .most = std::max(1.0f, kLargestCell * scale / shorter)};
    room.one = kOneCell * scale / shorter;
    return room;
}

GridPlaces places_of(const GridView& view, const Rect& area) {
    const PanZoomRoom& room = view.room;
    const Size size{room.unit.x * view.zoom, room.unit.y * view.zoom};
    const float right = area.min.x + (room.picture.x - view.left) * size.width;
    const float bottom = area.min.y + (room.picture.y - view.top) * size.height;
    return {.area = {area.min, {std::min(area.max.x, right), std::min(area.max.y, bottom)}},
            .left = view.left,
            .top = view.top,
            .width = size.width,
            .height = size.height};
}

std::optional<std::size_t> cell_at(const Cells& cells, const GridPlaces& at, ImVec2 point) {
    if (!at.area.contains(point)) return std::nullopt;
    const int column = static_cast<int>((point.x - at.area.min.x) / at.width + at.left);
    const int row = static_cast<int>((point.y - at.area.min.y) / at.height + at.top);
    if (column >= cells.columns || row >= cells.rows) return std::nullopt;
    return cells.at(row, column);
}

MoveReply move_grid(const Cells& cells, const GridOptions& options, GridView& view, const Rect& area,
                    const Style& style) {
    const PanZoomRoom room = room_of(cells, area, style);
    const std::size_t width = static_cast<std::size_t>(cells.columns), index = options.reveal.value_or(0);
    const std::size_t whole_rows = index / width;
    const auto row = static_cast<float>(whole_rows), column = static_cast<float>(index % width);
    const bool reveals = options.reveal && index < cells.tone.size();
    reveal_in(view, room, reveals ? options.reveal : std::nullopt, {{column, row}, {column + 1, row + 1}}, style.still);
    return move_view(view, room, area, style);
}

// Marks each visible cell for scripts: "memory.tile_a.3.24". Cells that are only dots get no mark.
void mark_cells(const Cells& cells, std::string_view id, const GridPlaces& at, const Style& style) {
    if (g_probe == nullptr || at.height < style.px.line_cell) return;
    int marked = 0;
    const int first_row = static_cast<int>(at.top), first_column = static_cast<int>(at.left);
    for (int row = first_row; row < cells.rows && at.cell(row, 0).min.y < at.area.max.y; ++row)
        for (int column = first_column; column < cells.columns && marked < kMostMarkedCells; ++column) {
            const Rect place = at.cell(row, column);
            if (place.min.x >= at.area.max.x) break;
            mark_rect(say(id, '.', row, '.', column), place.min, place.max);
            ++marked;
        }
}

}  // namespace

ImVec2 GridPlaces::corner(float row, float column) const {
    return {area.min.x + (column - left) * width, area.min.y + (row - top) * height};
}

Rect GridPlaces::cell(int row, int column) const {
    const auto r = static_cast<float>(row), c = static_cast<float>(column);
    const ImVec2 low = corner(r, c), high = corner(r + 1, c + 1);
    return {{std::round(low.x), std::round(low.y)}, {std::round(high.x), std::round(high.y)}};
}

GridReply cell_grid(const Cells& cells, const GridOptions& options, GridView& view, const Style& style) {
    const ImVec2 at = ImGui::GetCursorScreenPos(), labels = label_space(cells, style);
    const Rect area{{at.x + labels.x, at.y + labels.y}, {at.x + options.size.x, at.y + options.size.y}};
    if (cells.columns <= 0 || cells.rows <= 0 || area.max.x <= area.min.x || area.max.y <= area.min.y) {
        ImGui::Dummy({std::max(0.0f, options.size.x), std::max(0.0f, options.size.y)});
        return {};
    }

    ImGui::PushID(options.id.data(), options.id.data() + options.id.size());
    ImGui::SetCursorScreenPos(area.min);
    before_item_below();
    ImGui::InvisibleButton(
        "cells", {area.max.x - area.min.x, area.max.y - area.min.y},
        ImGuiButtonFlags_MouseButtonLeft | ImGuiButtonFlags_MouseButtonRight | ImGuiButtonFlags_MouseButtonMiddle);
    after_item_below();
    mark(options.id);

    const MoveReply move = move_grid(cells, options, view, area, style);
    GridReply reply{.places = places_of(view, area), .moving = move.moving, .led = move.led};
    if (ImGui::IsItemHovered() && !move.over_map) {
        reply.hovered = cell_at(cells, reply.places, ImGui::GetIO().MousePos);
        const bool panning = key_down(Key::space);
        if (ImGui::IsMouseClicked(ImGuiMouseButton_Left) && !panning) reply.clicked = reply.hovered;
        if (ImGui::IsMouseClicked(ImGuiMouseButton_Right)) reply.menu = reply.hovered;
    }
    draw_cell_grid(cells, options, reply.places, style);
    if (move.map) draw_map(cells, options, *move.map, style);
    if (move.map) mark_rect(say(options.id, ".map"), move.map->place.min, move.map->place.max);
    mark_cells(cells, options.id, reply.places, style);
    ImGui::SetCursorScreenPos(at);
    ImGui::Dummy(options.size);
    ImGui::PopID();
    return reply;
}

}  // namespace tilescope::ui
