// app/panels/explanation.h -- what tables say about a thing: in full with links, or short at the pointer.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/panels.h"

#include <tilescope/rules/explain.h>

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace tilescope::ui {

// Edition, kind and target of the session.
ExplainOptions explain_options(const View& view);

// In full, wrapped at the region's edge: title, paragraphs, facts, who says so. The topic whose link was clicked.
std::optional<std::string> draw_explanation(const View& view, const Explanation& e, std::string_view id);

// Title, first paragraph and source at the pointer; `notes` are about the thing here and now.
void explanation_tooltip(const View& view, const Explanation& e, std::span<const std::string> notes = {});

// For the item that was just submitted: its tooltip while the pointer is on it, and what F1 opens. `note` is about
// the thing here and now.
void explain_item(const View& view, std::string_view topic, Asks& asks, std::string_view note = {});

// The same for what is known to be under the pointer.
void explain_here(const View& view, std::string_view topic, Asks& asks, std::string_view note = {});

// Title, paragraphs, facts and source, as text.
std::string text_of(const Explanation& e);

// Opens the help panel.
void ask_to_explain(Asks& asks, std::string_view topic);

}  // namespace tilescope::ui
