// app/window/help/explain_commands.cpp -- selects the topic that F1 explains.
// SPDX-License-Identifier: MIT
#include "app/window/help/explain_commands.h"

#include "app/panels/panel_parts.h"

#include <tilescope/session/fixes.h>

namespace tilescope::ui {
namespace {

std::string topic_of(const Document& doc, const Focus& focus) {
    const auto at = field_in_focus(doc.derived, focus);
    return at ? explain_value(*doc.derived.of(at->word).format, at->field->id, at->raw, at->unknown).topic
              : std::string();
}

// Returns the rule of the current problem, unless another field is selected now.
std::string current_rule(const Document& doc) {
    const auto current = static_cast<std::size_t>(doc.states.problems.current);
    if (doc.states.problems.current < 0 || current >= doc.derived.problems.size()) return {};
    const PlacedProblem& placed = doc.derived.problems[current];
    const auto at = field_in_focus(doc.derived, doc.view_state.selection);
    const bool elsewhere = at && (at->word != placed.word || at->field != field_of(doc.derived, placed));
    return elsewhere ? std::string() : placed.problem.rule;
}

}  // namespace

std::string current_topic(const Document& doc) {
    if (!doc.pointed.topic.empty()) return doc.pointed.topic;
    for (const std::string& topic :
         {topic_of(doc, doc.pointed.item), current_rule(doc), topic_of(doc, doc.view_state.selection)})
        if (!topic.empty()) return topic;
    return {};
}

void explain_this(Document& doc, Overlays& overlays) {
    const std::string topic = current_topic(doc);
    if (topic.empty() || overlays.shows_help)
        overlays.shows_help = !overlays.shows_help;
    else
        open_help(doc.states.help, topic);
}

}  // namespace tilescope::ui
