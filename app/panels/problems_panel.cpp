// app/panels/problems_panel.cpp -- everything wrong or worth knowing, worst first; one click where one answer is right.
// SPDX-License-Identifier: MIT
#include "app/panels/explanation.h"
#include "app/panels/panel_parts.h"
#include "app/ui/ui_probe.h"
#include "app/widgets/problem_line.h"

#include <tilescope/base/say.h>
#include <tilescope/session/fixes.h>

#include <algorithm>
#include <utility>

namespace tilescope::ui {
namespace {

constexpr unsigned bit_of(Severity severity) { return 1u << static_cast<unsigned>(severity); }

// What to do, then who says so.
std::string why(const Problem& problem) {
    return say(problem.fix, problem.fix.empty() ? "" : "  ", problem.rule, " (", name_of(problem.severity),
               "): ", problem.source, ", ", name_of(problem.certainty));
}

void point_at(const View& view, const PlacedProblem& placed, Asks& asks) {
    if (const Field* field = field_of(view.derived, placed)) asks.focus = BitFocus{placed.word, field->lsb};
    asks.topic = placed.problem.rule;
    ImGui::SetTooltip("%s", why(placed.problem).c_str());
}

void draw_line(const View& view, std::size_t index, PanelStates& states, Asks& asks) {
    const PlacedProblem& placed = view.derived.problems[index];
    const std::string id = say("problems.", index);
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::TextUnformatted(placed.in_line ? "instruction" : row_of(placed.word).title.data());
    ImGui::TableNextColumn();
    const bool current = states.problems.current == static_cast<int>(index);
    const ProblemReply reply = problem_line(id, placed.problem, current, style_of(view));
    if (reply.hovered) point_at(view, placed, asks);
    if (reply.clicked == ProblemClick::none) return;
    states.problems.current = static_cast<int>(index);
    if (reply.clicked == ProblemClick::why)
        states.problems.explained = placed.problem, states.problems.explain_opens = true;
    if (reply.clicked != ProblemClick::fix) return go_to_problem(view.derived, placed, asks.look);
    if (const auto fix = fix_of(view.derived, placed)) asks.edits.push_back(*fix);
}

// What the table of rules says about it, with who says so; a link goes on in the help panel.
void explain_rule(const View& view, const Problem& p, Asks& asks) {
    const auto told = explanation_of(p.rule, explain_options(view));
    if (!told) return dim_text(view.theme, say("Source: ", p.source, " (", name_of(p.certainty), ")"));
    ImGui::Separator();
    const auto topic = draw_explanation(view, told->front(), "problems.why");
    if (topic) ask_to_explain(asks, *topic);
    if (topic) ImGui::CloseCurrentPopup();
}

// The rule's own words may say already what to do.
bool is_said(const View& view, const Problem& p) {
    const auto told = explanation_of(p.rule, explain_options(view));
    return told && text_of(told->front()).find(p.fix) != std::string::npos;
}

// Stays until a click elsewhere: who says so, how sure that is, and what to do.
void draw_why(const View& view, ProblemsPanelState& state, Asks& asks) {
    if (std::exchange(state.explain_opens, false)) ImGui::OpenPopup("why");
    const float width = ImGui::GetFontSize() * 34, most = ImGui::GetMainViewport()->Size.y * 0.7f;
    ImGui::SetNextWindowSizeConstraints({width, 0}, {width, most});
    if (!ImGui::BeginPopup("why")) return;
    const Problem& p = state.explained;
    ImGui::PushTextWrapPos(0);
    ImGui::TextDisabled("%s  %s  %s", p.rule.c_str(), name_of(p.severity).data(), p.field.c_str());
    ImGui::TextUnformatted(p.text.c_str());
    if (!is_said(view, p)) ImGui::TextUnformatted(p.fix.c_str());
    ImGui::PopTextWrapPos();
    explain_rule(view, p, asks);
    if (ImGui::Button("Copy")) asks.copy = say(p.text, "\n", why(p));
    mark("problems.why.copy");
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

// Nothing is hidden where all are of one severity: there is no choice then.
unsigned hidden_now(const Derived& derived, unsigned hidden) {
    const std::size_t all = derived.problems.size();
    const bool one = std::ranges::any_of(kCounts, [&](const Count& c) { return count_of(derived, c.severity) == all; });
    return one ? 0 : hidden;
}

// "[2 errors] [1 warning]": which of them are listed.
void draw_filter(const View& view, unsigned& hidden) {
    const std::size_t all = view.derived.problems.size();
    for (const Count& c : kCounts) {
        const std::size_t count = count_of(view.derived, c.severity);
        if (count == 0 || count == all) continue;
        const bool shown = (hidden & bit_of(c.severity)) == 0;
        const std::string label = say(count, " ", count == 1 ? c.one : c.many, "###", c.one);
        ImGui::PushStyleColor(ImGuiCol_Button, shown ? faded(view.theme.accent, 0.20f) : view.theme.panel);
        ImGui::PushStyleColor(ImGuiCol_Text, shown ? view.theme.text : view.theme.dim);
        if (ImGui::Button(label.c_str())) hidden ^= bit_of(c.severity);
        ImGui::PopStyleColor(2);
        if (ImGui::IsItemHovered()) ImGui::SetTooltip(shown ? "A click hides them." : "A click lists them again.");
        if (g_probe != nullptr) mark(say("problems.filter.", name_of(c.severity)));
        ImGui::SameLine();
    }
}

}  // namespace

// Beside the tabs: what is listed, and what can be done about all of it.
void draw_problems_tools(const View& view, PanelStates& states, Asks& asks) {
    draw_filter(view, states.problems.hidden);
    const auto fixable = std::ranges::count_if(
        view.derived.problems, [&](const PlacedProblem& p) { return fix_of(view.derived, p).has_value(); });
    if (fixable > 1) {
        if (ImGui::Button(say("Fix all ", fixable, "###fix_all").c_str()))
            if (const AllFixes all = fix_all(view.derived); all.edit) {
                asks.edits.push_back(*all.edit);
                asks.status = say(words_of(view.session, *all.edit), ", ", all.left, " left; undo takes all back");
            }
        mark("problems.fix_all");
        ImGui::SameLine();
    }
    if (ImGui::Button("Show rules")) ask_to_explain(asks, say(kRulesOf, row_of(view.look.active).id));
    mark("problems.rules");
    if (ImGui::IsItemHovered()) ImGui::SetTooltip("All rules that look at %s.", row_of(view.look.active).title.data());
}

// Reads: all problems. Asks: fixes; the active word, the selection and the screen; focus on the line under the pointer;
// explanations.
void draw_problems_panel(const View& view, PanelStates& states, Asks& asks) {
    const std::vector<PlacedProblem>& problems = view.derived.problems;
    if (states.problems.current >= static_cast<int>(problems.size())) states.problems.current = -1;
    if (problems.empty())
        empty_state(view.theme, "problems.none",
                    say("No problems. ", view.derived.rules_looked, " rules looked at the instruction and its words."));
    if (problems.empty() || !ImGui::BeginTable("problems", 2)) return;
    ImGui::TableSetupColumn("word", ImGuiTableColumnFlags_WidthFixed);
    ImGui::TableSetupColumn("problem", ImGuiTableColumnFlags_WidthStretch);
    const unsigned hidden = hidden_now(view.derived, states.problems.hidden);
    for (std::size_t i = 0; i < problems.size(); ++i)
        if ((hidden & bit_of(problems[i].problem.severity)) == 0) draw_line(view, i, states, asks);
    ImGui::EndTable();
    draw_why(view, states.problems, asks);
}

}  // namespace tilescope::ui
