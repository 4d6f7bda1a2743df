// tests/live/batch_test.cpp -- many jobs at once: their order, what the driver is called for, and jobs that fail.
// SPDX-License-Identifier: MIT
#include "app/runs/batch.h"
#include "tests/live/live_harness.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/wait_until.h"

#include <tilescope/base/say.h>
#include <tilescope/document/instruction.h>
#include <tilescope/document/presets.h>
#include <tilescope/study/variation.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <set>
#include <thread>

namespace tilescope::live_test {
namespace {

using live::Batch;
using live::Order;
using live::Outcome;
using live::Record;

// 16 jobs with 8 kernels: N is in the text of a kernel, the swizzle is not.
constexpr std::size_t kJobs = 16, kKernels = 8, kSteps = 4;

Grid grid() {
    Session session = find_preset("wgmma_128b_f16")->session();
    session.run.steps = 0;  // all
    const std::vector<std::string> vary = {"idesc.n=8..64:8", "swizzle=none,128B"};
    return *Grid::of(session, vary);
}

std::set<std::string> kernels_of(const Grid& jobs) {
    std::set<std::string> out;
    for (std::size_t i = 0; i < jobs.size(); ++i) out.insert(live_kernel(*kernel_form(derive(*jobs.session(i))))->text);
    return out;
}

struct Ran {
    live::Ending ending;
    std::vector<Record> results;
    std::ptrdiff_t equal() const { return std::ranges::count(results, true, &Record::equal); }
};
// `before_stop` is called after the result number `stop_after`.
Ran ran(live::Client& client, unsigned threads = 0, std::stop_source stop = {}, std::size_t stop_after = kJobs + 1,
        const std::function<void()>& before_stop = {}) {
    Ran out;
    const Grid jobs = grid();
    const auto caller = std::this_thread::get_id();
    const Batch batch{.size = jobs.size(),
                      .order =
                          [&](std::size_t i) {
                              return Answer(std::optional(Order{.name = jobs.name(i), .session = *jobs.session(i)}));
                          },
                      .threads = threads};
    out.ending = live::run_batch(batch, client, {.stop = stop.get_token()}, [&](const Record& result) {
        EXPECT_EQ(std::this_thread::get_id(), caller);
        out.results.push_back(result);
        if (out.results.size() != stop_after) return;
        before_stop();
        stop.request_stop();
    });
    return out;
}

void expect_in_order(const std::vector<Record>& results) {
    ASSERT_EQ(results.size(), kJobs);
    for (std::size_t i = 0; i < kJobs; ++i) {
        EXPECT_EQ(results[i].job, i);
        EXPECT_EQ(results[i].name, grid().name(i));
    }
}

// A worker command whose first worker has another stand-in.
std::string first_worker(const test::TemporaryFolder& folder, const std::string& script) {
    return say("[ -e '", folder.path(), "/started' ] || export TILESCOPE_STANDIN='", script, "'; touch '",
               folder.path(), "/started'; exec ", program());
}

TEST(LiveBatch, CompilesEachKernelOnceAndKeepsContextAndMemory) {
    const test::TemporaryFolder folder;
    const Standin standin;
    const Setting gpu("TILESCOPE_STANDIN_CHIP", "9.0"), log("TILESCOPE_STANDIN_LOG", folder.path() + "/calls");
    live::Client client(program());
    const Ran done = ran(client);
    client.end();
    ASSERT_TRUE(done.ending.is_ok()) << done.ending.sentence();
    EXPECT_EQ(done.equal(), std::ptrdiff_t{kJobs});
    expect_in_order(done.results);
    EXPECT_EQ(kernels_of(grid()).size(), kKernels);
    const auto calls = [&](const std::string& name) { return lines_with(folder.path() + "/calls", name); };
    EXPECT_EQ(calls("cuInit"), 1u);
    EXPECT_EQ(calls("cuDevicePrimaryCtxRetain"), 1u);
    EXPECT_EQ(calls("cuModuleLoadDataEx"), kKernels);
    EXPECT_EQ(calls("cuLaunchKernel"), kJobs * kSteps);
    EXPECT_EQ(calls("cuMemAlloc"), 3u) << "image, cells before and after";
    EXPECT_EQ(calls("cuMemHostAlloc"), 1u);
    EXPECT_EQ(calls("cuMemcpyDtoH"), kJobs);
    EXPECT_LE(calls("cuMemcpyHtoD"), 2 * kJobs);
    EXPECT_EQ(calls("cuDeviceGetCount"), 1u);
}

TEST(LiveBatch, TheNumberOfThreadsChangesNoResult) {
    const Standin standin("flip");
    const Setting gpu("TILESCOPE_STANDIN_CHIP", "9.0");
    std::vector<Record> first;
    for (const unsigned threads : {1u, 2u, 7u}) {
        live::Client client(program());
        const std::vector<Record> now = ran(client, threads).results;
        expect_in_order(now);
        for (const Record& r : now) EXPECT_EQ(r.different, 1u) << r.name;
        if (first.empty()) first = now;
        for (std::size_t i = 0; i < kJobs; ++i) EXPECT_EQ(now[i].comparison, first[i].comparison);
    }
}

// The error of a job poisons the context: its worker ends, and the next job has a new one.
TEST(LiveBatch, AWorkerThatDiesLosesOnlyItsJob) {
    const test::TemporaryFolder folder;
    const Standin standin;
    const Setting gpu("TILESCOPE_STANDIN_CHIP", "9.0");
    live::Client client(first_worker(folder, "cuLaunchKernel@9:719"));
    const Ran done = ran(client);
    ASSERT_TRUE(done.ending.is_ok()) << done.ending.sentence();
    expect_in_order(done.results);
    EXPECT_EQ(done.equal(), std::ptrdiff_t{kJobs} - 1);
    EXPECT_EQ(done.results[2].outcome, Outcome::launch_error) << "the ninth launch is the first of job 2";
}

// A kernel that is compiled for a later job can end the worker. The job that runs then is not to blame.
TEST(LiveBatch, ACompilerThatCrashesAheadLosesNoJob) {
    const test::TemporaryFolder folder;
    const Standin standin;
    const Setting gpu("TILESCOPE_STANDIN_CHIP", "9.0");
    live::Client client(first_worker(folder, "abort:cuModuleLoadDataEx@3"));
    const Ran done = ran(client, 4);
    ASSERT_TRUE(done.ending.is_ok()) << done.ending.sentence();
    expect_in_order(done.results);
    for (const Record& r : done.results) EXPECT_TRUE(r.equal) << r.name << ": " << r.sentence;
}

// Its results wait for the one who takes them. A stop meanwhile ends the launches, and loses none of them.
TEST(LiveBatch, AfterAStopWhatTheGpuHasDoneIsJudged) {
    const test::TemporaryFolder folder;
    const Standin standin("hang:cuMemcpyDtoH@7");  // so the batch cannot end before the stop
    const Setting gpu("TILESCOPE_STANDIN_CHIP", "9.0"), log("TILESCOPE_STANDIN_LOG", folder.path() + "/calls");
    live::Client client(program());
    const auto copied = [&] { return lines_with(folder.path() + "/calls", "cuMemcpyDtoH"); };
    const std::stop_source stop;
    const Ran done = ran(client, 1, stop, 1, [&] { test::wait_until([&] { return copied() >= 7; }); });
    EXPECT_EQ(done.ending.outcome, Outcome::stopped);
    ASSERT_EQ(done.results.size(), 6u) << "the seventh is the one that the stop ended";
    for (std::size_t i = 0; i < done.results.size(); ++i) {
        EXPECT_EQ(done.results[i].job, i);
        EXPECT_TRUE(done.results[i].equal) << done.results[i].sentence;
    }
    EXPECT_EQ(done.equal(), 6);
}

// What fails in every job ends the batch, and no job is counted.
TEST(LiveBatch, WithoutADriverNoJobRuns) {
    const Standin standin("", "standin_none");
    live::Client client(program());
    const Ran done = ran(client);
    EXPECT_EQ(done.ending.outcome, Outcome::no_driver);
    EXPECT_TRUE(done.results.empty());
}

TEST(LiveBatch, AListWithoutJobsEndsAtOnce) {
    live::Client client("false");
    const auto none = [](const Record& record) { ADD_FAILURE() << record.name; };
    EXPECT_TRUE(live::run_batch({.size = 0, .order = {}}, client, {}, none).is_ok());
}

TEST(LiveBatch, WhatAJobThrowsComesToTheCaller) {
    const Standin standin;
    live::Client client(program());
    const Batch batch{.size = 5, .order = [](std::size_t i) -> Answer<std::optional<Order>> {
                          if (i == 3) throw std::bad_alloc();
                          return std::optional<Order>();
                      }};
    EXPECT_THROW(live::run_batch(batch, client, {}, {}), std::bad_alloc);
}

}  // namespace
}  // namespace tilescope::live_test
