// app/shell/saving.cpp -- writes files on a thread, one at a time, and asks before the window closes meanwhile.
// SPDX-License-Identifier: MIT
#include "app/shell/saving.h"

#include "app/io/program.h"
#include "app/shell/shown_parts.h"
#include "app/shell/tabs.h"

#include <tilescope/base/say.h>

#include <memory>
#include <utility>

namespace tilescope::ui {
namespace {

SavedFile write_file(const FileToSave& file, const WorkTools& tools) {
    const Answer<void> written = file.write(tools);
    if (!written) return {false, written.why};
    return {true, say("Saved ", file.what, " as ", file.path, ".")};
}

std::unique_ptr<SaveJobs> save_jobs(std::function<void()> wake) {
    const auto failed = [](const FileToSave&) { return SavedFile{false, io::shortage()}; };
    return start_jobs<SaveJobs>(SaveJobs::surviving(write_file, failed), std::move(wake));
}

}  // namespace

void save_on_thread(App& app, FileToSave file) {
    if (is_saving_file(app)) {
        const SavingFile& now = app.saving;
        say_now(app, say("Wait until ", now.what, " is saved as ", now.path, ", or stop that. Then save ", file.what,
                         " again."));
        return;
    }
    if (!app.saver) app.saver = save_jobs(app.wake);
    if (!app.saver) {
        say_now(app, say("The system cannot start a thread that writes ", file.what, ". End other programs."));
        return;
    }
    app.saving = {file.what, file.counts, file.path};
    app.saver->ask(std::move(file));
}

bool is_saving_file(const App& app) { return app.saver && app.saver->progress().running; }

void stop_saving(App& app) {
    if (!is_saving_file(app)) return;
    const char* const stays = std::exchange(app.closes_once_written, false) ? " The window stays open." : "";
    if (app.saver->has_answer()) return take_saved_file(app);  // the file is written, or the thread says why not
    app.saver->stop();
    say_now(app, say("Stopped saving ", app.saving.what, ". No file was written.", stays));
}

void take_saved_file(App& app) {
    if (!app.saver) return;
    app.save_progress = app.saver->progress();
    const auto saved = app.saver->take();
    if (!saved) return;
    say_now(app, saved->sentence);
    const bool asks = std::exchange(app.confirms_saving, false), closes = std::exchange(app.closes_once_written, false);
    if (!asks && !closes) return;
    saved->written ? close_window(app) : cancel_closing(app);
}

bool has_new_saving(const App& app) { return app.saver && app.saver->progress() != app.save_progress; }

std::string saving_text(const App& app) {
    const JobProgress progress = app.saver->progress();
    const SavingFile& now = app.saving;
    const char* const closes = app.closes_once_written ? " Then the window closes." : "";
    if (progress.rows == 0 || now.counts.empty()) return say("Saving ", now.what, " ...", closes);
    return say("Saving ", now.what, ": ", now.counts, ' ', progress.rows_done, " of ", progress.rows, " ...", closes);
}

std::string closing_question(const App& app) {
    return say("The window is still saving ", app.saving.what, " as ", app.saving.path,
               ". Close the window when the file is written, or stop and write no file?");
}

void close_once_written(App& app) {
    app.confirms_saving = false;
    app.closing = Closing::nothing;
    app.closes_once_written = true;
}

void give_up_and_close(App& app) {
    app.confirms_saving = app.closes_once_written = false;
    stop_saving(app);
    close_window(app);
}

}  // namespace tilescope::ui
