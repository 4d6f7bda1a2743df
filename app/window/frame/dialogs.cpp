// app/window/frame/dialogs.cpp -- dialogs over the window: questions, and the list of keys.
// SPDX-License-Identifier: MIT
#include "app/ui/imgui_compat.h"
#include "app/ui/ui_probe.h"
#include "app/widgets/buttons.h"
#include "app/window/documents/chooser.h"
#include "app/window/documents/files.h"
#include "app/window/documents/tabs.h"
#include "app/window/frame/command.h"
#include "app/window/frame/regions.h"
#include "app/window/guide/lessons.h"
#include "app/window/guide/presentation.h"

#include <tilescope/base/say.h>

#include <imgui.h>

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace tilescope::ui {
namespace {

struct Choice {
    const char* title;
    std::string_view id;  // id of the button for tests: mark(id)
};

// Draws a question over the window: a text and buttons. The first button gets the keyboard focus. Enter presses the
// focused button; Esc presses the last button. Returns the index of the pressed button.
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

// Requests before a tab or the window closes with unsaved edits. "Save" is the first button because it loses nothing.
void draw_unsaved(Context c, float scale) {
    if (!c.documents.closing.asks_unsaved) return;
    enum : std::size_t { save, discard, cancel };
    constexpr Choice kChoices[] = {
        {"Save", "unsaved.save"}, {"Discard", "unsaved.discard"}, {"Cancel", "unsaved.cancel"}};
    const std::string name = c.document().file.path.empty() ? "this session" : c.document().file.path;
    const auto answer = ask("Unsaved edits", say("The edits in ", name, " are not saved."), kChoices, scale);
    if (answer == save) save_and_close(c);
    if (answer == discard) discard_and_close(c);
    if (answer == cancel) cancel_closing(c.documents);
}

std::string sentence_of(const OverwriteQuestion& question) {
    switch (question.reason) {
    case OverwriteReason::exists: return say(question.path, " already exists. \"Overwrite\" replaces its contents.");
    case OverwriteReason::changed:
        return say("Another program changed ", question.path, " after this window opened or saved it.");
    case OverwriteReason::removed: return say(question.path, " was removed after this window opened or saved it.");
    case OverwriteReason::unknown:
        return say(question.path, " may contain different edits. The edits in this window come from a backup copy.");
    }
    return {};
}

// Requests before the window overwrites file contents that it has not read. "Save as ..." is the first button because
// it destroys nothing.
void draw_overwrite(Context c, float scale) {
    if (!c.overlays.overwrite) return;
    enum : std::size_t { elsewhere, here, cancel };
    const bool removed = c.overlays.overwrite->reason == OverwriteReason::removed;
    const Choice choices[] = {{"Save as ...", "overwrite.elsewhere"},
                              {removed ? "Save again" : "Overwrite", "overwrite.overwrite"},
                              {"Cancel", "overwrite.cancel"}};
    const auto answer = ask("Overwrite?", sentence_of(*c.overlays.overwrite), choices, scale);
    if (answer == elsewhere) save_elsewhere(c);
    if (answer == here) overwrite(c);
    if (answer == cancel) c.overlays.overwrite.reset();
}

// Asked before the window closes while a thread writes a file. The first button loses nothing.
void draw_saving(Context c, float scale) {
    if (!c.documents.closing.asks_saving) return;
    enum : std::size_t { wait, stop, cancel };
    constexpr Choice kChoices[] = {
        {"Wait, then close", "saving.wait"}, {"Stop and close", "saving.stop"}, {"Cancel", "saving.cancel"}};
    const auto answer = ask("A file is being saved", closing_question(c.jobs), kChoices, scale);
    if (answer == wait) close_once_written(c.documents);
    if (answer == stop) give_up_and_close(c);
    if (answer == cancel) cancel_closing(c.documents);
}

// Asked when the user leaves a lesson. "Keep" is the first button because it loses nothing.
void draw_leave_lesson(Context c, float scale) {
    if (c.overlays.leaves_lesson != c.document().id) c.overlays.leaves_lesson = 0;  // another tab came to the front
    if (c.overlays.leaves_lesson == 0) return;
    enum : std::size_t { keep, close, cancel };
    constexpr Choice kChoices[] = {
        {"Keep", "leave_lesson.keep"}, {"Close", "leave_lesson.close"}, {"Cancel", "leave_lesson.cancel"}};
    const auto answer = ask("Leave the lesson",
                            "Keep this session as an ordinary tab, or close it? The steps that you reached are kept in "
                            "both cases.",
                            kChoices, scale);
    if (answer) c.overlays.leaves_lesson = 0;
    if (answer == keep || answer == close) end_lesson(c, answer == keep);
}

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

void draw_help(Document& doc, Overlays& overlays, float scale) {
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

}  // namespace

void draw_dialogs(Context c, float scale) {
    draw_help(c.document(), c.overlays, scale);
    draw_unsaved(c, scale);
    draw_overwrite(c, scale);
    draw_saving(c, scale);
    draw_leave_lesson(c, scale);
    draw_chooser(c, scale);
}

}  // namespace tilescope::ui
