// app/window/documents/chooser.cpp -- the file chooser: opens a file, or asks where to save one.
// SPDX-License-Identifier: MIT
#include "app/window/documents/chooser.h"

#include "app/io/file.h"
#include "app/io/program.h"
#include "app/ui/imgui_compat.h"
#include "app/ui/ui_probe.h"
#include "app/widgets/buttons.h"
#include "app/widgets/text_fit.h"
#include "app/window/frame/feature.h"

#include <tilescope/base/printable.h>
#include <tilescope/base/say.h>

#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace tilescope::ui {
namespace {

constexpr std::size_t kMostRecentFolders = 6;

// A file is written; else one is opened.
bool saves(const ChooserState& state) { return !state.verb->extension.empty(); }

FolderReply read_now(const FolderRequest& request, const std::stop_token& stop) {
    if (request.folder.empty()) return {io::look_at_files(request.files, stop), {}};
    Answer<io::FolderList> list = io::read_folder(request.folder, stop);
    if (!list) return {{.path = request.folder}, list.why};
    return {std::move(*list), {}};
}

std::string absolute_folder(const std::string& path) {
    std::error_code unreadable;
    const std::filesystem::path folder = std::filesystem::absolute(path.empty() ? "." : path, unreadable);
    std::string out = unreadable ? std::string("/") : folder.lexically_normal().string();
    if (out.size() > 1 && out.ends_with('/')) out.pop_back();
    return out;
}

// Puts a text into the box.
void set_typed(ChooserState& state, std::string text) {
    state.typed = std::move(text);
    state.select_all = saves(state) && !state.typed.empty();
    state.cursor_to_end = !state.select_all;
    ++state.box;
    state.chosen = -1;
    state.said.clear();
    state.enter_waits = false;
}

std::string proposed_name(const Document& doc, const PathVerb& verb) {
    if (verb.extension.empty()) return {};
    std::string stem = doc.file.path.empty() ? doc.file.name : std::filesystem::path(doc.file.path).stem().string();
    if (const std::string shown = verb.shows != nullptr ? verb.shows(doc) : ""; !shown.empty())
        stem += say(stem.empty() ? "" : "-", shown);
    return say(stem.empty() ? "untitled" : stem, verb.suffix, '.',
               verb.extension_of != nullptr ? verb.extension_of(doc) : verb.extension);
}

TypedPath typed_path(const ChooserState& state) {
    return state.recents ? TypedPath{{}, state.typed} : split_typed(state.folder, state.typed);
}

void take_list(ChooserState& state, FolderReply reply) {
    state.list = std::move(reply.list);
    state.refused = std::move(reply.why);
    state.reading = false;
    ++state.serial;
}

// Requests the entries of the folder that is typed, unless they are here or on their way.
void request_list(ChooserState& state, Jobs& jobs, const Prefs& prefs) {
    const std::string folder = state.recents ? std::string() : typed_path(state).folder;
    if (state.serial > 0 && state.requested == folder) return;
    state.requested = folder;
    state.reading = true;
    state.list = {.path = folder};
    ++state.serial;
    FolderRequest request{folder, state.recents ? prefs.recents : std::vector<std::string>()};
    if (!jobs.folders) return take_list(state, read_now(request, {}));
    jobs.folders->ask(std::move(request));
}

// The types that the list offers.
std::vector<FileType> types_of(const ChooserState& state) {
    if (!saves(state)) return {open_types().begin(), open_types().end()};
    return {{state.verb->type_title, state.verb->extension}, open_types().front()};
}

void make_rows(ChooserState& state) {
    const std::vector<FileType> types = types_of(state);
    state.type = std::min(state.type, types.size() - 1);
    ChooserState::Made wanted{state.serial, typed_path(state).name, state.type};
    if (state.made == wanted) return;
    const bool other_text = !state.made || state.made->name != wanted.name || state.made->type != wanted.type;
    if (other_text) state.chosen = -1;
    state.rows = rows_of(
        state.list,
        {.name = wanted.name, .type = types[state.type], .as_listed = state.recents, .keeps_all = saves(state)});
    state.made = std::move(wanted);
    state.reveal = true;
    if (state.reading || state.came_from.empty()) return;
    const auto at =
        std::ranges::find_if(state.rows, [&](std::size_t i) { return state.list.entries[i].name == state.came_from; });
    state.chosen = at == state.rows.end() ? -1 : static_cast<int>(at - state.rows.begin());
    state.came_from.clear();
}

// Returns the thread that reads folders, or null if the system cannot start one. Then they are read at once.
std::unique_ptr<FolderJobs> folder_reader(std::function<void()> wake) {
    const auto work = [](const FolderRequest& request, const WorkTools& tools) {
        return read_now(request, tools.stop);
    };
    const auto failed = [](const FolderRequest& request) -> FolderReply {
        return {{.path = request.folder}, io::shortage()};
    };
    return start_jobs<FolderJobs>(FolderJobs::surviving(work, failed), std::move(wake));
}

}  // namespace

