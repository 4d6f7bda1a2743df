// tests/ui/jobs_test.cpp -- tests that the newest request of the job thread wins for any order of events. The tests use
// gates, no clock.
// SPDX-License-Identifier: MIT
#include "app/window/frame/jobs.h"

#include <gtest/gtest.h>

#include <condition_variable>
#include <memory>
#include <mutex>
#include <new>
#include <semaphore>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace tilescope::ui {
namespace {

// Work that waits at a gate, so that a test decides when it ends.
class Gate {
public:
    // Called in the job thread. Reports that the work has begun, then waits for open() or for a stop request.
    void pass(const std::stop_token& stop) {
        std::unique_lock lock(mutex_);
        ++begun_;
        changed_.notify_all();
        const bool opened = changed_.wait(lock, stop, [this] { return open_ > 0; });
        if (opened) --open_;
        stopped_ += !opened;
        changed_.notify_all();
    }
    void open() {
        const std::lock_guard lock(mutex_);
        ++open_;
        changed_.notify_all();
    }
    void wait_begun(int count) {
        wait([&] { return begun_ >= count; });
    }
    void wait_stopped(int count) {
        wait([&] { return stopped_ >= count; });
    }
    int begun() {
        const std::lock_guard lock(mutex_);
        return begun_;
    }

private:
    template <class Condition>
    void wait(Condition condition) {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, condition);
    }
    std::mutex mutex_;
    std::condition_variable_any changed_;
    int begun_ = 0, stopped_ = 0, open_ = 0;
};

Results reply_to(const EmulationRequest& request) {
    Results reply{.state = ResultState::done, .revision = request.revision};
    reply.emulation = Emulation{.m = 1, .n = 1};
    return reply;
}

class JobThread : public testing::Test {
protected:
    EmulationJobs::Work gated() {
        return [this](const EmulationRequest& request, const WorkTools& tools) {
            gate.pass(tools.stop);
            return reply_to(request);
        };
    }
    // Called in the job thread after each reply.
    std::function<void()> wake() {
        return [this] { answers.release(); };
    }
    Gate gate;
    std::counting_semaphore<1024> answers{0};
};

TEST_F(JobThread, RepliesOnceToARequestAndWakesTheWindow) {
    EmulationJobs jobs(gated(), wake());
    EXPECT_FALSE(jobs.progress().running);
    jobs.ask({.revision = 7});
    gate.wait_begun(1);
    EXPECT_TRUE(jobs.progress().running);
    EXPECT_FALSE(jobs.take().has_value());
    gate.open();
    answers.acquire();
    EXPECT_TRUE(jobs.has_answer());
    EXPECT_TRUE(jobs.progress().running) << "until take(): the loop must draw a frame for the reply";
    const auto reply = jobs.take();
    ASSERT_TRUE(reply.has_value());
    EXPECT_EQ(reply->revision, 7u);
    EXPECT_FALSE(jobs.take().has_value());
    EXPECT_FALSE(jobs.progress().running);
}

TEST_F(JobThread, NewerRequestStopsTheRunningOne) {
    std::vector<std::uint64_t> begun;
    EmulationJobs jobs(
        [&](const EmulationRequest& request, const WorkTools& tools) {
            begun.push_back(request.revision);  // the test reads it later
            gate.pass(tools.stop);
            return reply_to(request);
        },
        wake());
    jobs.ask({.revision = 1});
    gate.wait_begun(1);
    jobs.ask({.revision = 2});
    gate.wait_stopped(1);
    gate.wait_begun(2);
    jobs.ask({.revision = 3});
    gate.wait_begun(3);
    gate.open();
    answers.acquire();
    const auto reply = jobs.take();
    ASSERT_TRUE(reply.has_value());
    EXPECT_EQ(reply->revision, 3u);
    EXPECT_EQ(begun, (std::vector<std::uint64_t>{1, 2, 3}));
}

TEST_F(JobThread, NewerRequestReplacesTheWaitingOne) {
    std::binary_semaphore begun{0}, end{0};
    std::atomic<std::uint64_t> ran = 0;
    EmulationJobs jobs(
        [&](const EmulationRequest& request, const WorkTools&) {
            ran += request.revision;
            if (request.revision == 1) begun.release(), end.acquire();  // ignores the stop request
            return reply_to(request);
        },
        wake());
    jobs.ask({.revision = 1});
    begun.acquire();
    jobs.ask({.revision = 10});
    jobs.ask({.revision = 100});
    end.release();
    answers.acquire();
    EXPECT_EQ(jobs.take()->revision, 100u);
    EXPECT_EQ(ran, 101u) << "10 waited and was replaced";
}

