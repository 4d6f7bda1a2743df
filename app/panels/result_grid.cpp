// app/panels/result_grid.cpp -- the numbers of D around the selection, and an overview of all of D.
// SPDX-License-Identifier: MIT
#include "app/panels/result_grid.h"
#include "app/panels/panel_parts.h"
#include "app/ui/drawing.h"

#include <tilescope/base/say.h>
#include <tilescope/emulator/emulation.h>

#include <algorithm>

namespace tilescope::ui {
namespace {

constexpr int kRowsPerNotch = 3;
constexpr float kPatternOpacity = 0.35f;  // low, so that numbers stay readable
constexpr float kRingOfSmallCell = 9;     // logical pixels; ring around a very small cell

// The visible part of D, and the size of a cell.
struct Window {
    ImVec2 corner;        // corner of the first cell
    float width, height;  // size of a cell
    int rows, columns;    // visible rows and columns

    Rect cell(int row, int column) const {
        const ImVec2 low{corner.x + static_cast<float>(column) * width, corner.y + static_cast<float>(row) * height};
        return {low, {low.x + width, low.y + height}};
    }
};

int digits_of(unsigned number) { return static_cast<int>(say(number).size()); }

void widen_for(const Emulation& e, std::size_t index, const ResultText& text, ResultPanelState& state) {
    state.characters = std::max(state.characters, static_cast<int>(text_of_result(e, index, text).size()));
}

// All columns have the width of the widest number, so that they do not move while the user scrolls. Measuring all
// numbers takes too long for one frame, so a sample over all rows and columns is measured. A wider number outside of
// the sample widens the columns when it becomes visible.
void measure_sample(const Emulation& e, ResultPanelState& state, const ResultText& text) {
    constexpr std::size_t kSample = 1024;
    const auto notation = static_cast<unsigned>(text.show) * 8 + static_cast<unsigned>(text.format);
    if (state.measured_serial == state.serial && state.measured_view == notation) return;
    state.measured_serial = state.serial;
    state.measured_view = notation;
    state.characters = digits_of(e.n);
    // Rows have an even length, so an odd step covers all columns.
    const std::size_t step = e.d.size() / kSample | 1;
    for (std::size_t i = 0; i < e.d.size(); i += step) widen_for(e, i, text, state);
}

// The texts stay until another part of D is visible: making them costs more than drawing them.
void keep_visible_texts(const Emulation& e, const Window& w, ResultPanelState& state, const ResultText& text) {
    const auto n = [](int x) { return static_cast<std::uint64_t>(x); };
    const std::array<std::uint64_t, 6> now{state.measured_serial, state.measured_view, n(state.top),
                                           n(state.left),         n(w.rows),           n(w.columns)};
    if (now == state.texts_of) return;
    state.texts_of = now;
    state.texts.clear();
    for (int r = 0; r < w.rows; ++r)
        for (int c = 0; c < w.columns; ++c) {
            const std::size_t at =
                static_cast<std::size_t>(state.top + r) * e.n + static_cast<std::size_t>(state.left + c);
            state.texts.push_back(text_of_result(e, at, text));
            state.characters = std::max(state.characters, static_cast<int>(state.texts.back().size()));
        }
}

Window window_of(const View& view, const Emulation& e, const ResultPanelState& state, ImVec2 at, ImVec2 size) {
    const Sizes px = sizes_at(view.scale);
    const float advance = ImGui::CalcTextSize("0").x, heads = advance * static_cast<float>(digits_of(e.m)) + px.gap;
    Window w{};
    w.height = std::round(px.mono + px.gap / 2);
    w.width = std::round(advance * static_cast<float>(state.characters) + px.gap);
    w.corner = {at.x + heads, at.y + w.height};
    const auto fit = [](float room, float cell) { return std::max(1, static_cast<int>(room / cell)); };
    w.rows = std::min(fit(size.y - w.height, w.height), static_cast<int>(e.m));
    w.columns = std::min(fit(size.x - heads, w.width), static_cast<int>(e.n));
    return w;
}

void scroll(const Emulation& e, const Window& w, ResultPanelState& state) {
    const ImGuiIO& io = ImGui::GetIO();
    if (ImGui::IsItemHovered() && io.MouseWheel != 0) {
        int& first = io.KeyShift ? state.left : state.top;
        first -= static_cast<int>(std::lround(io.MouseWheel * (io.KeyShift ? 1 : kRowsPerNotch)));
    }
    state.top = std::clamp(state.top, 0, static_cast<int>(e.m) - w.rows);
    state.left = std::clamp(state.left, 0, static_cast<int>(e.n) - w.columns);
}

// Scrolls once to a selection made in another view, and centres it. After that the user can scroll freely.
void reveal(const Window& w, const std::optional<ElementFocus>& element, ResultPanelState& state) {
    if (element == state.revealed) return;
    state.revealed = element;
    if (!element) return;
    const bool row_visible = element->row >= state.top && element->row < state.top + w.rows;
    const bool column_visible = element->column >= state.left && element->column < state.left + w.columns;
    if (!row_visible) state.top = element->row - w.rows / 2;
    if (!column_visible) state.left = element->column - w.columns / 2;
}

void draw_text_right(const Rect& cell, ImU32 colour, const std::string& text, const Sizes& px) {
    const float x = cell.max.x - px.gap / 2 - ImGui::CalcTextSize(text.c_str()).x;
    ImGui::GetWindowDrawList()->AddText({std::round(x), std::round(cell.min.y + px.gap / 4)}, colour, text.c_str());
}

void draw_heads(const View& view, const Window& w, const ResultPanelState& state, ImVec2 at) {
    const Sizes px = sizes_at(view.scale);
    for (int c = 0; c < w.columns; ++c) {
        const Rect cell = w.cell(-1, c);
        draw_text_right(cell, view.theme.dim, say(state.left + c), px);
    }
    for (int r = 0; r < w.rows; ++r) {
        const Rect cell{{at.x, w.cell(r, 0).min.y}, {w.corner.x, w.cell(r, 0).max.y}};
        draw_text_right(cell, view.theme.dim, say(state.top + r), px);
    }
}

struct DrawnCell {
    Rect place;
    std::size_t index;
    bool pointed, selected;
};

void draw_number(const View& view, const Style& style, MonoPen& pen, const Cells& cells, const DrawnCell& cell,
                 const std::string& text, bool filled) {
    const Sizes& px = style.px;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const auto [low, high] = cell.place;
    const Tone tone = cells.tone[cell.index];
    const Mark mark = cells.mark[cell.index];
    if (filled) list.AddRectFilled(low, high, colour_of(view.theme, tone));
    if (mark != Mark::none) {
        list.PushClipRect(low, high, true);
        const bool crossed = mark == Mark::crossed;
        const ImU32 colour = !crossed ? view.theme.hatch : filled ? line_on(view.theme, tone) : view.theme.error;
        hatch_rect(list, low, high, {.colour = faded(colour, kPatternOpacity), .step = px.hatch, .crossed = crossed});
        list.PopClipRect();
    }
    const float x = high.x - px.gap / 2 - mono_width(style, TextSize::mono, "0") * static_cast<float>(text.size());
    pen.draw({std::round(x), std::round(low.y + px.gap / 4)}, filled ? text_on(view.theme, tone) : view.theme.text,
             text);
    if (!cell.pointed && !cell.selected) return;
    draw_ring_rect(list, low, high, ring_of(view.theme, px, !cell.selected));
}

bool is_at(const std::optional<ElementFocus>& element, int row, int column) {
    return element && element->row == row && element->column == column;
}

// Returns the element under the pointer.
std::optional<ElementFocus> element_at(const Window& w, const ResultPanelState& state) {
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const int row = static_cast<int>(std::floor((mouse.y - w.corner.y) / w.height));
    const int column = static_cast<int>(std::floor((mouse.x - w.corner.x) / w.width));
    if (row < 0 || column < 0 || row >= w.rows || column >= w.columns) return std::nullopt;
    return ElementFocus{Matrix::d, state.top + row, state.left + column};
}

void point_and_select(const std::optional<ElementFocus>& element, bool select, Requests& requests) {
    if (!element) return;
    requests.focus = *element;
    if (select) requests.view_state.selection = *element;
}

void draw_window_frame(const View& view, const ResultPanelState& state, const GridPlaces& places) {
    const ImVec2 low = places.corner(static_cast<float>(state.top), static_cast<float>(state.left));
    const ImVec2 high =
        places.corner(static_cast<float>(state.top + state.rows), static_cast<float>(state.left + state.columns));
    ImGui::GetWindowDrawList()->AddRect(low, high, view.theme.dim, 0, 0, sizes_at(view.scale).line);
}

void draw_ring_of_small_cell(const View& view, const GridPlaces& places, const ElementFocus& element) {
    const Sizes px = sizes_at(view.scale);
    const ImVec2 centre = places.cell(element.row, element.column).centre();
    const float half = std::max(kRingOfSmallCell * view.scale, places.width + 2 * px.ring) / 2;
    draw_ring_rect(*ImGui::GetWindowDrawList(), {centre.x - half, centre.y - half}, {centre.x + half, centre.y + half},
                   ring_of(view.theme, px));
}

}  // namespace

std::optional<ElementFocus> selected_element(const View& view) {
    const std::optional<Trace> pinned = pinned_trace(view);
    return element_of_d(view.view_state.selection, pinned ? *pinned : view.trace);
}

void draw_result_numbers(const View& view, ResultPanelState& state, Requests& requests, const ResultText& text,
                         ImVec2 size) {
    const Emulation& e = *view.results.emulation;
    const Cells& cells = state.overview.grids.front();
    ImGui::PushFont(view.mono);
    measure_sample(e, state, text);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    Window w = window_of(view, e, state, at, size);
    ImGui::InvisibleButton("result.numbers", size);
    mark("result.numbers");
    const std::optional<ElementFocus> selected = selected_element(view), pointed = element_of_d(view.focus, view.trace);
    reveal(w, selected, state);
    scroll(e, w, state);
    keep_visible_texts(e, w, state, text);
    const int kept_columns = w.columns;
    w = window_of(view, e, state, at, size);  // again, because the columns may be wider now
    state.rows = w.rows, state.columns = w.columns;
    if (ImGui::IsItemHovered())
        point_and_select(element_at(w, state), ImGui::IsMouseClicked(ImGuiMouseButton_Left), requests);
    ImGui::GetWindowDrawList()->PushClipRect(at, {at.x + size.x, at.y + size.y}, true);
    draw_heads(view, w, state, at);
    const Style style = style_of(view);
    MonoPen pen(*ImGui::GetWindowDrawList(), style, TextSize::mono);
    for (int r = 0; r < w.rows; ++r)
        for (int c = 0; c < w.columns; ++c) {
            const int row = state.top + r, column = state.left + c;
            const DrawnCell cell{.place = w.cell(r, c),
                                 .index = cells.at(row, column),
                                 .pointed = is_at(pointed, row, column),
                                 .selected = is_at(selected, row, column)};
            draw_number(view, style, pen, cells, cell, state.texts[static_cast<std::size_t>(r * kept_columns + c)],
                        text.show == ResultShow::difference);
            mark_rect(cell.place, "result.cell.", row, '.', column);
        }
    ImGui::GetWindowDrawList()->PopClipRect();
    ImGui::PopFont();
}

void draw_result_overview(const View& view, ResultPanelState& state, Requests& requests, ImVec2 size) {
    const Cells& cells = state.overview.grids.front();
    const GridReply reply =
        moving_grid(view, requests, cells,
                    {.id = "result.overview", .size = size, .pointed = {}, .selected = {}, .reveal = {}}, state.whole);
    state.dragging = reply.clicked.has_value() || (state.dragging && ImGui::IsMouseDown(ImGuiMouseButton_Left));
    if (reply.hovered) {
        point_and_select(element_of_cell(cells, *reply.hovered), state.dragging, requests);
    }
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.PushClipRect(reply.places.area.min, reply.places.area.max, true);
    draw_window_frame(view, state, reply.places);
    const std::optional<ElementFocus> selected = selected_element(view);
    if (selected) draw_ring_of_small_cell(view, reply.places, *selected);
    list.PopClipRect();
}

}  // namespace tilescope::ui
