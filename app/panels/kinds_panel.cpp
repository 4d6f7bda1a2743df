// app/panels/kinds_panel.cpp -- reads the bits of the instruction descriptor as every kind.
// SPDX-License-Identifier: MIT
#include "app/panels/panels.h"
#include "app/ui/ui_probe.h"
#include "app/widgets/heading.h"
#include "app/widgets/text_fit.h"

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
        requests.edits.push_back(SetVariant{variant});
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
    ImGui::PushStyleColor(ImGuiCol_Text, as_vec4(legal ? view.theme.good : view.theme.dim));
    ImGui::TextUnformatted(shortened(verdict, ImGui::GetContentRegionAvail().x).c_str());
    ImGui::PopStyleColor();
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

}  // namespace tilescope::ui
