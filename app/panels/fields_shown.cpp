// app/panels/fields_shown.cpp -- which fields of the active word the fields panel shows.
// SPDX-License-Identifier: MIT
#include "app/panels/fields_shown.h"

#include "app/panels/panel_parts.h"

#include <imgui.h>

#include <tilescope/base/say.h>

namespace tilescope::ui {
namespace {

// Whether the field is selected, or a command puts the keyboard into its box.
bool is_chosen(const View& view, const WordView& word, const Field& field, const FieldsPanelState& state) {
    return state.take_keyboard == say("fields.", field.id) || is_field_of(view, word, field, view.view_state.selection);
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
        if ((!typing && field_matters(view.derived, word.id, field)) || is_chosen(view, word, field, state))
            state.shown[i] = true;
    }
}

}  // namespace tilescope::ui
