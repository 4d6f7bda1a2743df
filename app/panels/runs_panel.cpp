// app/panels/runs_panel.cpp -- the runs of this window: how each ended, its session, its report.
// SPDX-License-Identifier: MIT
#include "app/panels/live_parts.h"
#include "app/panels/panel_parts.h"
#include "app/ui/ui_probe.h"
#include "app/widgets/action_button.h"
#include "app/widgets/heading.h"
#include "app/widgets/text_fit.h"

#include <tilescope/base/say.h>

namespace tilescope::ui {
namespace {

void draw_buttons(const LiveRecord& run, Requests& requests) {
    if (action_button(Icon::restore, "Restore")) {
        requests.edits.push_back(LoadSession{run.session, say("session of run ", run.number)});
        requests.status = say("This is the session of run ", run.number, ". Undo returns to the one before.");
    }
    mark("runs.restore");
    ImGui::BeginDisabled(!run.has_report);
    stay_on_line(action_width(Icon::save, "Report ..."));
    if (action_button(Icon::save, "Report ...")) requests.commands.push_back(command("save_report"));
    mark("runs.report");
    stay_on_line(action_width(Icon::save, "JSON ..."));
    if (action_button(Icon::save, "JSON ...")) requests.commands.push_back(command("save_report_json"));
    mark("runs.json");
    ImGui::EndDisabled();
}

// "3  equal   sm_100a", and below it the words in short.
void draw_line(const View& view, const LiveRecord& run, RunPanelState& state) {
    const bool equal = run.comparison && run.comparison->is_equal();
    const ImU32 colour = equal ? view.theme.good : run.good ? view.theme.warn : view.theme.error;
    const std::string title =
        say(run.number, "  ", ending_in_short(run), "   ", run.target, run.out_of_spec ? "   out of spec" : "");
    ImGui::PushStyleColor(ImGuiCol_Text, colour);
    if (ImGui::Selectable(shortened(title, ImGui::GetContentRegionAvail().x).c_str(), state.shown == run.number))
        state.shown = run.number;
    ImGui::PopStyleColor();
    if (g_probe != nullptr) mark(say("runs.line.", run.number));
    if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", run.sentence.c_str());
    dim_text(view.theme, run.words);
}

}  // namespace

// Reads: live.   Requests: LoadSession, the commands that save a report.
void draw_runs_panel(const View& view, PanelStates& states, Requests& requests) {
    const std::size_t count = view.live.runs.size();
    heading("RUNS", style_of(view), count == 0 ? std::string() : say(count));
    const LiveRecord* shown = shown_run(view, states.run);
    if (count == 0)
        return empty_state(view.theme, "runs.empty", "No run yet. Each run stays here until the window closes.");
    if (shown != nullptr) draw_buttons(*shown, requests);
    for (std::size_t i = count; i-- > 0;) {
        const LiveRecord& run = view.live.runs[i];
        ImGui::PushID(static_cast<int>(run.number));
        draw_line(view, run, states.run);
        ImGui::PopID();
    }
    if (ImGui::Selectable("no run: D of this session in the model", states.run.shown == 0)) states.run.shown = 0;
    mark("runs.none");
}

}  // namespace tilescope::ui
