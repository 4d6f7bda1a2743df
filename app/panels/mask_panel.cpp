// app/panels/mask_panel.cpp -- the zero-column mask: strips to drag, the shift, both readings of the manual.
// SPDX-License-Identifier: MIT
#include "app/panels/mask_drag.h"
#include "app/panels/panels.h"
#include "app/ui/ui_probe.h"
#include "app/widgets/heading.h"
#include "app/widgets/mask_strip.h"

#include <tilescope/base/say.h>
#include <tilescope/scene/mask_scene.h>

#include <algorithm>
#include <cmath>

namespace tilescope::ui {
namespace {

constexpr float kStripHeight = 34, kLabelWidth = 64, kFieldsWidth = 150;

void choose_size(const View& view, Asks& asks) {
    MaskSize size = view.session.mask;
    bool own = !size.follow;
    ImGui::Text("M %u   N %u", view.derived.mask_m, view.derived.mask_n);
    mark("mask.size");
    ImGui::SameLine();
    if (ImGui::Checkbox("own size", &own)) size = {!own, view.derived.mask_m, view.derived.mask_n};
    mark("mask.own_size");
    if (own) {
        int n = static_cast<int>(size.n);
        for (const unsigned m : {32u, 64u, 128u}) {
            ImGui::SameLine();
            if (ImGui::RadioButton(say("M ", m).c_str(), size.m == m)) size.m = m;
        }
        ImGui::SameLine();
        ImGui::SetNextItemWidth(120 * view.scale);
        if (ImGui::InputInt("N", &n, 8, 32)) size.n = static_cast<unsigned>(std::clamp(n, 1, 256));
        mark("mask.n");
    }
    if (size != view.session.mask) asks.edits.push_back(SetMaskSize{size});
}

void start_drag(const View& view, PanelStates& states, const MaskStripReply& reply, int submask) {
    MaskPanelState& s = states.mask;
    if (!reply.border_pressed && !reply.row_pressed) return;
    s.submask = submask;
    s.drag_border = reply.border_pressed.value_or(-1);
    s.drag_word = view.session.word(WordId::zcm);
    s.gesture = states.next_gesture++;
}

void go_on_dragging(const View& view, const MaskPanelState& s, const MaskStripReply& reply, Asks& asks) {
    if (!reply.held || !ImGui::IsMouseDragging(0, 0)) return;
    const Format& format = *view.derived.of(WordId::zcm).format;
    const ZeroMask mask = mask_of(format, s.drag_word);
    const auto columns = static_cast<int>(std::lround(ImGui::GetMouseDragDelta(0, 0).x / reply.column_pixels));
    const auto submask = static_cast<unsigned>(s.submask);
    const std::uint64_t word = s.drag_border >= 0
                                   ? drag_border(format, s.drag_word, mask, submask, s.drag_border, columns)
                                   : drag_row(format, s.drag_word, mask, submask, columns);
    if (word == view.session.word(WordId::zcm)) return;
    asks.edits.push_back(SetWord{WordId::zcm, word});
    asks.gesture = s.gesture;
}

struct StripPlan {
    const MaskPicture& picture;
    const char* prefix;  // of the marks
    bool handles;
};

void draw_strips(const View& view, PanelStates& states, Asks& asks, const StripPlan& plan) {
    const Scene scene = mask_scene(plan.picture);
    const float width = std::max(ImGui::GetContentRegionAvail().x - (kLabelWidth + kFieldsWidth) * view.scale, 64.f);
    for (std::size_t i = 0; i < scene.grids.size(); ++i) {
        const Cells& cells = scene.grids[i];
        const bool source = cells.id == "mask_source";
        ImGui::AlignTextToFramePadding();
        ImGui::TextUnformatted(source ? "B column" : cells.title.c_str());
        ImGui::SameLine(kLabelWidth * view.scale + ImGui::GetStyle().WindowPadding.x);
        MaskStripAsk ask{.id = say(plan.prefix, source ? "source" : say("strip.", i)),
                         .border_id = say(plan.prefix, "border.", i),
                         .width = width,
                         .height = kStripHeight * view.scale,
                         .pointed = {},
                         .dim = !view.derived.of(WordId::zcm).used,
                         .handles = plan.handles && !source};
        for (const MaskFocus& f : view.trace.columns)
            for (int c = 0; c < cells.columns; ++c)
                if (cells.key[static_cast<std::size_t>(c)] == f.column) ask.pointed = c;
        const MaskStripReply reply = mask_strip(cells, ask, style_of(view));
        if (reply.hovered) asks.focus = MaskFocus{cells.key[static_cast<std::size_t>(*reply.hovered)]};
        if (ask.handles) {
            start_drag(view, states, reply, static_cast<int>(i));
            if (states.mask.submask == static_cast<int>(i)) go_on_dragging(view, states.mask, reply, asks);
        }
        if (source) continue;
        ImGui::SameLine();
        ImGui::AlignTextToFramePadding();
        const ZeroMask& m = view.derived.mask;
        if (i < m.sc.size()) ImGui::Text("fs%zu = %d, sc%zu = %u", i, static_cast<int>(m.fs[i]), i, m.sc[i]);
    }
}

void draw_shift(const View& view, PanelStates& states, Asks& asks) {
    const Format& format = *view.derived.of(WordId::zcm).format;
    int shift = static_cast<int>(view.derived.mask.column_shift);
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted("D column j takes B column j + shift.   shift");
    ImGui::SameLine();
    ImGui::SetNextItemWidth(220 * view.scale);
    const bool changed = ImGui::SliderInt("##shift", &shift, 0, 32);
    mark("mask.shift");
    if (ImGui::IsItemActivated()) states.mask.gesture = states.next_gesture++;
    if (!changed) return;
    asks.edits.push_back(SetField{WordId::zcm, &field(format, "column_shift"), static_cast<std::uint64_t>(shift)});
    asks.gesture = states.mask.gesture;
}

void draw_reading(const View& view, PanelStates& states, Asks& asks) {
    ImGui::TextWrapped(
        "? X1  The manual's table words skip and use the other way round; its own examples and CUTLASS read as drawn.");
    const bool other = view.look.other_reading;
    if (ImGui::Button(other ? "Hide the other reading" : "Draw the other reading")) asks.look.other_reading = !other;
    mark("mask.reading");
    if (!other) return;
    heading("AS THE TABLE'S TEXT WORDS IT", style_of(view));
    draw_strips(view, states, asks, {view.derived.mask_text, "mask.text.", false});
    ImGui::TextWrapped("%u of %u columns are zeroed in this reading.", view.derived.mask_text.zeroed,
                       view.derived.mask_text.n);
}

void draw_unused(const View& view, Asks& asks) {
    const WordView& word = view.derived.of(WordId::zcm);
    if (word.used) return;
    ImGui::TextWrapped("%s", word.unused_reason.c_str());
    mark("mask.unused");
    if (view.session.arch == "sm_90a") return;
    if (ImGui::Button("Make it .ws")) {
        Variant v = view.session.variant;
        v.ws = true;
        v.cta_group = 1;
        asks.edits.push_back(SetVariant{v});
    }
    mark("mask.make_ws");
}

}  // namespace

// Reads: derived.mask and its pictures, trace.columns.   Asks: SetWord and SetField of zcm, SetMaskSize, SetVariant;
// focus.
void draw_mask_panel(const View& view, PanelStates& states, Asks& asks) {
    const MaskPicture& picture = view.derived.mask_examples;
    heading("ZERO-COLUMN MASK", style_of(view), "hatched: B counts as 0");
    choose_size(view, asks);
    draw_unused(view, asks);
    draw_strips(view, states, asks, {picture, "mask.", true});
    ImGui::TextDisabled("Drag a border: skip, use.   Drag a row: its start.");
    draw_shift(view, states, asks);
    ImGui::TextWrapped("%u of %u columns are zeroed.", picture.zeroed, picture.n);
    mark("mask.count");
    ImGui::PushFont(view.mono);
    ImGui::TextWrapped("mask %s", picture.hex.c_str());
    ImGui::PopFont();
    mark("mask.hex");
    if (ImGui::Button("Copy the mask")) asks.copy = picture.hex;
    mark("mask.copy");
    draw_reading(view, states, asks);
}

}  // namespace tilescope::ui
