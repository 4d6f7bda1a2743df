// app/widgets/cell_grid.cpp -- a grid of cells that the user zooms and pans, its legend, cells on their way.
// SPDX-License-Identifier: MIT
#include "app/widgets/cell_grid.h"
#include "app/ui/drawing.h"
#include "app/ui/imgui_compat.h"
#include "app/widgets/text_fit.h"

#include <tilescope/base/say.h>

#include <algorithm>
#include <utility>

namespace tilescope::ui {
namespace {

constexpr float kLargestCell = 96;   // logical pixels
constexpr float kEasyRow = 14;       // logical pixels
constexpr float kPartOfRow = 0.05f;  // less than this of a row is not seen
constexpr int kMostMarkedCells = 4096;

// Returns the size of a cell at zoom 1. All columns fit. All rows fit too if they are high enough for a number.
ImVec2 cell_at_start(const Cells& cells, ImVec2 room, const Style& style) {
    const float most = kLargestCell * style.px.scale;
    const float width = std::clamp(room.x / static_cast<float>(cells.columns), style.px.line_cell, most);
    const float text = style.px.mono + style.px.gap / 2;
    // All rows are visible if their numbers are readable. Otherwise the first rows are, in an easy size.
    const float whole = room.y / static_cast<float>(cells.rows);
    const float easy = width >= style.px.label_cell ? std::min(width, kEasyRow * style.px.scale) : width;
    const float least = whole >= style.px.label_cell ? std::min(width, whole) : easy;
    // Narrow cells may be higher than wide, because a flat picture would waste the height of the room.
    const float height = std::clamp(room.y / static_cast<float>(cells.rows), least, std::max(width, text));
    // Whole pixels make all cells equally wide, so texts do not jitter. Low rows use the whole height: a part of a
    // pixel a row is much there.
    return {std::floor(width), height < text ? height : std::floor(height)};
}

// The view at the start has all columns beside the map, if it needs one. The whole grid needs none, and has all of the
// pane.
PanZoomRoom room_of(const Cells& cells, const Rect& area, float zoom, const Style& style) {
    const ImVec2 pane{std::max(1.0f, area.max.x - area.min.x), std::max(1.0f, area.max.y - area.min.y)};
    const auto columns = static_cast<float>(cells.columns), rows = static_cast<float>(cells.rows);
    PanZoomRoom room{.pane = pane, .unit = cell_at_start(cells, pane, style), .picture = {columns, rows}};
    room.unit = cell_at_start(cells, beside_map(room, 1, style).pane, style);
    const float shorter = std::min(room.unit.x, room.unit.y), scale = style.px.scale;
    room.least = std::min({1.0f, pane.x / (room.unit.x * columns), pane.y / (room.unit.y * rows)});
    room.most = std::max(1.0f, kLargestCell * scale / shorter);
    room.one = kOneCell * scale / shorter;
    return beside_map(room, zoom, style);
}

GridPlaces places_of(const GridView& view, const Rect& area) {
    const PanZoomRoom& room = view.room;
    const ImVec2 size{room.unit.x * view.zoom, room.unit.y * view.zoom};
    const float right = area.min.x + (room.picture.x - view.left) * size.x;
    const float bottom = area.min.y + (room.picture.y - view.top) * size.y;
    return {.area = {area.min, {std::min(area.min.x + room.pane.x, right), std::min(area.min.y + room.pane.y, bottom)}},
            .left = view.left,
            .top = view.top,
            .width = size.x,
            .height = size.y};
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
    const PanZoomRoom room = room_of(cells, area, view.zoom, style);
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
            mark_rect(place, id, '.', row, '.', column);
            ++marked;
        }
}

void draw_swatch(const LegendEntry& entry, ImVec2 low, ImVec2 high, const Style& style) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(low, high, colour_of(style.theme, entry.tone));
    if (entry.mark != Mark::none)
        hatch_rect(list, low, high,
                   {.colour = line_on(style.theme, entry.tone),
                    .step = style.px.hatch,
                    .crossed = entry.mark == Mark::crossed});
    if (entry.both)
        draw_corner(list, low, high, {.colour = style.theme.text, .halo = style.theme.ring_halo, .most = style.px.gap});
    list.AddRect(low, high, style.theme.line);
}

