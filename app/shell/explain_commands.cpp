// app/shell/explain_commands.cpp -- selects the topic that F1 explains.
// SPDX-License-Identifier: MIT
#include "app/shell/explain_commands.h"

#include "app/panels/panel_parts.h"

#include <tilescope/session/fixes.h>

namespace tilescope::ui {
namespace {

std::string topic_of(const App& app, const Focus& focus) {
    const auto at = field_in_focus(app.derived, focus);
    return at ? explain_value(*app.derived.of(at->word).format, at->field->id, at->raw, at->unknown).topic
              : std::string();
}

// Returns the rule of the current problem, unless another field is selected now.
std::string current_rule(const App& app) {
    const auto current = static_cast<std::size_t>(app.states.problems.current);
    if (app.states.problems.current < 0 || current >= app.derived.problems.size()) return {};
    const PlacedProblem& placed = app.derived.problems[current];
    const auto at = field_in_focus(app.derived, app.view_state.selection);
    const bool elsewhere = at && (at->word != placed.word || at->field != field_of(app.derived, placed));
    return elsewhere ? std::string() : placed.problem.rule;
}

}  // namespace

std::string current_topic(const App& app) {
    if (!app.pointed_topic.empty()) return app.pointed_topic;
    for (const std::string& topic :
         {topic_of(app, app.pointed), current_rule(app), topic_of(app, app.view_state.selection)})
        if (!topic.empty()) return topic;
    return {};
}

void explain_this(App& app) {
    const std::string topic = current_topic(app);
    if (topic.empty() || app.shows_help)
        app.shows_help = !app.shows_help;
    else
        open_help(app.states.help, topic);
}

}  // namespace tilescope::ui
