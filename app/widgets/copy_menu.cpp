// app/widgets/copy_menu.cpp -- the menu "Copy as": one value in several notations.
// SPDX-License-Identifier: MIT
#include "app/widgets/copy_menu.h"
#include "app/ui/ui_probe.h"
#include "app/widgets/action_button.h"

#include <tilescope/base/say.h>

#include <algorithm>

namespace tilescope::ui {
namespace {

constexpr std::size_t kMostShown = 48;  // characters of a value beside its label

// Returns the start of the first line, because a value may be a whole program.
std::string preview_of(const std::string& text) {
    const std::size_t line = std::min(text.find('\n'), text.size());
    const std::size_t shown = std::min(line, kMostShown);
    return shown < text.size() ? text.substr(0, shown) + " ..." : text;
}

bool draw_choice(const CopyChoice& choice, float label_width, const Style& style) {
    const std::string label(choice.label);
    const float begin = ImGui::GetCursorPosX();
    const bool clicked = ImGui::Selectable(label.c_str());
    ImGui::SameLine(begin + label_width);
    ImGui::PushFont(style.mono);
    ImGui::TextDisabled("%s", preview_of(choice.text).c_str());
    ImGui::PopFont();
    return clicked;
}

}  // namespace

std::optional<std::string> copy_menu(std::string_view id, std::span<const CopyChoice> choices, const Style& style) {
    std::optional<std::string> chosen;
    ImGui::PushID(id.data(), id.data() + id.size());
    if (action_button(Icon::copy, "Copy as", {0, style.px.row})) ImGui::OpenPopup("choices");
    mark(id);
    if (ImGui::BeginPopup("choices")) {
        float width = 0;
        for (const CopyChoice& choice : choices)
            width =
                std::max(width, ImGui::CalcTextSize(choice.label.data(), choice.label.data() + choice.label.size()).x);
        for (const CopyChoice& choice : choices) {
            ImGui::PushID(choice.id.data(), choice.id.data() + choice.id.size());
            ImGui::BeginGroup();
            if (draw_choice(choice, width + 2 * style.px.gap, style)) chosen = choice.text;
            ImGui::EndGroup();
            if (g_probe != nullptr) mark(say(id, '.', choice.id));
            ImGui::PopID();
        }
        ImGui::EndPopup();
    }
    ImGui::PopID();
    return chosen;
}

}  // namespace tilescope::ui
