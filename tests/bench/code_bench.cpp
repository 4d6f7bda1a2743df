// tests/bench/code_bench.cpp -- the cost of a session as source text. The goal is at most 5 ms for each target.
// SPDX-License-Identifier: MIT
#include <tilescope/code/code.h>
#include <tilescope/document/presets.h>

#include <benchmark/benchmark.h>

namespace tilescope {
namespace {

// The baseline: what the window computes after each edit anyway.
void derive_the_session(benchmark::State& state) {
    const Session session = presets().front().session();
    for (auto step : state) benchmark::DoNotOptimize(derive(session).problems.size());
}
BENCHMARK(derive_the_session)->Unit(benchmark::kMicrosecond);

// All presets that have a text, one after the other; the time is for one text.
void print_code(benchmark::State& state) {
    const CodeTarget& target = code_targets()[static_cast<std::size_t>(state.range(0))];
    state.SetLabel(std::string(target.id));
    std::vector<Derived> sessions;
    for (const Preset& preset : presets())
        if (Derived d = derive(preset.session()); target.text({.derived = d})) sessions.push_back(std::move(d));
    std::size_t next = 0;
    for (auto step : state) {
        const Answer<CodeText> code = target.text({.derived = sessions[next++ % sessions.size()]});
        benchmark::DoNotOptimize(code->text.data());
    }
}
BENCHMARK(print_code)->DenseRange(0, static_cast<int>(code_targets().size()) - 1)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace tilescope
