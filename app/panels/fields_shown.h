// app/panels/fields_shown.h -- which fields of the active word the fields panel shows, and the notes about strides.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/panels.h"

#include <optional>
#include <string>

namespace tilescope::ui {

// Returns whether the focus is on a bit of the field.
bool is_field_of(const View& view, const WordView& word, const Field& field, const Focus& focus);

// Sets state.shown: the fields that matter (field_matters() of core), those that make D wrong, and the selected one. A
// field that was shown stays until another word is active, so that nothing moves under a hand that edits.
void update_shown_fields(const View& view, const WordView& word, FieldsPanelState& state);

// Whether a lesson shows the field, and the ring around its value: the last item. Its mark is `id` and ".ring".
bool is_ringed(const View& view, WordId word, const Field& field);
void ring_field(const View& view, WordId word, const Field& field, std::string_view id);

// Says why the layout does not step by this stride. Nothing: it does, or the field is not a stride.
struct StrideNote {
    std::string text;      // "(i) ignored by this layout"
    std::string sentence;  // for the tooltip
};
std::optional<StrideNote> note_of_stride(const View& view, const WordView& word, const Field& field);

}  // namespace tilescope::ui
