// app/shell/files.cpp -- opening, saving, preferences: the shell's side of app/io.
// SPDX-License-Identifier: MIT
#include "app/shell/files.h"

#include "app/io/prefs_file.h"
#include "app/io/session_file.h"
#include "app/shell/frame.h"

#include <tilescope/base/say.h>

#include <algorithm>
#include <filesystem>

namespace tilescope::ui {
namespace {

constexpr std::size_t kMostRecents = 12;

void remember(Prefs& prefs, const std::string& path) {
    std::error_code unreadable;
    const std::filesystem::path absolute = std::filesystem::absolute(path, unreadable);
    const std::string name = unreadable ? path : absolute.string();
    std::erase(prefs.recents, name);
    prefs.recents.insert(prefs.recents.begin(), name);
    if (prefs.recents.size() > kMostRecents) prefs.recents.resize(kMostRecents);
}

// As the file's writer was looking, from the next frame on.
void look_as(App& app, const Look& look) {
    app.look = app.asks.look = look;
    app.reference.reset();
    if (look.reference) app.reference = derive(*look.reference, app.revision);
}

}  // namespace

void open_file(App& app, const std::string& path) {
    const Answer<std::string> text = io::read_text(path);
    if (!text) {
        app.status = text.why;
        return;
    }
    const std::size_t first = text->find_first_not_of(" \t\r\n");
    if (first == std::string::npos || (*text)[first] != '{') {  // not a session: what is in it decides
        read_paste(app, *text);
        return;
    }
    const Answer<io::SessionFile> file = io::session_from_text(*text);
    if (!file) {
        app.status = say(path, ": ", file.why);
        return;
    }
    make_edits(app, {LoadSession{file->session, say("opened ", std::filesystem::path(path).filename().string())}});
    if (file->look) look_as(app, *file->look);
    app.file_path = path;
    app.saved_revision = app.revision;
    app.status = say("opened ", path);
    remember(app.prefs, path);
}

void save_file(App& app) {
    if (app.file_path.empty()) {
        app.palette = {.open = true, .just_opened = true, .text = "save ", .chosen = 0};
        return;
    }
    save_file_as(app, app.file_path);
}

void save_file_as(App& app, const std::string& path) {
    const Answer<bool> saved = io::save_session(path, {app.session, app.look});
    if (!saved) {
        app.status = saved.why;
        return;
    }
    app.file_path = path;
    app.saved_revision = app.revision;
    app.status = say("saved ", path);
    remember(app.prefs, path);
}

std::string load_preferences(Prefs& prefs) {
    const Answer<io::PrefsFile> file = io::load_prefs(io::prefs_path());
    if (!file) return file.why;
    prefs.theme = file->theme == "dark" ? ThemeChoice::dark : ThemeChoice::light;
    prefs.scale = static_cast<float>(file->scale);
    prefs.rail = static_cast<float>(file->rail);
    prefs.side = static_cast<float>(file->side);
    prefs.drawer = static_cast<float>(file->drawer);
    prefs.rail_folded = file->rail_folded;
    prefs.drawer_folded = file->drawer_folded;
    prefs.reduced_motion = file->reduced_motion;
    prefs.recents = file->recents;
    return {};
}

std::string save_preferences(const Prefs& prefs) {
    const io::PrefsFile file{.theme = prefs.theme == ThemeChoice::dark ? "dark" : "light",
                             .scale = prefs.scale,
                             .rail = prefs.rail,
                             .side = prefs.side,
                             .drawer = prefs.drawer,
                             .rail_folded = prefs.rail_folded,
                             .drawer_folded = prefs.drawer_folded,
                             .reduced_motion = prefs.reduced_motion,
                             .recents = prefs.recents};
    return io::save_prefs(io::prefs_path(), file).why;
}

bool is_unsaved(const App& app) { return app.revision != app.saved_revision; }

std::string document_name(const App& app) {
    const std::string name =
        app.file_path.empty() ? "untitled" : std::filesystem::path(app.file_path).filename().string();
    return say(name, is_unsaved(app) ? " *" : "");
}

}  // namespace tilescope::ui
