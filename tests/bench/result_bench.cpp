// tests/bench/result_bench.cpp -- from an edit to the frame that shows its result: window, job thread and all cores.
// SPDX-License-Identifier: MIT
//
// Compare it with the same edit without a window, in one thread (edit_to_result in emulation_bench.cpp).
#include "app/window/documents/edits.h"
#include "app/window/frame/app.h"
#include "app/window/result/emulation.h"
#include "tests/bench/edited_tile.h"
#include "tests/bench/no_painter.h"
#include "tests/support/ui_harness.h"

#include <benchmark/benchmark.h>

#include <condition_variable>
#include <mutex>

namespace tilescope::ui {
namespace {

// Waits for a new result, as the window program waits for its events.
class News {
public:
    void wake() {
        const std::lock_guard lock(mutex_);
        awake_ = true;
        there_.notify_one();
    }
    void wait() {
        std::unique_lock lock(mutex_);
        there_.wait(lock, [&] { return awake_; });
        awake_ = false;
    }

private:
    std::mutex mutex_;
    std::condition_variable there_;
    bool awake_ = false;
};

void result_follows_an_edit(benchmark::State& state) {
    NoPainter painter;
    News news;
    App app;
    app.jobs.emulation = emulation_jobs([&] { news.wake(); });
    start(app.document(), bench::edited_tile());
    app.document().view_state.screen = Screen::tmem;
    tab_of(app.document().view_state, Screen::tmem) = StageTab::result;
    app.document().requests.view_state = app.document().view_state;
    UiHarness* made = nullptr;
    const auto draw = [&] {
        ImFont* mono = made ? made->style().mono : ImGui::GetFont();
        frame(app.context(), {.theme = &theme(false), .scale = 1, .mono = mono, .painter = &painter});
    };
    UiHarness harness(draw, {1920, 1080});
    made = &harness;
    const auto one_frame = [&] {
        ImGui::NewFrame();
        draw();
        ImGui::Render();
    };
    const auto shows_result = [&] {
        return app.document().results.state == ResultState::done &&
               app.document().results.revision == app.document().revision;
    };
    harness.frames(5);
    g_probe = nullptr;
    std::uint64_t gesture = 1;
    for (auto step : state) {
        const std::uint32_t negate_a = 1u << 13;
        const std::uint64_t idesc = app.document().session.word(WordId::idesc) ^ negate_a;
        make_edits(app.context(), {SetWord{WordId::idesc, idesc}}, gesture++);
        one_frame();
        while (!shows_result() && app.document().results.state != ResultState::refused) {
            news.wait();
            one_frame();
        }
        if (app.document().results.state == ResultState::refused)
            return state.SkipWithError(app.document().results.refused.c_str());
    }
}
BENCHMARK(result_follows_an_edit)->Unit(benchmark::kMillisecond)->UseRealTime();

}  // namespace
}  // namespace tilescope::ui
