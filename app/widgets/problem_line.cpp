// app/widgets/problem_line.cpp -- one problem in a list.
// SPDX-License-Identifier: MIT
#include "app/widgets/problem_line.h"
#include "app/ui/drawing.h"
#include "app/widgets/buttons.h"
#include "app/widgets/text_fit.h"

#include <tilescope/base/say.h>

#include <algorithm>

namespace tilescope::ui {
namespace {

// Draws "L6 lbo" and then the sentence, wrapped at `width`.
void draw_words(const Problem& problem, float width, const Style& style) {
    const bool both = !problem.field.empty() && !problem.rule.empty();
    const std::string head = say(problem.rule, both ? " " : "", problem.field);
    ImGui::PushFont(style.mono);
    ImGui::TextDisabled("%s", head.c_str());
    ImGui::PopFont();
    ImGui::SameLine(0, style.px.gap);
    const float left = ImGui::GetCursorPosX();
    ImGui::PushTextWrapPos(std::max(left + style.px.row * 4, width));
    ImGui::TextUnformatted(problem.text.c_str());
    ImGui::PopTextWrapPos();
}

}  // namespace

ProblemReply problem_line(std::string_view id, const Problem& problem, bool current, const Style& style) {
    ProblemReply reply;
    ImGui::PushID(id.data(), id.data() + id.size());
    const float begin = ImGui::GetCursorPosX(), room = ImGui::GetContentRegionAvail().x;
    const bool fixable = problem.one_click.has_value();
    const float gap = style.px.gap;
    const float buttons = button_width("Why") + gap + (fixable ? button_width("Fix") + gap : 0);

    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::BeginGroup();
    draw_severity(*ImGui::GetWindowDrawList(), {at.x + style.px.row / 2, at.y + style.px.text / 2},
                  style.px.text * 0.55f, problem.severity, style.theme);
    ImGui::Dummy({style.px.row, style.px.text});
    ImGui::SameLine(0, 0);
    draw_words(problem, begin + room - buttons, style);
    ImGui::EndGroup();
    mark(id);
    if (ImGui::IsItemHovered()) reply.hovered = Rect{ImGui::GetItemRectMin(), ImGui::GetItemRectMax()};
    if (reply.hovered && ImGui::IsMouseClicked(ImGuiMouseButton_Left)) reply.clicked = ProblemClick::line;
    if (current) {
        const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
        ImGui::GetWindowDrawList()->AddRectFilled({low.x - style.px.gap / 2, low.y}, {low.x - style.px.gap / 4, high.y},
                                                  style.theme.accent);
    }

    if (fixable) {
        ImGui::SameLine(0, gap);
        if (button("Fix", say(id, ".fix"), {.size = {0, style.px.row}})) reply.clicked = ProblemClick::fix;
        if (!problem.fix.empty()) tip(problem.fix);
    }
    ImGui::SameLine(0, gap);
    if (button("Why", say(id, ".why"), {.size = {0, style.px.row}})) reply.clicked = ProblemClick::why;
    ImGui::PopID();
    return reply;
}

}  // namespace tilescope::ui
