// app/window/documents/chooser_dialog.cpp -- draws the file chooser over the window.
// SPDX-License-Identifier: MIT
#include "app/window/documents/chooser.h"

#include "app/ui/imgui_compat.h"
#include "app/ui/ui_probe.h"
#include "app/widgets/text_fit.h"
#include "app/window/frame/command.h"

#include <tilescope/base/printable.h>
#include <tilescope/base/say.h>

#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tilescope::ui {
namespace {

constexpr float kChooserWidth = 820, kChooserHeight = 560, kPlacesWidth = 150;  // logical pixels
constexpr float kPlacesFrom = 620;  // a narrower dialog has no list of places
constexpr const char* kChooserId = "###chooser";

bool saves(const ChooserState& state) { return !state.verb->extension.empty(); }

// "Save the picture as SVG"
std::string chooser_title(const ChooserState& state) {
    std::string_view title = state.verb->title;
    while (title.ends_with(' ') || title.ends_with(':')) title.remove_suffix(1);
    return std::string(title);
}

// The folder as buttons: each one shows that folder. If there is no room for all, the first ones are left out.
void draw_folder_path(Document& doc, Overlays& overlays) {
    const ImGuiStyle& style = ImGui::GetStyle();
    const auto width = [&](const std::string& title) {
        return ImGui::CalcTextSize(title.c_str()).x + 2 * style.FramePadding.x + style.ItemInnerSpacing.x;
    };
    std::vector<std::pair<std::string, std::string>> parts;  // titles and paths
    float left = ImGui::GetContentRegionAvail().x;
    for (std::string path = overlays.chooser.folder;; path = folder_above(path)) {
        const std::string title = path == "/" ? "/" : printable(path.substr(path.find_last_of('/') + 1));
        left -= width(title);
        if (left < 0 && !parts.empty()) break;
        parts.emplace_back(title, path);
        if (path == "/") break;
    }
    for (std::size_t i = parts.size(); i-- > 0;) {
        ImGui::PushID(static_cast<int>(i));
        if (ImGui::Button(shortened(parts[i].first, ImGui::GetContentRegionAvail().x).c_str()))
            enter_folder(doc, overlays, parts[i].second);
        if (i + 1 < parts.size()) mark("chooser.part.", parts[i].first);
        if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", printable(parts[i].second).c_str());
        ImGui::PopID();
        if (i > 0) ImGui::SameLine(0, style.ItemInnerSpacing.x);
    }
}

void draw_chooser_head(Document& doc, Overlays& overlays) {
    if (ImGui::Button("Up")) leave_folder(doc, overlays);
    mark("chooser.up");
    if (ImGui::IsItemHovered()) ImGui::SetTooltip("The folder above (Alt+Up, or Backspace in the empty box)");
    ImGui::SameLine();
    draw_folder_path(doc, overlays);
}

// Tab completes the text; the text box calls this.
int on_box_event(ImGuiInputTextCallbackData* data) {
    const Context& c = *static_cast<const Context*>(data->UserData);
    ChooserState& state = c.overlays.chooser;
    if (data->EventFlag == ImGuiInputTextFlags_CallbackCompletion) {
        state.typed.assign(data->Buf, static_cast<std::size_t>(data->BufTextLen));
        const std::string text = completed_text(c.overlays);
        data->DeleteChars(0, data->BufTextLen);
        data->InsertChars(0, text.data(), text.data() + text.size());
    }
    if (data->EventFlag != ImGuiInputTextFlags_CallbackAlways) return 0;
    if (std::exchange(state.cursor_to_end, false))
        data->CursorPos = data->SelectionStart = data->SelectionEnd = data->BufTextLen;
    if (std::exchange(state.select_all, false)) data->SelectAll();
    return 0;
}

// Whether no list is open over the dialog.
bool is_on_top() { return ImGui::IsWindowFocused(ImGuiFocusedFlags_ChildWindows | ImGuiFocusedFlags_NoPopupHierarchy); }

// Returns true if Enter was pressed in the box. `typing`: the box had the keyboard when the frame began.
bool draw_chooser_box(Context c, float room, bool& typing) {
    ChooserState& state = c.overlays.chooser;
    const std::string id = say("##typed", state.box);
    const bool was_empty = state.typed.empty();
    ImGui::SetNextItemWidth(room);
    const char* hint = state.recents ? "type a part of a name" : "type a part of a name, or a path";
    const bool entered =
        ImGui::InputTextWithHint(id.c_str(), saves(state) ? "name of the file, or a path" : hint, &state.typed,
                                 ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_CallbackCompletion |
                                     ImGuiInputTextFlags_CallbackHistory | ImGuiInputTextFlags_CallbackAlways,
                                 on_box_event, &c);
    if (ImGui::IsItemEdited()) state.said.clear();
    mark("chooser.box");
    const bool active = ImGui::IsItemActive();
    typing = active || ImGui::IsItemDeactivated();
    // The keyboard always types here: arrows, Tab and Enter work without leaving the box.
    const bool clicks = ImGui::IsMouseDown(ImGuiMouseButton_Left) || ImGui::IsMouseReleased(ImGuiMouseButton_Left);
    if (!active && is_on_top() && !clicks) {
        ImGui::SetKeyboardFocusHere(-1);
        state.cursor_to_end = !state.select_all;
    }
    if (active && was_empty && key_pressed(Key::backspace)) leave_folder(c.document(), c.overlays);
    return entered;
}

void draw_chooser_types(Overlays& overlays, float width) {
    ChooserState& state = overlays.chooser;
    const std::vector<FileType> types = types_of(state);
    ImGui::SetNextItemWidth(width);
    const bool open = ImGui::BeginCombo("##type", std::string(types[state.type].title).c_str());
    mark("chooser.type");
    if (!open) {
        if (ImGui::IsItemHovered()) ImGui::SetTooltip("The files that are shown (Ctrl+F: the next type)");
        return;
    }
    for (std::size_t i = 0; i < types.size(); ++i) {
        if (ImGui::Selectable(std::string(types[i].title).c_str(), state.type == i)) state.type = i;
        if (g_probe != nullptr) mark(say("chooser.type.", i));
    }
    ImGui::EndCombo();
}

void draw_places(Context c, float width, float height) {
    ChooserState& state = c.overlays.chooser;
    if (ImGui::BeginChild("places", {width, height})) {
        if (!saves(state) && !c.prefs.recents.empty()) {
            if (ImGui::Selectable("Recent files", state.recents)) show_recents(c.overlays, !state.recents);
            mark("chooser.recents");
            if (ImGui::IsItemHovered()) ImGui::SetTooltip("The files that were opened or saved last (Ctrl+R)");
            ImGui::Separator();
        }
        const std::vector<ChooserPlace> places = places_of(c.document(), c.prefs);
        for (std::size_t i = 0; i < places.size(); ++i) {
            ImGui::PushID(static_cast<int>(i));
            const bool here = !state.recents && state.folder == places[i].folder;
            if (ImGui::Selectable(shortened(places[i].title, ImGui::GetContentRegionAvail().x).c_str(), here))
                enter_folder(c.document(), c.overlays, places[i].folder);
            if (g_probe != nullptr) mark(say("chooser.place.", i));
            if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", printable(places[i].folder).c_str());
            ImGui::PopID();
        }
    }
    ImGui::EndChild();
}

// Returns true if the row was clicked twice.
bool draw_chooser_row(ChooserState& state, int row) {
    const io::FolderEntry& entry = state.list.entries[state.rows[static_cast<std::size_t>(row)]];
    const std::string name = say(printable(entry.name), entry.is_folder ? "/" : "");
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::PushID(row);
    const float room = ImGui::GetContentRegionAvail().x;
    if (ImGui::Selectable("##row", row_of_enter(state) == row, ImGuiSelectableFlags_SpanAllColumns)) {
        state.chosen = row;
        state.said.clear();
    }
    // The text box takes the keyboard back after the first click, and then the row does not see the second one.
    const bool twice = ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left) &&
                       ImGui::IsWindowHovered(ImGuiHoveredFlags_AllowWhenBlockedByActiveItem) &&
                       ImGui::IsMouseHoveringRect(ImGui::GetItemRectMin(), ImGui::GetItemRectMax());
    if (twice) state.chosen = row;
    if (g_probe != nullptr) {
        mark(say("chooser.row.", row));
        mark("chooser.file.", name);
    }
    const std::string fitting = shortened(name, room);
    if (fitting != name && ImGui::IsItemHovered()) ImGui::SetTooltip("%s", name.c_str());
    ImGui::SameLine(0, 0);
    entry.is_there ? ImGui::TextUnformatted(fitting.c_str()) : ImGui::TextDisabled("%s", fitting.c_str());
    ImGui::TableNextColumn();
    const std::string size = entry.is_folder || !entry.is_there ? "" : size_text(entry.bytes);
    const float width = ImGui::GetContentRegionAvail().x - ImGui::CalcTextSize(size.c_str()).x;
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + std::max(width, 0.0f));
    ImGui::TextUnformatted(size.c_str());
    ImGui::TableNextColumn();
    ImGui::TextDisabled("%s", entry.is_there ? entry.changed.c_str() : "missing");
    ImGui::PopID();
    return twice;
}

