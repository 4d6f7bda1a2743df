// app/window/result/emulation.cpp -- brings the emulated D from the job thread into the document.
// SPDX-License-Identifier: MIT
#include "app/window/result/emulation.h"

#include "app/io/npy.h"
#include "app/io/program.h"
#include "app/io/row_pool.h"
#include "app/window/documents/chooser.h"
#include "app/window/frame/feature.h"
#include "app/window/guide/lessons.h"

#include <tilescope/document/emulate.h>

#include <chrono>
#include <utility>

namespace tilescope::ui {
namespace {

constexpr std::string_view kNoThread =
    "The system could not start a thread for the emulation. Close other programs or raise the limit (ulimit -u), then "
    "start tilescope again.";

// Reads the recipe files, builds the job and runs it on all cores. If D is wrong, also looks for edits that repair it.
EmulationReply emulate_request(const EmulationRequest& request, const WorkTools& tools, io::RowPool& pool) {
    const auto begin = std::chrono::steady_clock::now();
    EmulationReply reply{.revision = request.revision, .session = request.session};
    const Derived derived = derive(request.session, request.revision);
    JobAnswer job = io::job_with_files(derived, request.folder);
    if (!job) {
        reply.refused_at = job.at;
        reply.emulation = Refusal(std::move(job.why));
        return reply;
    }
    reply.job = std::move(*job);
    tools.rows = rows_of(reply.job);
    reply.emulation = emulate(reply.job, {.loop = pool.loop(), .stop = tools.stop, .rows_done = &tools.rows_done});
    if (reply.emulation)
        for (std::string& note : notes_of(derived, reply.job)) reply.emulation->notes.push_back(std::move(note));
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - begin;
    reply.milliseconds = took.count();
    if (reply.emulation) reply.sums = range_of_sums(*reply.emulation);
    if (reply.emulation)
        reply.repairs =
            repairs_of(derived, reply.job, *reply.emulation,
                       {.job = [&](const Derived& changed) { return io::job_with_files(changed, request.folder); },
                        .loop = pool.loop(),
                        .stop = tools.stop});
    return reply;
}

}  // namespace

std::unique_ptr<EmulationJobs> emulation_jobs(std::function<void()> wake) {
    const auto pool = std::make_shared<io::RowPool>();
    const auto work = [pool](const EmulationRequest& request, const WorkTools& tools) {
        return emulate_request(request, tools, *pool);
    };
    const auto failed = [](const EmulationRequest& request) {
        EmulationReply reply{.revision = request.revision, .session = request.session};
        reply.emulation = Refusal(io::shortage());
        return reply;
    };
    return start_jobs<EmulationJobs>(EmulationJobs::surviving(work, failed), std::move(wake));
}

namespace {

// Updates Document::results with the progress of the current request, and with the reply if there is one.
void take_result(Context c) {
    if (!c.jobs.emulation) return;
    Results& results = c.document().results;
    const JobProgress progress = c.jobs.emulation->progress();
    results.rows_done = progress.rows_done;
    results.rows = progress.rows;
    std::optional<EmulationReply> reply = c.jobs.emulation->take();
    if (!reply) return;
    c.regions.redraw.touch();  // the reply may have come in a frame that was drawn only for the progress
    if (!reply->emulation) {
        results.state = ResultState::refused;
        results.refused = std::move(reply->emulation.why);
        results.refused_at = reply->refused_at;
        return;
    }
    results.state = ResultState::done;
    results.emulation = std::move(*reply->emulation);
    results.job = std::move(reply->job);
    results.session = std::move(reply->session);
    results.revision = reply->revision;
    results.milliseconds = reply->milliseconds;
    results.repairs = std::move(reply->repairs);
    results.sums = reply->sums;
    ++results.serial;
}

// Requests the result of the current revision, unless it was requested before.
void request_result(Context c) {
    if (c.document().results.requested != c.document().revision) emulate_now(c);
}

}  // namespace

void emulate_now(Context c) {
    c.document().results.requested = c.document().revision;
    if (!c.jobs.emulation) {
        c.document().results.state = ResultState::refused;
        c.document().results.refused = kNoThread;
        return;
    }
    c.document().results.state = ResultState::running;
    c.document().results.rows_done = c.document().results.rows = 0;
    c.document().results.refused.clear();
    c.document().results.refused_at.reset();
    c.jobs.emulation->ask({.revision = c.document().revision,
                           .session = c.document().session,
                           .folder = io::folder_of(c.document().file.path)});
    c.regions.redraw.touch();
}

void stop_emulation(Context c) {
    if (!c.jobs.emulation || c.document().results.state != ResultState::running) return;
    c.jobs.emulation->stop();
    c.document().results.state = ResultState::stopped;
    c.regions.redraw.touch();
}

namespace {

// Stops the emulation of a document that is no longer shown: it is requested again when its result is shown again.
void leave_result(Document& doc, Jobs& jobs) {
    if (doc.results.state != ResultState::running) return;
    if (jobs.emulation) jobs.emulation->stop();
    doc.results.state = doc.results.emulation ? ResultState::done : ResultState::none;
    doc.results.requested = 0;
}

// Requests the result if a panel shows it or a lesson needs it.
void follow_result(Context c) {
    if (c.document().result_requested || lesson_needs_result(c.document(), c.jobs)) request_result(c);
}

News news_of_result(Context c) {
    const EmulationJobs* jobs = c.jobs.emulation.get();
    if (jobs == nullptr) return News::nothing;
    const Results& shown = c.document().results;
    return news_of(jobs, {jobs->progress().running, shown.rows_done, shown.rows});
}

}  // namespace

const Feature kEmulation = {.id = "emulation",
                            .begin = [](Context c) { c.jobs.emulation = emulation_jobs(c.jobs.wake); },
                            .busy = [](Context c) { return c.jobs.emulation && c.jobs.emulation->progress().running; },
                            .news = news_of_result,
                            .halt = [](Context c) { c.jobs.emulation.reset(); },
                            .take = with<take_result>,
                            .follow = with<follow_result>,
                            .leave = with<leave_result>};

}  // namespace tilescope::ui
