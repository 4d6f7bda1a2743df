// app/window/documents/chooser.cpp -- the file chooser: opens a file, or asks where to save one.
// SPDX-License-Identifier: MIT
#include "app/window/documents/chooser.h"

#include "app/io/file.h"
#include "app/io/program.h"
#include "app/window/frame/command.h"
#include "app/window/frame/feature.h"

#include <tilescope/base/printable.h>
#include <tilescope/base/say.h>

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

namespace tilescope::ui {
namespace {

constexpr std::size_t kMostRecentFolders = 6;

bool is_saving(const ChooserState& state) { return !state.verb->extension.empty(); }

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
    state.select_all = is_saving(state) && !state.typed.empty();
    state.cursor_to_end = !state.select_all;
    ++state.box;
    state.chosen = -1;
    state.said.clear();
    state.enter_waits = false;
}

std::string proposed_name(const Document& doc, const PathVerb& verb) {
    if (verb.extension.empty()) return {};
    const std::string stem = doc.file.path.empty() ? "untitled" : std::filesystem::path(doc.file.path).stem().string();
    return say(stem, verb.suffix, '.', verb.extension_of != nullptr ? verb.extension_of(doc) : verb.extension);
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
void request_list(Context c) {
    ChooserState& state = c.overlays.chooser;
    const std::string folder = state.recents ? std::string() : typed_path(state).folder;
    if (state.serial > 0 && state.requested == folder) return;
    state.requested = folder;
    state.reading = true;
    state.list = {.path = folder};
    ++state.serial;
    FolderRequest request{folder, state.recents ? c.prefs.recents : std::vector<std::string>()};
    if (!c.jobs.folders) return take_list(state, read_now(request, {}));
    c.jobs.folders->ask(std::move(request));
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
        {.name = wanted.name, .type = types[state.type], .as_listed = state.recents, .keeps_all = is_saving(state)});
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
    const std::string last = std::exchange(c.overlays.chooser, {}).folder;
    ChooserState& state = c.overlays.chooser;
    state.open = true;
    state.verb = found;
    const std::string recent = c.prefs.recents.empty() ? std::string() : c.prefs.recents.front();
    const std::string& near = !path.empty() ? path : !c.document().file.path.empty() ? c.document().file.path : recent;
    state.folder = path.empty() && !last.empty() ? last : absolute_folder(io::folder_of(near));
    set_typed(state,
              path.empty() ? proposed_name(c.document(), *found) : std::filesystem::path(path).filename().string());
    c.regions.redraw.touch();
}

void enter_folder(Document& doc, Overlays& overlays, const std::string& folder) {
    ChooserState& state = overlays.chooser;
    const std::string name = state.recents ? std::string() : typed_path(state).name;
    state.recents = false;
    state.folder = absolute_folder(folder);
    const bool keeps_name = is_saving(state) && std::ranges::find(state.list.entries, name, &io::FolderEntry::name) ==
                                                    state.list.entries.end();
    set_typed(state, !is_saving(state)             ? std::string()
                     : keeps_name && !name.empty() ? name
                                                   : proposed_name(doc, *state.verb));
}

void leave_folder(Document& doc, Overlays& overlays) {
    ChooserState& state = overlays.chooser;
    const std::string left = std::filesystem::path(state.folder).filename().string();
    enter_folder(doc, overlays, folder_above(state.folder));
    state.came_from = left;
}

void show_recents(Overlays& overlays, bool on) {
    ChooserState& state = overlays.chooser;
    if (is_saving(state)) return;
    state.recents = on;
    set_typed(state, {});
}

void next_type(Overlays& overlays) {
    overlays.chooser.type = (overlays.chooser.type + 1) % types_of(overlays.chooser).size();
}

void move_in_rows(Overlays& overlays, int by) {
    ChooserState& state = overlays.chooser;
    const int last = static_cast<int>(state.rows.size()) - 1;
    if (last < 0) return;
    const int from = row_of_enter(state);
    state.chosen = std::clamp(from < 0 ? (by > 0 ? by - 1 : last) : from + by, 0, last);
    state.reveal = true;
    state.said.clear();
}

int row_of_enter(const ChooserState& state) {
    if (state.chosen >= 0) return state.chosen;
    const bool typed = !is_saving(state) && !state.rows.empty() && !typed_path(state).name.empty();
    return typed ? 0 : -1;
}

std::string completed_text(const Overlays& overlays) {
    const ChooserState& state = overlays.chooser;
    if (state.recents || state.reading) return state.typed;
    const std::size_t folder = state.typed.find_last_of('/') + 1;  // 0 without one
    return state.typed.substr(0, folder) + completed(state.list, state.typed.substr(folder));
}

void confirm(Context c) {
    ChooserState& state = c.overlays.chooser;
    if (state.reading) {
        state.enter_waits = true;
        return;
    }
    state.enter_waits = false;
    const ChooserDecision decision = decide({.list = state.list,
                                             .rows = state.rows,
                                             .chosen = state.chosen,
                                             .typed = typed_path(state),
                                             .saving = is_saving(state),
                                             .recents = state.recents,
                                             .extension = state.verb->extension});
    if (decision.act == ChooserAct::enter) return enter_folder(c.document(), c.overlays, decision.text);
    state.said = decision.text;
    if (decision.act == ChooserAct::say) return;
    if (!state.recents) state.folder = absolute_folder(io::folder_of(decision.text));
    state.open = false;
    state.verb->act(c, decision.text);
}

std::vector<FileType> types_of(const ChooserState& state) {
    if (!is_saving(state)) return {open_types().begin(), open_types().end()};
    return {{state.verb->type_title, state.verb->extension}, open_types().front()};
}

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

namespace {

// Takes a list that has arrived, requests the one that is needed, and makes the rows.
void follow_chooser(Context c) {
    ChooserState& state = c.overlays.chooser;
    if (!state.open) return;
    request_list(c);
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

}  // namespace

const Feature kChooser = {.id = "chooser",
                          .begin = [](Context c) { c.jobs.folders = folder_reader(c.jobs.wake); },
                          .busy = [](Context c) { return c.overlays.chooser.reading; },
                          .news = [](Context c) { return news_of(c.jobs.folders.get()); },
                          .end = [](Context c) { c.jobs.folders.reset(); },
                          .arrive = with<follow_chooser>};

}  // namespace tilescope::ui
