// app/panels/layout_panel.cpp -- the operand's layout as CuTe text, and descriptors for a layout text.
// SPDX-License-Identifier: MIT
#include "app/panels/panel_parts.h"

#include <tilescope/base/say.h>
#include <tilescope/layout/tile.h>
#include <tilescope/notation/cute.h>
#include <tilescope/word/codec.h>

#include <imgui_stdlib.h>

namespace tilescope::ui {
namespace {

unsigned bits_of(StrideUnit unit, const ElementType& type) {
    switch (unit) {
    case StrideUnit::bytes: return 8;
    case StrideUnit::bits: return 1;
    case StrideUnit::units128: return 128;
    case StrideUnit::elements: break;
    }
    return type.container_bits;
}

// Draws the layout of the current descriptor, in the selected unit.
void draw_current(const View& view, Requests& requests, const OperandView& o) {
    assumed_note(view, view.view_state.operand);
    const auto text = cute_of(o.layout);
    const auto shown = text ? in_unit(*text, bits_of(view.view_state.stride_unit, *o.layout.type)) : text;
    if (!shown) {
        wrapped(shown.why, "layout.cute");
    } else {
        mono_text(view, to_text(*shown), "layout.cute");
        if (button("Copy", "layout.copy", {.icon = Icon::copy})) requests.copy = to_text(*shown);
        if (button("Edit below", "layout.edit", {.beside = true})) requests.edit(SetRequestedLayout{to_text(*text)});
    }
    dim_text(view.theme, say("PTX: ", canonical_text(o.layout.mode, o.layout.major)), "layout.canonical");
    dim_text(view.theme, say(use_of_lbo(o.layout).sentence, " ", use_of_sbo(o.layout).sentence));
    if (const auto other = major_difference(view.derived, view.view_state.operand)) wrapped(other->sentence);
    if (const std::string assumed = assumption_of(o.layout); !assumed.empty()) dim_text(view.theme, assumed);
}

// Each change of the text is a new requested layout. All changes between focus and unfocus are one undo step.
void draw_box(const View& view, PanelStates& states, Requests& requests) {
    LayoutPanelState& state = states.layout;
    if (!state.editing) state.text = view.session.requested_layout;
    ImGui::PushFont(view.mono);
    ImGui::SetNextItemWidth(-1);
    const bool changed =
        ImGui::InputTextWithHint("##wish", "((8,m),(T,2)):((8T,SBO),(1,T)), with numbers", &state.text);
    mark("layout.wish");
    ImGui::PopFont();
    if (ImGui::IsItemActivated()) state.gesture = states.next_gesture++;
    state.editing = ImGui::IsItemActive();
    if (!changed) return;
    requests.edit(SetRequestedLayout{state.text}, state.gesture);
}

// Returns the steps in 16-byte units, as they are added to the low 32 bits of the descriptor.
std::string steps_in_words(const LayoutSolution& s) {
    if (s.steps.size() < 2) return "one instruction";
    std::string out = say(s.steps.size(), " instructions. Steps of the low 32 bits from one descriptor to the next:");
    for (std::size_t i = 1; i < s.steps.size() && i < 9; ++i) {
        const auto units = (std::int64_t{s.steps[i].start} - s.steps[i - 1].start) / 16;
        out += say(i == 1 ? " " : ", ", units < 0 ? "" : "+", units);
    }
    return out + (s.steps.size() > 9 ? " ..." : "");
}

void draw_solution(const View& view, PanelStates& states, Requests& requests, std::size_t i) {
    const Operand operand = view.view_state.operand;
    const LayoutRequest& request = view.derived.layout_requests[operand];
    const LayoutSolution& s = request.answer.solutions[i];
    const Format& format = *view.derived.of(word_of(operand)).format;
    ImGui::PushID(static_cast<int>(i));
    ImGui::Separator();
    beside_boxes(say(name_of(s.major), " ", row_of(s.mode).name));
    stay_on_line(ImGui::CalcTextSize("0x0000000000000000").x + 2 * action_width(Icon::apply, "Apply"));
    mono_text(view, request.words[i] ? hex_word(format, *request.words[i]) : "no descriptor", "layout.solution.",
              say(i));
    if (button("Apply", say("layout.apply.", i),
               {.icon = Icon::apply, .beside = true, .disabled = !request.words[i]})) {
        requests.edits = edits_of(view.derived, operand, i);
        requests.gesture = states.next_gesture++;
    }
    const SmemLayout& step = s.steps[0];
    wrapped(say("start = ", hex(step.start), "   lbo = ", step.lbo, "   sbo = ", step.sbo, "   ", steps_in_words(s)));
    dim_text(view.theme, numberings(s.mode));
    if (!s.note.empty()) dim_text(view.theme, say(sign_of(Severity::warn), "  ", s.note));
    if (!request.word_refused[i].empty()) dim_text(view.theme, request.word_refused[i]);
    ImGui::PopID();
}

void draw_answers(const View& view, PanelStates& states, Requests& requests) {
    const LayoutRequest& request = view.derived.layout_requests[view.view_state.operand];
    if (!request.any)
        return empty_state(view.theme, "layout.empty",
                           "Type a layout. tilescope then shows the descriptors that read this layout. T is the number "
                           "of elements in 16 bytes.");
    const std::string& why = request.refused.empty() ? request.answer.why : request.refused;
    if (!why.empty()) coloured(view.theme.error, why, "layout.refused");
    if (request.answer.misfit) {
        if (button("Show this element", "layout.misfit"))
            requests.view_state.selection = ElementFocus{matrix_of(view.view_state.operand), request.answer.misfit->row,
                                                         request.answer.misfit->column},
            tab_of(requests.view_state, Screen::memory) = StageTab::memory;
    }
    for (std::size_t i = 0; i < request.answer.solutions.size(); ++i) draw_solution(view, states, requests, i);
}

}  // namespace

// Reads: the operand's layout, derived.wish.
// Requests: SetRequestedLayout, SetWord and SetField of a solution; operand, unit, selection, copy.
void draw_layout_panel(const View& view, PanelStates& states, Requests& requests) {
    choose_operand(view, requests, "layout.operand");
    constexpr Segment units[] = {
        {"elements", "elements"}, {"bytes", "bytes"}, {"bits", "bits"}, {"units128", "128-bit"}};
    stay_on_line(button_width("elements bytes bits 128-bit") + 4 * ImGui::GetFrameHeight());
    choose_one(view, "layout.unit", units, view.view_state.stride_unit, requests.view_state.stride_unit);
    const OperandView& o = view.derived.of(view.view_state.operand);
    if (!o.in_smem) return empty_state(view.theme, "layout.none", o.unplaced);
    heading("THIS DESCRIPTOR", style_of(view));
    if (o.placed())
        draw_current(view, requests, o);
    else
        unplaced_state(view, states, requests, "layout.unplaced", view.view_state.operand);
    heading("REQUESTED LAYOUT", style_of(view), "elements, or smem_ptr[16b]");
    draw_box(view, states, requests);
    draw_answers(view, states, requests);
}

}  // namespace tilescope::ui
