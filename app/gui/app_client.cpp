// app/gui/app_client.cpp -- connects the window to the owners of the shell.
// SPDX-License-Identifier: MIT
#include "app/gui/app_client.h"

#include "app/io/folder.h"
#include "app/io/program.h"
#include "app/window/code/code_texts.h"
#include "app/window/documents/chooser.h"
#include "app/window/documents/edits.h"
#include "app/window/documents/files.h"
#include "app/window/documents/preferences.h"
#include "app/window/documents/saving.h"
#include "app/window/documents/tabs.h"
#include "app/window/frame/command.h"
#include "app/window/frame/frame.h"
#include "app/window/frame/said.h"
#include "app/window/guide/player.h"
#include "app/window/guide/presentation.h"
#include "app/window/guide/start_page.h"
#include "app/window/paste/clipboard.h"
#include "app/window/paste/follow_job.h"
#include "app/window/paste/paste.h"
#include "app/window/result/emulation.h"
#include "app/window/run/live_desk.h"

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
    const std::string refused = prefs_.emplace(io::prefs_path(), wake).load(app.prefs);
    app.regions.asked_dark = options.dark;
    start(app.document(), presets().front().session());
    app.document().status =
        refused.empty()
            ? "This is an example. Paste any text with Ctrl+V, or open a file with Ctrl+O. Ctrl+K finds every command."
            : refused;
    app.jobs.emulation = emulation_jobs(wake);
    app.jobs.reader = file_reader(wake);
    app.jobs.folders = folder_reader(wake);
    app.jobs.paster = paste_jobs(wake);
    app.jobs.wake = wake;
    if (shows_a_window_)
        app.system.offer_picture = [this](std::string png) { return clipboard_.offer(std::move(png)); };
    if (shows_a_window_) clipboard_reader_ = clipboard_jobs(wake);
    if (shows_a_window_) app.system.clipboard.jobs = clipboard_jobs(wake);
    if (clipboard_reader_)
        app.system.ask_clipboard = [this](std::size_t most) { clipboard_reader_->ask({.bytes = most}); };
    app.jobs.live.jobs = live_jobs(wake);
    app.overlays.start_page.reader = recents_reader(wake);
    if (!options.file.empty()) open_file(app.context(), options.file);
    // With --start the page opens also if the preference is off.
    if (options.file.empty() && shows_a_window_ && options.start.value_or(app.prefs.start_page)) {
        open_start_page(app.context());
        app.overlays.start_page.note = refused;
    }
}

void AppClient::protect() {
    if (!shows_a_window_ || autosave_ <= 0) return;
    safety_.emplace(io::state_folder(), autosave_, wake).find_backup_copies(app.documents);
}

void AppClient::frame(const WindowTools& tools) {
    ui::frame(app.context(), {.theme = &tools.theme,
                              .scale = tools.scale,
                              .mono = tools.mono,
                              .painter = &tools.painter,
                              .lead = tools.lead,
                              .title = tools.title});
}

std::optional<float> AppClient::presented_scale(ImVec2 size) const {
    return app.overlays.presentation.on ? std::optional(scale_presented_in(size)) : std::nullopt;
}

bool AppClient::holds_input() const { return ui::holds_input(app.system); }

void AppClient::paste_failed(const ClipboardText& text) {
    app.document().status = not_pasted_text(text);
    say_first(app.document(), app.document().status);
}

void AppClient::focus_returned() { reread_clipboard(app.overlays); }

bool AppClient::dark() const {
    return app.overlays.presentation.on ? app.overlays.presentation.dark : is_dark(app.regions, app.prefs);
}

std::string AppClient::title() const { return say(document_name(app.document()), " - tilescope"); }

bool AppClient::run_in_progress() const {
    return app.jobs.is_reading() || app.overlays.chooser.reading || is_pasting(app.jobs) || is_live_busy(app.jobs) ||
           is_saving_file(app.jobs) || is_awaiting_clipboard(app.system) ||
           (app.jobs.emulation && app.jobs.emulation->progress().running) ||
           (app.jobs.coder && app.jobs.coder->progress().running);
}

