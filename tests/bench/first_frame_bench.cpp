// tests/bench/first_frame_bench.cpp -- from the start of the window program to its first frame, and its end.
// SPDX-License-Identifier: MIT
//
// All are whole processes on the display of DISPLAY; without one, use xvfb-run. The bare window and the first program
// end after their first frame. The last one ends when its picture has settled, which takes a few frames more.
#include <benchmark/benchmark.h>

#include <cstdlib>

namespace {

void run_until_it_ends(benchmark::State& state, const char* command) {
    if (std::getenv("DISPLAY") == nullptr) return state.SkipWithError("there is no display; start this with xvfb-run");
    for (auto step : state)
        if (std::system(command) != 0) return state.SkipWithError("the program failed");
}

void first_frame_of_a_bare_window(benchmark::State& state) { run_until_it_ends(state, "'" TILESCOPE_BARE_WINDOW "'"); }
void first_frame_of_tilescope(benchmark::State& state) {
    run_until_it_ends(state, "'" TILESCOPE_GUI_PROGRAM "' --one-frame --autosave 0");
}
void settled_picture_of_tilescope(benchmark::State& state) {
    run_until_it_ends(state, "'" TILESCOPE_GUI_PROGRAM "' --idle-exit 0 --autosave 0");
}
BENCHMARK(first_frame_of_a_bare_window)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(first_frame_of_tilescope)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(settled_picture_of_tilescope)->Unit(benchmark::kMillisecond)->UseRealTime();

}  // namespace
