// app/panels/kinds_panel.cpp -- the same 32 bits under other kinds, and the targets that take the instruction.
// SPDX-License-Identifier: MIT
#include "app/panels/help_topics.h"
#include "app/panels/panel_parts.h"

#include <tilescope/base/say.h>

namespace tilescope::ui {
namespace {

void problems_tooltip(const KindView& kind) {
    ImGui::BeginTooltip();
    ImGui::PushTextWrapPos(ImGui::GetFontSize() * 36);
    ImGui::TextUnformatted(kind.problems.c_str());
    ImGui::TextUnformatted("Click to change the kind. The word stays the same.");
    ImGui::PopTextWrapPos();
    ImGui::EndTooltip();
}

void draw_row(const View& view, const KindView& kind, Requests& requests) {
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    const std::string name(kind.kind), label = say(kind.chosen ? "> " : "  ", kind.kind, "###", kind.kind);
    if (ImGui::Selectable(label.c_str(), kind.chosen, ImGuiSelectableFlags_SpanAllColumns) && !kind.chosen) {
        Variant variant = view.session.variant;
        variant.kind = name;
        requests.edit(SetVariant{variant});
    }
    mark("kinds.", kind.kind);
    if (ImGui::IsItemHovered()) requests.topic = say("kind::", kind.kind);
    if (ImGui::IsItemHovered() && kind.problem_count > 0) problems_tooltip(kind);
    ImGui::TableNextColumn();
    const bool legal = kind.problem_count == 0;
    ImGui::TextUnformatted(shortened(kind.summary, ImGui::GetContentRegionAvail().x).c_str());
    ImGui::TableNextColumn();
    // Without all bits, no word is certainly legal.
    const std::string good = view.derived.of(WordId::idesc).unknown == 0 ? "legal" : "no known bit is wrong";
    const std::string verdict = kind.chosen && legal ? "selected, " + good : legal ? good : kind.first_problem;
    coloured_line(legal ? view.theme.good : view.theme.dim, shortened(verdict, ImGui::GetContentRegionAvail().x));
}

void draw_target(const View& view, const TargetView& target, Requests& requests) {
    const bool chosen = target.arch == view.session.arch;
    const std::string label = say(chosen ? "> " : "", target.arch, target.accepted ? "  yes" : "  -");
    if (&target != &view.derived.targets.front()) stay_on_line(button_width(label.c_str()));
    ImGui::PushStyleColor(ImGuiCol_Button, ImGui::GetStyleColorVec4(chosen ? ImGuiCol_ButtonActive : ImGuiCol_Button));
    ImGui::PushStyleColor(ImGuiCol_Text, as_vec4(target.accepted ? view.theme.text : view.theme.dim));
    if (ImGui::Button(label.c_str()) && !chosen) requests.edit(SetArch{std::string(target.arch)});
    ImGui::PopStyleColor(2);
    mark("targets.", target.arch);
    explain_item(view, target.arch, requests, target.why);
}

}  // namespace

// Reads: derived.kinds.   Requests: SetVariant with another kind; the word does not change.
void draw_kinds_panel(const View& view, PanelStates&, Requests& requests) {
    heading("THE SAME 32 BITS UNDER OTHER KINDS", style_of(view));
    constexpr ImGuiTableFlags flags = ImGuiTableFlags_RowBg | ImGuiTableFlags_SizingStretchProp;
    if (!ImGui::BeginTable("kinds", 3, flags)) return;
    ImGui::TableSetupColumn("kind", ImGuiTableColumnFlags_WidthFixed, 100 * view.scale);
    ImGui::TableSetupColumn("fields", ImGuiTableColumnFlags_WidthStretch, 1.2f);
    ImGui::TableSetupColumn("verdict", ImGuiTableColumnFlags_WidthStretch, 1);
    for (const KindView& kind : view.derived.kinds) draw_row(view, kind, requests);
    ImGui::EndTable();
}

// Reads: derived.targets.   Requests: SetArch.
void draw_targets_panel(const View& view, PanelStates&, Requests& requests) {
    heading("TARGETS", style_of(view));
    for (const TargetView& target : view.derived.targets) draw_target(view, target, requests);
    for (const TargetView& target : view.derived.targets) {
        if (target.arch != view.session.arch) continue;
        dim_text(view.theme, target.why, "targets.why");
    }
}

}  // namespace tilescope::ui