// Returns true if a row was clicked twice.
bool draw_chooser_rows(ChooserState& state, float height) {
    constexpr ImGuiTableFlags kFlags = ImGuiTableFlags_ScrollY | ImGuiTableFlags_RowBg | ImGuiTableFlags_BordersOuter |
                                       ImGuiTableFlags_NoSavedSettings;
    bool twice = false;
    if (!ImGui::BeginTable("files", 3, kFlags, {0, height})) return false;
    ImGui::TableSetupScrollFreeze(0, 1);
    ImGui::TableSetupColumn("Name", ImGuiTableColumnFlags_WidthStretch);
    ImGui::TableSetupColumn("Size", ImGuiTableColumnFlags_WidthFixed, ImGui::CalcTextSize("9999 KB").x);
    ImGui::TableSetupColumn("Changed", ImGuiTableColumnFlags_WidthFixed, ImGui::CalcTextSize("2026-00-00 00:00 ").x);
    ImGui::TableHeadersRow();
    const float line = ImGui::GetTextLineHeight() + 2 * ImGui::GetStyle().CellPadding.y;
    // The clipper leaves out the rows that are not visible, and so the chosen one if it is far away.
    if (state.reveal && state.chosen >= 0) {
        const float top = line * static_cast<float>(state.chosen), view = height - 2 * line;
        if (top < ImGui::GetScrollY() || top + line > ImGui::GetScrollY() + view)
            ImGui::SetScrollY(std::max(top - view / 2, 0.0f));
    }
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(state.rows.size()));
    while (clipper.Step())
        for (int row = clipper.DisplayStart; row < clipper.DisplayEnd; ++row) twice |= draw_chooser_row(state, row);
    ImGui::EndTable();
    mark("chooser.rows");
    state.reveal = false;  // also if no row is chosen: a click must not move the row under the pointer
    return twice;
}

