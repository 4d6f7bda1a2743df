// app/shell/jobs.h -- the job thread: what takes too long for a frame. One runs, one waits, the newest wins.
// SPDX-License-Identifier: MIT
//
//     jobs.ask({revision 4})   runs
//     jobs.ask({revision 5})   4 is told to stop, 5 waits for its end
//     jobs.ask({revision 6})   takes the place of 5, which never runs
//     jobs.take()              nothing until 6 has ended; what 4 said is dropped
#pragma once

#include <tilescope/emulator/emulation.h>
#include <tilescope/session/session.h>

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>

namespace tilescope::ui {

struct EmulationRequest {
    std::uint64_t revision = 0;
    Session session;
    std::string folder;  // of the session's file: where its recipe files are looked for
};

struct EmulationReply {
    std::uint64_t revision = 0;
    Session session;
    EmulatorJob job;
    Answer<Emulation> emulation = Answer<Emulation>::refuse("");
    std::optional<FieldPlace> refused_at;  // where one field is why there is none
    double milliseconds = 0;
};

// What is lent to the work of one request.
struct WorkTools {
    std::stop_token stop;
    std::atomic<unsigned>& rows_done;
    std::atomic<unsigned>& rows;  // of all; set once it is known
};

struct JobProgress {
    bool running = false;  // or waiting, or ended and not taken yet
    unsigned rows_done = 0, rows = 0;
    friend bool operator==(const JobProgress&, const JobProgress&) = default;
};

class EmulationJobs {
public:
    using Work = std::function<EmulationReply(const EmulationRequest&, const WorkTools&)>;

    // `work` is called in the job thread, and so is `wake` after each answer that take() would give.
    explicit EmulationJobs(Work work, std::function<void()> wake = {});
    // Tells what runs to stop and waits for its end.
    ~EmulationJobs();
    EmulationJobs(const EmulationJobs&) = delete;
    EmulationJobs& operator=(const EmulationJobs&) = delete;

    void ask(EmulationRequest request);
    // Whatever was asked for is not wanted any more.
    void stop();
    // The answer to the last request, once.
    std::optional<EmulationReply> take();
    // An answer is there for take().
    bool has_answer() const { return answered_.load(); }
    // Of the last request. Takes no lock: it is asked in every frame.
    JobProgress progress() const;

private:
    struct Begun {
        EmulationRequest request;
        std::uint64_t number;
        std::stop_token stop;
    };
    void run(std::stop_token thread);
    // Waits for a request; nothing: the thread ends.
    std::optional<Begun> next(std::stop_token thread);
    void put(EmulationReply reply, std::uint64_t number);

    Work work_;
    std::function<void()> wake_;
    std::mutex mutex_;  // of the five below
    std::condition_variable_any asked_;
    std::optional<EmulationRequest> waiting_;
    std::optional<EmulationReply> answer_;
    std::stop_source running_{std::nostopstate};
    std::uint64_t wanted_ = 0;  // number of the request whose answer counts
    std::atomic<bool> pending_ = false, answered_ = false;
    std::atomic<unsigned> rows_done_ = 0, rows_ = 0;
    std::jthread thread_;  // last: it uses all of the above
};

}  // namespace tilescope::ui
