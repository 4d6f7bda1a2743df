// app/shell/dialogs.cpp -- the two things that lie over the window: unsaved edits, and the list of keys.
// SPDX-License-Identifier: MIT
#include "app/shell/dialogs.h"

#include "app/shell/commands.h"
#include "app/shell/files.h"
#include "app/ui/ui_probe.h"

#include <tilescope/base/say.h>

#include <imgui.h>

namespace tilescope::ui {
namespace {

// Closing with unsaved edits asks once: Save, Discard, Cancel.
void draw_unsaved(App& app, float scale) {
    if (app.asks_unsaved && !ImGui::IsPopupOpen("Unsaved edits")) ImGui::OpenPopup("Unsaved edits");
    if (!ImGui::BeginPopupModal("Unsaved edits", nullptr, ImGuiWindowFlags_AlwaysAutoResize)) return;
    ImGui::TextUnformatted(
        say("The edits in ", app.file_path.empty() ? "this session" : app.file_path.c_str(), " are not saved.")
            .c_str());
    const ImVec2 size{96 * scale, 0};
    bool done = false;
    if (ImGui::Button("Save", size)) {
        save_file(app);
        app.wants_close = !is_unsaved(app);
        done = true;
    }
    mark("unsaved.save");
    ImGui::SameLine();
    if (ImGui::Button("Discard", size)) app.wants_close = done = true;
    mark("unsaved.discard");
    ImGui::SameLine();
    if (ImGui::Button("Cancel", size)) done = true;
    mark("unsaved.cancel");
    if (done) {
        app.asks_unsaved = false;
        ImGui::CloseCurrentPopup();
    }
    ImGui::EndPopup();
}

void draw_keys() {
    if (!ImGui::BeginTable("keys", 2, ImGuiTableFlags_RowBg)) return;
    for (const Command& c : all_commands()) {
        if (c.keys.empty()) continue;
        ImGui::TableNextRow();
        ImGui::TableNextColumn();
        ImGui::TextUnformatted(c.keys.data());
        ImGui::TableNextColumn();
        ImGui::TextUnformatted(c.title.data());
    }
    ImGui::EndTable();
}

void draw_help(App& app, float scale) {
    if (!app.shows_help) return;
    const ImVec2 window = ImGui::GetMainViewport()->Size;
    ImGui::SetNextWindowPos({window.x * 0.5f, window.y * 0.5f}, ImGuiCond_Always, {0.5f, 0.5f});
    ImGui::SetNextWindowSize({560 * scale, window.y * 0.8f});
    constexpr ImGuiWindowFlags kFlags = ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                                        ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings;
    if (ImGui::Begin("Help", &app.shows_help, kFlags)) {
        for (const Panel& panel : all_panels()) {
            if (!(panel.screens & on(app.look.screen))) continue;
            ImGui::TextWrapped("%s: %s", panel.title.data(), panel.help.data());
        }
        ImGui::Separator();
        draw_keys();
    }
    ImGui::End();
}

}  // namespace

void draw_dialogs(App& app, float scale) {
    draw_help(app, scale);
    draw_unsaved(app, scale);
}

}  // namespace tilescope::ui
