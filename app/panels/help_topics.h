// app/panels/help_topics.h -- explanations of rules, fields, kinds and types, and the list of their topics.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/panels.h"

#include <span>
#include <string_view>

namespace tilescope::ui {

// Returns edition, kind and target of the session.
ExplainOptions explain_options(const View& view);

// Draws the full explanation, wrapped at the edge of the region: title, paragraphs, facts, source, lessons, links.
// Returns the topic of the link that was clicked.
std::optional<std::string> draw_explanation(const View& view, const Explanation& e, std::string_view id,
                                            Requests& requests);

// Shows a tooltip with title, first paragraph and source. `notes` describe the current value or state.
void explanation_tooltip(const View& view, const Explanation& e, std::span<const std::string> notes = {});

// For the last ImGui item: if the pointer is over it, shows the tooltip and makes `topic` the topic of F1. `note`
// describes the current value or state.
void explain_item(const View& view, std::string_view topic, Requests& requests, std::string_view note = {});

// Does the same without a check of the pointer. Call it if the pointer is known to be over the object.
void explain_here(const View& view, std::string_view topic, Requests& requests, std::string_view note = {});

// Returns title, paragraphs, facts and source as text.
std::string text_of(const Explanation& e);

// Requests the command that opens the help panel at this topic.
void request_explanation(Requests& requests, std::string_view topic);

// Returns all topics except single field values, sorted by family.
std::vector<HelpTopic> help_topics(const ExplainOptions& options);

// Returns true if the topic or its line contains every word, in any order. Requires: words in lower case.
bool matches(const HelpTopic& topic, const std::vector<std::string>& words);

// What people type who look for something, and the command of the window that answers it.
struct Question {
    std::string_view words;          // each with a comma between; in lower case, without plurals
    std::string_view title;          // what the answer is
    std::string_view command, text;  // its id, and what it is for; empty: for nothing
    std::string_view how = {};       // what to do then, for the help panel
};
// Null: the text is no question of the list. "bank conflicts?" is "bank conflict".
const Question* question_in(std::string_view text);
std::span<const Question> all_questions();

// Returns the rule or contradiction with this id (upper or lower case), or nothing if none has this id.
std::optional<HelpTopic> topic_with_id(std::string_view id);

}  // namespace tilescope::ui
