// app/panels/inspector_panel.cpp -- explains the object under the pointer: sentence, address sum, allowed values.
// SPDX-License-Identifier: MIT
#include "app/panels/address_bits.h"
#include "app/panels/memory_tools.h"
#include "app/panels/panel_parts.h"
#include "app/ui/ui_probe.h"
#include "app/widgets/action_button.h"
#include "app/widgets/field_text.h"
#include "app/widgets/heading.h"
#include "app/widgets/text_fit.h"

#include <tilescope/base/say.h>
#include <tilescope/emulator/element_terms.h>
#include <tilescope/scene/result_scene.h>

namespace tilescope::ui {
namespace {

std::string full_text(const Trace& trace) {
    std::string text = trace.sentence;
    for (const std::string& line : trace.details) text += say('\n', line);
    return text;
}

// Draws the allowed values and the problems of the field. The trace already shows its current value.
void draw_field(const View& view, const FocusedField& at) {
    wrapped(say("allowed: ", legal_text(*at.field)));
    mark("inspector.legal");
    for (const Problem& p : view.derived.of(at.word).problems)
        if (p.field == at.field->id) wrapped(say(sign_of(p.severity), "  ", p.rule, "  ", p.text));
}

// On the MMA screen, a button starts the first emulation.
bool starts_emulation(const View& view) {
    return view.view_state.screen != Screen::mma || view.results.state != ResultState::none;
}

// Draws the emulated value of an element of D and the terms of its sum. Requests a result if there is none.
void draw_value(const View& view, Requests& requests) {
    const std::optional<ElementFocus> element = element_of_d(view.focus, view.trace);
    if (!element || element->row < 0 || element->column < 0) return;
    if (starts_emulation(view)) requests.result = true;
    const Results& r = view.results;
    if (!r.emulation) return;
    if (!r.is_of(view.derived.revision)) {
        dim_text(view.theme, "The last result is of the document before the last edit.");
        mark("inspector.value.stale");
        if (r.state != ResultState::running) return;  // no new values will take the place of these
    }
    const auto lines =
        element_lines(*r.emulation, static_cast<unsigned>(element->row), static_cast<unsigned>(element->column));
    if (lines.empty()) return;
    for (const std::string& line : lines) mono_text(view, line);
    mark("inspector.value");
    const auto sum =
        sum_lines(r.job, *r.emulation, static_cast<unsigned>(element->row), static_cast<unsigned>(element->column));
    for (const std::string& line : sum) mono_text(view, line);
    if (!sum.empty()) mark("inspector.sum");
}

}  // namespace

// Reads: focus, trace, the tables, the result.
// Requests: copy; for an element of D, a result of the current document.
void draw_inspector_panel(const View& view, PanelStates& states, Requests& requests) {
    heading("INSPECTOR", style_of(view));
    const std::optional<FocusedField> field = field_in_focus(view.derived, view.focus);
    if (view.trace.sentence.empty() && !field) {
        empty_state(view.theme, "inspector.empty",
                    "Point at a bit, a field, an element or a byte to see its explanation.");
        if (view.view_state.screen == Screen::memory) draw_layout_sentences(view);
        return;
    }
    if (field) {
        wrapped(say(row_of(field->word).title, "  ", field->field->id));
        mark("inspector.field");
    }
    wrapped(view.trace.sentence);
    mark("inspector.sentence");
    draw_value(view, requests);
    for (const std::string& line : view.trace.details) mono_text(view, line);
    if (!view.trace.details.empty()) mark("inspector.details");
    draw_address_bits(view, states.memory.xor_step);
    if (field) draw_field(view, *field);
    if (action_button(Icon::copy, "Copy")) requests.copy = full_text(view.trace);
    mark("inspector.copy");
}

}  // namespace tilescope::ui
