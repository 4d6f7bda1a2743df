// app/panels/problems_panel.cpp -- everything that is wrong or worth knowing, worst first; one click fixes what has one
// answer. SPDX-License-Identifier: MIT
#include "app/panels/panel_parts.h"
#include "app/ui/drawing.h"
#include "app/ui/ui_probe.h"
#include "app/widgets/text_fit.h"

#include <tilescope/base/say.h>

namespace tilescope::ui {
namespace {

const Field* field_of(const Derived& derived, const PlacedProblem& placed) {
    return find_field(*derived.of(placed.word).format, placed.problem.field);
}

void go_to(const View& view, const PlacedProblem& placed, Asks& asks) {
    asks.look.active = placed.word;
    if (const Field* field = field_of(view.derived, placed)) select_field(asks, placed.word, *field);
}

void sign_cell(const View& view, const PlacedProblem& placed) {
    const float side = ImGui::GetFrameHeight();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    draw_severity(*ImGui::GetWindowDrawList(), {at.x + side / 2, at.y + side / 2}, side * 0.32f,
                  placed.problem.severity, view.theme);
    ImGui::Dummy({side, side});
}

void source_tooltip(const Problem& problem) {
    const std::string text =
        say(name_of(problem.severity), "  ", problem.rule, "\n", problem.source, " (", name_of(problem.certainty), ")");
    ImGui::SetTooltip("%s", text.c_str());
}

void fix_button(const View& view, const PlacedProblem& placed, std::string_view id, Asks& asks) {
    const Problem& problem = placed.problem;
    if (!problem.one_click) {
        if (!problem.fix.empty()) dim_text(view.theme, problem.fix);
        return;
    }
    const Field* field = find_field(*view.derived.of(placed.word).format, problem.one_click->field);
    if (field == nullptr) return;
    // The words of a fix may be long: they wrap beside the button.
    if (ImGui::Button("Fix")) asks.edits.push_back(SetField{placed.word, field, problem.one_click->raw});
    mark(id, ".fix");
    ImGui::SameLine();
    dim_text(view.theme, problem.fix);
}

void draw_row(const View& view, std::size_t index, PanelStates& states, Asks& asks) {
    const PlacedProblem& placed = view.derived.problems[index];
    const std::string id = say("problems.", index);
    ImGui::TableNextRow();
    ImGui::PushID(static_cast<int>(index));
    ImGui::TableNextColumn();
    const float top = ImGui::GetCursorScreenPos().y;
    sign_cell(view, placed);
    ImGui::TableNextColumn();
    const std::string where = say(placed.problem.rule, "  ", row_of(placed.word).title, "  ", placed.problem.field);
    ImGui::AlignTextToFramePadding();
    const bool current = states.problems.current == static_cast<int>(index);
    if (ImGui::Selectable(where.c_str(), current)) {
        states.problems.current = static_cast<int>(index);
        go_to(view, placed, asks);
    }
    mark(id);
    if (ImGui::IsItemHovered()) source_tooltip(placed.problem);
    ImGui::TableNextColumn();
    ImGui::AlignTextToFramePadding();
    wrapped(placed.problem.text);
    mark(id, ".text");
    ImGui::TableNextColumn();
    fix_button(view, placed, id, asks);
    const Field* field = field_of(view.derived, placed);
    if (field != nullptr && pointer_in_row(top, ImGui::GetCursorScreenPos().y))
        asks.focus = BitFocus{placed.word, field->lsb};
    ImGui::PopID();
}

std::string nothing_wrong(const Derived& derived) {
    std::string looked_at;
    for (const WordView& word : derived.words)
        if (word.used) looked_at += say(looked_at.empty() ? "" : ", ", row_of(word.id).title);
    return say("No problems. The rules looked at ", looked_at, ".");
}

}  // namespace

// Reads: all problems. Asks: SetField of a fix; the active word and the selection; focus on the row under the pointer.
void draw_problems_panel(const View& view, PanelStates& states, Asks& asks) {
    const std::size_t count = view.derived.problems.size();
    if (states.problems.current >= static_cast<int>(count)) states.problems.current = -1;
    if (count == 0) {
        empty_state(view.theme, "problems.none", nothing_wrong(view.derived));
        return;
    }
    if (!ImGui::BeginTable("problems", 4)) return;
    ImGui::TableSetupColumn("sign", ImGuiTableColumnFlags_WidthFixed, ImGui::GetFrameHeight());
    ImGui::TableSetupColumn("where", ImGuiTableColumnFlags_WidthStretch, 2);
    ImGui::TableSetupColumn("text", ImGuiTableColumnFlags_WidthStretch, 5);
    ImGui::TableSetupColumn("fix", ImGuiTableColumnFlags_WidthStretch, 3);
    for (std::size_t i = 0; i < count; ++i) draw_row(view, i, states, asks);
    ImGui::EndTable();
}

}  // namespace tilescope::ui
