// app/panels/panel_parts.h -- what several panels draw or ask in the same words.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/panels.h"

#include <optional>
#include <string>
#include <string_view>

#include <imgui.h>

namespace tilescope::ui {

// Dim text that stays inside the panel.
void dim_text(const Theme& theme, std::string_view text);

// Numbers, words, code and bits: in the mono font, wrapped.
void mono_text(const View& view, std::string_view text);

// "[A] B": whose picture is shown; the choice makes its word the active one. `why_not_a`: A cannot be chosen, and why.
void choose_operand(const View& view, Asks& asks, std::string_view id, std::string_view why_not_a = {});

// The CuTe text of a picture: dim, in the mono font.
void cute_text(const View& view, std::string_view id, std::string_view text);

// A sentence that can be meant by a test; `id` is its mark.
void empty_state(const Theme& theme, std::string_view id, std::string_view sentence);

// The field that the focus stands on, if it stands on a bit; with the word it belongs to.
struct FocusedField {
    WordId word = WordId::a_desc;
    const Field* field = nullptr;
    std::uint64_t raw = 0;
};
std::optional<FocusedField> field_in_focus(const Derived& derived, const Focus& focus);

// The bits of one word that a trace lights.
std::uint64_t lit_bits(const Trace& trace, WordId word);

// "a_desc" selected by its first bit: what a click on a field's name, its band or its problem does.
void select_field(Asks& asks, WordId word, const Field& field);

// Where a problem is: its field selected; one without a field on the screen it belongs to.
void go_to_problem(const Derived& derived, const PlacedProblem& placed, Look& look);

// The trace of the selection while something else is pointed at: it keeps its solid rings. Nothing otherwise.
std::optional<Trace> pinned_trace(const View& view);

// The element of D that a focus means, itself or by its cell of Tensor Memory; `trace` is the focus's.
std::optional<ElementFocus> element_of_d(const Focus& focus, const Trace& trace);

// The next item goes on the line of the last one if `width` window pixels are left there.
void stay_on_line(float width);

// A button's width for its label.
float button_width(const char* label);

// True while the pointer is over the strip [top, bottom) of the panel, at any x.
bool pointer_in_row(float top, float bottom);

}  // namespace tilescope::ui
