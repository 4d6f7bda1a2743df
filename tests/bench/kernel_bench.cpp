// tests/bench/kernel_bench.cpp -- the cost of printing a live kernel. The goal is at most a millisecond.
// SPDX-License-Identifier: MIT
#include <tilescope/hw/archs.h>
#include <tilescope/kernel/live_kernel.h>
#include <tilescope/ptx/accept.h>

#include <benchmark/benchmark.h>

namespace tilescope {
namespace {

// The baseline: prints, reads and judges only the line with the MMA.
void judge_the_line(benchmark::State& state) {
    for (auto step : state) {
        const Answer<MmaLine> line = parse_mma_line(mma_text({}, false));
        if (!line || !accept(*line, kBlackwell).accepted) state.SkipWithError("refused");
        benchmark::DoNotOptimize(&line);
    }
}
BENCHMARK(judge_the_line)->Unit(benchmark::kMicrosecond);

void print_kernel(benchmark::State& state, const KernelForm& form) {
    for (auto step : state) {
        const Answer<LiveKernel> kernel = live_kernel(form);
        if (!kernel) state.SkipWithError("no kernel");
        benchmark::DoNotOptimize(kernel->text.data());
    }
}
BENCHMARK_CAPTURE(print_kernel, tcgen05, KernelForm{.variant = {}, .shape = {}})->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(print_kernel, tcgen05_pair, KernelForm{.variant = {.cta_group = 2, .lane_mask = true}, .shape = {}})
    ->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(print_kernel, wgmma_n256, KernelForm{.arch = "sm_90a", .variant = {}, .shape = {.n = 256}})
    ->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace tilescope
