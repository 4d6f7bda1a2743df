// app/widgets/cell_grid.cpp -- zooming, panning and pointing in a grid.
// SPDX-License-Identifier: MIT
#include "app/widgets/cell_grid.h"
#include "app/ui/imgui_compat.h"
#include "app/widgets/cell_grid_drawing.h"

#include <tilescope/base/say.h>

#include <algorithm>
#include <cmath>

namespace tilescope::ui {
namespace {

constexpr float kZoomStep = 1.25f;   // for one notch of the wheel
constexpr float kScrollPixels = 60;  // for one notch of the wheel with Shift, in logical pixels
constexpr float kLargestCell = 96;   // logical pixels
constexpr int kMostMarkedCells = 4096;

struct Size {
    float width, height;
};

// Returns the size of a cell at zoom 1. All columns fit. If the cells are wide enough for a number, the rows are high
// enough for it too.
Size cell_at_start(const Cells& cells, Size room, const Style& style) {
    const float most = kLargestCell * style.px.scale;
    const float width = std::clamp(room.width / static_cast<float>(cells.columns), style.px.line_cell, most);
    const float text = style.px.mono + style.px.gap / 2;
    const float least = width >= style.px.label_cell ? std::min(width, text) : width;
    // Narrow cells may be higher than wide, because a flat picture would waste the height of the room.
    const float height = std::clamp(room.height / static_cast<float>(cells.rows), least, std::max(width, text));
    // Whole pixels make all cells equally wide, so texts do not jitter.
    return {std::floor(width), std::floor(height)};
}

// Returns the zoom that shows the whole grid.
float whole_zoom(const Cells& cells, Size room, Size start) {
    const float x = room.width / (start.width * static_cast<float>(cells.columns));
    const float y = room.height / (start.height * static_cast<float>(cells.rows));
    return std::min(1.0f, std::min(x, y));
}

class Pointing {
public:
    Pointing(const Cells& cells, Rect area, GridView& view, const Style& style)
        : cells_(cells),
          area_(area),
          view_(view),
          style_(style),
          room_{std::max(1.0f, area.max.x - area.min.x), std::max(1.0f, area.max.y - area.min.y)},
          start_(cell_at_start(cells, room_, style)),
          least_(whole_zoom(cells, room_, start_)) {}

    void zoom_and_pan();
    void reveal(std::size_t index);
    GridPlaces places();
    std::optional<std::size_t> cell_at(ImVec2 point);

private:
    Size cell() const { return {start_.width * view_.zoom, start_.height * view_.zoom}; }
    void zoom_at(ImVec2 point, float factor);
    void pan(float dx, float dy) {
        view_.left -= dx / cell().width;
        view_.top -= dy / cell().height;
    }
    void keep_inside();

    const Cells& cells_;
    Rect area_;
    GridView& view_;
    const Style& style_;
    Size room_, start_;
    float least_;
};

void Pointing::zoom_at(ImVec2 point, float factor) {
    const float x = (point.x - area_.min.x) / cell().width + view_.left;
    const float y = (point.y - area_.min.y) / cell().height + view_.top;
    const float most = kLargestCell * style_.px.scale / std::min(start_.width, start_.height);
    view_.zoom = std::clamp(view_.zoom * factor, least_, std::max(1.0f, most));
    view_.left = x - (point.x - area_.min.x) / cell().width;
    view_.top = y - (point.y - area_.min.y) / cell().height;
}

// Keeps the grid in sight. A grid that is smaller than the room stays in the corner.
void Pointing::keep_inside() {
    if (!(view_.zoom > 0) || !std::isfinite(view_.left + view_.top)) view_ = {};
    view_.zoom = std::max(view_.zoom, least_);
    const float columns = room_.width / cell().width, rows = room_.height / cell().height;
    view_.left = std::clamp(view_.left, 0.0f, std::max(0.0f, static_cast<float>(cells_.columns) - columns));
    view_.top = std::clamp(view_.top, 0.0f, std::max(0.0f, static_cast<float>(cells_.rows) - rows));
}

void Pointing::zoom_and_pan() {
    const ImGuiIO& io = ImGui::GetIO();
    keep_inside();
    if (ImGui::IsItemHovered() && io.MouseWheel != 0) {
        if (io.KeyShift)
            pan(0, io.MouseWheel * kScrollPixels * style_.px.scale);
        else
            zoom_at(io.MousePos, std::pow(kZoomStep, io.MouseWheel));
    }
    const bool dragged = ImGui::IsMouseDragging(ImGuiMouseButton_Middle, 0) ||
                         (key_down(Key::space) && ImGui::IsMouseDragging(ImGuiMouseButton_Left, 0));
    if (ImGui::IsItemActive() && dragged) pan(io.MouseDelta.x, io.MouseDelta.y);
    if (ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) {
        const bool whole = view_.zoom <= least_ * 1.001f;
        view_ = {.zoom = whole ? 1.0f : least_};
    }
    keep_inside();
}

void Pointing::reveal(std::size_t index) {
    const auto width = static_cast<std::size_t>(cells_.columns);
    const std::size_t whole_rows = index / width;
    const auto row = static_cast<float>(whole_rows), column = static_cast<float>(index % width);
    const float columns = room_.width / cell().width, rows = room_.height / cell().height;
    view_.left = std::clamp(view_.left, std::min(column, column + 1 - columns), column);
    view_.top = std::clamp(view_.top, std::min(row, row + 1 - rows), row);
    keep_inside();
}

GridPlaces Pointing::places() {
    const Size size = cell();
    const float right = area_.min.x + (static_cast<float>(cells_.columns) - view_.left) * size.width;
    const float bottom = area_.min.y + (static_cast<float>(cells_.rows) - view_.top) * size.height;
    return {.area = {area_.min, {std::min(area_.max.x, right), std::min(area_.max.y, bottom)}},
            .left = view_.left,
            .top = view_.top,
            .width = size.width,
            .height = size.height};
}

std::optional<std::size_t> Pointing::cell_at(ImVec2 point) {
    const GridPlaces at = places();
    if (!at.area.contains(point)) return std::nullopt;
    const int column = static_cast<int>((point.x - at.area.min.x) / at.width + at.left);
    const int row = static_cast<int>((point.y - at.area.min.y) / at.height + at.top);
    if (column >= cells_.columns || row >= cells_.rows) return std::nullopt;
    return cells_.at(row, column);
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

    Pointing pointing(cells, area, view, style);
    pointing.zoom_and_pan();
    if (options.reveal && *options.reveal < cells.tone.size()) pointing.reveal(*options.reveal);
    GridReply reply{.places = pointing.places()};
    if (ImGui::IsItemHovered()) {
        reply.hovered = pointing.cell_at(ImGui::GetIO().MousePos);
        const bool panning = key_down(Key::space);
        if (ImGui::IsMouseClicked(ImGuiMouseButton_Left) && !panning) reply.clicked = reply.hovered;
        if (ImGui::IsMouseClicked(ImGuiMouseButton_Right)) reply.menu = reply.hovered;
    }
    draw_cell_grid(cells, options, reply.places, style);
    mark_cells(cells, options.id, reply.places, style);
    ImGui::SetCursorScreenPos(at);
    ImGui::Dummy(options.size);
    ImGui::PopID();
    return reply;
}

}  // namespace tilescope::ui
