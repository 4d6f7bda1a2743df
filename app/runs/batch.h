// app/runs/batch.h -- runs many jobs on one GPU, and sums up how each ended.
// SPDX-License-Identifier: MIT
//
//     Batch batch{.size = grid.size(), .job = [&](std::size_t i) { return grid.job(i); }};
//     const BatchEnd end = run_batch(batch, client, {.loop = pool.loop(), .stop = stop},
//                                    [&](const JobResult& result) { print(line_json(result)); });
//     end.sum.different                              // jobs in which the GPU and the model differ
//
// The GPU never waits for the CPU: one thread launches the jobs, in their order, in one worker; the others compute the
// model of the jobs that come next and compare those that are done, and the worker compiles kernels ahead.
//
// A job that fails does not end the batch: the next one runs in a new worker. What would fail in every job (no worker,
// no driver, no GPU) ends it.
#pragma once

#include "app/runs/session_run.h"

#include <tilescope/base/answer.h>

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tilescope::live {

struct BatchJob {
    std::string name;  // unique in its batch
    SessionRequest request;
};

// The jobs whose number modulo `shards` is `shard`: the same batch on `shards` machines runs each job once.
struct Shard {
    std::size_t shard = 0, shards = 1;
    bool has(std::size_t job) const { return job % shards == shard; }
};

// Reads "2/8", the second of eight shards. Empty: the only one.
Answer<Shard> shard_in(std::string_view text);

struct Batch {
    std::size_t size = 0;  // of the whole list, all shards together
    // Makes one a little before its turn. No value: the list has no such job, and nothing counts it. Several threads
    // call it at once.
    std::function<Answer<std::optional<BatchJob>>(std::size_t)> job;
    Shard shard;
    std::function<bool(std::size_t)> is_done;  // an earlier batch ran it; null: none
    unsigned threads = 0;                      // for models and comparisons; 0: as many as the machine runs at once
};

// An open question whose two rules give different words of D in this job, and the rule that the GPU follows.
struct DoubtVote {
    std::string doubt;  // id
    enum class Side : std::uint8_t { model, alternative, neither } side = Side::neither;
    friend bool operator==(const DoubtVote&, const DoubtVote&) = default;
};

// How one job ended.
struct JobResult {
    std::size_t number = 0;  // in the whole list
    std::string name;
    Ending ending;
    std::optional<Device> device;
    std::string target;
    bool out_of_spec = false, equal = false;
    std::size_t different = 0, words = 0, cells = 0;  // words of D; cells of Tensor Memory outside D that differ
    std::int64_t most_ulps = 0;
    std::vector<std::string> sentences;     // of the comparison
    std::vector<std::string> explained_by;  // ids of open questions
    std::vector<DoubtVote> votes;
    LiveTimes times;
};
JobResult result_of(std::size_t number, std::string name, const SessionRun& run);

struct BatchSum {
    std::size_t jobs = 0, equal = 0, different = 0, failed = 0;  // jobs: those that ran
    void add(const JobResult& result);
};
struct BatchEnd {
    Ending ending;  // of the whole: not ok if it was stopped, or if no job can run
    BatchSum sum;
};

// Blocks. `on_result` is called on the calling thread, in the order of the jobs. After a stop, it still gets the jobs
// that the GPU has done. The client is used by another thread until the end.
BatchEnd run_batch(const Batch& batch, Client& client, const SessionTools& tools,
                   const std::function<void(const JobResult&)>& on_result);

// Returns whether every further job would end in the same way: no worker, no driver, no GPU.
bool ends_batch(const Ending& ending);

}  // namespace tilescope::live
