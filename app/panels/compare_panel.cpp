// app/panels/compare_panel.cpp -- the differences from the pinned session, each with an edit that restores it.
// SPDX-License-Identifier: MIT
#include "app/panels/panel_parts.h"

#include <tilescope/base/say.h>
#include <tilescope/document/history.h>

namespace tilescope::ui {
namespace {

void draw_change(const SessionChange& change, std::size_t line, Requests& requests) {
    ImGui::PushID(static_cast<int>(line));
    if (button("Restore", say("compare.restore.", line), {.icon = Icon::restore})) requests.edit(change.restore);
    ImGui::SameLine();
    ImGui::AlignTextToFramePadding();
    const std::string what = shortened(change.what, ImGui::GetContentRegionAvail().x);
    if (change.field == nullptr)
        ImGui::TextUnformatted(what.c_str());
    else if (ImGui::Selectable(what.c_str()))
        select_field(requests, change.word, *change.field);
    mark("compare.line.", line);
    ImGui::PopID();
}

void restore_all(const std::vector<SessionChange>& changes, PanelStates& states, Requests& requests) {
    for (const SessionChange& change : changes) requests.edit(change.restore);
    requests.gesture = states.next_gesture++;
}

// The list of what can be compared with: the pinned session, the other tabs, a file.
void draw_source(const View& view, Requests& requests) {
    const bool any = view.view_state.reference.has_value();
    const std::string now = any ? std::string(view.reference_name) : std::string("nothing");
    name_of_choice("Compare with");
    ImGui::SetNextItemWidth(ImGui::GetFontSize() * 15);
    if (!begin_list("##source", shortened(now, ImGui::GetFontSize() * 13), "compare.source")) return;
    if (list_line("this session, pinned as it is now", false, "compare.source.pin")) requests.ask("pin");
    for (std::size_t i = 0; i < view.tabs.size(); ++i)
        if (list_line(say("the tab ", view.tabs[i].name, "###", view.tabs[i].id), false, "compare.source.", i))
            requests.ask("compare_with_tab", view.tabs[i].id);
    if (list_line("a file ...", false, "compare.source.file")) requests.ask("compare_file");
    if (any && list_line("nothing", false, "compare.source.nothing")) requests.ask("unpin");
    ImGui::EndCombo();
}

}  // namespace

// Reads: session, view_state.reference.   Requests: edits that restore, selection, the commands "pin" and "unpin", the
// tab or the file to compare with.
void draw_compare_panel(const View& view, PanelStates& states, Requests& requests) {
    draw_source(view, requests);
    if (!view.view_state.reference) {
        ImGui::SameLine();
        if (button("Pin", "compare.pin", {.icon = Icon::pin})) requests.ask("pin");
        return empty_state(view.theme, "compare.empty",
                           "No session is pinned. Press Ctrl+P to pin the current session. This panel then shows all "
                           "later changes. Or choose another tab or a file above.");
    }
    const std::vector<SessionChange> changes = changes_between(*view.view_state.reference, view.session);
    const std::size_t count = changes.size();
    if (count > 0) {
        ImGui::SameLine();
        if (button("Restore all", "compare.restore_all", {.icon = Icon::restore}))
            restore_all(changes, states, requests);
    }
    ImGui::SameLine();
    if (button("Unpin", "compare.unpin")) requests.ask("unpin");
    const std::string title = count == 0 ? say("There is no difference from ", view.reference_name, ".")
                                         : say(count, count == 1 ? " difference" : " differences", " from ",
                                               view.reference_name, ". Hold B to see it.");
    wrapped(title, "compare.title");
    for (std::size_t i = 0; i < count; ++i) draw_change(changes[i], i, requests);
}

}  // namespace tilescope::ui
