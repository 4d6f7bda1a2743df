// tests/bench/tile_map_bench.cpp -- a whole tile of addresses against filling the same array with one number.
// SPDX-License-Identifier: MIT
#include <tilescope/layout/tile_map.h>

#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <utility>

namespace tilescope {
namespace {

using Clock = std::chrono::steady_clock;

struct Tile {
    const char* name;
    SmemLayout layout;
};

SmemLayout tile(SwizzleMode mode, Major major, std::uint32_t lbo, std::uint32_t sbo) {
    return {.mode = mode,
            .major = major,
            .type = find_type("f16"),
            .start = 0x8400,
            .lbo = lbo,
            .sbo = sbo,
            .rows = 128,
            .columns = 64};
}

const Tile kTiles[] = {
    {"K 128B", tile(SwizzleMode::b128, Major::k, 16, 1024)},
    {"K 32B, four atoms", tile(SwizzleMode::b32, Major::k, 16, 256)},
    {"K none", tile(SwizzleMode::none, Major::k, 2048, 128)},
    {"MN 128B", tile(SwizzleMode::b128, Major::mn, 8192, 1024)},
};

std::chrono::nanoseconds time_of(const auto& work) {
    const Clock::time_point begin = Clock::now();
    for (int i = 0; i < 16; ++i) work();
    return std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now() - begin);
}

// Map and fill take turns, so a slower moment of the machine meets both; counted are the fastest turns of each.
void map_against_fill(benchmark::State& state) {
    const Tile& t = kTiles[state.range(0)];
    SmemLayout layout = t.layout;
    std::vector<std::uint32_t> bytes(static_cast<std::size_t>(layout.rows * layout.columns));
    std::uint32_t value = 1;
    auto best_map = std::chrono::nanoseconds::max(), best_fill = best_map;
    for (auto step : state) {
        const auto map = time_of([&] {
            benchmark::DoNotOptimize(layout);  // nothing about the layout is known when this is compiled
            tile_map(layout, bytes);
            benchmark::ClobberMemory();
        });
        const auto fill = time_of([&] {
            benchmark::DoNotOptimize(value);
            std::ranges::fill(bytes, value);
            benchmark::DoNotOptimize(bytes.data());
            benchmark::ClobberMemory();
        });
        best_map = std::min(best_map, map);
        best_fill = std::min(best_fill, fill);
    }
    const double elements = 16.0 * static_cast<double>(bytes.size());
    state.counters["map_ns_per_element"] = static_cast<double>(best_map.count()) / elements;
    state.counters["fill_ns_per_element"] = static_cast<double>(best_fill.count()) / elements;
    state.counters["ratio"] = static_cast<double>(best_map.count()) / static_cast<double>(best_fill.count());
    state.SetLabel(t.name);
}
BENCHMARK(map_against_fill)->ArgName("tile")->DenseRange(0, std::size(kTiles) - 1);

}  // namespace
}  // namespace tilescope
