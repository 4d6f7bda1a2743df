// app/runs/batch.h -- runs many orders on one GPU.
// SPDX-License-Identifier: MIT
//
//     Batch batch{.size = grid.size(), .order = [&](std::size_t i) { return grid.order(i); }};
//     const Ending end = run_batch(batch, client, {.loop = pool.loop(), .stop = stop},
//                                  [&](const Record& record) { print(line_of(record)); });
//
// The GPU never waits for the CPU: one thread launches the jobs, in their order, in one worker; the others compute the
// model of the jobs that come next and compare those that are done, and the worker compiles kernels ahead.
//
// A job that fails does not end the batch: the next one runs in a new worker. What would fail in every job (no worker,
// no driver, no GPU) ends it.
#pragma once

#include "app/runs/record.h"

#include <tilescope/base/answer.h>

#include <cstddef>
#include <functional>
#include <string_view>

namespace tilescope::live {

// The jobs whose number modulo `shards` is `shard`: the same batch on `shards` machines runs each job once.
struct Shard {
    std::size_t shard = 0, shards = 1;
    bool has(std::size_t job) const { return job % shards == shard; }
};

// Reads "2/8", the second of eight shards. Empty: the only one.
Answer<Shard> shard_in(std::string_view text);

struct Batch {
    std::size_t size = 0;  // of the whole list, all shards together
    // Makes one a little before its turn; its name is unique in the batch. No value: the list has no such job, and
    // nothing counts it. Several threads call it at once.
    std::function<Answer<std::optional<Order>>(std::size_t)> order;
    Shard shard;
    std::function<bool(std::size_t)> is_done;  // an earlier batch ran it; null: none
    unsigned threads = 0;                      // for models and comparisons; 0: as many as the machine runs at once
};

// Blocks. `on_record` is called on the calling thread, in the order of the jobs. After a stop, it still gets the jobs
// that the GPU has done. The client is used by another thread until the end. Returns the ending of the whole: not ok if
// it was stopped, or if no job can run.
Ending run_batch(const Batch& batch, Client& client, const RunTools& tools,
                 const std::function<void(const Record&)>& on_record);

// Returns whether every further job would end in the same way: no worker, no driver, no GPU.
bool ends_batch(const Ending& ending);

}  // namespace tilescope::live
