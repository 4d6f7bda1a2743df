// tests/bench/emulation_bench.cpp -- from an edit to its result: the work of the window's job thread, in one thread.
// SPDX-License-Identifier: MIT
//
// One run measures the whole way (derive, job, emulation with doubts) and its parts. At 128 x 256 x 64 bf16 the window
// must still show the result of an edit without delay.
#include "tests/bench/edited_tile.h"

#include <tilescope/document/edit.h>
#include <tilescope/document/emulate.h>

#include <benchmark/benchmark.h>

namespace tilescope {
namespace {

Session other_types() {  // the same, but memory holds f16, so every word of D is wrong
    Session s = bench::edited_tile();
    s.image.a.type = s.image.b.type = "f16";
    return s;
}
Session mxf4nvf4() {  // 128 x 256 x 256
    Session s = bench::edited_tile();
    s.variant.kind = "mxf4nvf4";
    s.variant.scale_block = 16;
    s.words[static_cast<std::size_t>(WordId::idesc)] = 0x08400480;
    s.image.a.type = s.image.b.type = "e2m1x2";
    s.tile_k = 256;
    return s;
}

void whole_way(benchmark::State& state, const Session& session) {
    for (auto step : state) {
        const auto job = emulator_job(derive(session));
        if (!job) return state.SkipWithError(job.why.c_str());
        const auto result = emulate(*job);
        if (!result) return state.SkipWithError(result.why.c_str());
        benchmark::DoNotOptimize(result->d.data());
    }
}
void edit_to_result_128x256x64_bf16(benchmark::State& state) { whole_way(state, bench::edited_tile()); }
void edit_to_wrong_result_128x256x64_bf16(benchmark::State& state) { whole_way(state, other_types()); }
void edit_to_result_128x256x256_mxf4nvf4(benchmark::State& state) { whole_way(state, mxf4nvf4()); }

void job_128x256x64_bf16(benchmark::State& state) {
    const Derived derived = derive(bench::edited_tile());
    for (auto step : state) benchmark::DoNotOptimize(emulator_job(derived));
}
void fill_memory_128x256x64_bf16(benchmark::State& state) {
    const auto job = emulator_job(derive(bench::edited_tile()));
    for (auto step : state) benchmark::DoNotOptimize(filled(*job));
}
void emulate_128x256x64_bf16(benchmark::State& state) {
    const auto job = emulator_job(derive(bench::edited_tile()));
    for (auto step : state) benchmark::DoNotOptimize(emulate(*job, {.doubts = false}));
}

BENCHMARK(edit_to_result_128x256x64_bf16)->Unit(benchmark::kMillisecond);
BENCHMARK(edit_to_wrong_result_128x256x64_bf16)->Unit(benchmark::kMillisecond);
BENCHMARK(edit_to_result_128x256x256_mxf4nvf4)->Unit(benchmark::kMillisecond);
BENCHMARK(job_128x256x64_bf16)->Unit(benchmark::kMillisecond);
BENCHMARK(fill_memory_128x256x64_bf16)->Unit(benchmark::kMillisecond);
BENCHMARK(emulate_128x256x64_bf16)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace tilescope
