// app/panels/problems_panel.cpp -- everything wrong or worth knowing, worst first; one click where one answer is right.
// SPDX-License-Identifier: MIT
#include "app/panels/panel_parts.h"
#include "app/ui/ui_probe.h"
#include "app/widgets/problem_line.h"

#include <tilescope/base/say.h>
#include <tilescope/rules/rule.h>

#include <utility>

namespace tilescope::ui {
namespace {

const Field* field_of(const Derived& derived, const PlacedProblem& placed) {
    return find_field(*derived.of(placed.word).format, placed.problem.field);
}

void go_to(const View& view, const PlacedProblem& placed, Asks& asks) {
    asks.look.active = placed.word;
    if (const Field* field = field_of(view.derived, placed)) select_field(asks, placed.word, *field);
}

void ask_fix(const View& view, const PlacedProblem& placed, Asks& asks) {
    const FieldFix& fix = *placed.problem.one_click;
    const Field* field = find_field(*view.derived.of(placed.word).format, fix.field);
    if (field != nullptr) asks.edits.push_back(SetField{placed.word, field, fix.raw});
}

// What to do, then who says so.
std::string why(const Problem& problem) {
    return say(problem.fix, problem.fix.empty() ? "" : "  ", problem.rule, " (", name_of(problem.severity),
               "): ", problem.source, ", ", name_of(problem.certainty));
}

void draw_line(const View& view, std::size_t index, PanelStates& states, Asks& asks) {
    const PlacedProblem& placed = view.derived.problems[index];
    const std::string id = say("problems.", index);
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::TextUnformatted(row_of(placed.word).title.data());
    ImGui::TableNextColumn();
    const bool current = states.problems.current == static_cast<int>(index);
    const ProblemReply reply = problem_line(id, placed.problem, current, style_of(view));
    const Field* field = field_of(view.derived, placed);
    if (reply.hovered) {
        if (field != nullptr) asks.focus = BitFocus{placed.word, field->lsb};
        ImGui::SetTooltip("%s", why(placed.problem).c_str());
    }
    if (reply.clicked == ProblemClick::none) return;
    states.problems.current = static_cast<int>(index);
    if (reply.clicked == ProblemClick::fix) ask_fix(view, placed, asks);
    if (reply.clicked == ProblemClick::why)
        states.problems.explained = placed.problem, states.problems.explain_opens = true;
    if (reply.clicked != ProblemClick::fix) go_to(view, placed, asks);
}

// Stays until a click elsewhere: who says so, how sure that is, and what to do.
void explain(const View& view, ProblemsPanelState& state, Asks& asks) {
    if (std::exchange(state.explain_opens, false)) ImGui::OpenPopup("why");
    if (!ImGui::BeginPopup("why")) return;
    const Problem& p = state.explained;
    ImGui::PushTextWrapPos(ImGui::GetFontSize() * 30);
    ImGui::TextDisabled("%s  %s  %s", p.rule.c_str(), name_of(p.severity).data(), p.field.c_str());
    ImGui::TextUnformatted(p.text.c_str());
    if (!p.fix.empty()) ImGui::TextUnformatted(p.fix.c_str());
    ImGui::PushStyleColor(ImGuiCol_Text, view.theme.dim);
    ImGui::TextUnformatted(say("Source: ", p.source, " (", name_of(p.certainty), ")").c_str());
    ImGui::PopStyleColor();
    ImGui::PopTextWrapPos();
    if (ImGui::Button("Copy")) asks.copy = say(p.text, "\n", why(p));
    mark("problems.why.copy");
    ImGui::EndPopup();
}

std::string nothing_wrong(const Derived& derived) {
    std::string looked;
    for (const WordView& word : derived.words) {
        if (!word.used) continue;
        looked += say(looked.empty() ? "" : ", ", rules_for(*word.format), looked.empty() ? " rules" : "");
        looked += say(" looked at ", row_of(word.id).title);
    }
    return say("No problems. ", looked, ".");
}

}  // namespace

// Reads: all problems. Asks: SetField of a fix; the active word and the selection; focus on the line under the pointer.
void draw_problems_panel(const View& view, PanelStates& states, Asks& asks) {
    const std::size_t count = view.derived.problems.size();
    if (states.problems.current >= static_cast<int>(count)) states.problems.current = -1;
    if (count == 0) {
        empty_state(view.theme, "problems.none", nothing_wrong(view.derived));
        return;
    }
    if (!ImGui::BeginTable("problems", 2)) return;
    ImGui::TableSetupColumn("word", ImGuiTableColumnFlags_WidthFixed);
    ImGui::TableSetupColumn("problem", ImGuiTableColumnFlags_WidthStretch);
    for (std::size_t i = 0; i < count; ++i) draw_line(view, i, states, asks);
    ImGui::EndTable();
    explain(view, states.problems, asks);
}

}  // namespace tilescope::ui
