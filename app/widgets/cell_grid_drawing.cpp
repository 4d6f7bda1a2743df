// app/widgets/cell_grid_drawing.cpp -- draws the fills, outlines, numbers, rings and labels of a grid, in this order.
// SPDX-License-Identifier: MIT
#include "app/widgets/cell_grid_drawing.h"
#include "app/ui/drawing.h"

#include <algorithm>
#include <array>
#include <cfloat>
#include <charconv>
#include <cmath>
#include <cstring>
#include <vector>

namespace tilescope::ui {
namespace {

constexpr float kHatchOpacity = 0.45f;  // numbers stay readable over a pattern
// The palette has every tone, then the hatched tones. Ordered tones are never hatched. A cell's byte has room for 32
// colours.
constexpr std::size_t kFirstHatched = kStepCount, kColours = 2 * kToneCount - kFirstHatched;

static_assert(kColours <= kPaletteSize);

// The cells that are visible, at least partly.
struct Seen {
    int row_begin, row_end, column_begin, column_end;

    int count() const { return (row_end - row_begin) * (column_end - column_begin); }
};

Seen seen_of(const Cells& cells, const GridPlaces& at) {
    const float columns = (at.area.max.x - at.area.min.x) / at.width,
                rows = (at.area.max.y - at.area.min.y) / at.height;
    return {.row_begin = static_cast<int>(at.top),
            .row_end = std::min(cells.rows, static_cast<int>(std::ceil(at.top + rows))),
            .column_begin = static_cast<int>(at.left),
            .column_end = std::min(cells.columns, static_cast<int>(std::ceil(at.left + columns)))};
}

// If there are more rings than this, the painter draws them. Fewer rings are drawn last, over everything, and need no
// new texture.
constexpr std::size_t kMostRings = 4096;

bool has_many_rings(const GridOptions& options) {
    return options.pointed.size() + options.selected.size() > kMostRings;
}

std::vector<std::uint8_t> texels_of(const Cells& cells, const GridOptions& options) {
    std::vector<std::uint8_t> texels(cells.tone.size());
    for (std::size_t i = 0; i < texels.size(); ++i) {
        const Mark mark = i < cells.mark.size() ? cells.mark[i] : Mark::none;
        const auto tone = static_cast<std::size_t>(cells.tone[i]);
        const std::size_t hatched = mark == Mark::hatched && tone >= kFirstHatched ? kToneCount - kFirstHatched : 0;
        const unsigned crossed = mark == Mark::crossed ? kCellCrossed : 0u;
        texels[i] = static_cast<std::uint8_t>((tone + hatched) | crossed);
    }
    if (!has_many_rings(options)) return texels;
    for (const std::size_t i : options.pointed)
        if (i < texels.size()) texels[i] |= kCellPointed;
    for (const std::size_t i : options.selected)
        if (i < texels.size()) texels[i] |= kCellSelected;
    return texels;
}

// Hashes eight cells a step. The texture is uploaded again only if this hash changes.
std::uint64_t digest_of(std::span<const std::uint8_t> texels) {
    std::uint64_t hash = texels.size(), word = 0;
    for (std::size_t i = 0; i < texels.size(); i += sizeof word) {
        word = 0;
        std::memcpy(&word, texels.data() + i, std::min(sizeof word, texels.size() - i));
        hash = (hash ^ word) * 0x9e3779b97f4a7c15ull;
        hash ^= hash >> 32;
    }
    return hash;
}

void draw_fills(const Cells& cells, const GridOptions& options, const GridPlaces& at, const Style& style) {
    const Theme& theme = style.theme;
    std::array<ImU32, kColours> palette{};
    for (std::size_t i = 0; i < palette.size(); ++i) {
        const std::size_t tone = i < kToneCount ? i : i - kToneCount + kFirstHatched;
        palette[i] = colour_of(theme, static_cast<Tone>(tone));
    }
    const std::vector<std::uint8_t> texels = texels_of(cells, options);
    const float columns = (at.area.max.x - at.area.min.x) / at.width,
                rows = (at.area.max.y - at.area.min.y) / at.height;
    const CellGrid grid{.id = ImGui::GetID("cells"),
                        .revision = digest_of(texels),
                        .columns = cells.columns,
                        .rows = cells.rows,
                        .cells = texels,
                        .palette = palette,
                        .hatched = ((1u << (kToneCount - kFirstHatched)) - 1) << kToneCount,
                        .line = theme.line,
                        .hatch = faded(theme.hatch, kHatchOpacity),
                        .ring = theme.accent,
                        .ring_halo = theme.ring_halo,
                        .line_width = style.px.line,
                        .ring_width = style.px.ring,
                        .hatch_step = style.px.hatch,
                        .line_cell = style.px.line_cell,
                        .left = at.left,
                        .top = at.top,
                        .right = at.left + columns,
                        .bottom = at.top + rows};
    ImDrawList& list = *ImGui::GetWindowDrawList();
    RectPainter rectangles;
    const bool many = seen_of(cells, at).count() > kMostRectangles && style.painter != nullptr;
    CellPainter& painter = many ? *style.painter : rectangles;
    painter.draw(list, grid, at.area.min, at.area.max);
}

// Returns the line width of rings and outlines. Small cells get thinner lines, so that their fill stays visible.
float rim_width(const GridPlaces& at, const Style& style) {
    return std::clamp(std::floor(std::min(at.width, at.height) / 4), 1.0f, style.px.ring);
}

// Draws the sides of a lit cell that have no lit neighbour, as thin rectangles inside the cell.
void draw_lit_sides(const Cells& cells, int row, int column, const GridPlaces& at, const Style& style) {
    const auto lit = [&](int r, int c) {
        return r >= 0 && r < cells.rows && c >= 0 && c < cells.columns && cells.lit[cells.at(r, c)] != 0;
    };
    const Rect r = at.cell(row, column);
    const std::array<bool, 4> open = {!lit(row, column - 1), !lit(row, column + 1), !lit(row - 1, column),
                                      !lit(row + 1, column)};
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const auto sides = [&](float w, ImU32 colour) {
        if (open[0]) list.AddRectFilled(r.min, {r.min.x + w, r.max.y}, colour);
        if (open[1]) list.AddRectFilled({r.max.x - w, r.min.y}, r.max, colour);
        if (open[2]) list.AddRectFilled(r.min, {r.max.x, r.min.y + w}, colour);
        if (open[3]) list.AddRectFilled({r.min.x, r.max.y - w}, r.max, colour);
    };
    const float width = rim_width(at, style);
    sides(width + style.px.line, style.theme.ring_halo);
    sides(width, style.theme.text);
}

void draw_lit(const Cells& cells, const Seen& seen, const GridPlaces& at, const Style& style) {
    if (cells.lit.size() != cells.tone.size() || std::min(at.width, at.height) < style.px.line_cell) return;
    for (int row = seen.row_begin; row < seen.row_end; ++row)
        for (int column = seen.column_begin; column < seen.column_end; ++column)
            if (cells.lit[cells.at(row, column)] != 0) draw_lit_sides(cells, row, column, at, style);
}

void draw_rings(const Cells& cells, const GridOptions& options, const Seen& seen, const GridPlaces& at,
                const Style& style) {
    if (has_many_rings(options)) return;
    const auto ring = [&](std::size_t index, bool dashed) {
        if (index >= cells.tone.size()) return;
        const int row = static_cast<int>(index / static_cast<std::size_t>(cells.columns));
        const int column = static_cast<int>(index % static_cast<std::size_t>(cells.columns));
        if (row < seen.row_begin || row >= seen.row_end || column < seen.column_begin || column >= seen.column_end)
            return;
        Rect r = at.cell(row, column);
        // A ring in a cell of a few pixels is not seen, so it is drawn around the cell.
        const float more = std::max(0.0f, style.px.handle - std::min(at.width, at.height)) / 2;
        if (std::min(at.width, at.height) < style.px.line_cell)
            r = {{r.min.x - more, r.min.y - more}, {r.max.x + more, r.max.y + more}};
        const RingStyle ring_style{.colour = style.theme.accent,
                                   .halo = style.theme.ring_halo,
                                   .width = rim_width(at, style),
                                   .dashed = dashed};
        draw_ring_rect(*ImGui::GetWindowDrawList(), r.min, r.max, ring_style);
    };
    for (const std::size_t index : options.pointed) ring(index, true);
    for (const std::size_t index : options.selected) ring(index, false);
}

// Draws the numbers that fit into their cells.
void draw_numbers(const Cells& cells, const Seen& seen, const GridPlaces& at, const Style& style) {
    if (cells.label.size() != cells.tone.size() || at.height < style.px.label_cell) return;
    const float size = std::min(style.px.mono, std::floor(at.height - 2 * style.px.line));
    const float advance = style.mono->CalcTextSizeA(size, FLT_MAX, 0, "0").x;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    for (int row = seen.row_begin; row < seen.row_end; ++row)
        for (int column = seen.column_begin; column < seen.column_end; ++column) {
            const std::size_t index = cells.at(row, column);
            if (cells.label[index] == kNoLabel) continue;
            std::array<char, 12> text{};
            const char* end = std::to_chars(text.data(), text.data() + text.size(), cells.label[index]).ptr;
            const float width = advance * static_cast<float>(end - text.data());
            if (width + 2 * style.px.line > at.width) continue;
            const ImVec2 centre = at.cell(row, column).centre();
            list.AddText(style.mono, size, {std::round(centre.x - width / 2), std::round(centre.y - size / 2)},
                         text_on(style.theme, cells.tone[index]), text.data(), end);
        }
}

// Returns 1 to draw every label, or 2, 4, ... if there is no room for all labels.
int label_stride(float cell, float needed) {
    int stride = 1;
    while (cell * static_cast<float>(stride) < needed) stride *= 2;
    return stride;
}

void draw_row_labels(const Cells& cells, const Seen& seen, const GridPlaces& at, const Style& style) {
    if (cells.row_labels.empty()) return;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float width = label_space(cells, style).x, size = style.px.mono;
    const int stride = label_stride(at.height, size);
    list.PushClipRect({at.area.min.x - width, at.area.min.y}, {at.area.min.x, at.area.max.y}, true);
    for (int row = seen.row_begin; row < seen.row_end; ++row) {
        const auto index = static_cast<std::size_t>(row);
        if (row % stride != 0 || index >= cells.row_labels.size()) continue;
        const float y = at.cell(row, 0).centre().y - size / 2;
        list.AddText(style.mono, size, {at.area.min.x - width, std::round(y)}, style.theme.dim,
                     cells.row_labels[index].c_str());
    }
    list.PopClipRect();
}

std::size_t longest(const std::vector<std::string>& texts) {
    std::size_t most = 0;
    for (const std::string& text : texts) most = std::max(most, text.size());
    return most;
}

float mono_width(std::size_t characters, const Style& style) {
    const float advance = style.mono->CalcTextSizeA(style.px.mono, FLT_MAX, 0, "0").x;
    return std::ceil(advance * static_cast<float>(characters));
}

void draw_column_labels(const Cells& cells, const Seen& seen, const GridPlaces& at, const Style& style) {
    if (cells.column_labels.empty()) return;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float size = style.px.mono, height = label_space(cells, style).y;
    const int stride = label_stride(at.width, mono_width(longest(cells.column_labels) + 1, style));
    list.PushClipRect({at.area.min.x, at.area.min.y - height}, {at.area.max.x, at.area.min.y}, true);
    for (int column = seen.column_begin; column < seen.column_end; ++column) {
        const auto index = static_cast<std::size_t>(column);
        if (column % stride != 0 || index >= cells.column_labels.size()) continue;
        const std::string& text = cells.column_labels[index];
        const float x = at.cell(0, column).centre().x - mono_width(text.size(), style) / 2;
        list.AddText(style.mono, size, {std::round(x), at.area.min.y - height}, style.theme.dim, text.c_str());
    }
    list.PopClipRect();
}

// Draws bars that show which part of the grid is visible. Draws nothing if the whole grid is visible.
void draw_position(const Cells& cells, const GridPlaces& at, const Style& style) {
    const float width = at.area.max.x - at.area.min.x, height = at.area.max.y - at.area.min.y;
    const float all_x = at.width * static_cast<float>(cells.columns),
                all_y = at.height * static_cast<float>(cells.rows);
    const float thick = style.px.handle_margin;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImU32 colour = faded(style.theme.dim, 0.7f);
    if (all_y > height + 1) {
        const float begin = at.area.min.y + height * at.top * at.height / all_y;
        list.AddRectFilled({at.area.max.x - thick, begin}, {at.area.max.x, begin + height * height / all_y}, colour);
    }
    if (all_x > width + 1) {
        const float begin = at.area.min.x + width * at.left * at.width / all_x;
        list.AddRectFilled({begin, at.area.max.y - thick}, {begin + width * width / all_x, at.area.max.y}, colour);
    }
}

}  // namespace

ImVec2 label_space(const Cells& cells, const Style& style) {
    const float left = cells.row_labels.empty() ? 0 : mono_width(longest(cells.row_labels), style) + style.px.gap;
    const float above = cells.column_labels.empty() ? 0 : style.px.mono + style.px.gap / 2;
    return {left, std::round(above)};
}

void draw_cell_grid(const Cells& cells, const GridOptions& options, const GridPlaces& at, const Style& style) {
    const Seen seen = seen_of(cells, at);
    draw_fills(cells, options, at, style);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.PushClipRect(at.area.min, at.area.max, true);
    draw_lit(cells, seen, at, style);
    draw_numbers(cells, seen, at, style);
    draw_rings(cells, options, seen, at, style);
    draw_position(cells, at, style);
    list.PopClipRect();
    draw_row_labels(cells, seen, at, style);
    draw_column_labels(cells, seen, at, style);
}

}  // namespace tilescope::ui
