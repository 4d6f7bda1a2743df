// tests/bench/log_bench.cpp -- decodes every word of a log with a million lines; the baseline only reads its bytes.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/rules/read_paste.h>

#include <benchmark/benchmark.h>

#include <chrono>
#include <string>

namespace tilescope {
namespace {

constexpr int kLines = 1'000'000;

// Returns lines as a kernel prints them. The start addresses repeat, as in a loop over stages and K.
std::string a_log() {
    std::string log;
    log.reserve(kLines * 72);
    for (int i = 0; i < kLines; ++i) {
        const auto step = static_cast<std::uint64_t>(i % 64) * 2;
        log += say("[K", i % 4, "] a_desc=", hex(0x4000404000010040 + step, 16),
                   ", b_desc=", hex(0x4000404000010440 + step, 16), "\n");
    }
    return log;
}

void decode_a_million_lines(benchmark::State& state) {
    using Clock = std::chrono::steady_clock;
    const std::string log = a_log();
    double decode = 0, read = 0;
    for (auto step : state) {
        const auto begin = Clock::now();
        std::uint64_t sum = 0;
        for (const char c : log) sum += static_cast<unsigned char>(c);
        benchmark::DoNotOptimize(sum);
        const auto middle = Clock::now();
        const PasteResult result = paste(log, {.max_bytes = log.size(), .max_words = 10'000'000});
        benchmark::DoNotOptimize(result.words.data());
        const auto end = Clock::now();
        read += std::chrono::duration<double>(middle - begin).count();
        decode += std::chrono::duration<double>(end - middle).count();
        state.SetIterationTime(std::chrono::duration<double>(end - middle).count());
    }
    state.counters["ns_per_line"] = decode / static_cast<double>(state.iterations()) * 1e9 / kLines;
    state.counters["times_reading"] = decode / read;
}
BENCHMARK(decode_a_million_lines)->UseManualTime()->Unit(benchmark::kMillisecond)->Iterations(3);

}  // namespace
}  // namespace tilescope
