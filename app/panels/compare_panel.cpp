// app/panels/compare_panel.cpp -- lists the differences from the pinned session; each one can be restored.
// SPDX-License-Identifier: MIT
#include "app/panels/panel_parts.h"
#include "app/ui/ui_probe.h"
#include "app/widgets/text_fit.h"

#include <tilescope/base/say.h>
#include <tilescope/session/compare.h>

namespace tilescope::ui {
namespace {

void draw_change(const SessionChange& change, std::size_t line, Requests& requests) {
    ImGui::PushID(static_cast<int>(line));
    if (ImGui::Button("Restore")) requests.edits.push_back(change.restore);
    if (g_probe != nullptr) mark(say("compare.restore.", line));
    ImGui::SameLine();
    ImGui::AlignTextToFramePadding();
    const std::string what = shortened(change.what, ImGui::GetContentRegionAvail().x);
    if (change.field == nullptr)
        ImGui::TextUnformatted(what.c_str());
    else if (ImGui::Selectable(what.c_str()))
        select_field(requests, change.word, *change.field);
    if (g_probe != nullptr) mark(say("compare.line.", line));
    ImGui::PopID();
}

void restore_all(const std::vector<SessionChange>& changes, PanelStates& states, Requests& requests) {
    for (const SessionChange& change : changes) requests.edits.push_back(change.restore);
    requests.gesture = states.next_gesture++;
}

}  // namespace

// Reads: session, look.reference.   Requests: edits that restore, selection, the commands "pin" and "unpin".
void draw_compare_panel(const View& view, PanelStates& states, Requests& requests) {
    if (!view.view_state.reference) {
        empty_state(
            view.theme, "compare.empty",
            "No session is pinned. Press Ctrl+P to pin the current session. This panel then shows all later changes.");
        if (ImGui::Button("Pin")) requests.commands.emplace_back(CommandId::do_pin);
        mark("compare.pin");
        return;
    }
    const std::vector<SessionChange> changes = changes_between(*view.view_state.reference, view.session);
    ImGui::AlignTextToFramePadding();
    const std::size_t count = changes.size();
    const std::string title =
        count == 0 ? "There is no difference from the pinned session."
                   : say(count, count == 1 ? " difference" : " differences", ". Hold B to see the pinned session.");
    ImGui::TextUnformatted(title.c_str());
    mark("compare.title");
    if (count > 0) {
        ImGui::SameLine();
        if (ImGui::Button("Restore all")) restore_all(changes, states, requests);
        mark("compare.restore_all");
    }
    ImGui::SameLine();
    if (ImGui::Button("Unpin")) requests.commands.emplace_back(CommandId::do_unpin);
    mark("compare.unpin");
    for (std::size_t i = 0; i < count; ++i) draw_change(changes[i], i, requests);
}

}  // namespace tilescope::ui
