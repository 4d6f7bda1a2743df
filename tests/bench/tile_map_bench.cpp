// tests/bench/tile_map_bench.cpp -- computes the addresses of a whole tile; the baseline fills the same array.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/layout/smem_layout.h>

#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tilescope {
namespace {

using Clock = std::chrono::steady_clock;

struct Tile {
    std::string name;
    SmemLayout layout;
};

// Returns a packed tile with its strides. As in CUTLASS, K-major atoms repeat along M or N first, and MN-major atoms
// repeat along K first.
Tile packed_tile(const SwizzleRow& mode, Major major, std::string_view type, int rows, int columns) {
    const bool k = major == Major::k, plain = mode.mode == SwizzleMode::none;
    SmemLayout l{.mode = mode.mode, .major = major, .type = find_type(type), .rows = rows, .columns = columns};
    const auto m = static_cast<std::uint32_t>(rows), n = static_cast<std::uint32_t>(columns);
    const std::uint32_t atom = mode.k_rows * mode.width_bytes;
    l.start = 0x8400;  // as in kernels: not a multiple of the tile size
    l.sbo = k && !plain ? 8 * mode.width_bytes : plain ? 128 : atom;
    if (k) l.lbo = plain ? m * 16 : 16;
    if (!k) l.lbo = plain ? m / elements_per_chunk(*l.type) * 128 : atom * (n / mode.k_rows);
    return {say(k ? "K " : "MN ", mode.name, " ", type, " ", rows, "x", columns), l};
}

constexpr std::pair<int, int> kSizes[] = {{64, 32}, {128, 64}, {128, 128}, {256, 64}, {64, 256}, {256, 256}};
constexpr std::string_view kTypes[] = {"e4m3", "f16", "tf32"};
constexpr std::size_t kTiles = 2 * std::size(kSwizzleModes) * std::size(kTypes) * std::size(kSizes);

// Returns the tile with this index in the list of all majors, modes, types and sizes.
Tile tile_of(std::size_t index) {
    const auto [rows, columns] = kSizes[index % std::size(kSizes)];
    index /= std::size(kSizes);
    const std::string_view type = kTypes[index % std::size(kTypes)];
    index /= std::size(kTypes);
    const SwizzleRow& mode = kSwizzleModes[index % std::size(kSwizzleModes)];
    return packed_tile(mode, index < std::size(kSwizzleModes) ? Major::k : Major::mn, type, rows, columns);
}

std::chrono::nanoseconds time_of(const auto& work) {
    const Clock::time_point begin = Clock::now();
    for (int i = 0; i < 16; ++i) work();
    return std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now() - begin);
}

// Map and fill take turns, so a slow moment of the machine affects both. The result is the fastest turn of each.
void map_against_fill(benchmark::State& state) {
    const Tile t = tile_of(static_cast<std::size_t>(state.range(0)));
    SmemLayout layout = t.layout;
    std::vector<std::uint32_t> bytes(static_cast<std::size_t>(layout.rows * layout.columns));
    std::uint32_t value = 1;
    auto best_map = std::chrono::nanoseconds::max(), best_fill = best_map;
    for (auto step : state) {
        const auto map = time_of([&] {
            benchmark::DoNotOptimize(layout);  // so the compiler does not know the layout
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
BENCHMARK(map_against_fill)->ArgName("tile")->DenseRange(0, kTiles - 1);

}  // namespace
}  // namespace tilescope