void open_chooser(Context c, std::string_view verb, const std::string& path) {
    const PathVerb* found = find_verb(verb);
    if (found == nullptr) return;
    const Document& doc = c.document();
    const std::string last = std::exchange(c.overlays.chooser, {}).folder;
    ChooserState& state = c.overlays.chooser;
    state.open = true;
    state.verb = found;
    const std::string recent = c.prefs.recents.empty() ? std::string() : c.prefs.recents.front();
    const std::string& near = !path.empty() ? path : !doc.file.path.empty() ? doc.file.path : recent;
    state.folder = path.empty() && !last.empty() ? last : absolute_folder(io::folder_of(near));
    set_typed(state, path.empty() ? proposed_name(doc, *found) : std::filesystem::path(path).filename().string());
    c.regions.redraw.touch();
}

void enter_folder(const Document& doc, ChooserState& state, const std::string& folder) {
    const std::string name = state.recents ? std::string() : typed_path(state).name;
    state.recents = false;
    state.folder = absolute_folder(folder);
    const bool keeps_name =
        saves(state) && std::ranges::find(state.list.entries, name, &io::FolderEntry::name) == state.list.entries.end();
    set_typed(state, !saves(state)                 ? std::string()
                     : keeps_name && !name.empty() ? name
                                                   : proposed_name(doc, *state.verb));
}

int row_of_enter(const ChooserState& state) {
    if (state.chosen >= 0) return state.chosen;
    const bool typed = !saves(state) && !state.rows.empty() && !typed_path(state).name.empty();
    return typed ? 0 : -1;
}