// Where an entry is: beside the one before, or on a line of its own. Its text has more lines if it is wider than the
// room.
struct PlacedEntry {
    std::string text;
    ImVec2 size;
    bool begins_line = true;
};

std::vector<PlacedEntry> placed(std::span<const LegendEntry> entries, float room, const Style& style) {
    const float swatch = style.px.text, before_text = swatch + style.px.gap / 2, gap = 2 * style.px.gap;
    std::vector<PlacedEntry> out;
    float end = 0;  // of the line
    for (const LegendEntry& entry : entries) {
        const std::string text = in_lines(entry.text, room - before_text);
        const ImVec2 inner = ImGui::CalcTextSize(text.c_str());
        const float width = before_text + inner.x;
        const bool fits = !out.empty() && end + gap + width <= room;
        end = fits ? end + gap + width : width;
        out.push_back({text, {width, std::max(swatch, inner.y)}, !fits});
    }
    return out;
}

Rect between(const Rect& from, const Rect& to, float part) {
    const auto mid = [part](float a, float b) { return a + (b - a) * part; };
    return {{mid(from.min.x, to.min.x), mid(from.min.y, to.min.y)},
            {mid(from.max.x, to.max.x), mid(from.max.y, to.max.y)}};
}

// The pens of the labels, and the width of a digit: all digits of the font have the same.
struct Pens {
    MonoPen mono, small;
    float mono_digit, small_digit;
    Pens(ImDrawList& list, const Style& style)
        : mono(list, style, TextSize::mono),
          small(list, style, TextSize::small),
          mono_digit(mono_width(style, TextSize::mono, "0")),
          small_digit(mono_width(style, TextSize::small, "0")) {}
};

void draw_flying_cell(ImDrawList& list, const Movement& m, const Rect& at, const Style& style, Pens& pens) {
    const Theme& theme = style.theme;
    fill_rect(list, at.min, at.max, colour_of(theme, m.tone));
    const bool on_way = m.part > 0 && m.part < 1;
    if (m.mark != Mark::none)
        hatch_rect(list, at.min, at.max,
                   {.colour = line_on(theme, m.tone), .step = 4 * style.px.scale, .crossed = m.mark == Mark::crossed});
    if (at.max.y - at.min.y >= style.px.line_cell || on_way)
        outline_rect(list, at.min, at.max, on_way ? theme.text : theme.line, style.px.line);
    if (at.max.y - at.min.y < style.px.label_cell || m.label == kNoLabel) return;
    const std::string label = say(m.label);
    const TextSize size = size_in_cell(style, at.max.y - at.min.y);
    const bool large = size == TextSize::mono;
    const float width = static_cast<float>(label.size()) * (large ? pens.mono_digit : pens.small_digit);
    if (width + 2 * style.px.line > at.max.x - at.min.x) return;
    const ImVec2 centre = at.centre();
    MonoPen& pen = large ? pens.mono : pens.small;
    pen.draw({centre.x - width / 2, std::round(centre.y - pixels_of(style.px, size) / 2)}, text_on(theme, m.tone),
             label);
}

void draw_trail(ImDrawList& list, ImVec2 from, ImVec2 to, const Style& style) {
    const float length = std::hypot(to.x - from.x, to.y - from.y);
    if (length < 1) return;
    const ImVec2 along{(to.x - from.x) / length, (to.y - from.y) / length};
    const float head = std::min(length, 6 * style.px.scale);
    const ImVec2 foot{to.x - along.x * head, to.y - along.y * head};
    list.AddLine(from, to, style.theme.ring_halo, 3 * style.px.line);
    list.AddLine(from, foot, style.theme.arrow, style.px.line);
    draw_arrow_head(list, from, to, head, style.theme.arrow);
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
    if (view.shows != cells.id) view.shows = cells.id;
    view.frame = ImGui::GetFrameCount();
    GridReply reply{.places = places_of(view, area), .moving = move.moving, .led = move.led};
    if (ImGui::IsItemHovered() && !move.over_map) {
        reply.hovered = cell_at(cells, reply.places, ImGui::GetIO().MousePos);
        const bool panning = key_down(Key::space);
        if (ImGui::IsMouseClicked(ImGuiMouseButton_Left) && !panning) reply.clicked = reply.hovered;
        if (ImGui::IsMouseClicked(ImGuiMouseButton_Right)) reply.menu = reply.hovered;
    }
    reply.places.labels = labels.x;
    draw_cell_grid(cells, options, reply.places, style);
    if (move.map)
        draw_map(cells, options, *move.map, style);
    else
        draw_position(cells, reply.places, style);
    if (move.map) mark_rect(move.map->place, options.id, ".map");
    mark_cells(cells, options.id, reply.places, style);
    ImGui::SetCursorScreenPos(at);
    ImGui::Dummy(options.size);
    ImGui::PopID();
    return reply;
}

