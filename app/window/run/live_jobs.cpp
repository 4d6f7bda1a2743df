// app/window/run/live_jobs.cpp -- the thread that talks to the worker, so that no frame waits.
// SPDX-License-Identifier: MIT
#include "app/window/run/live_jobs.h"

#include "app/io/program.h"
#include "app/io/row_pool.h"

#include <tilescope/kernel/parameters.h>

#include <algorithm>
#include <chrono>
#include <span>
#include <utility>

namespace tilescope::ui {
namespace {

using Clock = std::chrono::steady_clock;

constexpr unsigned kBits = 16;
constexpr std::uint64_t kLow = (1u << kBits) - 1;

std::uint64_t packed(unsigned stage, unsigned step, unsigned steps) {
    return (stage & kLow) | (step & kLow) << kBits | (steps & kLow) << (2 * kBits);
}

// The client and what it needs. The job thread uses it alone.
class Desk {
public:
    LiveReply work(const LiveOrder& order, const std::stop_token& stop, const LiveJobs::Report& report) {
        const auto begin = Clock::now();
        LiveReply reply{.order = order};
        try {
            if (client_ && (order.ask == LiveAsk::end || order.worker != worker_)) client_.reset();
            if (order.ask != LiveAsk::end && !client_) client_.emplace(worker_ = order.worker);
            if (order.ask == LiveAsk::devices) reply.devices = client_->devices(stop);
            if (order.ask == LiveAsk::run) run(order, stop, report, reply);
        } catch (const std::exception&) {  // out of memory: the window must not end
            client_.reset();
            reply.devices.ending = {.outcome = live::Outcome::no_worker, .detail = io::shortage()};
            live::RunOutcome none;
            none.ending = {.outcome = live::Outcome::no_job, .detail = io::shortage()};
            reply.run = std::make_shared<const live::RunOutcome>(std::move(none));
        }
        const auto took = std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - begin);
        reply.total_us = static_cast<std::uint64_t>(took.count());
        return reply;
    }

private:
    void run(const LiveOrder& order, const std::stop_token& stop, const LiveJobs::Report& report, LiveReply& reply) {
        if (!pool_) pool_.emplace();
        const auto progress = [&](const live::LiveProgress& now) {
            reply.reached = stage_of(now.now);
            report(reply.reached, now.step, now.steps);
        };
        reply.run = std::make_shared<const live::RunOutcome>(
            live::run(order.request, *client_, {.loop = pool_->loop(), .stop = stop, .progress = progress}));
    }

    std::string worker_;
    std::optional<live::Client> client_;
    std::optional<io::RowPool> pool_;
};

}  // namespace

LiveStages live_stages() {
    LiveStages out = {"CPU model"};
    const auto add = [&](std::string_view id) {
        std::string title(id);
        std::ranges::replace(title, '_', ' ');
        out.push_back(std::move(title));
    };
    for (std::size_t s = 0; s < std::size(live::kStages); ++s) {
        if (static_cast<live::Stage>(s) != live::Stage::running)
            add(live::kStages[s]);
        else
            for (const PhaseRow& row : std::span(kPhases).subspan(1)) add(row.id);
    }
    return out;
}

unsigned stage_of(const live::Progress& now) {
    const auto stage = static_cast<unsigned>(now.stage), running = static_cast<unsigned>(live::Stage::running);
    const auto phases = static_cast<unsigned>(std::size(kPhases)) - 1;
    if (stage < running) return 1 + stage;
    return stage > running ? stage + phases : running + std::min(now.phase, phases);
}

LiveJobs::LiveJobs(Work work, std::function<void()> wake)
    : jobs_([this, work = std::move(work)](const Begun& begun,
                                           const WorkTools& tools) { return run(work, begun, tools); },
            std::move(wake)) {}

LiveReply LiveJobs::run(const Work& work, const Begun& begun, const WorkTools& tools) {
    std::stop_source both;
    const auto pass_on = [&both] { both.request_stop(); };
    const std::stop_callback replaced(tools.stop, pass_on), stopped(begun.stop, pass_on);
    now_ = 0;
    return work(begun.order, both.get_token(),
                [this](unsigned stage, unsigned step, unsigned steps) { now_ = packed(stage, step, steps); });
}

void LiveJobs::ask(LiveOrder order) {
    stop_ = std::stop_source();
    now_ = 0;
    jobs_.ask({std::move(order), stop_.get_token()});
}

void LiveJobs::stop() { stop_.request_stop(); }

LiveNow LiveJobs::now() const {
    const std::uint64_t now = now_.load();
    return {.running = jobs_.progress().running,
            .stage = static_cast<unsigned>(now & kLow),
            .step = static_cast<unsigned>(now >> kBits & kLow),
            .steps = static_cast<unsigned>(now >> (2 * kBits) & kLow)};
}

std::unique_ptr<LiveJobs> live_jobs(std::function<void()> wake) {
    const auto desk = std::make_shared<Desk>();  // its client keeps its worker from one order to the next
    const auto work = [desk](const LiveOrder& order, const std::stop_token& stop, const LiveJobs::Report& report) {
        return desk->work(order, stop, report);
    };
    return start_jobs<LiveJobs>(work, std::move(wake));
}

}  // namespace tilescope::ui
