// app/panels/batch_info.cpp -- the line above the batch table: a followed file, the odd words, what all rows share.
// SPDX-License-Identifier: MIT
#include "app/panels/batch_info.h"

#include "app/panels/batch_card.h"
#include "app/panels/panel_parts.h"
#include "app/panels/paste_marks.h"
#include "app/ui/imgui_compat.h"
#include "app/ui/ui_probe.h"
#include "app/widgets/action_button.h"
#include "app/widgets/text_fit.h"

#include <tilescope/base/say.h>

#include <algorithm>
#include <string>

namespace tilescope::ui {
namespace {

constexpr float kLeastSentence = 18;      // sizes of the font: with less room, a sentence goes to the next line
constexpr float kFollowingOfLine = 0.4f;  // the part of the line that a followed file may take

void draw_summary(const View& view, const BatchPanelState& state, bool is_first) {
    const std::string summary = batch_summary(view, state);
    if (!is_first)
        stay_on_line(std::min(ImGui::CalcTextSize(summary.c_str()).x, kLeastSentence * ImGui::GetFontSize()));
    ImGui::PushStyleColor(ImGuiCol_Text, view.theme.dim);
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(shortened(summary, ImGui::GetContentRegionAvail().x).c_str());
    ImGui::PopStyleColor();
    mark("batch.common");
    if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", summary.c_str());
}

}  // namespace

std::string batch_summary(const View& view, const BatchPanelState& state) {
    std::string out = say(state.counts, ".");
    if (!state.common.empty()) out += say(" ", state.common, ".");
    for (const KStep& step : view.pasted.steps)
        out += say(" ", step.name, ": the start address advances by ", step.units * 16, " bytes.");
    return out;
}

void draw_following(const BatchPanelState& state, Requests& requests) {
    if (state.following.empty()) return;
    if (action_button(Icon::stop, "Stop following")) requests.commands.push_back(command("stop_follow"));
    mark("batch.follow.stop");
    ImGui::SameLine();
    ImGui::AlignTextToFramePadding();
    const bool alone = state.table.sheets.empty();
    const float room = ImGui::GetContentRegionAvail().x * (alone ? 1 : kFollowingOfLine);
    ImGui::TextUnformatted(shortened(state.following, room).c_str());
    mark("batch.follow");
    if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", state.following.c_str());
}

bool draw_batch_info(const View& view, const BatchPanelState& state, Requests& requests) {
    draw_following(state, requests);
    const bool follows = !state.following.empty();
    if (!state.refused.empty()) {  // in place of the other sentences, so that the table does not move
        if (follows) stay_on_line(ImGui::CalcTextSize(state.refused.c_str()).x);
        ImGui::PushStyleColor(ImGuiCol_Text, as_vec4(view.theme.error));
        ImGui::AlignTextToFramePadding();
        wrapped(state.refused);
        ImGui::PopStyleColor();
        mark("batch.refused");
        return false;
    }
    const bool odd = !odd_in_words(state).empty();
    if (odd && follows) stay_on_line(button_width("Show") + kLeastSentence * ImGui::GetFontSize());
    const bool asks = draw_odd_line(view, state, "batch.odd", OddLine::cut);
    if (!is_narrow_batch()) draw_summary(view, state, !odd && !follows);
    return asks;
}

}  // namespace tilescope::ui
