// app/runs/session_run.h -- all steps of a live run: a session, its job, the model, the rules, the GPU, the comparison.
// SPDX-License-Identifier: MIT
//
//     Client client("");
//     const SessionRun out = run_session({.session = session}, client, {.stop = stop});
//     if (!out.ending.is_ok()) show(out.ending.sentence());
//     else show(sentences_of(*out.run->comparison, out.run->model));
#pragma once

#include "app/runs/live_run.h"

#include <tilescope/session/session.h>

#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace tilescope::live {

struct SessionRequest {
    Session session;
    std::string folder;                 // recipe files are searched there
    std::uint32_t device = kAnyDevice;  // see LiveRequest
    std::uint32_t timeout_ms = LaunchOptions{}.timeout_ms;
    bool anyway = false;  // run it although the rules refuse it
};

struct SessionTools {
    RowLoop loop;          // of the model
    std::stop_token stop;  // ends the run, also the model's
    std::function<void(const LiveProgress&)> progress;
    bool doubts = true;  // search for open questions that explain a difference; slow for fp4
};

struct SessionRun {
    Derived derived;
    EmulatorJob job;                   // no steps: no job exists
    std::vector<std::string> reasons;  // of reasons_against()
    std::optional<LiveRun> run;        // empty: no worker was asked, and `ending` says why
    Ending ending;

    bool is_equal() const { return run && run->comparison && run->comparison->is_equal(); }
};

// A run before its first launch. `ending` is not ok: it has none.
struct PreparedSession {
    SessionRun run;  // without what `live` has
    std::optional<PreparedRun> live;
};
// The part that needs no client, so other threads can do it. Uses the loop, the stop token and `doubts` of the tools.
PreparedSession prepare_session(const SessionRequest& request, const SessionTools& tools);
// The comparison, after launch_prepared(). Requires: `live` has a value.
SessionRun finish_session(PreparedSession prepared, const SessionTools& tools);

// All parts. Blocks until the run ends or `stop` is requested.
SessionRun run_session(const SessionRequest& request, Client& client, const SessionTools& tools);

}  // namespace tilescope::live