void AppClient::check_background_jobs() {
    if (app.jobs.reader && app.jobs.reader->has_answer()) app.regions.redraw.touch();
    if (app.jobs.folders && app.jobs.folders->has_answer()) app.regions.redraw.touch();
    if (has_new_paste_output(app.jobs))
        app.jobs.paster->has_answer() ? app.regions.redraw.touch() : app.regions.redraw.once();
    if (has_new_clipboard(app.system))
        app.system.clipboard.jobs->has_answer() ? app.regions.redraw.touch() : app.regions.redraw.once();
    if (has_new_saving(app.jobs)) app.jobs.saver->has_answer() ? app.regions.redraw.touch() : app.regions.redraw.once();
    if (has_new_code(app.jobs)) app.regions.redraw.touch();
    if (has_follow_news(app.document())) app.regions.redraw.touch();
    if (app.overlays.start_page.reader && app.overlays.start_page.reader->has_answer()) app.regions.redraw.touch();
    if (clipboard_reader_ && clipboard_reader_->has_answer()) {
        app.overlays.start_page.arrived = clipboard_reader_->take();
        app.regions.redraw.touch();
    }
    if (has_new_output(app.document(), app.jobs))
        app.jobs.emulation->has_answer() ? app.regions.redraw.touch() : app.regions.redraw.once();
    if (has_new_live_output(app.jobs))
        app.jobs.live.jobs->has_answer() ? app.regions.redraw.touch() : app.regions.redraw.once();
}

void AppClient::dropped(const std::vector<std::string>& paths) { drop_files(app.context(), paths); }

void AppClient::close_requested() { run_command(app.context(), CommandId::do_quit); }

double AppClient::do_what_is_due(double now) {
    follow_clipboard(app.regions, app.system, now);
    const double player = player_due(app.document(), app.regions, now);
    if (!shows_a_window_) return player;
    const double kept = sooner(safety_ ? safety_->keep_copy(app.documents, app.regions, now) : -1,
                               prefs_ ? prefs_->keep(app.context(), now) : -1);
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
    app.jobs.emulation.reset();
    app.jobs.live.jobs.reset();  // ends the worker, also if it hangs
    end_soon();
    app.jobs.reader.reset();
    app.jobs.folders.reset();
    app.jobs.paster.reset();
    app.jobs.saver.reset();
    app.jobs.coder.reset();
    app.overlays.start_page.reader.reset();
    clipboard_reader_.reset();
    app.system.clipboard.jobs.reset();
    for (std::size_t i = 0; i < tab_count(app.documents); ++i) document_of(app.documents, i).paste.follower.reset();
    safety_.reset();
    prefs_.reset();
    clipboard_.end();
    signals_.reset();
}

std::string AppClient::keep_everything() {
    std::string out;
    if (safety_) {
        if (const std::string path = safety_->keep_now(app.documents); !path.empty())
            out = say("The unsaved edits are in the backup copy ", path,
                      ". The next start of tilescope offers to restore them.\n");
        for (std::size_t i = 0; i < tab_count(app.documents); ++i)
            if (const std::string& why = document_of(app.documents, i).file.unprotected; !why.empty())
                out = say(why, '\n');
    }
    const std::string why = prefs_ ? prefs_->keep_now(app.prefs) : std::string();
    return why.empty() ? out : say(out, why, '\n');
}

std::string AppClient::finish() {
    if (end_signal() != 0) return keep_everything();
    if (safety_) safety_->end(app.documents);
    const std::string why = prefs_ ? prefs_->keep_now(app.prefs) : std::string();
    return why.empty() ? why : say(why, '\n');
}

void AppClient::display_lost() { io::print_error(say("The connection to the display was lost. ", keep_everything())); }

}  // namespace tilescope::ui
