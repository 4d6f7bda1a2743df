// app/widgets/cell_grid_labels.cpp -- the labels of rows and columns beside a grid.
// SPDX-License-Identifier: MIT
#include "app/widgets/cell_grid_labels.h"

#include "app/ui/text.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>

namespace tilescope::ui {
namespace {

// Returns 1 to draw every label, or 2, 4, ... if there is no room for all labels.
int label_stride(float cell, float needed) {
    int stride = 1;
    while (cell * static_cast<float>(stride) < needed) stride *= 2;
    return stride;
}

std::size_t longest(const std::vector<std::string>& texts) {
    std::size_t most = 0;
    for (const std::string& text : texts) most = std::max(most, text.size());
    return most;
}

float width_of(std::size_t characters, const Style& style) {
    return std::ceil(mono_width(style, TextSize::mono, "0") * static_cast<float>(characters));
}

}  // namespace

ImVec2 label_space(const Cells& cells, const Style& style) {
    const float left = cells.row_labels.empty() ? 0 : width_of(longest(cells.row_labels), style) + style.px.gap;
    const float above = cells.column_labels.empty() ? 0 : style.px.mono + style.px.gap / 2;
    return {left, std::round(above)};
}

std::vector<int> labelled_rows(const std::vector<std::string>& labels, int begin, int end, float cell, float needed) {
    const int stride = label_stride(cell, needed), least = static_cast<int>(std::ceil(needed / cell));
    end = std::min(end, static_cast<int>(labels.size()));
    std::vector<int> out;
    for (int row = begin; row < end; ++row)
        if (labels[static_cast<std::size_t>(row)].starts_with(kGapSign) && (out.empty() || row - out.back() >= least))
            out.push_back(row);
    const std::vector<int> gaps = out;
    for (int row = begin; row < end; ++row) {
        if (row % stride != 0) continue;
        const auto after = std::ranges::lower_bound(gaps, row);
        const bool free = (after == gaps.end() || *after - row >= least) &&
                          (after == gaps.begin() || row - *std::prev(after) >= least);
        if (free) out.push_back(row);
    }
    return out;
}

void draw_row_labels(const Cells& cells, const Seen& seen, const GridPlaces& at, const Style& style) {
    if (cells.row_labels.empty()) return;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float width = label_space(cells, style).x, size = style.px.mono;
    list.PushClipRect({at.area.min.x - width, at.area.min.y}, {at.area.min.x, at.area.max.y}, true);
    for (const int row : labelled_rows(cells.row_labels, seen.row_begin, seen.row_end, at.height, size)) {
        const auto index = static_cast<std::size_t>(row);
        const float y = at.cell(row, 0).centre().y - size / 2;
        draw_mono(list, style, TextSize::mono, {at.area.min.x - width, std::round(y)}, style.theme.dim,
                  cells.row_labels[index]);
    }
    list.PopClipRect();
}

void draw_column_labels(const Cells& cells, const Seen& seen, const GridPlaces& at, const Style& style) {
    if (cells.column_labels.empty()) return;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float height = label_space(cells, style).y;
    const int stride = label_stride(at.width, width_of(longest(cells.column_labels) + 1, style));
    list.PushClipRect({at.area.min.x, at.area.min.y - height}, {at.area.max.x, at.area.min.y}, true);
    for (int column = seen.column_begin; column < seen.column_end; ++column) {
        const auto index = static_cast<std::size_t>(column);
        if (column % stride != 0 || index >= cells.column_labels.size()) continue;
        const std::string& text = cells.column_labels[index];
        const Rect cell = at.cell(0, column);
        float x = cell.centre().x - width_of(text.size(), style) / 2;
        if (cell.min.x >= at.area.min.x - 1) x = std::max(x, at.area.min.x);  // the first label is whole, too
        draw_mono(list, style, TextSize::mono, {std::round(x), at.area.min.y - height}, style.theme.dim, text);
    }
    list.PopClipRect();
}

}  // namespace tilescope::ui
