// app/panels/targets_panel.cpp -- which chips take this form of the instruction, and why not.
// SPDX-License-Identifier: MIT
#include "app/panels/panels.h"
#include "app/ui/ui_probe.h"
#include "app/widgets/heading.h"

#include <tilescope/base/say.h>

namespace tilescope::ui {

// Reads: derived.targets.   Asks: SetArch.
void draw_targets_panel(const View& view, PanelStates&, Asks& asks) {
    heading("TARGETS", style_of(view));
    const std::string* why = nullptr;
    const float right = ImGui::GetWindowPos().x + ImGui::GetWindowContentRegionMax().x;
    bool first = true;
    for (const TargetView& target : view.derived.targets) {
        const bool chosen = target.arch == view.session.arch;
        const std::string label = say(target.arch, target.accepted ? "  yes" : "  -");
        const float width = ImGui::CalcTextSize(label.c_str()).x + 2 * ImGui::GetStyle().FramePadding.x;
        if (!first && ImGui::GetItemRectMax().x + ImGui::GetStyle().ItemSpacing.x + width < right) ImGui::SameLine();
        first = false;
        ImGui::PushStyleColor(ImGuiCol_Button,
                              ImGui::GetStyleColorVec4(chosen ? ImGuiCol_ButtonActive : ImGuiCol_Button));
        ImGui::PushStyleColor(ImGuiCol_Text, as_vec4(target.accepted ? view.theme.text : view.theme.dim));
        if (ImGui::Button(label.c_str())) asks.edits.push_back(SetArch{std::string(target.arch)});
        ImGui::PopStyleColor(2);
        mark("targets.", target.arch);
        if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", target.why.c_str());
        if (chosen) why = &target.why;
    }
    if (why) ImGui::TextWrapped("%s", why->c_str());
    mark("targets.why");
}

}  // namespace tilescope::ui
