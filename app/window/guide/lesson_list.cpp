// app/window/guide/lesson_list.cpp -- the list of the lessons: level, minutes, and which steps were reached.
// SPDX-License-Identifier: MIT
#include "app/ui/imgui_compat.h"
#include "app/ui/ui_probe.h"
#include "app/widgets/buttons.h"
#include "app/widgets/text_fit.h"
#include "app/window/frame/context.h"
#include "app/window/guide/lessons.h"

#include <tilescope/base/say.h>

#include <imgui.h>

#include <algorithm>

namespace tilescope::ui {
namespace {

constexpr float kListWidth = 760;  // logical pixels

// Returns whether the lesson was chosen.
bool draw_row(Context c, const Theme& theme, std::size_t index) {
    const LessonHead& head = (*c.overlays.lesson_list)[index];
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    const std::size_t steps = reached_count(c.prefs, head.id, head.steps);
    const std::string label = say(index + 1, "  ", head.title, "###", head.id);
    const bool chosen = ImGui::Selectable(label.c_str(), false, ImGuiSelectableFlags_SpanAllColumns);
    if (chosen) c.document().requests.commands.push_back(command("open_lesson", head.id));
    mark("lessons.", head.id);
    if (ImGui::IsItemHovered() && !head.about.empty()) {
        ImGui::BeginTooltip();
        ImGui::PushTextWrapPos(ImGui::GetFontSize() * 26);
        ImGui::TextUnformatted(head.about.c_str());
        ImGui::PopTextWrapPos();
        ImGui::EndTooltip();
    }
    ImGui::TableNextColumn();
    ImGui::TextUnformatted(level_text(head.level).c_str());
    mark("lessons.level.", head.id);
    ImGui::TableNextColumn();
    ImGui::TextUnformatted(say(head.minutes, " min").c_str());
    ImGui::TableNextColumn();
    if (steps > 0) {
        ImGui::PushStyleColor(ImGuiCol_Text, theme.good);
        ImGui::TextUnformatted(say(steps, " of ", head.steps, " steps").c_str());
        ImGui::PopStyleColor();
        mark("lessons.reached.", head.id);
    }
    return chosen;
}

// Returns whether a lesson was chosen.
bool draw_rows(Context c, const Theme& theme) {
    constexpr ImGuiTableFlags flags =
        ImGuiTableFlags_RowBg | ImGuiTableFlags_SizingFixedFit | ImGuiTableFlags_NoSavedSettings;
    if (!ImGui::BeginTable("lessons", 4, flags)) return false;
    ImGui::TableSetupColumn("Lesson", ImGuiTableColumnFlags_WidthStretch);
    ImGui::TableSetupColumn("Level");
    ImGui::TableSetupColumn("Time");
    ImGui::TableSetupColumn("Progress");
    ImGui::TableHeadersRow();
    bool chosen = false;
    for (std::size_t i = 0; i < c.overlays.lesson_list->size(); ++i) chosen |= draw_row(c, theme, i);
    ImGui::EndTable();
    return chosen;
}

// The list gets all keys. Esc closes it, and so does the key that opened it.
bool closing_key_pressed() {
    if (ImGui::IsWindowAppearing()) return false;
    return key_pressed(Key::escape, false) || (ImGui::GetIO().KeyCtrl && key_pressed(Key::l, false));
}

}  // namespace

void draw_lesson_list(Context c, const Theme& theme, float scale) {
    constexpr const char* kTitle = "Lessons";
    if (c.overlays.lesson_list && !ImGui::IsPopupOpen(kTitle)) ImGui::OpenPopup(kTitle);
    const ImVec2 window = ImGui::GetMainViewport()->Size;
    ImGui::SetNextWindowPos({window.x * 0.5f, window.y * 0.5f}, ImGuiCond_Always, {0.5f, 0.5f});
    ImGui::SetNextWindowSize({std::min(kListWidth * scale, window.x * 0.95f), window.y * 0.8f});
    constexpr ImGuiWindowFlags kFlags = ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                                        ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings;
    bool open = true;  // a click on its cross makes this false
    if (!ImGui::BeginPopupModal(kTitle, &open, kFlags)) return c.overlays.lesson_list.reset();
    if (c.overlays.lesson_list) {
        if (ImGui::IsWindowAppearing()) focus_first_item();
        if (action_button(Icon::close, "Close")) open = false;
        mark("lessons.close");
        ImGui::SameLine();
        wrapped(opens_lesson_here(c.document())
                    ? "You have changed nothing in this lesson, so another one opens in its tab."
                    : "A lesson opens in a tab of its own. Your session stays as it is.");
        mark("lessons.where");
        if (draw_rows(c, theme) || closing_key_pressed()) open = false;
    }
    if (!open) c.overlays.lesson_list.reset();
    if (!c.overlays.lesson_list) ImGui::CloseCurrentPopup(), c.regions.redraw.touch();
    ImGui::EndPopup();
}

}  // namespace tilescope::ui
