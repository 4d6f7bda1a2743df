// tests/bench/share_bench.cpp -- state lines, reproducers and reports, against a session as JSON.
// SPDX-License-Identifier: MIT
#include "app/io/npy.h"
#include "app/io/state_line.h"
#include "app/publish/export_targets.h"
#include "app/publish/pages.h"

#include <tilescope/document/presets.h>

#include <benchmark/benchmark.h>

namespace tilescope {
namespace {

io::SessionFile a_file() { return {find_preset("block_scaled_mxf4nvf4")->session(), ViewState{}}; }

void session_as_json(benchmark::State& state) {
    const io::SessionFile file = a_file();
    for (auto step : state) benchmark::DoNotOptimize(io::session_to_text(file));
}
void session_from_json(benchmark::State& state) {
    const std::string text = io::session_to_text(a_file());
    for (auto step : state) benchmark::DoNotOptimize(io::session_from_text(text));
}
void state_line_written(benchmark::State& state) {
    const io::SessionFile file = a_file();
    for (auto step : state) benchmark::DoNotOptimize(io::state_line(file));
}
void state_line_read(benchmark::State& state) {
    const std::string line = *io::state_line(a_file());
    for (auto step : state) benchmark::DoNotOptimize(io::state_lines_in(line));
}
void reproducer_written(benchmark::State& state) {
    const io::SessionFile file = a_file();
    for (auto step : state) benchmark::DoNotOptimize(io::reproducer(file, "."));
}
void report_written(benchmark::State& state) {
    const Derived d = derive(a_file().session);
    const Results results = io::emulated(d, ".");
    for (auto step : state) benchmark::DoNotOptimize(io::report_html({d, ViewState{}, results, "job.json"}));
}
BENCHMARK(session_as_json);
BENCHMARK(session_from_json);
BENCHMARK(state_line_written);
BENCHMARK(state_line_read);
BENCHMARK(reproducer_written);
BENCHMARK(report_written);

}  // namespace
}  // namespace tilescope
