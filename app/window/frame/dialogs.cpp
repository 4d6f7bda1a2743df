// app/window/frame/dialogs.cpp -- draws the list of keys and panels over the window.
// SPDX-License-Identifier: MIT
#include "app/ui/imgui_compat.h"
#include "app/ui/ui_probe.h"
#include "app/widgets/buttons.h"
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
    for (const Command* row : all_commands()) {
        if (row->keys.empty()) continue;
        ImGui::TableNextRow();
        ImGui::TableNextColumn();
        ImGui::TextUnformatted(row->keys.data());
        ImGui::TableNextColumn();
        ImGui::TextUnformatted(row->title.data());
    }
    for (const PresentationKey& row : presentation_keys()) {
        ImGui::TableNextRow();
        ImGui::TableNextColumn();
        ImGui::TextUnformatted(row.keys.data());
        ImGui::TableNextColumn();
        ImGui::Text("While presenting: %s", row.title.data());
    }
    ImGui::EndTable();
}

}  // namespace

void draw_help(const Document& doc, Overlays& overlays, float scale) {
    if (!overlays.shows_help) return;
    const ImVec2 window = ImGui::GetMainViewport()->Size;
    ImGui::SetNextWindowPos({window.x * 0.5f, window.y * 0.5f}, ImGuiCond_Always, {0.5f, 0.5f});
    ImGui::SetNextWindowSize({560 * scale, window.y * 0.8f});
    constexpr ImGuiWindowFlags kFlags = ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                                        ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings;
    if (ImGui::Begin("Help", &overlays.shows_help, kFlags)) {
        if (ImGui::IsWindowAppearing()) focus_first_item();
        // The first item has the keyboard focus, so Enter closes the window, as Esc does.
        if (action_button(Icon::close, "Close") || (ImGui::IsItemFocused() && key_pressed(Key::enter, false)))
            overlays.shows_help = false;
        mark("keys.close");
        for (const Panel& panel : all_panels()) {
            if (!(panel.screens & on(doc.view_state.screen))) continue;
            ImGui::TextWrapped("%s: %s", panel.title.data(), panel.help.data());
        }
        ImGui::Separator();
        draw_keys();
    }
    ImGui::End();
}

}  // namespace tilescope::ui
