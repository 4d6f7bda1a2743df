// app/gui/app_client.cpp -- what is behind the window: the App of the shell.
// SPDX-License-Identifier: MIT
#include "app/gui/app_client.h"

#include "app/io/user_folders.h"
#include "app/shell/commands.h"
#include "app/shell/emulation.h"
#include "app/shell/files.h"
#include "app/shell/frame.h"

#include <tilescope/base/say.h>
#include <tilescope/session/presets.h>

namespace tilescope::ui {

AppClient::AppClient(const Options& options) : asked_dark_(options.dark) {
    const std::string refused = load_preferences(app.prefs);
    prefs_at_start_ = app.prefs;
    prefs_unreadable_ = !refused.empty();
    start(app, presets().front().session());
    app.status =
        refused.empty() ? "Paste anything: Ctrl+V, or the box on the left. Ctrl+K finds every command." : refused;
    app.jobs = emulation_jobs(wake);
    const bool shows_a_window = options.shot.empty() && options.shots.empty();
    if (shows_a_window && options.autosave > 0)
        safety_.emplace(io::state_folder(), options.autosave).look_for_copy(app);
    if (options.file.empty()) return;
    open_file(app, options.file);
    app.derived = derive(app.session, app.revision);
}

void AppClient::frame(const WindowTools& tools) {
    ui::frame(app, {.theme = &tools.theme, .scale = tools.scale, .mono = tools.mono, .painter = &tools.painter});
}

bool AppClient::dark() const {
    const bool as_started = app.prefs.theme == prefs_at_start_.theme;
    return asked_dark_ && as_started ? *asked_dark_ : app.prefs.theme == ThemeChoice::dark;
}

std::string AppClient::title() const { return say(document_name(app), " - tilescope"); }

bool AppClient::run_in_progress() const { return app.jobs && app.jobs->progress().running; }

void AppClient::look_for_news() {
    if (!has_news(app)) return;
    app.jobs->has_answer() ? app.redraw.touch() : app.redraw.once();
}

void AppClient::dropped(const std::vector<std::string>& paths) {
    if (!paths.empty()) open_file(app, paths.front());
}

void AppClient::close_asked() { run_command(app, "quit"); }

std::string AppClient::finish() const {
    if (safety_) safety_->end(app);
    const bool worth_it = app.prefs != prefs_at_start_ && !prefs_unreadable_;
    return worth_it ? save_preferences(app.prefs) : std::string();
}

}  // namespace tilescope::ui