namespace {

// Goes to the folder above.
void leave_folder(const Document& doc, ChooserState& state) {
    const std::string left = std::filesystem::path(state.folder).filename().string();
    enter_folder(doc, state, folder_above(state.folder));
    state.came_from = left;
}

void show_recents(ChooserState& state, bool on) {
    if (saves(state)) return;
    state.recents = on;
    set_typed(state, {});
}

void move_in_rows(ChooserState& state, int by) {
    const int last = static_cast<int>(state.rows.size()) - 1;
    if (last < 0) return;
    const int from = row_of_enter(state);
    state.chosen = std::clamp(from < 0 ? (by > 0 ? by - 1 : last) : from + by, 0, last);
    state.reveal = true;
    state.said.clear();
}

// The box with the typed text completed: what Tab does.
std::string completed_text(const ChooserState& state) {
    if (state.recents || state.reading) return state.typed;
    const std::size_t folder = state.typed.find_last_of('/') + 1;  // 0 without one
    return state.typed.substr(0, folder) + completed(state.list, state.typed.substr(folder));
}

// Enter: enters a folder, or does what was asked and closes the chooser.
void confirm(Context c) {
    ChooserState& state = c.overlays.chooser;
    state.enter_waits = state.reading;
    if (state.reading) return;
    const ChooserDecision decision = decide({.list = state.list,
                                             .rows = state.rows,
                                             .chosen = state.chosen,
                                             .typed = typed_path(state),
                                             .saving = saves(state),
                                             .recents = state.recents,
                                             .extension = state.verb->extension});
    if (decision.act == ChooserAct::enter) return enter_folder(c.document(), state, decision.text);
    state.said = decision.text;
    if (decision.act == ChooserAct::say) return;
    if (!state.recents) state.folder = absolute_folder(io::folder_of(decision.text));
    state.open = false;
    run_verb(c, *state.verb, decision.text);
}

// The places beside the list.
struct ChooserPlace {
    std::string title, folder;
};
std::vector<ChooserPlace> places_of(const Document& doc, const Prefs& prefs) {
    std::vector<ChooserPlace> out = {{"Home", io::home_folder()}};
    const auto add = [&](const std::string& path) {
        const std::string folder = io::folder_of(path);
        if (path.empty() || std::ranges::find(out, folder, &ChooserPlace::folder) != out.end()) return;
        const std::string name = std::filesystem::path(folder).filename().string();
        if (out.size() <= kMostRecentFolders) out.push_back({printable(name.empty() ? folder : name), folder});
    };
    if (!doc.file.path.empty()) add(absolute_folder(doc.file.path));
    for (const std::string& path : prefs.recents) add(path);
    return out;
}

// Drawing it.

constexpr float kChooserWidth = 820, kChooserHeight = 560, kPlacesWidth = 150;  // logical pixels
constexpr float kPlacesFrom = 620;  // a narrower dialog has no list of places
constexpr const char* kChooserId = "###chooser";

// "Save the picture as SVG"
std::string chooser_title(const ChooserState& state) {
    std::string_view title = state.verb->title;
    while (title.ends_with(' ') || title.ends_with(':')) title.remove_suffix(1);
    return std::string(title);
}

// The folder as buttons: each one shows that folder. If there is no room for all, the first ones are left out.
void draw_folder_path(const Document& doc, ChooserState& state) {
    const ImGuiStyle& style = ImGui::GetStyle();
    const auto width = [&](const std::string& title) {
        return ImGui::CalcTextSize(title.c_str()).x + 2 * style.FramePadding.x + style.ItemInnerSpacing.x;
    };
    std::vector<std::pair<std::string, std::string>> parts;  // titles and paths
    float left = ImGui::GetContentRegionAvail().x;
    for (std::string path = state.folder;; path = folder_above(path)) {
        const std::string title = path == "/" ? "/" : printable(path.substr(path.find_last_of('/') + 1));
        left -= width(title);
        if (left < 0 && !parts.empty()) break;
        parts.emplace_back(title, path);
        if (path == "/") break;
    }
    for (std::size_t i = parts.size(); i-- > 0;) {
        ImGui::PushID(static_cast<int>(i));
        if (ImGui::Button(shortened(parts[i].first, ImGui::GetContentRegionAvail().x).c_str()))
            enter_folder(doc, state, parts[i].second);
        if (i + 1 < parts.size()) mark("chooser.part.", parts[i].first);
        tip(printable(parts[i].second));
        ImGui::PopID();
        if (i > 0) ImGui::SameLine(0, style.ItemInnerSpacing.x);
    }
}

void draw_chooser_head(const Document& doc, ChooserState& state) {
    if (ImGui::Button("Up")) leave_folder(doc, state);
    mark("chooser.up");
    tip("The folder above (Alt+Up, or Backspace in the empty box)");
    ImGui::SameLine();
    draw_folder_path(doc, state);
}

// Tab completes the text; the text box calls this.
int on_box_event(ImGuiInputTextCallbackData* data) {
    ChooserState& state = *static_cast<ChooserState*>(data->UserData);
    if (data->EventFlag == ImGuiInputTextFlags_CallbackCompletion) {
        state.typed.assign(data->Buf, static_cast<std::size_t>(data->BufTextLen));
        const std::string text = completed_text(state);
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

// Returns true if Enter was pressed in the box; a key that is held answers no second question. `typing`: the box had
// the keyboard when the frame began.
bool draw_chooser_box(const Document& doc, ChooserState& state, float room, bool& typing) {
    const std::string id = say("##typed", state.box);
    const bool was_empty = state.typed.empty();
    ImGui::SetNextItemWidth(room);
    const char* hint = state.recents ? "type a part of a name" : "type a part of a name, or a path";
    const bool entered =
        ImGui::InputTextWithHint(id.c_str(), saves(state) ? "name of the file, or a path" : hint, &state.typed,
                                 ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_CallbackCompletion |
                                     ImGuiInputTextFlags_CallbackHistory | ImGuiInputTextFlags_CallbackAlways,
                                 on_box_event, &state);
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
    if (active && was_empty && key_pressed(Key::backspace)) leave_folder(doc, state);
    return entered && (key_pressed(Key::enter, false) || !key_down(Key::enter));  // the press that opened it is held
}

void draw_chooser_types(ChooserState& state, float width) {
    const std::vector<FileType> types = types_of(state);
    ImGui::SetNextItemWidth(width);
    const bool open = ImGui::BeginCombo("##type", std::string(types[state.type].title).c_str());
    mark("chooser.type");
    if (!open) {
        tip("The files that are shown (Ctrl+F: the next type)");
        return;
    }
    for (std::size_t i = 0; i < types.size(); ++i) {
        if (list_line(std::string(types[i].title), state.type == i, "chooser.type.", i)) state.type = i;
    }
    ImGui::EndCombo();
}

void draw_places(const Document& doc, ChooserState& state, const Prefs& prefs, ImVec2 size) {
    if (ImGui::BeginChild("places", size)) {
        if (!saves(state) && !prefs.recents.empty()) {
            if (ImGui::Selectable("Recent files", state.recents)) show_recents(state, !state.recents);
            mark("chooser.recents");
            tip("The files that were opened or saved last (Ctrl+R)");
            ImGui::Separator();
        }
        const std::vector<ChooserPlace> places = places_of(doc, prefs);
        for (std::size_t i = 0; i < places.size(); ++i) {
            ImGui::PushID(static_cast<int>(i));
            const bool here = !state.recents && state.folder == places[i].folder;
            if (ImGui::Selectable(shortened(places[i].title, ImGui::GetContentRegionAvail().x).c_str(), here))
                enter_folder(doc, state, places[i].folder);
            if (g_probe != nullptr) mark(say("chooser.place.", i));
            tip(printable(places[i].folder));
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
    if (fitting != name) tip(name);
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
    table_titles();
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
void chooser_keys(const Document& doc, ChooserState& state) {
    const ImGuiIO& io = ImGui::GetIO();
    constexpr int kPage = 12;
    for (const auto& [key, by] : {std::pair{Key::up, -1}, std::pair{Key::down, 1}, std::pair{Key::page_up, -kPage},
                                  std::pair{Key::page_down, kPage}})
        if (!io.KeyAlt && key_pressed(key)) {
            keep_focus_where_it_is();
            move_in_rows(state, by);
        }
    if (io.KeyAlt && key_pressed(Key::up)) leave_folder(doc, state);
    if (io.KeyCtrl && key_pressed(Key::f, false)) state.type = (state.type + 1) % types_of(state).size();
    if (io.KeyCtrl && key_pressed(Key::r, false)) show_recents(state, !state.recents);
    if (io.KeyCtrl && key_pressed(Key::h, false)) enter_folder(doc, state, io::home_folder());
}

// Returns true if the first button was pressed.
bool draw_chooser_foot(ChooserState& state, float scale) {
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

float width_of_chooser(float scale) {
    return std::min(kChooserWidth * scale, ImGui::GetMainViewport()->Size.x * 0.94f);
}

// Returns true if the user takes what is typed or chosen. `typing`: the box had the keyboard when the frame began.
bool draw_chooser_parts(const Document& doc, ChooserState& state, const Prefs& prefs, float scale, bool& typing) {
    const ImGuiStyle& style = ImGui::GetStyle();
    draw_chooser_head(doc, state);
    const float types = ImGui::CalcTextSize("Text, PTX, source").x + 2 * ImGui::GetFrameHeight();
    bool taken = draw_chooser_box(doc, state, ImGui::GetContentRegionAvail().x - types - style.ItemSpacing.x, typing);
    ImGui::SameLine();
    draw_chooser_types(state, types);
    chooser_keys(doc, state);
    const float foot = ImGui::GetFrameHeightWithSpacing() + ImGui::GetTextLineHeightWithSpacing();
    const float height = ImGui::GetContentRegionAvail().y - foot;
    if (width_of_chooser(scale) >= kPlacesFrom * scale) {
        draw_places(doc, state, prefs, {kPlacesWidth * scale, height});
        ImGui::SameLine();
    }
    if (draw_chooser_rows(state, height)) taken = true;
    const std::string sentence = chooser_sentence(state);
    ImGui::TextUnformatted(shortened(sentence, ImGui::GetContentRegionAvail().x).c_str());
    mark("chooser.sentence");
    tip(sentence);
    if (draw_chooser_foot(state, scale)) taken = true;
    return taken;
}

// Draws nothing if the chooser is not open.
void draw_chooser(Context c, const FrameTools& tools) {
    ChooserState& state = c.overlays.chooser;
    const float scale = tools.scale;
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
    const ImVec2 size{width_of_chooser(scale), std::min(kChooserHeight * scale, window.y * 0.9f)};
    ImGui::SetNextWindowSize(size);
    ImGui::SetNextWindowPos({std::round((window.x - size.x) / 2), std::round((window.y - size.y) / 2)});
    constexpr ImGuiWindowFlags kFlags = ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                                        ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoScrollbar |
                                        ImGuiWindowFlags_NoScrollWithMouse;
    if (!ImGui::BeginPopupModal(title.c_str(), nullptr, kFlags)) return;
    bool typing = false;
    if (draw_chooser_parts(c.document(), state, c.prefs, scale, typing)) {
        confirm(c);
        c.document().requests.view_state = c.document().view_state;  // the panels had the old one in their requests
    }
    // ImGui has already closed a list of types with this Esc; then the box had no keyboard.
    if (key_pressed(Key::escape, false) && typing) state.open = false;
    if (!state.open) ImGui::CloseCurrentPopup();
    ImGui::EndPopup();
}

// Takes a list that has arrived, requests the one that is needed, and makes the rows.
void follow_chooser(Context c) {
    ChooserState& state = c.overlays.chooser;
    if (!state.open) return;
    request_list(state, c.jobs, c.prefs);
    if (c.jobs.folders)
        if (std::optional<FolderReply> reply = c.jobs.folders->take()) {
            take_list(state, std::move(*reply));
            c.regions.redraw.touch();
        }
    make_rows(state);
    if (state.enter_waits && !state.reading) {
        confirm(c);
        c.regions.redraw.touch();
    }
}

// clang-format off
constexpr Command kChooserCommands[] = {
    {.id = "choose_path", .act_on = [](Context c, const WindowCommand& w) { open_chooser(c, w.text); },
     .keeps_start_page = true},
};
// clang-format on

}  // namespace

const Feature kChooser = {.id = "chooser",
                          .commands = kChooserCommands,
                          .begin = begins<&Jobs::folders, folder_reader>,
                          .busy = is_set<&ChooserState::reading>,
                          .news = news_in<&Jobs::folders>,
                          .end = ends<&Jobs::folders>,
                          .arrive = with<follow_chooser>,
                          .draws_over = draw_chooser};

}  // namespace tilescope::ui
