// app/live/session_run.cpp -- all steps of a live run, from a session to the comparison.
// SPDX-License-Identifier: MIT
#include "app/live/session_run.h"

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

}  // namespace

SessionRun run_session(const SessionRequest& request, Client& client, const SessionTools& tools) {
    SessionRun out{.derived = derive(request.session)};
    const auto refuse = [&](std::string why) {
        out.ending = {.outcome = tools.stop.stop_requested() ? Outcome::stopped : Outcome::no_job};
        if (out.ending.outcome == Outcome::no_job) out.ending.detail = std::move(why);
        return std::move(out);
    };
    auto job = io::job_with_files(out.derived, request.folder);
    if (!job) return refuse(job.why);
    out.job = std::move(*job);
    out.reasons = broken_rules(out.derived);
    if (!out.reasons.empty() && !request.anyway) return out.ending = refused_for(out.reasons), out;  // before the model
    auto model = emulate(out.job, {.loop = tools.loop, .doubts = tools.doubts, .stop = tools.stop});
    if (!model) return refuse(model.why);
    out.reasons = reasons_against(out.derived, *model);
    if (!out.reasons.empty() && !request.anyway) return out.ending = refused_for(out.reasons), out;
    auto run = run_live({.job = out.job,
                         .model = std::move(*model),
                         .device = request.device,
                         .timeout_ms = request.timeout_ms,
                         .out_of_spec = !out.reasons.empty()},
                        client, tools.stop, tools.progress);
    if (!run) return refuse(run.why);
    out.ending = run->ending;
    out.run = std::move(*run);
    return out;
}

}  // namespace tilescope::live
