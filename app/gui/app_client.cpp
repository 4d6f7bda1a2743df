// app/gui/app_client.cpp -- connects the window of the system to the owners of the program.
// SPDX-License-Identifier: MIT
#include "app/gui/app_client.h"

#include "app/io/folder.h"
#include "app/io/program.h"
#include "app/window/documents/edits.h"
#include "app/window/documents/files.h"
#include "app/window/documents/preferences.h"
#include "app/window/documents/tabs.h"
#include "app/window/frame/app.h"
#include "app/window/frame/command.h"
#include "app/window/frame/feature.h"
#include "app/window/guide/presentation.h"
#include "app/window/guide/start_page.h"
#include "app/window/paste/paste.h"

#include <tilescope/base/say.h>
#include <tilescope/document/presets.h>

#include <unistd.h>

#include <algorithm>
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
    app.jobs.wake = wake;
    run_hooks(&Feature::begin, app.context());
    if (shows_a_window_)
        app.system.offer_picture = [this](std::string png) { return clipboard_.offer(std::move(png)); };
    if (shows_a_window_) clipboard_reader_ = clipboard_jobs(wake);
    if (shows_a_window_) app.system.clipboard.jobs = clipboard_jobs(wake);
    if (clipboard_reader_)
        app.system.ask_clipboard = [this](std::size_t most) { clipboard_reader_->ask({.bytes = most}); };
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

std::optional<float> AppClient::presented_scale(ImVec2 size) const {
    return app.overlays.presentation.on ? std::optional(scale_presented_in(size)) : std::nullopt;
}

void AppClient::paste_failed(const ClipboardText& text) {
    app.document().status = not_pasted_text(text);
    say_first(app.document(), app.document().status);
}

void AppClient::focus_returned() { reread_clipboard(app.overlays); }

bool AppClient::dark() const {
    return app.overlays.presentation.on ? app.overlays.presentation.dark : is_dark(app.regions, app.prefs);
}

std::string AppClient::title() const { return say(document_name(app.document()), " - tilescope"); }

bool AppClient::run_in_progress() {
    return std::ranges::any_of(all_features(), [&](const Feature* f) { return f->busy && f->busy(app.context()); });
}

void AppClient::check_background_jobs() {
    for (const Feature* feature : all_features()) {
        const News news = feature->news ? feature->news(app.context()) : News::nothing;
        if (news == News::answer) app.regions.redraw.touch();
        if (news == News::progress) app.regions.redraw.once();
    }
    if (clipboard_reader_ && clipboard_reader_->has_answer()) {
        app.overlays.start_page.arrived = clipboard_reader_->take();
        app.regions.redraw.touch();
    }
}

void AppClient::dropped(const std::vector<std::string>& paths) { drop_files(app.context(), paths); }

void AppClient::close_requested() { run_command(app.context(), command("quit")); }

double AppClient::do_what_is_due(double now) {
    double next = -1;
    for (const Feature* feature : all_features())
        if (feature->due) next = sooner(next, feature->due(app.context(), now));
    if (safety_) next = sooner(next, safety_->keep_copy(app.documents, app.regions, now));
    return prefs_ && shows_a_window_ ? sooner(next, prefs_->keep(app.document(), app.regions, app.prefs, now)) : next;
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
    run_hooks(&Feature::halt, app.context());
    end_soon();
    run_hooks(&Feature::end, app.context());
    clipboard_reader_.reset();
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
