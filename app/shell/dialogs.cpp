// app/shell/dialogs.cpp -- what lies over the window: questions, and the list of keys.
// SPDX-License-Identifier: MIT
#include "app/shell/dialogs.h"

#include "app/shell/commands.h"
#include "app/shell/files.h"
#include "app/shell/overwrite_dialog.h"
#include "app/shell/question.h"
#include "app/ui/ui_probe.h"

#include <tilescope/base/say.h>

#include <imgui.h>

#include <string>

namespace tilescope::ui {
namespace {

// Closing with unsaved edits asks once. Save comes first: it is the answer that loses nothing.
void draw_unsaved(App& app, float scale) {
    if (!app.asks_unsaved) return;
    enum : std::size_t { save, discard, cancel };
    constexpr Choice kChoices[] = {
        {"Save", "unsaved.save"}, {"Discard", "unsaved.discard"}, {"Cancel", "unsaved.cancel"}};
    const std::string what = app.file_path.empty() ? "this session" : app.file_path;
    const auto answer = ask("Unsaved edits", say("The edits in ", what, " are not saved."), kChoices, scale);
    if (!answer) return;
    app.asks_unsaved = false;
    if (*answer == save) save_file(app);
    if (app.overwrite) app.overwrite->then_close = true;
    app.wants_close = *answer == discard || (*answer == save && !is_unsaved(app));
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
        if (ImGui::IsWindowAppearing()) focus_first_item();
        // What stands first has the keyboard: Enter closes, as Esc does.
        if (ImGui::Button("Close") || (ImGui::IsItemFocused() && key_pressed(Key::enter, false)))
            app.shows_help = false;
        mark("keys.close");
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
    draw_overwrite(app, scale);
}

}  // namespace tilescope::ui
