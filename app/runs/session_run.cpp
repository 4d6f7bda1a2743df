// app/runs/session_run.cpp -- all steps of a live run, from a session to the comparison.
// SPDX-License-Identifier: MIT
#include "app/runs/session_run.h"

#include "app/io/recipe_files.h"

#include <tilescope/base/say.h>

#include <utility>

namespace tilescope::live {
namespace {

Ending refused_for(const std::vector<std::string>& reasons) {
    const std::size_t more = reasons.size() - 1;
    return {.outcome = Outcome::refused_by_rules,
            .detail = more == 0 ? reasons[0] : say(reasons[0], " (and ", more, " more)")};
}

// The session has no job, or the run was stopped.
void end_without_job(SessionRun& out, std::string why, const SessionTools& tools) {
    out.ending = {.outcome = tools.stop.stop_requested() ? Outcome::stopped : Outcome::no_job};
    if (out.ending.outcome == Outcome::no_job) out.ending.detail = std::move(why);
}

// What can refuse a run before it is launched, in the order of cost.
void prepare(const SessionRequest& request, const SessionTools& tools, PreparedSession& out) {
    SessionRun& run = out.run;
    auto job = io::job_with_files(run.derived, request.folder);
    if (!job) return end_without_job(run, job.why, tools);
    run.job = std::move(*job);
    run.reasons = broken_rules(run.derived);
    if (!run.reasons.empty() && !request.anyway)
        return void(run.ending = refused_for(run.reasons));  // before the model
    auto model = emulate(run.job, {.loop = tools.loop, .doubts = tools.doubts, .stop = tools.stop});
    if (!model) return end_without_job(run, model.why, tools);
    run.reasons = reasons_against(run.derived, *model);
    if (!run.reasons.empty() && !request.anyway) return void(run.ending = refused_for(run.reasons));
    auto live = prepare_run({.job = run.job,
                             .model = std::move(*model),
                             .device = request.device,
                             .timeout_ms = request.timeout_ms,
                             .out_of_spec = !run.reasons.empty()});
    if (!live) return end_without_job(run, live.why, tools);
    out.live = std::move(*live);
}

}  // namespace

PreparedSession prepare_session(const SessionRequest& request, const SessionTools& tools) {
    PreparedSession out{.run = {.derived = derive(request.session)}, .live = {}};
    prepare(request, tools, out);
    return out;
}

SessionRun finish_session(PreparedSession prepared, const SessionTools& tools) {
    SessionRun out = std::move(prepared.run);
    auto run = finish_run(std::move(*prepared.live));
    if (!run) return end_without_job(out, run.why, tools), out;
    out.ending = run->ending;
    out.run = std::move(*run);
    return out;
}

SessionRun run_session(const SessionRequest& request, Client& client, const SessionTools& tools) {
    PreparedSession prepared = prepare_session(request, tools);
    if (!prepared.live) return std::move(prepared.run);
    launch_prepared(*prepared.live, client, tools.stop, tools.progress);
    return finish_session(std::move(prepared), tools);
}

}  // namespace tilescope::live
