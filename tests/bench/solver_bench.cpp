// tests/bench/solver_bench.cpp -- the solvers: from CuTe text to descriptors, and from columns to a mask word.
// SPDX-License-Identifier: MIT
#include <tilescope/layout/tile.h>
#include <tilescope/notation/cute.h>
#include <tilescope/solver/solve_layout.h>
#include <tilescope/solver/solve_mask.h>

#include <benchmark/benchmark.h>

namespace tilescope {
namespace {

std::string text_of_tile(int rows, int columns) {
    return to_text(*cute_of(build_tile({.type = find_type("f16"), .rows = rows, .columns = columns})->layout));
}

// The cost of a keystroke in the layout tab: reads the text, evaluates it, tries every mode, verifies every element.
void solve_text(benchmark::State& state) {
    const auto side = static_cast<int>(state.range(0));
    const std::string text = text_of_tile(side, static_cast<int>(state.range(1)));
    for (auto step : state) {
        const auto request = requested_from(*parse_cute(text), *find_type("f16"), 0);
        const LayoutAnswer answer = solve_layout(*request);
        if (answer.solutions.empty()) state.SkipWithError("no solution");
        benchmark::DoNotOptimize(&answer);
    }
}
BENCHMARK(solve_text)->Args({128, 64})->Args({256, 64})->Args({256, 256})->Unit(benchmark::kMicrosecond);

// The slowest case: no mode matches, so the solver tries every mode to its end.
void refuse_text(benchmark::State& state) {
    const std::string text = text_of_tile(128, 64);
    auto parsed = *parse_cute(text);
    parsed.swizzle = Swizzle{2, 4, 4};
    for (auto step : state) {
        const LayoutAnswer answer = solve_layout(*requested_from(parsed, *find_type("f16"), 0));
        if (!answer.solutions.empty()) state.SkipWithError("a solution");
        benchmark::DoNotOptimize(&answer);
    }
}
BENCHMARK(refuse_text)->Unit(benchmark::kMicrosecond);

void solve_mask_of_256(benchmark::State& state) {
    std::vector<bool> target(256);
    const MaskPicture picture = expand_mask({.sc = {2, 1, 0, 3}, .nonzero = true, .skip = 3, .use = 5}, 32, 256);
    for (std::size_t j = 0; j < target.size(); ++j) target[j] = picture.columns[j].zeroed;
    for (auto step : state) {
        const MaskAnswer answer = solve_mask(target, 32);
        if (!answer.solution) state.SkipWithError("no solution");
        benchmark::DoNotOptimize(&answer);
    }
}
BENCHMARK(solve_mask_of_256)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace tilescope
