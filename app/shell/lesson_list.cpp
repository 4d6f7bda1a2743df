// app/shell/lesson_list.cpp -- the list of the lessons: level, minutes, and which steps were reached.
// SPDX-License-Identifier: MIT
#include "app/shell/lessons.h"
#include "app/ui/imgui_compat.h"
#include "app/ui/ui_probe.h"
#include "app/widgets/action_button.h"
#include "app/widgets/text_fit.h"

#include <tilescope/base/say.h>

#include <imgui.h>

#include <bit>

namespace tilescope::ui {
namespace {

constexpr float kListWidth = 760;  // logical pixels

void draw_row(App& app, const Theme& theme, std::size_t index) {
    const LessonHead& head = (*app.lesson_list)[index];
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    const int steps = std::popcount(reached_steps(app, head.id));
    const std::string label = say(index + 1, "  ", head.title, "###", head.id);
    if (ImGui::Selectable(label.c_str(), false, ImGuiSelectableFlags_SpanAllColumns)) {
        app.requests.commands.emplace_back(GoToLesson{head.id});
        app.redraw.touch();
    }
    mark("lessons.", head.id);
    if (ImGui::IsItemHovered() && !head.about.empty()) {
        ImGui::BeginTooltip();
        ImGui::PushTextWrapPos(ImGui::GetFontSize() * 26);
        ImGui::TextUnformatted(head.about.c_str());
        ImGui::PopTextWrapPos();
        ImGui::EndTooltip();
    }
    ImGui::TableNextColumn();
    ImGui::TextUnformatted(std::string(kLevelWords[head.level - 1]).c_str());
    ImGui::TableNextColumn();
    ImGui::TextUnformatted(say(head.minutes, " min").c_str());
    ImGui::TableNextColumn();
    if (steps > 0) {
        ImGui::PushStyleColor(ImGuiCol_Text, theme.good);
        ImGui::TextUnformatted(say(steps, steps == 1 ? " step reached" : " steps reached").c_str());
        ImGui::PopStyleColor();
        mark("lessons.reached.", head.id);
    }
}

void draw_rows(App& app, const Theme& theme) {
    constexpr ImGuiTableFlags flags =
        ImGuiTableFlags_RowBg | ImGuiTableFlags_SizingFixedFit | ImGuiTableFlags_NoSavedSettings;
    if (!ImGui::BeginTable("lessons", 4, flags)) return;
    ImGui::TableSetupColumn("Lesson", ImGuiTableColumnFlags_WidthStretch);
    ImGui::TableSetupColumn("Level");
    ImGui::TableSetupColumn("Time");
    ImGui::TableSetupColumn("Progress");
    ImGui::TableHeadersRow();
    for (std::size_t i = 0; i < app.lesson_list->size(); ++i) draw_row(app, theme, i);
    ImGui::EndTable();
}

}  // namespace

void draw_lesson_list(App& app, const Theme& theme, float scale) {
    if (!app.lesson_list) return;
    const ImVec2 window = ImGui::GetMainViewport()->Size;
    ImGui::SetNextWindowPos({window.x * 0.5f, window.y * 0.5f}, ImGuiCond_Always, {0.5f, 0.5f});
    ImGui::SetNextWindowSize({std::min(kListWidth * scale, window.x * 0.95f), window.y * 0.8f});
    constexpr ImGuiWindowFlags kFlags = ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                                        ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings;
    bool open = true;
    if (ImGui::Begin("Lessons", &open, kFlags)) {
        if (ImGui::IsWindowAppearing()) focus_first_item();
        if (action_button(Icon::close, "Close")) open = false;
        mark("lessons.close");
        ImGui::SameLine();
        wrapped("A lesson opens in a tab of its own. Your session stays as it is.");
        draw_rows(app, theme);
    }
    ImGui::End();
    const bool chosen = !app.requests.commands.empty();
    if (!open || chosen) app.lesson_list.reset();
}

}  // namespace tilescope::ui