TEST_F(JobThread, DropsALateReplyOfWorkThatIgnoresTheStop) {
    std::binary_semaphore begun{0}, end{0};
    EmulationJobs jobs(
        [&](const EmulationRequest& request, const WorkTools&) {
            begun.release();
            end.acquire();
            return reply_to(request);
        },
        wake());
    jobs.ask({.revision = 1});
    begun.acquire();
    jobs.ask({.revision = 2});
    end.release();    // ends 1
    begun.acquire();  // 2 has begun, so the reply to 1 is dropped
    EXPECT_FALSE(jobs.has_answer());
    EXPECT_FALSE(jobs.take().has_value());
    end.release();
    answers.acquire();
    EXPECT_EQ(jobs.take()->revision, 2u);
}

TEST_F(JobThread, StopEndsTheWorkAndDropsItsReply) {
    EmulationJobs jobs(gated(), wake());
    jobs.ask({.revision = 1});
    gate.wait_begun(1);
    jobs.stop();
    EXPECT_FALSE(jobs.progress().running);
    gate.wait_stopped(1);
    jobs.ask({.revision = 2});  // the thread is free again
    gate.wait_begun(2);
    EXPECT_FALSE(jobs.has_answer());
    gate.open();
    answers.acquire();
    EXPECT_EQ(jobs.take()->revision, 2u);
}

TEST_F(JobThread, DestructorStopsTheRunningWork) {
    {
        EmulationJobs jobs(gated());
        jobs.ask({.revision = 1});
        gate.wait_begun(1);
        jobs.ask({.revision = 2});
    }
    EXPECT_GE(gate.begun(), 1);
    gate.wait_stopped(1);
}

TEST_F(JobThread, ReportsTheProgressOfTheRunningRequest) {
    std::binary_semaphore counted{0}, end{0};
    EmulationJobs jobs(
        [&](const EmulationRequest& request, const WorkTools& tools) {
            tools.rows = 128;
            tools.rows_done = static_cast<unsigned>(request.revision);
            counted.release();
            end.acquire();
            return reply_to(request);
        },
        wake());
    jobs.ask({.revision = 40});
    counted.acquire();
    EXPECT_EQ(jobs.progress(), (JobProgress{.running = true, .rows_done = 40, .rows = 128}));
    end.release();
    answers.acquire();
    jobs.ask({.revision = 50});
    counted.acquire();
    EXPECT_EQ(jobs.progress().rows_done, 50u);
    end.release();
}

// A drag makes two hundred edits. The last request gets a reply, and the reply is to this request.
TEST_F(JobThread, RepliesToTheLastOfTwoHundredRequests) {
    std::atomic<int> stopped = 0;
    EmulationJobs jobs(
        [&](const EmulationRequest& request, const WorkTools& tools) {
            for (int row = 0; row < 256 && !tools.stop.stop_requested(); ++row) ++tools.rows_done;
            stopped += tools.stop.stop_requested();
            return reply_to(request);
        },
        wake());
    std::uint64_t newest = 0;
    for (std::uint64_t revision = 1; revision <= 200; ++revision) {
        jobs.ask({.revision = revision});
        (void)jobs.progress();
        if (revision % 7 == 0) std::this_thread::yield();
        if (const auto reply = jobs.take()) {
            EXPECT_EQ(reply->revision, revision) << "a reply to an older request";
            EXPECT_GT(reply->revision, newest);
            newest = reply->revision;
        }
    }
    while (newest != 200) {
        answers.acquire();
        if (const auto reply = jobs.take()) newest = reply->revision;
        ASSERT_TRUE(newest == 200 || jobs.progress().running);
    }
    EXPECT_FALSE(jobs.progress().running);
}

// To free the words of a long text takes as long as a frame.
TEST_F(JobThread, FreesAValueThatIsNotNeededAnyMore) {
    struct Value {
        std::thread::id& freed_by;
        std::binary_semaphore& freed;
        ~Value() {
            freed_by = std::this_thread::get_id();
            freed.release();
        }
    };
    std::thread::id freed_by;
    std::binary_semaphore freed{0};
    NewestJob<int, int> jobs([](const int& request, const WorkTools&) { return request; }, wake());
    jobs.discard(std::shared_ptr<void>(new Value{freed_by, freed}, [](Value* value) { delete value; }));
    freed.acquire();
    EXPECT_NE(freed_by, std::this_thread::get_id());
    jobs.ask(5);
    answers.acquire();
    EXPECT_EQ(jobs.take(), 5) << "the thread still works";
}

// A thread that ends with an exception would end the program.
TEST_F(JobThread, GoesOnAfterWorkThatFails) {
    using Jobs = NewestJob<int, std::string>;
    const auto work = [](const int& request, const WorkTools&) {
        if (request < 0) throw std::bad_alloc();
        return std::to_string(request);
    };
    const auto jobs = start_jobs<Jobs>(
        Jobs::surviving(work, [](const int& request) { return std::to_string(request) + " failed"; }), wake());
    ASSERT_TRUE(jobs);
    for (const auto& [request, reply] : {std::pair<int, std::string>{-1, "-1 failed"}, {2, "2"}}) {
        jobs->ask(request);
        answers.acquire();
        EXPECT_EQ(jobs->take(), reply);
    }
}

}  // namespace
}  // namespace tilescope::ui