RowRange visible_rows(const GridView& view) {
    const float row = view.room.unit.y * view.zoom;
    if (row <= 0) return {0, -1};
    return {std::max(static_cast<int>(view.top), 0),
            static_cast<int>(std::ceil(view.top + view.room.pane.y / row - kPartOfRow)) - 1};
}

float legend_height(std::span<const LegendEntry> entries, const Style& style) {
    float height = 0, line = 0;
    for (const PlacedEntry& entry : placed(entries, ImGui::GetContentRegionAvail().x, style)) {
        if (entry.begins_line) height += std::exchange(line, 0.0f);
        line = std::max(line, entry.size.y + ImGui::GetStyle().ItemSpacing.y);
    }
    return height + line;
}

void legend(std::span<const LegendEntry> entries, const Style& style) {
    const float room = ImGui::GetContentRegionAvail().x, swatch = style.px.text;
    const ImVec2 begin = ImGui::GetCursorScreenPos();
    const LegendEntry* pointed = nullptr;
    const std::vector<PlacedEntry> places = placed(entries, room, style);
    for (std::size_t i = 0; i < entries.size(); ++i) {
        if (!places[i].begins_line) ImGui::SameLine(0, 2 * style.px.gap);
        const ImVec2 at = ImGui::GetCursorScreenPos();
        draw_swatch(entries[i], at, {at.x + swatch, at.y + swatch}, style);
        const ImVec2 text_at{std::round(at.x + swatch + style.px.gap / 2), at.y};
        ImGui::GetWindowDrawList()->AddText(text_at, style.theme.text, places[i].text.c_str());
        ImGui::Dummy(places[i].size);
        mark("legend.", entries[i].text);
        if (!entries[i].means.empty() && ImGui::IsItemHovered()) pointed = &entries[i];
    }
    // The other entries stay readable.
    if (pointed != nullptr) tooltip_beside({begin, {begin.x + room, ImGui::GetItemRectMax().y}}, pointed->means);
}

void draw_movements(std::span<const Movement> movements, std::span<const GridPlaces> places, const Style& style) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    struct Way {
        Rect from, to;
        bool seen;
    };
    const auto way_of = [&](const Movement& m) {
        const GridPlaces &a = places[m.from.grid], &b = places[m.to.grid];
        const Rect from = a.cell(m.from.row, m.from.column), to = b.cell(m.to.row, m.to.column);
        return Way{from, to, from.touches(a.area) || to.touches(b.area)};
    };
    for (const std::size_t i : trails_of(movements)) {
        const Movement& m = movements[i];
        const GridPlaces &a = places[m.from.grid], &b = places[m.to.grid];
        const ImVec2 from{a.area.max.x + style.px.gap / 2, a.cell(m.from.row, 0).centre().y},
            to{b.area.min.x - b.labels - style.px.gap / 2, b.cell(m.to.row, 0).centre().y};
        const auto inside = [](float y, const GridPlaces& at) { return y >= at.area.min.y && y < at.area.max.y; };
        if (from.x >= to.x || !inside(from.y, a) || !inside(to.y, b)) continue;
        draw_trail(list, from, to, style);
        const float head = 3 * style.px.scale;  // half of it
        mark_rect({{from.x, std::min(from.y, to.y) - head}, {to.x, std::max(from.y, to.y) + head}}, "trail.", i);
    }
    Pens pens(list, style);
    for (const Movement& m : movements) {
        if (m.part >= 1 && !m.stays) continue;
        const Way way = way_of(m);
        if (way.seen) draw_flying_cell(list, m, between(way.from, way.to, static_cast<float>(m.part)), style, pens);
    }
}

}  // namespace tilescope::ui
