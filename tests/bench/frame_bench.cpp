// tests/bench/frame_bench.cpp -- processor time of one frame without rasterizing, against the ImGui demo window.
// SPDX-License-Identifier: MIT
//
// The demo window draws 8192 additional rectangles.
#include "app/shell/frame.h"
#include "tests/bench/no_painter.h"
#include "tests/support/ui_harness.h"

#include <tilescope/session/presets.h>

#include <benchmark/benchmark.h>

namespace tilescope::ui {
namespace {

constexpr float kWidth = 1920, kHeight = 1080;

void demo_with_8192_rectangles(benchmark::State& state) {
    UiHarness harness(
        [] {
            ImGui::ShowDemoWindow();
            ImDrawList& list = *ImGui::GetForegroundDrawList();
            for (int i = 0; i < 8192; ++i) {
                const ImVec2 at{static_cast<float>(i % 128) * 8, static_cast<float>(i / 128) * 8};
                list.AddRectFilled(at, {at.x + 7, at.y + 7}, 0xff808080);
            }
        },
        {kWidth, kHeight});
    harness.frames(5);
    for (auto step : state) harness.frames(1);
}

void a_screen(benchmark::State& state, Screen screen, Grain grain) {
    App app;
    NoPainter painter;
    start(app, find_preset(screen == Screen::mask ? "zero_mask_ws" : "k_major_128b_f16")->session());
    app.view_state.screen = screen;
    app.view_state.grain = grain;
    app.view_state.selection = ElementFocus{Matrix::a, 3, 24};
    app.requests.view_state = app.view_state;
    UiHarness* made = nullptr;
    const auto draw = [&] {  // the constructor of the harness draws the first frames, so `made` is null in them
        ImFont* mono = made ? made->style().mono : ImGui::GetFont();
        frame(app, {.theme = &theme(false), .scale = 1, .mono = mono, .painter = &painter});
    };
    UiHarness harness(draw, {kWidth, kHeight});
    made = &harness;
    harness.frames(5);
    g_probe = nullptr;  // as in the shipped program, which does not record the positions of items
    for (auto step : state) {
        ImGui::NewFrame();
        draw();
        ImGui::Render();
    }
}

void memory_chunks(benchmark::State& state) { a_screen(state, Screen::memory, Grain::chunk); }
void memory_elements(benchmark::State& state) { a_screen(state, Screen::memory, Grain::element); }
void instruction(benchmark::State& state) { a_screen(state, Screen::instruction, Grain::chunk); }
void zero_mask(benchmark::State& state) { a_screen(state, Screen::mask, Grain::chunk); }

BENCHMARK(demo_with_8192_rectangles)->Unit(benchmark::kMicrosecond);
BENCHMARK(memory_chunks)->Unit(benchmark::kMicrosecond);
BENCHMARK(memory_elements)->Unit(benchmark::kMicrosecond);
BENCHMARK(instruction)->Unit(benchmark::kMicrosecond);
BENCHMARK(zero_mask)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace tilescope::ui
