// app/panels/fields_shown.cpp -- which fields of the active word the fields panel shows, and the notes about strides.
// SPDX-License-Identifier: MIT
#include "app/panels/fields_shown.h"

#include "app/panels/panel_parts.h"
#include "app/ui/ui_probe.h"

#include <imgui.h>

#include <tilescope/base/say.h>

#include <algorithm>

namespace tilescope::ui {
namespace {

// Whether the field is selected, or a command puts the keyboard into its box.
bool is_chosen(const View& view, const WordView& word, const Field& field, const FieldsPanelState& state) {
    return state.take_keyboard == say("fields.", field.id) || is_field_of(view, word, field, view.view_state.selection);
}

// Whether the emulation found that the field makes elements of D wrong: the repair names it.
bool is_blamed(const View& view, const WordView& word, const Field& field) {
    const Results& r = view.results;
    if (!r.is_of(view.derived.revision) || r.emulation->count[static_cast<std::size_t>(Verdict::wrong)] == 0)
        return false;
    const std::string_view id = row_of(word.id).id;
    return std::ranges::any_of(r.job.causes, [&](const Cause& c) { return c.word == id && c.field == field.id; });
}

}  // namespace

bool is_field_of(const View& view, const WordView& word, const Field& field, const Focus& focus) {
    const auto f = field_in_focus(view.derived, focus);
    return f && f->word == word.id && f->field == &field;
}

void update_shown_fields(const View& view, const WordView& word, FieldsPanelState& state) {
    const bool other = state.shown_format != word.format || state.shown_word != word.id;
    if (other) {
        state.shown_format = word.format, state.shown_word = word.id;
        state.shown.assign(word.format->fields.size(), false);
    }
    // A half-typed word can have problems in any field. They would stay in the table, and move what the user clicks
    // next.
    const bool typing = !other && ImGui::GetIO().WantTextInput;
    for (std::size_t i = 0; i < state.shown.size(); ++i) {
        const Field& field = word.format->fields[i];
        const bool needed = field_matters(view.derived, word.id, field) || is_blamed(view, word, field);
        if ((!typing && needed) || is_chosen(view, word, field, state)) state.shown[i] = true;
    }
}

bool is_ringed(const View& view, WordId word, const Field& field) {
    return std::ranges::find(view.rings, FieldPlace{word, field.id}) != view.rings.end();
}

void ring_field(const View& view, WordId word, const Field& field, std::string_view id) {
    if (!is_ringed(view, word, field)) return;
    const float ring = sizes_at(view.scale).ring;
    ImGui::GetWindowDrawList()->AddRect(ImGui::GetItemRectMin(), ImGui::GetItemRectMax(), view.theme.accent, 0, 0,
                                        ring);
    mark(id, ".ring");
}

std::optional<StrideNote> note_of_stride(const View& view, const WordView& word, const Field& field) {
    const std::optional<StrideReport> report = stride_use(view.derived, word.id, field);
    if (!report || report->use == StrideUse::walked) return std::nullopt;
    if (const auto waits = stride_waits_for(view.derived, word.id, field))
        return StrideNote{say("(", sign_of(Severity::warn), ") ignored: ", waits->field->id, " is ", waits->raw),
                          say(report->sentence, "\n", waits->sentence)};
    const char* use = report->use == StrideUse::ignored ? "ignored by this layout"
                      : report->use == StrideUse::one   ? "not used: only one step"
                                                        : "is an address, not a stride";
    return StrideNote{say("(", sign_of(Severity::info), ") ", use), report->sentence};
}

}  // namespace tilescope::ui
