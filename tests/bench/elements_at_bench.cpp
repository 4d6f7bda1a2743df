// tests/bench/elements_at_bench.cpp -- the cost of pointing at a byte: finds its elements in the largest tiles.
// SPDX-License-Identifier: MIT
#include <tilescope/layout/smem_layout.h>

#include <benchmark/benchmark.h>

namespace tilescope {
namespace {

void inverse_of_one_byte(benchmark::State& state) {
    SmemLayout l{.mode = static_cast<SwizzleMode>(state.range(0)),
                 .major = Major::k,
                 .type = find_type("f16"),
                 .start = 0x400,
                 .lbo = 4096,
                 .sbo = state.range(0) == 0 ? 128u : 1024u,
                 .rows = 256,
                 .columns = 256};
    std::uint32_t byte = 0x400;
    for (auto step : state) {
        benchmark::DoNotOptimize(l);
        benchmark::DoNotOptimize(elements_at(l, byte));
        byte = 0x400 + (byte + 2) % 0x8000;
    }
}
BENCHMARK(inverse_of_one_byte)->ArgName("mode")->Arg(0)->Arg(3);

}  // namespace
}  // namespace tilescope
