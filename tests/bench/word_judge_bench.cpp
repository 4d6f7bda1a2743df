// tests/bench/word_judge_bench.cpp -- decodes, judges and encodes words; the baseline loop only mixes the words.
// SPDX-License-Identifier: MIT
#include "tests/bench/timing.h"
#include "tests/exhaustive/sweep.h"

#include <tilescope/word/codec.h>

#include <benchmark/benchmark.h>

#include <algorithm>

namespace tilescope {
namespace {

constexpr std::uint64_t kJudgedWords = 1 << 20;

// Sweep and baseline take turns, so a slow moment of the machine affects both. The result is the fastest turn of each.
void sweep_against_mixing(benchmark::State& state) {
    const test::Sweeper sweeper = test::sweepers()[static_cast<std::size_t>(state.range(0))];
    const Answer<WordJudge> judge = compile_judge(*sweeper.format, {});
    if (!judge) return state.SkipWithError(judge.why.c_str());
    WordBlock words{};
    double best_sweep = 1e18, best_mixing = 1e18;
    for (auto step : state) {
        const double sweep = bench::nanoseconds_of(
            [&] { benchmark::DoNotOptimize(sweeper.in_order(*judge, 0x08000000, kJudgedWords)); });
        const double mixing = bench::nanoseconds_of([&] {
            for (std::uint64_t i = 0; i < kJudgedWords; i += kBlockWords) {
                for (std::size_t w = 0; w < kBlockWords; ++w) words[w] = test::mixed(i + w);
                benchmark::DoNotOptimize(words.data());
                benchmark::ClobberMemory();
            }
        });
        best_sweep = std::min(best_sweep, sweep);
        best_mixing = std::min(best_mixing, mixing);
    }
    state.counters["ns_per_word"] = best_sweep / static_cast<double>(kJudgedWords);
    state.counters["words_per_second"] = 1e9 * static_cast<double>(kJudgedWords) / best_sweep;
    state.counters["mixing_ns_per_word"] = best_mixing / static_cast<double>(kJudgedWords);
    state.counters["ratio"] = best_sweep / best_mixing;
    state.SetLabel(std::string(sweeper.format->kind));
}
BENCHMARK(sweep_against_mixing)->ArgName("kind")->DenseRange(0, 6);

void compile_a_judge(benchmark::State& state) {
    const Format& format = *test::sweepers()[static_cast<std::size_t>(state.range(0))].format;
    for (auto step : state) benchmark::DoNotOptimize(compile_judge(format, {}));
    state.SetLabel(std::string(format.kind));
}
BENCHMARK(compile_a_judge)->ArgName("kind")->DenseRange(0, 6)->Unit(benchmark::kMillisecond);

// The work that a judge replaces: finds every problem of a word, with its sentence.
void check_random_words(benchmark::State& state) {
    const Format& format = *test::sweepers()[static_cast<std::size_t>(state.range(0))].format;
    std::uint64_t i = 0;
    for (auto step : state) benchmark::DoNotOptimize(check_word(decode(format, test::mixed(i++)), {}));
    state.SetLabel(std::string(format.kind));
}
BENCHMARK(check_random_words)->ArgName("kind")->DenseRange(0, 6)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace tilescope
