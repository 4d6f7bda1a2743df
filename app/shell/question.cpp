// app/shell/question.cpp -- a question over the window, in words and with buttons.
// SPDX-License-Identifier: MIT
#include "app/shell/question.h"

#include "app/ui/imgui_compat.h"
#include "app/ui/ui_probe.h"

#include <imgui.h>

namespace tilescope::ui {

std::optional<std::size_t> ask(const char* title, const std::string& text, std::span<const Choice> choices,
                               float scale) {
    if (!ImGui::IsPopupOpen(title)) ImGui::OpenPopup(title);
    if (!ImGui::BeginPopupModal(title, nullptr, ImGuiWindowFlags_AlwaysAutoResize)) return std::nullopt;
    if (ImGui::IsWindowAppearing()) focus_first_item();
    ImGui::PushTextWrapPos(420 * scale);
    ImGui::TextUnformatted(text.c_str());
    ImGui::PopTextWrapPos();
    std::optional<std::size_t> pressed;
    std::size_t focused = 0;
    for (std::size_t i = 0; i < choices.size(); ++i) {
        if (i > 0) ImGui::SameLine();
        if (ImGui::Button(choices[i].title, {96 * scale, 0})) pressed = i;
        mark(choices[i].id);
        if (ImGui::IsItemFocused()) focused = i;
    }
    if (!pressed && key_pressed(Key::enter, false)) pressed = focused;
    if (!pressed && key_pressed(Key::escape, false)) pressed = choices.size() - 1;
    if (pressed) ImGui::CloseCurrentPopup();
    ImGui::EndPopup();
    return pressed;
}

}  // namespace tilescope::ui
