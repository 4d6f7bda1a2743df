// tests/bench/frame_bench.cpp -- processor time of one frame without rasterizing, against the ImGui demo window.
// SPDX-License-Identifier: MIT
//
// The demo window draws 8192 additional rectangles.
#include "app/panels/panels.h"
#include "app/window/documents/edits.h"
#include "app/window/frame/app.h"
#include "app/window/frame/drawer.h"
#include "app/window/paste/paste.h"
#include "app/window/player/player.h"
#include "app/window/result/emulation.h"
#include "tests/bench/no_painter.h"
#include "tests/support/live_record.h"
#include "tests/support/ui_harness.h"

#include <tilescope/base/say.h>
#include <tilescope/document/presets.h>

#include <benchmark/benchmark.h>

#include <algorithm>
#include <optional>
#include <string>
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

// One app with a view, whose frames are drawn without a window.
class DrawnApp {
public:
    DrawnApp(const Session& session, const ViewState& view_state) {
        app.jobs.emulation = emulation_jobs([] {});
        start(app.document(), session);
        app.document().view_state = view_state;
        app.document().requests.view_state = view_state;
    }
    // Draws until the picture has settled, with its result if it shows one.
    void settle() {
        harness_.emplace([this] { draw(); }, ImVec2{kWidth, kHeight});
        harness_->frames(5);
        while (app.document().results.state == ResultState::running) harness_->frames(1);
        if (app.document().results.emulation)
            app.jobs.live.view.runs.push_back(run_with_one_difference(*app.document().results.emulation));
        app.document().states.run.shown = 1;
        harness_->frames(2);
        g_probe = nullptr;  // as in the shipped program, which does not record the positions of items
    }
    void one_frame() {
        ImGui::NewFrame();
        draw();
        ImGui::Render();
    }
    App app;

private:
    void draw() {  // the constructor of the harness draws the first frames
        ImFont* mono = harness_ ? harness_->style().mono : ImGui::GetFont();
        frame(app.context(), {.theme = &theme(false), .scale = 1, .mono = mono, .painter = &painter_});
    }
    NoPainter painter_;
    std::optional<UiHarness> harness_;
};

void a_view(benchmark::State& state, const Session& session, const ViewState& view_state) {
    DrawnApp drawn(session, view_state);
    drawn.app.prefs.live = true;
    drawn.settle();
    for (auto step : state) drawn.one_frame();
}

// A benchmark for each picture and each preset: frame/PANEL/PRESET, with small cells also frame/PANEL/PRESET/fine. So
// no screen and no tab can be left out.
[[maybe_unused]] const bool kViewsAreRegistered = [] {
    for (std::size_t i = 0; i < kScreenCount; ++i)
        for (const Panel& panel : all_panels()) {
            const auto screen = static_cast<Screen>(i);
            if (panel.region != Region::stage || !panel.picture || !(panel.screens & on(screen))) continue;
            for (const Preset& preset : presets())
                for (const bool fine : {false, true}) {
                    ViewState view_state{.screen = screen, .selection = ElementFocus{Matrix::a, 3, 24}};
                    if (panel.tab) tab_of(view_state, screen) = *panel.tab;
                    if (fine) view_state.grain = Grain::element, view_state.tmem_grain = TmemGrain::cell;
                    const std::string name = say("frame/", panel.id, "/", preset.id, fine ? "/fine" : "");
                    benchmark::RegisterBenchmark(name.c_str(), a_view, preset.session(), view_state)
                        ->Unit(benchmark::kMicrosecond);
                }
        }
    return true;
}();

// The player in the middle of the step in which most cells move.
void a_player(benchmark::State& state, const Session& session, AnimationId id) {
    DrawnApp drawn(session, {});
    open_player(drawn.app.document(), id);
    drawn.settle();
    PlayerState& player = player_of(drawn.app.document());
    if (!player.animation) return state.SkipWithError("this session has nothing that could move");
    const auto& steps = player.animation->steps;
    const auto most = std::ranges::max_element(steps, {}, [](const AnimationStep& s) { return s.movements.size(); });
    for (auto step : state) {
        player.time = {static_cast<std::size_t>(most - steps.begin()), kMovingShare / 2};
        drawn.one_frame();
    }
}

[[maybe_unused]] const bool kPlayersAreRegistered = [] {
    for (const Preset& preset : presets())
        for (const AnimationRow& row : kAnimations)
            if (can_be_played(row.id, derive(preset.session()), {}))
                benchmark::RegisterBenchmark(say("frame/player/", row.name, "/", preset.id).c_str(), a_player,
                                             preset.session(), row.id)
                    ->Unit(benchmark::kMicrosecond);
    return true;
}();

void build_animation(benchmark::State& state, const Session& session, AnimationId id) {
    const Derived d = derive(session);
    for (auto step : state) benchmark::DoNotOptimize(animation_of(id, d, {}));
}
BENCHMARK_CAPTURE(build_animation, swizzle, find_preset("k_major_128b_f16")->session(), AnimationId::swizzle)
    ->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(build_animation, tma, find_preset("k_major_128b_f16")->session(), AnimationId::tma)
    ->Unit(benchmark::kMicrosecond);

void paste_100000_words(App& app) {
    read_paste(app.context(), "a_desc = 0x4000404000010040");
    const FoundWord word = app.document().paste.result.words.front();
    app.document().paste.result.words.assign(100'000, word);
    for (std::size_t i = 0; i < app.document().paste.result.words.size(); ++i)
        app.document().paste.result.words[i].readings.front().word += i % 4096 * 2;
    ++app.document().states.paste_number;
    raise_drawer(app.document(), app.regions, "batch");
    app.document().requests.view_state = app.document().view_state;
}

// The table of 100,000 pasted words: it is made once, and a frame draws only the visible rows.
void batch_with_100000_rows(benchmark::State& state) {
    DrawnApp drawn(find_preset("k_major_128b_f16")->session(), {});
    paste_100000_words(drawn.app);
    drawn.settle();
    for (auto step : state) drawn.one_frame();
}

// What the frame pays that gets such a table from the thread that made it.
void take_100000_rows(benchmark::State& state) {
    App app;
    start(app.document(), find_preset("k_major_128b_f16")->session());
    paste_100000_words(app);
    BatchPanelState& batch = app.document().states.batch;
    for (auto step : state) {
        state.PauseTiming();
        PreparedBatch next = prepare_batch(
            batch_table(app.document().paste.result, app.document().paste.text, app.document().session.arch),
            app.document().session.arch);
        state.ResumeTiming();
        PreparedBatch old = give_batch(batch, std::move(next), ++app.document().states.paste_number);
        follow_batch(batch, app.document().paste.result, app.document().paste.text, app.document().states.paste_number,
                     app.document().session.arch);
        state.PauseTiming();
        old = {};
        state.ResumeTiming();
    }
}

BENCHMARK(demo_with_8192_rectangles)->Unit(benchmark::kMicrosecond);
BENCHMARK(batch_with_100000_rows)->Unit(benchmark::kMicrosecond);
BENCHMARK(take_100000_rows)->Unit(benchmark::kMicrosecond)->Iterations(20);  // each prepares a table first

}  // namespace
}  // namespace tilescope::ui
