// app/panels/inspector_panel.cpp -- what is pointed at: its sentence, the sum behind it, and what its field may hold.
// SPDX-License-Identifier: MIT
#include "app/panels/panel_parts.h"
#include "app/ui/ui_probe.h"
#include "app/widgets/field_text.h"
#include "app/widgets/text_fit.h"

#include <tilescope/base/say.h>

namespace tilescope::ui {
namespace {

std::string everything_said(const Trace& trace) {
    std::string text = trace.sentence;
    for (const std::string& line : trace.details) text += say('\n', line);
    return text;
}

void draw_field(const View& view, const FocusedField& at) {
    const Field& field = *at.field;
    const std::string title = say(row_of(at.word).title, "  ", field.id);
    ImGui::TextUnformatted(title.c_str());
    mark("inspector.field");
    mono_text(view, stored_text(field, at.raw));
    mark("inspector.meaning");
    wrapped(say("may be: ", legal_text(field)));
    mark("inspector.legal");
    wrapped(field.doc);
    dim_text(view.theme, source_text(field));
    for (const Problem& p : view.derived.of(at.word).problems)
        if (p.field == field.id) wrapped(say(sign_of(p.severity), "  ", p.rule, "  ", p.text));
    ImGui::Separator();
}

}  // namespace

// Reads: focus, trace, the tables. Asks: copy.
void draw_inspector_panel(const View& view, PanelStates&, Asks& asks) {
    const std::optional<FocusedField> field = field_in_focus(view.derived, view.focus);
    if (view.trace.sentence.empty() && !field) {
        empty_state(view.theme, "inspector.empty",
                    "Point at a bit, a field, an element or a byte: it is explained here.");
        return;
    }
    if (field) draw_field(view, *field);
    if (!view.trace.sentence.empty()) {
        wrapped(view.trace.sentence);
        mark("inspector.sentence");
    }
    for (const std::string& line : view.trace.details) mono_text(view, line);
    if (!view.trace.details.empty()) mark("inspector.details");
    if (ImGui::Button("Copy")) asks.copy = everything_said(view.trace);
    mark("inspector.copy");
}

}  // namespace tilescope::ui
