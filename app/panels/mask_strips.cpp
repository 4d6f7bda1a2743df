// app/panels/mask_strips.cpp -- draws the strips of a mask and handles drags on them.
// SPDX-License-Identifier: MIT
#include "app/panels/mask_strips.h"
#include "app/panels/mask_drag.h"
#include "app/ui/imgui_compat.h"
#include "app/widgets/mask_strip.h"
#include "app/widgets/tooltip.h"

#include <tilescope/base/say.h>

#include <algorithm>
#include <cmath>

namespace tilescope::ui {
namespace {

constexpr float kLeastStrip = 64;  // width, logical pixels

float strip_height(const View& view, const MaskStrips& strips) {
    return std::round(std::max(strips.height, kLeastStripHeight * view.scale));
}

struct Columns {  // x positions and width, in window pixels
    float left, strip, right;
};

Columns columns_of() {
    const float gap = ImGui::GetStyle().ItemSpacing.x;
    const float label = ImGui::CalcTextSize("B column").x + gap, fields = ImGui::CalcTextSize("fs0 = 1, sc0 = 000").x;
    const float left = ImGui::GetCursorPosX() + label;
    const float strip = std::max(ImGui::GetContentRegionAvail().x - label - fields - gap, kLeastStrip);
    return {left, strip, left + strip + gap};
}

void start_drag(const View& view, PanelStates& states, const MaskStripReply& reply, int submask) {
    if (!reply.border_pressed && !reply.row_pressed) return;
    states.mask = {.convolution = states.mask.convolution,
                   .submask = submask,
                   .drag_border = reply.border_pressed.value_or(-1),
                   .drag_word = view.session.word(WordId::zcm),
                   .gesture = states.next_gesture++};
}

// Shows a tooltip beside the strips with the values that the drag sets.
void drag_tooltip(const View& view, const MaskPanelState& s, const Rect& strips) {
    const ZeroMask& m = view.derived.mask;
    const auto i = static_cast<std::size_t>(s.submask);
    const int fs = m.fs[i];
    tooltip_beside(strips, s.drag_border >= 0 ? say("skip ", m.skip, ", use ", m.use)
                                              : say("fs", i, " = ", fs, ", sc", i, " = ", m.sc[i]));
}

void request_word(const View& view, const MaskPanelState& s, std::uint64_t word, Requests& requests) {
    const std::uint64_t now = view.session.word(WordId::zcm);
    if (word == now) return;
    requests.edits.push_back(SetWord{WordId::zcm, word, view.session.unknown_bits(WordId::zcm) & ~(word ^ now)});
    requests.gesture = s.gesture;
}

void continue_drag(const View& view, MaskPanelState& s, const MaskStripReply& reply, const Rect& all,
                   Requests& requests) {
    if (!reply.held) {
        // Esc releases the strip and restores the word from before the drag.
        if (key_pressed(Key::escape, false)) request_word(view, s, s.drag_word, requests);
        s.submask = -1;
        return;
    }
    if (!ImGui::IsMouseDragging(0, 0)) return;
    const Format& format = *view.derived.of(WordId::zcm).format;
    const ZeroMask mask = mask_of(format, s.drag_word);
    const auto columns = static_cast<int>(std::lround(ImGui::GetMouseDragDelta(0, 0).x / reply.column_pixels));
    const auto submask = static_cast<unsigned>(s.submask);
    request_word(view, s,
                 s.drag_border >= 0 ? drag_border(format, s.drag_word, mask, submask, s.drag_border, columns)
                                    : drag_row(format, s.drag_word, mask, submask, columns),
                 requests);
    drag_tooltip(view, s, all);
}

std::optional<int> column_in_focus(const View& view, const Cells& cells) {
    for (const MaskFocus& f : view.trace.columns)
        for (int c = 0; c < cells.columns; ++c)
            if (cells.key[static_cast<std::size_t>(c)] == f.column) return c;
    return std::nullopt;
}

// Returns the columns of the strip among columns of the mask.
std::vector<int> places_in(const Cells& cells, std::span<const unsigned> columns) {
    std::vector<int> out;
    if (cells.key.empty()) return out;  // N is smaller than the number of sub-masks
    const unsigned first = cells.key.front();
    for (const unsigned column : columns)
        if (column >= first && column - first < static_cast<unsigned>(cells.columns))
            out.push_back(static_cast<int>(column - first));
    return out;
}

void draw_strip(const View& view, PanelStates& states, Requests& requests, const MaskStrips& strips, std::size_t i,
                const Rect& all) {
    const Cells& cells = strips.scene.grids[i];
    const bool source = cells.id == "mask_source";
    const Columns at = columns_of();
    const float high = strip_height(view, strips);
    const float row = (high - ImGui::GetTextLineHeight()) / 2;  // centres the text vertically
    const float y = ImGui::GetCursorPosY();
    ImGui::SetCursorPosY(y + row);
    ImGui::TextUnformatted(source ? "B column" : cells.title.c_str());
    ImGui::SetCursorPos({at.left, y});
    const MaskStripOptions options{.id = say(strips.prefix, source ? "source" : say("strip.", i)),
                                   .border_id = say(strips.prefix, "border.", i),
                                   .width = at.strip,
                                   .height = high,
                                   .pointed = column_in_focus(view, cells),
                                   .different = source ? std::vector<int>() : places_in(cells, strips.different),
                                   .pinned = view.focus == view.view_state.selection,
                                   .dim = !view.derived.of(WordId::zcm).used,
                                   .handles = strips.handles && !source};
    const MaskStripReply reply = mask_strip(cells, options, style_of(view));
    if (reply.hovered) requests.focus = MaskFocus{cells.key[static_cast<std::size_t>(*reply.hovered)]};
    if (reply.clicked) requests.view_state.selection = *requests.focus;
    if (options.handles) {
        start_drag(view, states, reply, static_cast<int>(i));
        if (states.mask.submask == static_cast<int>(i)) continue_drag(view, states.mask, reply, all, requests);
    }
    const ZeroMask& m = view.derived.mask;
    if (source || i >= m.sc.size()) return;
    const float below = ImGui::GetCursorPosY();
    ImGui::SetCursorPos({at.right, y + row});
    ImGui::Text("fs%zu = %d, sc%zu = %u", i, static_cast<int>(m.fs[i]), i, m.sc[i]);
    ImGui::SetCursorPosY(below);
}

}  // namespace

void draw_mask_strips(const View& view, PanelStates& states, Requests& requests, const MaskStrips& strips) {
    if (strips.scene.grids.empty()) return;
    const Columns at = columns_of();
    ImGui::TextUnformatted("columns");
    ImGui::SameLine(at.left);
    mask_ruler(strips.scene.grids.front(), at.strip, style_of(view));
    const ImVec2 low = ImGui::GetCursorScreenPos();
    const float pitch = strip_height(view, strips) + ImGui::GetStyle().ItemSpacing.y;
    const float height = pitch * static_cast<float>(strips.scene.grids.size());
    const Rect all{low, {low.x + ImGui::GetContentRegionAvail().x, low.y + height}};
    for (std::size_t i = 0; i < strips.scene.grids.size(); ++i) draw_strip(view, states, requests, strips, i, all);
}

}  // namespace tilescope::ui
