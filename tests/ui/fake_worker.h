// tests/ui/fake_worker.h -- the work of the live job thread, without a worker: the test says how it ends, and when.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/window/run/live_jobs.h"

#include <tilescope/document/emulate.h>
#include <tilescope/document/instruction.h>

#include <gtest/gtest.h>

#include <condition_variable>
#include <memory>
#include <mutex>
#include <semaphore>
#include <utility>
#include <vector>

namespace tilescope::ui {

// What the fake worker does with an order. It waits at its gate if it is told to, until the gate opens or a stop.
struct FakeWorker {
    live::DeviceList list;
    live::Ending ending;        // of a run
    std::uint32_t flipped = 0;  // changes D[0][3] of the GPU
    bool waits = false;
    unsigned stage = 0;  // reported while it waits
    std::vector<LiveOrder> orders;

    LiveReply work(const LiveOrder& order, const std::stop_token& stop, const LiveJobs::Report& report) {
        LiveReply reply{.order = order};
        bool gated = false;
        {
            const std::lock_guard lock(mutex);
            orders.push_back(order);
            gated = waits && order.ask != LiveAsk::end;
            reply.reached = stage;
            reply.devices = list;
        }
        if (order.ask == LiveAsk::run) reply.run = run_of(order);
        if (!gated) return reply;
        report(stage, 1, 4);
        std::unique_lock lock(mutex);
        begun.release();
        if (changed.wait(lock, stop, [this] { return open; })) return reply;
        live::RunOutcome stopped;
        stopped.ending = {.outcome = live::Outcome::stopped};
        reply.run = std::make_shared<const live::RunOutcome>(std::move(stopped));
        reply.devices = {.ending = {.outcome = live::Outcome::stopped}, .devices = {}};
        return reply;
    }
    void open_gate() {
        const std::lock_guard lock(mutex);
        open = true;
        changed.notify_all();
    }
    std::size_t count() {
        const std::lock_guard lock(mutex);
        return orders.size();
    }

    std::binary_semaphore begun{0};

private:
    // The run that a GPU would give: the D of the model, or one other word.
    SharedRun run_of(const LiveOrder& order) {
        live::RunOutcome out{.derived = derive(order.request.session)};
        const auto job = emulator_job(out.derived);
        auto model = job ? emulate(*job) : Refusal(job.why);
        EXPECT_TRUE(model) << model.why;
        if (!model) return std::make_shared<const live::RunOutcome>(std::move(out));
        out.reasons = live::reasons_against(out.derived, *model);
        out.ending = ending;
        out.ran = true;
        out.kernel = *live_kernel(out.derived);
        out.model = std::move(*model);
        out.steps = out.steps_done = 4;
        out.compile_us = 48'200, out.run_us = 1'000, out.copy_us = 2'000;
        out.out_of_spec = order.request.anyway;
        if (ending.is_ok()) {
            LiveComparison c{.m = out.model.m, .n = out.model.n, .d = out.model.d, .has_cells = true};
            c.differs.assign(c.d.size(), 0);
            if (flipped != 0) {
                c.d[3] ^= flipped;
                c.differs[3] = 1, c.different = 1, c.most_ulps = 1, c.first = Element{0, 3};
            }
            out.comparison = std::move(c);
        }
        return std::make_shared<const live::RunOutcome>(std::move(out));
    }
    std::mutex mutex;
    std::condition_variable_any changed;
    bool open = false;
};

}  // namespace tilescope::ui
