// app/panels/history_panel.cpp -- the list of edits; a click undoes or redoes to that step.
// SPDX-License-Identifier: MIT
#include "app/panels/panel_parts.h"

#include <tilescope/base/say.h>
#include <tilescope/document/history.h>

namespace tilescope::ui {
namespace {

// Line 0 is the state before the oldest stored step. Line n is the state after step n.
void draw_line(const View& view, std::size_t line, Requests& requests) {
    const std::size_t done = view.history.done();
    const std::string what = line == 0 ? "start" : view.history.steps()[line - 1].what;
    const std::string label = say(line == done ? "> " : "  ", line, "  ", what);
    const bool undone = line > done;
    ImGui::PushID(static_cast<int>(line));
    if (undone) ImGui::PushStyleColor(ImGuiCol_Text, view.theme.dim);
    if (list_line(label, line == done, "history.", line) && line != done) requests.ask("go_to_step", line);
    if (undone) ImGui::PopStyleColor();
    ImGui::PopID();
}

}  // namespace

// Reads: history.   Requests: go_to_step.
void draw_history_panel(const View& view, PanelStates&, Requests& requests) {
    if (view.history.steps().empty())
        return empty_state(view.theme, "history.none", "There are no edits yet. Each edit becomes a line here.");
    for (std::size_t line = view.history.steps().size() + 1; line-- > 0;) draw_line(view, line, requests);
}

}  // namespace tilescope::ui