std::string chooser_sentence(const ChooserState& state) {
    if (!state.said.empty()) return state.said;
    if (state.reading)
        return state.recents ? "Looking at the recent files ..."
                             : say("Reading the folder ", printable(state.requested), " ...");
    if (!state.refused.empty()) return state.refused;
    if (state.recents) return "Recent files, the newest first.";
    return count_text(state.list, state.rows.size());
}

// The keys that a text box does not use.
void chooser_keys(Document& doc, Overlays& overlays) {
    const ImGuiIO& io = ImGui::GetIO();
    ChooserState& state = overlays.chooser;
    constexpr int kPage = 12;
    struct Move {
        Key key;
        int by;
    };
    for (const Move& move :
         {Move{Key::up, -1}, Move{Key::down, 1}, Move{Key::page_up, -kPage}, Move{Key::page_down, kPage}})
        if (!io.KeyAlt && key_pressed(move.key)) {
            keep_focus_where_it_is();
            move_in_rows(overlays, move.by);
        }
    if (io.KeyAlt && key_pressed(Key::up)) leave_folder(doc, overlays);
    if (io.KeyCtrl && key_pressed(Key::f, false)) next_type(overlays);
    if (io.KeyCtrl && key_pressed(Key::r, false)) show_recents(overlays, !state.recents);
    if (io.KeyCtrl && key_pressed(Key::h, false)) enter_folder(doc, overlays, io::home_folder());
}

