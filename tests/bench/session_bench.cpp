// tests/bench/session_bench.cpp -- the cost of an edit and of a frame in the engine, against a fill of the same tile.
// SPDX-License-Identifier: MIT
#include <tilescope/document/derive.h>
#include <tilescope/document/focus.h>
#include <tilescope/layout/smem_layout.h>
#include <tilescope/rules/legality.h>
#include <tilescope/scene/tile_scene.h>

#include <benchmark/benchmark.h>

#include <array>

namespace tilescope {
namespace {

Session large() {
    Session s;
    s.words[static_cast<std::size_t>(WordId::idesc)] = 0x10400490;  // 256 x 256 for a CTA pair, drawn as a whole
    s.tile_k = 256;
    s.words[0] = s.words[1] = 0x4000404000010040;
    return s;
}

void derive_128x64(benchmark::State& state) {
    const Session s;
    for (auto step : state) benchmark::DoNotOptimize(derive(s));
}
void derive_256x256(benchmark::State& state) {
    const Session s = large();
    for (auto step : state) benchmark::DoNotOptimize(derive(s));
}
void trace_an_element(benchmark::State& state) {
    const Derived d = derive({});
    for (auto step : state) benchmark::DoNotOptimize(trace(d, ElementFocus{Matrix::a, 3, 24}));
}
void trace_a_byte_of_256x256(benchmark::State& state) {
    const Derived d = derive(large());
    for (auto step : state) benchmark::DoNotOptimize(trace(d, ByteFocus{0, 0x1580}));
}
void scene_of_256x256_elements(benchmark::State& state) {
    const Derived d = derive(large());
    for (auto step : state) benchmark::DoNotOptimize(tile_scene(d.a.layout, d.a.bytes, {.grain = Grain::element}));
}
// Pages of the Legality tab, which are computed when the form or the page changes: two pages, and all tables at once.
// `forms` is the widest page.
void legality_shapes(benchmark::State& state) {
    const LegalityQuery query{.variant = {.kind = "f8f6f4"}};
    for (auto step : state) benchmark::DoNotOptimize(legality(query, std::array<std::string_view, 2>{"shape", "k"}));
}
void legality_forms(benchmark::State& state) {
    const LegalityQuery query{.variant = {.kind = "mxf4nvf4"}};
    for (auto step : state) benchmark::DoNotOptimize(legality(query, std::array<std::string_view, 1>{"forms"}));
}
void legality_all_tables(benchmark::State& state) {
    const LegalityQuery query{.variant = {.kind = "f8f6f4"}};
    for (auto step : state) benchmark::DoNotOptimize(legality(query));
}
void fill_256x256(benchmark::State& state) {
    std::vector<std::uint32_t> bytes(256 * 256);
    for (auto step : state) {
        std::fill(bytes.begin(), bytes.end(), 7u);
        benchmark::ClobberMemory();
    }
}
BENCHMARK(fill_256x256)->Unit(benchmark::kMicrosecond);
BENCHMARK(derive_128x64)->Unit(benchmark::kMicrosecond);
BENCHMARK(derive_256x256)->Unit(benchmark::kMicrosecond);
BENCHMARK(trace_an_element)->Unit(benchmark::kMicrosecond);
BENCHMARK(trace_a_byte_of_256x256)->Unit(benchmark::kMicrosecond);
BENCHMARK(scene_of_256x256_elements)->Unit(benchmark::kMicrosecond);
BENCHMARK(legality_shapes)->Unit(benchmark::kMicrosecond);
BENCHMARK(legality_forms)->Unit(benchmark::kMicrosecond);
BENCHMARK(legality_all_tables)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace tilescope
