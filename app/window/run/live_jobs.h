// app/window/run/live_jobs.h -- the thread that talks to the worker, and the desk that keeps its answers.
// SPDX-License-Identifier: MIT
//
//     LiveJobs jobs(work, wake);
//     jobs.ask({.ask = LiveAsk::run, .worker = "ssh gpubox tilescope", .request = {.session = session}});
//     jobs.now()          what it does at this moment
//     jobs.stop()         the worker is ended; a reply still comes, with the outcome "stopped"
//     jobs.take()         the reply, once
#pragma once

#include "app/runs/run.h"
#include "app/ui/view.h"
#include "app/window/frame/newest_job.h"

#include <tilescope/document/results.h>

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace tilescope::ui {

enum class LiveAsk : std::uint8_t {
    devices,
    run,
    end,  // ends the worker
};

struct LiveOrder {
    LiveAsk ask = LiveAsk::devices;
    std::string worker;   // as of live::Client
    live::Order request;  // LiveAsk::run
};

using SharedRun = std::shared_ptr<const live::RunOutcome>;

struct LiveReply {
    LiveOrder order;
    live::DeviceList devices;  // LiveAsk::devices
    SharedRun run;             // LiveAsk::run
    unsigned reached = 0;      // its last stage: see stage_of()
    std::uint64_t total_us = 0;
};

// The stages of a run as one number, in order: 0 the model, then the stages of the worker; "running" is replaced by the
// phases of the kernel after the first one, in which nothing has happened.
LiveStages live_stages();
unsigned stage_of(const live::Progress& now);

struct LiveNow {
    bool running = false;
    unsigned stage = 0, step = 0, steps = 0;
    friend bool operator==(const LiveNow&, const LiveNow&) = default;
};

class LiveJobs {
public:
    using Report = std::function<void(unsigned stage, unsigned step, unsigned steps)>;
    using Work = std::function<LiveReply(const LiveOrder&, const std::stop_token&, const Report&)>;

    // The thread calls `work`, and then `wake`.
    explicit LiveJobs(Work work, std::function<void()> wake = {});
    // Stops the work and waits for its end. The real work ends soon after a stop: it kills its worker.
    ~LiveJobs() = default;

    // An order that is not finished is stopped, and has no reply.
    void ask(LiveOrder order);
    // Stops the work. Unlike an order that is replaced, it has a reply.
    void stop();

    std::optional<LiveReply> take() { return jobs_.take(); }
    bool has_answer() const { return jobs_.has_answer(); }
    LiveNow now() const;

private:
    struct Begun {
        LiveOrder order;
        std::stop_token stop;
    };
    LiveReply run(const Work& work, const Begun& begun, const WorkTools& tools);

    std::atomic<std::uint64_t> now_ = 0;  // stage, step and steps, 16 bits each
    std::stop_source stop_{std::nostopstate};
    NewestJob<Begun, LiveReply> jobs_;  // must be last: its thread uses the other members
};

// Returns the thread of the program. Null: the system cannot start it.
std::unique_ptr<LiveJobs> live_jobs(std::function<void()> wake);

// The live part of the window.
struct LiveDesk {
    std::unique_ptr<LiveJobs> jobs;  // null: the window cannot run anything on a GPU
    LiveView view;
    std::vector<live::Device> devices;  // those of view.gpus
    std::vector<SharedRun> kept;        // those of view.runs
    unsigned last_number = 0;
    struct Checked {  // what view.checks was computed for
        std::uint64_t revision = 0, serial = 0;
        ResultState state = ResultState::none;
        bool on = false;
        std::optional<std::uint32_t> device;
        friend bool operator==(const Checked&, const Checked&) = default;
    };
    std::optional<Checked> checked;

    bool is_busy() const { return view.activity != LiveActivity::idle; }
};

}  // namespace tilescope::ui