// Returns true if the first button was pressed.
bool draw_chooser_foot(Overlays& overlays, float scale) {
    ChooserState& state = overlays.chooser;
    const float button = 96 * scale, gap = ImGui::GetStyle().ItemSpacing.x;
    const float right = ImGui::GetContentRegionMax().x;
    ImGui::AlignTextToFramePadding();
    const float room = right - 2 * (button + gap) - gap - ImGui::GetCursorPosX();
    const std::string keys = saves(state) ? "Tab completes   Alt+Up goes up   Esc closes"
                                          : "Tab completes   Backspace goes up   Ctrl+R recent   Ctrl+H home";
    ImGui::TextDisabled("%s", shortened(keys, room).c_str());
    ImGui::SameLine(right - 2 * button - gap);
    const bool pressed = ImGui::Button(saves(state) ? "Save" : "Open", {button, 0});
    mark("chooser.take");
    ImGui::SameLine();
    if (ImGui::Button("Cancel", {button, 0})) state.open = false;
    mark("chooser.cancel");
    return pressed;
}

bool draw_chooser_parts(Context c, float scale, float width, bool& typing) {
    ChooserState& state = c.overlays.chooser;
    const ImGuiStyle& style = ImGui::GetStyle();
    draw_chooser_head(c.document(), c.overlays);
    const float types = ImGui::CalcTextSize("Text, PTX, source").x + 2 * ImGui::GetFrameHeight();
    bool taken = draw_chooser_box(c, ImGui::GetContentRegionAvail().x - types - style.ItemSpacing.x, typing);
    ImGui::SameLine();
    draw_chooser_types(c.overlays, types);
    chooser_keys(c.document(), c.overlays);
    const float foot = ImGui::GetFrameHeightWithSpacing() + ImGui::GetTextLineHeightWithSpacing();
    const float height = ImGui::GetContentRegionAvail().y - foot;
    if (width >= kPlacesFrom * scale) {
        draw_places(c, kPlacesWidth * scale, height);
        ImGui::SameLine();
    }
    if (draw_chooser_rows(state, height)) taken = true;
    const std::string sentence = chooser_sentence(state);
    ImGui::TextUnformatted(shortened(sentence, ImGui::GetContentRegionAvail().x).c_str());
    mark("chooser.sentence");
    if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", sentence.c_str());
    if (draw_chooser_foot(c.overlays, scale)) taken = true;
    return taken;
}

}  // namespace

void draw_chooser(Context c, float scale) {
    ChooserState& state = c.overlays.chooser;
    if (!state.open) {  // it was closed between two frames, as by a dropped file
        if (ImGui::IsPopupOpen(kChooserId) && ImGui::BeginPopupModal(kChooserId)) {
            ImGui::CloseCurrentPopup();
            ImGui::EndPopup();
        }
        return;
    }
    const std::string title = chooser_title(state) + kChooserId;
    if (!ImGui::IsPopupOpen(title.c_str())) ImGui::OpenPopup(title.c_str());
    const ImVec2 window = ImGui::GetMainViewport()->Size;
    const ImVec2 size{std::min(kChooserWidth * scale, window.x * 0.94f),
                      std::min(kChooserHeight * scale, window.y * 0.9f)};
    ImGui::SetNextWindowSize(size);
    ImGui::SetNextWindowPos({std::round((window.x - size.x) / 2), std::round((window.y - size.y) / 2)});
    constexpr ImGuiWindowFlags kFlags = ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                                        ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoScrollbar |
                                        ImGuiWindowFlags_NoScrollWithMouse;
    if (!ImGui::BeginPopupModal(title.c_str(), nullptr, kFlags)) return;
    bool typing = false;
    const bool taken = draw_chooser_parts(c, scale, size.x, typing);
    if (taken) {
        confirm(c);
        c.document().requests.view_state =
            c.document().view_state;  // the panels made their requests before, with the old view state
    }
    // ImGui has already closed a list of types with this Esc; then the box had no keyboard.
    if (key_pressed(Key::escape, false) && typing) state.open = false;
    if (!state.open) ImGui::CloseCurrentPopup();
    ImGui::EndPopup();
}

}  // namespace tilescope::ui
