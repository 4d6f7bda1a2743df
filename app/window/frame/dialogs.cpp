// app/window/frame/dialogs.cpp -- draws the list of keys and panels over the window.
// SPDX-License-Identifier: MIT
#include "app/ui/imgui_compat.h"
#include "app/ui/ui_probe.h"
#include "app/widgets/buttons.h"
#include "app/widgets/text_fit.h"
#include "app/window/frame/command.h"
#include "app/window/frame/regions.h"
#include "app/window/guide/presentation.h"

#include <tilescope/base/say.h>

#include <imgui.h>

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace tilescope::ui {

namespace {

void draw_keys() {
    if (!ImGui::BeginTable("keys", 2, ImGuiTableFlags_RowBg)) return;
    ImGui::TableSetupColumn("Key", ImGuiTableColumnFlags_WidthStretch, 1);
    ImGui::TableSetupColumn("What it does", ImGuiTableColumnFlags_WidthStretch, 2);
    const auto line = [](std::string_view keys, const std::string& title) {
        ImGui::TableNextRow();
        ImGui::TableNextColumn();
        wrapped(keys);
        ImGui::TableNextColumn();
        wrapped(title);
    };
    for (const Command* row : all_commands())
        if (!row->keys.empty()) line(row->keys, std::string(row->title));
    for (const PresentationKey& row : presentation_keys()) line(row.keys, say("While presenting: ", row.title));
    ImGui::EndTable();
}

// The window gets all keys. Esc and F1 close it; the first item is the button that does.
bool closing_key_pressed() {
    return !ImGui::IsWindowAppearing() && (key_pressed(Key::escape, false) || key_pressed(Key::f1, false));
}

}  // namespace

void draw_help(const Document& doc, Overlays& overlays, float scale) {
    constexpr const char* kTitle = "Keys and help";
    if (overlays.shows_help && !ImGui::IsPopupOpen(kTitle)) ImGui::OpenPopup(kTitle);
    const ImVec2 window = ImGui::GetMainViewport()->Size;
    ImGui::SetNextWindowPos({window.x * 0.5f, window.y * 0.5f}, ImGuiCond_Always, {0.5f, 0.5f});
    ImGui::SetNextWindowSize({560 * scale, window.y * 0.8f});
    constexpr ImGuiWindowFlags kFlags = ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                                        ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings;
    bool open = overlays.shows_help;  // a click on its cross makes this false
    if (!ImGui::BeginPopupModal(kTitle, &open, kFlags)) return void(overlays.shows_help = false);
    if (overlays.shows_help) {
        if (ImGui::IsWindowAppearing()) focus_first_item();
        // The first item has the keyboard focus, so Enter closes the window, as Esc does.
        if (action_button(Icon::close, "Close") || (ImGui::IsItemFocused() && key_pressed(Key::enter, false)) ||
            closing_key_pressed())
            open = false;
        mark("keys.close");
        for (const Panel& panel : all_panels()) {
            if (!(panel.screens & on(doc.view_state.screen))) continue;
            ImGui::TextWrapped("%s: %s", panel.title.data(), panel.help.data());
        }
        ImGui::Separator();
        draw_keys();
    }
    overlays.shows_help = open;
    if (!open) ImGui::CloseCurrentPopup(), ImGui::SetWindowFocus(nullptr);
    ImGui::EndPopup();
}

}  // namespace tilescope::ui
