// tests/bench/live_bench.cpp -- our own cost of a live run: everything but the GPU.
// SPDX-License-Identifier: MIT
//
// The worker uses the stand-in driver, whose kernel ends at once. So a run has the session, the model, four launches of
// 128 x 256 x 16 with all of Tensor Memory each way, and the comparison. The goal is at most 10 ms beside the model,
// and at most 20 ms for the start of a worker.
#include "app/runs/run.h"
#include "tests/bench/edited_tile.h"

#include <tilescope/document/emulate.h>

#include <benchmark/benchmark.h>

#include <cstdlib>

namespace tilescope {
namespace {

using live::Client;

Client idle_client() {
    setenv("LD_LIBRARY_PATH", TILESCOPE_STANDIN_FOLDER, 1);
    setenv("TILESCOPE_STANDIN", "idle", 1);
    return Client("'" TILESCOPE_PROGRAM "'");
}

// The baseline: the same session on the CPU model alone.
void model_alone_128x256x64_bf16(benchmark::State& state) {
    for (auto step : state) {
        const auto job = emulator_job(derive(bench::edited_tile()));
        const auto model = emulate(*job);
        if (!model) return state.SkipWithError(model.why.c_str());
        benchmark::DoNotOptimize(model->d.data());
    }
}
BENCHMARK(model_alone_128x256x64_bf16)->Unit(benchmark::kMillisecond)->UseRealTime();

// From an edit to the compared result.
void edit_to_live_result_128x256x64_bf16(benchmark::State& state) {
    Client client = idle_client();
    for (auto step : state) {
        const live::RunOutcome run = live::run({.session = bench::edited_tile()}, client, {});
        if (!run.ending.is_ok()) return state.SkipWithError(run.ending.sentence().c_str());
    }
}
BENCHMARK(edit_to_live_result_128x256x64_bf16)->Unit(benchmark::kMillisecond)->UseRealTime();

// The same with a model that is there, as in the window: launches and comparison.
void live_run_128x256x64_bf16(benchmark::State& state) {
    Client client = idle_client();
    const auto job = emulator_job(derive(bench::edited_tile()));
    const auto model = emulate(*job);
    for (auto step : state) {
        live::Job ready = live::prepare(*job, *model);
        live::launch(ready, client, {});
        if (!live::finish(std::move(ready)).is_equal()) return state.SkipWithError("the run failed");
    }
}
BENCHMARK(live_run_128x256x64_bf16)->Unit(benchmark::kMillisecond)->UseRealTime();

// The baseline of a start: a shell that starts a program.
void start_a_program(benchmark::State& state) {
    for (auto step : state)
        if (std::system("true") != 0) return state.SkipWithError("no shell");
}
BENCHMARK(start_a_program)->Unit(benchmark::kMillisecond)->UseRealTime();

void start_a_worker(benchmark::State& state) {
    for (auto step : state) {
        Client client = idle_client();
        if (!client.start({}).is_ok()) return state.SkipWithError("the worker did not start");
        client.end();
    }
}
BENCHMARK(start_a_worker)->Unit(benchmark::kMillisecond)->UseRealTime();

}  // namespace
}  // namespace tilescope
