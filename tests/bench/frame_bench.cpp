// tests/bench/frame_bench.cpp -- processor time of one frame without rasterizing, against the ImGui demo window.
// SPDX-License-Identifier: MIT
//
// The demo window draws 8192 additional rectangles.
#include "app/shell/drawer.h"
#include "app/shell/frame.h"
#include "tests/bench/no_painter.h"
#include "tests/support/ui_harness.h"

#include <tilescope/session/presets.h>

#include <benchmark/benchmark.h>

#include <utility>

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
void whole_mma(benchmark::State& state) { a_screen(state, Screen::mma, Grain::chunk); }
void zero_mask(benchmark::State& state) { a_screen(state, Screen::mask, Grain::chunk); }

void paste_100000_words(App& app) {
    start(app, find_preset("k_major_128b_f16")->session());
    read_paste(app, "a_desc = 0x4000404000010040");
    const FoundWord word = app.pasted.words.front();
    app.pasted.words.assign(100'000, word);
    for (std::size_t i = 0; i < app.pasted.words.size(); ++i) app.pasted.words[i].readings.front().word += i % 4096 * 2;
    ++app.states.paste_number;
    raise_drawer(app, "batch");
    app.requests.view_state = app.view_state;
}

// The table of 100,000 pasted words: it is made once, and a frame draws only the visible rows.
void batch_with_100000_rows(benchmark::State& state) {
    App app;
    NoPainter painter;
    paste_100000_words(app);
    UiHarness* made = nullptr;
    const auto draw = [&] {
        ImFont* mono = made ? made->style().mono : ImGui::GetFont();
        frame(app, {.theme = &theme(false), .scale = 1, .mono = mono, .painter = &painter});
    };
    UiHarness harness(draw, {kWidth, kHeight});
    made = &harness;
    harness.frames(5);
    g_probe = nullptr;
    for (auto step : state) {
        ImGui::NewFrame();
        draw();
        ImGui::Render();
    }
}

// What the frame pays that gets such a table from the thread that made it.
void take_100000_rows(benchmark::State& state) {
    App app;
    paste_100000_words(app);
    BatchPanelState& batch = app.states.batch;
    for (auto step : state) {
        state.PauseTiming();
        PreparedBatch next = prepare_batch(batch_table(app.pasted, app.paste_text, app.session.arch), app.session.arch);
        state.ResumeTiming();
        OldBatch old = give_batch(batch, std::move(next), ++app.states.paste_number);
        follow_batch(batch, app.pasted, app.paste_text, app.states.paste_number, app.session.arch);
        state.PauseTiming();
        old = {};
        state.ResumeTiming();
    }
}

BENCHMARK(demo_with_8192_rectangles)->Unit(benchmark::kMicrosecond);
BENCHMARK(memory_chunks)->Unit(benchmark::kMicrosecond);
BENCHMARK(memory_elements)->Unit(benchmark::kMicrosecond);
BENCHMARK(instruction)->Unit(benchmark::kMicrosecond);
BENCHMARK(whole_mma)->Unit(benchmark::kMicrosecond);
BENCHMARK(zero_mask)->Unit(benchmark::kMicrosecond);
BENCHMARK(batch_with_100000_rows)->Unit(benchmark::kMicrosecond);
BENCHMARK(take_100000_rows)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace tilescope::ui
