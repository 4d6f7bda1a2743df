// app/panels/problems_panel.cpp -- the list of problems, worst first, with one-click fixes.
// SPDX-License-Identifier: MIT
#include "app/panels/help_topics.h"
#include "app/panels/panel_parts.h"
#include "app/widgets/problem_line.h"

#include <tilescope/base/say.h>
#include <tilescope/document/repair.h>

#include <algorithm>
#include <utility>

namespace tilescope::ui {
namespace {

constexpr unsigned bit_of(Severity severity) { return 1u << static_cast<unsigned>(severity); }

// Returns the fix, the rule and the source of a problem.
std::string fix_and_source(const Problem& problem) {
    return say(problem.fix, problem.fix.empty() ? "" : "  ", problem.rule, " (", name_of(problem.severity),
               "): ", problem.source, ", ", text_of(problem.certainty));
}

void point_at(const View& view, const PlacedProblem& placed, const Rect& line, Requests& requests) {
    if (const Field* field = field_of(view.derived, placed)) requests.focus = BitFocus{placed.word, field->lsb};
    requests.topic = placed.problem.rule;
    tooltip_beside(line, fix_and_source(placed.problem));
}

void draw_line(const View& view, std::size_t index, PanelStates& states, Requests& requests) {
    const PlacedProblem& placed = view.derived.problems[index];
    const std::string id = say("problems.", index);
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::TextUnformatted(placed.in_line ? "instruction" : row_of(placed.word).title.data());
    ImGui::TableNextColumn();
    const bool current = states.problems.current == static_cast<int>(index);
    const ProblemReply reply = problem_line(id, placed.problem, current, style_of(view));
    if (reply.hovered) point_at(view, placed, *reply.hovered, requests);
    if (reply.clicked == ProblemClick::none) return;
    states.problems.current = static_cast<int>(index);
    if (reply.clicked == ProblemClick::why)
        states.problems.explained = placed.problem, states.problems.explain_opens = true;
    if (reply.clicked != ProblemClick::fix) return go_to_problem(view.derived, placed, requests.view_state);
    if (const auto fix = fix_of(view.derived, placed)) requests.edit(*fix);
}

// Draws the explanation of the rule with its source. A link opens the help panel.
void draw_rule(const View& view, const Explanation& explanation, Requests& requests) {
    ImGui::Separator();
    const auto topic = draw_explanation(view, explanation, "problems.why", requests);
    if (topic) request_explanation(requests, *topic);
    if (topic) ImGui::CloseCurrentPopup();
}

// Draws the [Why] popup: the problem, the fix, the source and its certainty. A click outside closes it.
void draw_why(const View& view, ProblemsPanelState& state, Requests& requests) {
    if (std::exchange(state.explain_opens, false)) ImGui::OpenPopup("why");
    ImGui::SetNextWindowSize({std::min(ImGui::GetFontSize() * 34, ImGui::GetMainViewport()->Size.x), 0});
    if (!begin_popup("why", true)) return;
    const Problem& p = state.explained;
    ImGui::PushTextWrapPos(0);
    ImGui::TextDisabled("%s  %s  %s", p.rule.c_str(), name_of(p.severity).data(), p.field.c_str());
    ImGui::TextUnformatted(p.text.c_str());
    mark("problems.why.text");
    const auto explanation = explanation_of(p.rule, explain_options(view));
    const bool has_fix = explanation && text_of(explanation->front()).find(p.fix) != std::string::npos;
    if (!has_fix) ImGui::TextUnformatted(p.fix.c_str());
    ImGui::PopTextWrapPos();
    if (explanation)
        draw_rule(view, explanation->front(), requests);
    else
        dim_text(view.theme, say("Source: ", p.source, " (", text_of(p.certainty), ")"));
    if (button("Copy", "problems.why.copy", {.icon = Icon::copy})) requests.copy = say(p.text, "\n", fix_and_source(p));
    ImGui::EndPopup();
}

struct Count {
    Severity severity;
    const char *one, *many;
};
constexpr Count kCounts[] = {{Severity::error, "error", "errors"},
                             {Severity::warn, "warning", "warnings"},
                             {Severity::ask, "question", "questions"},
                             {Severity::info, "note", "notes"}};

std::size_t count_of(const Derived& derived, Severity severity) {
    return static_cast<std::size_t>(
        std::ranges::count(derived.problems, severity, [](const PlacedProblem& p) { return p.problem.severity; }));
}

// If all problems have the same severity, no filter is shown, so nothing is hidden.
unsigned hidden_now(const Derived& derived, unsigned hidden) {
    const std::size_t all = derived.problems.size();
    const bool same_severity =
        std::ranges::any_of(kCounts, [&](const Count& c) { return count_of(derived, c.severity) == all; });
    return same_severity ? 0 : hidden;
}

// Draws one button per severity: "[2 errors] [1 warning]". A click hides or lists these problems.
void draw_filter(const View& view, unsigned& hidden) {
    const std::size_t all = view.derived.problems.size();
    for (const Count& c : kCounts) {
        const std::size_t count = count_of(view.derived, c.severity);
        if (count == 0 || count == all) continue;
        const bool shown = (hidden & bit_of(c.severity)) == 0;
        const std::string label = say(count, " ", count == 1 ? c.one : c.many, "###", c.one);
        ImGui::PushStyleColor(ImGuiCol_Button, shown ? faded(view.theme.accent, 0.20f) : view.theme.panel);
        ImGui::PushStyleColor(ImGuiCol_Text, shown ? view.theme.text : view.theme.dim);
        if (button(label.c_str(), say("problems.filter.", name_of(c.severity)))) hidden ^= bit_of(c.severity);
        ImGui::PopStyleColor(2);
        tip(shown ? "Click to hide these problems." : "Click to list these problems again.");
        ImGui::SameLine();
    }
}

}  // namespace

// Drawn on the line of the drawer tabs: the filter, and actions for all problems.
void draw_problems_tools(const View& view, PanelStates& states, Requests& requests) {
    draw_filter(view, states.problems.hidden);
    const auto fixable = std::ranges::count_if(
        view.derived.problems, [&](const PlacedProblem& p) { return fix_of(view.derived, p).has_value(); });
    if (fixable > 1) {
        if (button(say("Fix all ", fixable, "###fix_all").c_str(), "problems.fix_all"))
            if (const AllFixes all = fix_all(view.derived); all.edit) {
                requests.edit(*all.edit);
                requests.status = say(words_of(view.session, *all.edit), ", ", all.left,
                                      all.left == 1 ? " problem" : " problems", " left. One undo reverts all fixes.");
            }
        ImGui::SameLine();
    }
    if (button("Show rules", "problems.rules"))
        request_explanation(requests, say(kRulesOf, row_of(view.view_state.active).id));
    tip(say("All rules that check ", row_of(view.view_state.active).title, "."));
}

// Reads: all problems.   Requests: fixes; the active word, the selection and the screen; focus on the field of the line
// under the pointer; explanations.
void draw_problems_panel(const View& view, PanelStates& states, Requests& requests) {
    const std::vector<PlacedProblem>& problems = view.derived.problems;
    if (states.problems.current >= static_cast<int>(problems.size())) states.problems.current = -1;
    if (problems.empty())
        empty_state(view.theme, "problems.none",
                    say(basis_of(view.derived) == Basis::given ? "No problems. " : "No given bit breaks a rule. ",
                        view.derived.rules_checked, " rules checked the instruction and its words."));
    basis_line(view, requests, "problems.basis");
    if (problems.empty() || !ImGui::BeginTable("problems", 2)) return;
    ImGui::TableSetupColumn("word", ImGuiTableColumnFlags_WidthFixed);
    ImGui::TableSetupColumn("problem", ImGuiTableColumnFlags_WidthStretch);
    const unsigned hidden = hidden_now(view.derived, states.problems.hidden);
    for (std::size_t i = 0; i < problems.size(); ++i)
        if ((hidden & bit_of(problems[i].problem.severity)) == 0) draw_line(view, i, states, requests);
    ImGui::EndTable();
    draw_why(view, states.problems, requests);
}

}  // namespace tilescope::ui
