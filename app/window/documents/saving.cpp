// app/window/documents/saving.cpp -- writes files on a thread, one at a time.
// SPDX-License-Identifier: MIT
#include "app/window/documents/files.h"

#include "app/io/program.h"
#include "app/window/documents/edits.h"
#include "app/window/frame/command.h"
#include "app/window/frame/feature.h"

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

void save_on_thread(Document& doc, Jobs& jobs, FileToSave file) {
    if (is_saving_file(jobs)) {
        const SavingFile& now = jobs.saving;
        say_now(doc, say("Wait until ", now.what, " is saved as ", now.path, ", or stop that. Then save ", file.what,
                         " again."));
        return;
    }
    if (!jobs.saver) jobs.saver = save_jobs(jobs.wake);
    if (!jobs.saver) {
        say_now(doc, say("The system cannot start a thread that writes ", file.what, ". End other programs."));
        return;
    }
    jobs.saving = {file.what, file.counts, file.path, false};
    jobs.saver->ask(std::move(file));
}

bool is_saving_file(const Jobs& jobs) { return jobs.saver && jobs.saver->progress().running; }

void stop_saving(Context c) {
    if (!is_saving_file(c.jobs)) return;
    const char* const stays = std::exchange(c.documents.closing.once_written, false) ? " The window stays open." : "";
    if (c.jobs.saver->has_answer()) return take_saved_file(c);  // the file is written, or the thread says why not
    c.jobs.saver->stop();
    say_now(c.document(), say("Stopped saving ", c.jobs.saving.what, ". No file was written.", stays));
}

void take_saved_file(Context c) {
    if (!c.jobs.saver) return;
    c.jobs.save_progress = c.jobs.saver->progress();
    const auto saved = c.jobs.saver->take();
    if (!saved) return;
    c.jobs.saving.written = saved->written;
    say_now(c.document(), saved->sentence);
}

std::string saving_text(const Documents& docs, const Jobs& jobs) {
    const JobProgress progress = jobs.saver->progress();
    const SavingFile& now = jobs.saving;
    const char* const closes = docs.closing.once_written ? " Then the window closes." : "";
    if (progress.rows == 0 || now.counts.empty()) return say("Saving ", now.what, " ...", closes);
    return say("Saving ", now.what, ": ", now.counts, ' ', progress.rows_done, " of ", progress.rows, " ...", closes);
}

namespace {

// clang-format off
constexpr Command kSavingCommands[] = {
    {.id = "stop_saving", .title = "Stop saving the file", .place = 1180, .when = {with<is_saving_file>},
     .act = with<stop_saving>, .words = "cancel abort gif animation report code"},
};
// clang-format on

}  // namespace

const Feature kSaving = {.id = "saving",
                         .commands = kSavingCommands,
                         .busy = with<is_saving_file>,
                         .news = [](Context c) { return news_of(c.jobs.saver.get(), c.jobs.save_progress); },
                         .end = [](Context c) { c.jobs.saver.reset(); },
                         .arrive = with<take_saved_file>};

}  // namespace tilescope::ui
