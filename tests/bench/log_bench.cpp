// tests/bench/log_bench.cpp -- finds every word of a log with a million lines; the baseline only counts the lines.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/notation/paste.h>

#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <string_view>
#include <vector>

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
                   ", b_desc=", hex(0x4000404000010440 + step, 16), " idesc=0x08200490\n");
    }
    return log;
}

std::uint64_t words_of(std::string_view log) {
    LogReader reader;
    std::vector<LogWord> words;
    std::uint64_t out = 0;
    while (!log.empty()) {
        const std::size_t end = log.find('\n');
        words.clear();
        reader.read(log.substr(0, end), words);
        out += words.size();
        log.remove_prefix(end + 1);
    }
    return out;
}

void words_of_a_million_lines(benchmark::State& state) {
    using Clock = std::chrono::steady_clock;
    const std::string log = a_log();
    double decode = 0, count = 0;
    for (auto step : state) {
        const auto begin = Clock::now();
        benchmark::DoNotOptimize(std::ranges::count(log, '\n'));
        const auto middle = Clock::now();
        const std::uint64_t words = words_of(log);
        const auto end = Clock::now();
        if (words != 3u * kLines) state.SkipWithError("words are missing");
        count += std::chrono::duration<double>(middle - begin).count();
        decode += std::chrono::duration<double>(end - middle).count();
        state.SetIterationTime(std::chrono::duration<double>(end - middle).count());
    }
    state.counters["ns_per_line"] = decode / static_cast<double>(state.iterations()) * 1e9 / kLines;
    state.counters["times_counting"] = decode / count;
}
BENCHMARK(words_of_a_million_lines)->UseManualTime()->Unit(benchmark::kMillisecond)->Iterations(3);

}  // namespace
}  // namespace tilescope
