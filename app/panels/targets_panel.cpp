// app/panels/targets_panel.cpp -- lists the targets that accept this form, and the reason for each refusal.
// SPDX-License-Identifier: MIT
#include "app/panels/explanation.h"
#include "app/panels/panel_parts.h"
#include "app/ui/ui_probe.h"
#include "app/widgets/heading.h"
#include "app/widgets/text_fit.h"

#include <tilescope/base/say.h>

namespace tilescope::ui {
namespace {

void draw_target(const View& view, const TargetView& target, Requests& requests) {
    const bool chosen = target.arch == view.session.arch;
    const std::string label = say(chosen ? "> " : "", target.arch, target.accepted ? "  yes" : "  -");
    if (&target != &view.derived.targets.front()) stay_on_line(button_width(label.c_str()));
    ImGui::PushStyleColor(ImGuiCol_Button, ImGui::GetStyleColorVec4(chosen ? ImGuiCol_ButtonActive : ImGuiCol_Button));
    ImGui::PushStyleColor(ImGuiCol_Text, as_vec4(target.accepted ? view.theme.text : view.theme.dim));
    if (ImGui::Button(label.c_str()) && !chosen) requests.edits.push_back(SetArch{std::string(target.arch)});
    ImGui::PopStyleColor(2);
    mark("targets.", target.arch);
    explain_item(view, target.arch, requests, target.why);
}

}  // namespace

// Reads: derived.targets.   Requests: SetArch.
void draw_targets_panel(const View& view, PanelStates&, Requests& requests) {
    heading("TARGETS", style_of(view));
    for (const TargetView& target : view.derived.targets) draw_target(view, target, requests);
    for (const TargetView& target : view.derived.targets) {
        if (target.arch != view.session.arch) continue;
        dim_text(view.theme, target.why);
        mark("targets.why");
    }
}

}  // namespace tilescope::ui
