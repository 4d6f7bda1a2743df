// app/gui/app_client.cpp -- connects the window to the App of the shell.
// SPDX-License-Identifier: MIT
#include "app/gui/app_client.h"

#include "app/io/program.h"
#include "app/io/user_folders.h"
#include "app/shell/chooser.h"
#include "app/shell/clipboard.h"
#include "app/shell/code_texts.h"
#include "app/shell/commands.h"
#include "app/shell/emulation.h"
#include "app/shell/files.h"
#include "app/shell/frame.h"
#include "app/shell/live_desk.h"
#include "app/shell/player.h"
#include "app/shell/presentation.h"
#include "app/shell/saving.h"
#include "app/shell/shown_parts.h"
#include "app/shell/start_page.h"
#include "app/shell/tabs.h"

#include <tilescope/base/say.h>
#include <tilescope/session/presets.h>

#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <system_error>
#include <thread>

namespace tilescope::ui {

AppClient::AppClient(const Options& options)
    : shows_a_window_(options.shot.empty() && options.shots.empty()), autosave_(options.autosave) {
    if (shows_a_window_) signals_.emplace([](int) { wake(); });
    const std::string refused = prefs_.emplace(io::prefs_path(), wake).load(app);
    app.asked_dark = options.dark;
    start(app, presets().front().session());
    app.status =
        refused.empty()
            ? "This is an example. Paste any text with Ctrl+V, or open a file with Ctrl+O. Ctrl+K finds every command."
            : refused;
    app.jobs = emulation_jobs(wake);
    app.reader = file_reader(wake);
    app.folders = folder_reader(wake);
    app.paster = paste_jobs(wake);
    app.wake = wake;
    if (shows_a_window_) app.offer_picture = [this](std::string png) { return clipboard_.offer(std::move(png)); };
    if (shows_a_window_) clipboard_reader_ = clipboard_jobs(wake);
    if (shows_a_window_) app.clipboard.jobs = clipboard_jobs(wake);
    if (clipboard_reader_) app.ask_clipboard = [this](std::size_t most) { clipboard_reader_->ask({.bytes = most}); };
    app.live.jobs = live_jobs(wake);
    app.start_page.reader = recents_reader(wake);
    if (!options.file.empty()) open_file(app, options.file);
    // With --start the page opens also if the preference is off.
    if (options.file.empty() && shows_a_window_ && options.start.value_or(app.prefs.start_page)) {
        open_start_page(app);
        app.start_page.note = refused;
    }
}

void AppClient::protect() {
    if (!shows_a_window_ || autosave_ <= 0) return;
    safety_.emplace(io::state_folder(), autosave_, wake).find_backup_copies(app);
}

void AppClient::frame(const WindowTools& tools) {
    ui::frame(app, {.theme = &tools.theme,
                    .scale = tools.scale,
                    .mono = tools.mono,
                    .painter = &tools.painter,
                    .lead = tools.lead,
                    .title = tools.title});
}

std::optional<float> AppClient::presented_scale(ImVec2 size) const {
    return app.presentation.on ? std::optional(scale_presented_in(size)) : std::nullopt;
}

bool AppClient::holds_input() const { return ui::holds_input(app); }

void AppClient::paste_failed(const ClipboardText& text) {
    app.status = not_pasted_text(text);
    say_first(app, app.status);
}

void AppClient::focus_returned() { reread_clipboard(app); }

bool AppClient::dark() const { return app.presentation.on ? app.presentation.dark : is_dark(app); }

std::string AppClient::title() const { return say(document_name(app), " - tilescope"); }

bool AppClient::run_in_progress() const {
    return is_reading(app) || app.chooser.reading || is_pasting(app) || is_live_busy(app) || is_saving_file(app) ||
           is_awaiting_clipboard(app) || (app.jobs && app.jobs->progress().running) ||
           (app.coder && app.coder->progress().running);
}

void AppClient::check_background_jobs() {
    if (app.reader && app.reader->has_answer()) app.redraw.touch();
    if (app.folders && app.folders->has_answer()) app.redraw.touch();
    if (has_new_paste_output(app)) app.paster->has_answer() ? app.redraw.touch() : app.redraw.once();
    if (has_new_clipboard(app)) app.clipboard.jobs->has_answer() ? app.redraw.touch() : app.redraw.once();
    if (has_new_saving(app)) app.saver->has_answer() ? app.redraw.touch() : app.redraw.once();
    if (has_new_code(app)) app.redraw.touch();
    if (has_follow_news(app)) app.redraw.touch();
    if (app.start_page.reader && app.start_page.reader->has_answer()) app.redraw.touch();
    if (clipboard_reader_ && clipboard_reader_->has_answer()) {
        app.start_page.arrived = clipboard_reader_->take();
        app.redraw.touch();
    }
    if (has_new_output(app)) app.jobs->has_answer() ? app.redraw.touch() : app.redraw.once();
    if (has_new_live_output(app)) app.live.jobs->has_answer() ? app.redraw.touch() : app.redraw.once();
}

void AppClient::dropped(const std::vector<std::string>& paths) { drop_files(app, paths); }

void AppClient::close_requested() { run_command(app, CommandId::do_quit); }

double AppClient::do_what_is_due(double now) {
    follow_clipboard(app, now);
    const double player = player_due(app, now);
    if (!shows_a_window_) return player;
    const double kept = sooner(safety_ ? safety_->keep_copy(app, now) : -1, prefs_ ? prefs_->keep(app, now) : -1);
    return sooner(kept, player);
}

// After a signal all edits are kept, and no thread has anything that is worth a wait. Each asks its stop token, but
// some ask it seldom: while one value of a large file is read, or one function of a program.
void AppClient::end_soon() const {
    if (end_signal() == 0) return;
    std::fflush(stdout);
    try {
        std::thread([status = 128 + end_signal()] {
            std::this_thread::sleep_for(std::chrono::milliseconds(500));
            _exit(status);
        }).detach();
    } catch (const std::system_error&) {  // the system has no more threads; then the end takes as long as it takes
    }
}

// No thread may wake the window after its end.
void AppClient::window_ends() {
    app.jobs.reset();
    app.live.jobs.reset();  // ends the worker, also if it hangs
    end_soon();
    app.reader.reset();
    app.folders.reset();
    app.paster.reset();
    app.saver.reset();
    app.coder.reset();
    app.start_page.reader.reset();
    clipboard_reader_.reset();
    app.clipboard.jobs.reset();
    for (std::size_t i = 0; i < tab_count(app); ++i) document_of(app, i).follower.reset();
    safety_.reset();
    prefs_.reset();
    clipboard_.end();
    signals_.reset();
}

std::string AppClient::keep_everything() {
    std::string out;
    if (safety_) {
        if (const std::string path = safety_->keep_now(app); !path.empty())
            out = say("The unsaved edits are in the backup copy ", path,
                      ". The next start of tilescope offers to restore them.\n");
        for (std::size_t i = 0; i < tab_count(app); ++i)
            if (const std::string& why = document_of(app, i).unprotected; !why.empty()) out = say(why, '\n');
    }
    const std::string why = prefs_ ? prefs_->keep_now(app) : std::string();
    return why.empty() ? out : say(out, why, '\n');
}

std::string AppClient::finish() {
    if (end_signal() != 0) return keep_everything();
    if (safety_) safety_->end(app);
    const std::string why = prefs_ ? prefs_->keep_now(app) : std::string();
    return why.empty() ? why : say(why, '\n');
}

void AppClient::display_lost() { io::print_error(say("The connection to the display was lost. ", keep_everything())); }

}  // namespace tilescope::ui
