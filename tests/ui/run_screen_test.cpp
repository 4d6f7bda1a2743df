// tests/ui/run_screen_test.cpp -- the screen GPU with a fake worker: off, no driver, phases, equal, different, stopped.
// SPDX-License-Identifier: MIT
#include "tests/ui/run_screen.h"
#include "app/io/file.h"
#include "app/window/frame/palette.h"
#include "tests/support/temporary_folder.h"

#include <tilescope/document/instruction.h>
#include <tilescope/kernel/parameters.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <span>

namespace tilescope::ui {
namespace {

TEST_F(RunScreen, IsOffAndSaysWhatARunIsAndAsksNoWorker) {
    open_screen();
    EXPECT_TRUE(h->shows("live.off"));
    EXPECT_TRUE(h->shows("live.off_text"));
    EXPECT_TRUE(h->shows("live.model")) << "D of the model is there without a GPU";
    EXPECT_TRUE(h->shows("run.check.0"));
    EXPECT_FALSE(h->shows("live.run"));
    EXPECT_FALSE(h->shows("live.gpu"));
    h->key(Key::enter, {Mod::ctrl});
    h->click("run.look");  // is disabled
    h->frames(3);
    EXPECT_EQ(fake.count(), 0u);
    EXPECT_NE(h.app.document().status.find("Live mode is off"), std::string::npos) << h.app.document().status;
    EXPECT_FALSE(h.app.prefs.live);
}

TEST_F(RunScreen, TurningItOnStartsNothing) {
    turn_on();
    EXPECT_TRUE(h.app.prefs.live);
    EXPECT_TRUE(h->shows("live.run"));
    EXPECT_TRUE(h->shows("live.no_run"));
    EXPECT_FALSE(h->shows("live.off"));
    EXPECT_EQ(fake.count(), 0u);
}

TEST_F(RunScreen, SaysThatThereIsNoDriver) {
    fake.list = {.ending = {.outcome = live::Outcome::no_driver, .detail = "libcuda.so.1 is missing"}, .devices = {}};
    turn_on();
    h->click("run.look");
    wait_for_answer();
    EXPECT_TRUE(h->shows("run.no_gpu"));
    EXPECT_NE(h.app.jobs.live.view.gpus_sentence.find("no NVIDIA driver"), std::string::npos);
    fake.ending = fake.list.ending;
    run();
    EXPECT_TRUE(h->shows("live.failed"));
    EXPECT_TRUE(h->shows("live.model")) << "the picture of the model stays";
    EXPECT_EQ(h.app.jobs.live.view.runs.back().outcome, "no_driver");
}

TEST_F(RunScreen, AnEqualRunShowsBothPicturesAndItsTimes) {
    turn_on();
    run();
    EXPECT_TRUE(h->shows("live.equal"));
    EXPECT_TRUE(h->shows("live.model"));
    EXPECT_TRUE(h->shows("live.gpu"));
    EXPECT_TRUE(h->shows("live.times"));
    EXPECT_TRUE(h->shows("runs.line.1"));
    EXPECT_FALSE(h->shows("live.different"));
    EXPECT_FALSE(h->shows("live.out_of_spec"));
    EXPECT_FALSE(h->shows("live.before"));
    EXPECT_NE(h.app.document().status.find("Run 1: All"), std::string::npos) << h.app.document().status;
    EXPECT_EQ(h.app.document().states.run.drawn->colouring, LiveColouring::value)
        << "nothing differs, so values show more";
}

TEST_F(RunScreen, ADifferentRunShowsTheDifferenceAndTheWordsOfTheFirst) {
    fake.flipped = 1;
    turn_on();
    run();
    EXPECT_TRUE(h->shows("live.different"));
    EXPECT_FALSE(h->shows("live.equal"));
    EXPECT_TRUE(h->shows("live.element"));
    EXPECT_EQ(h.app.document().states.run.drawn->colouring, LiveColouring::difference);
    EXPECT_EQ(h.app.document().states.run.scene.grids.at(1).mark[3], Mark::crossed);
    h->click("live.colouring.value");
    h->frames(2);
    EXPECT_EQ(h.app.document().states.run.drawn->colouring, LiveColouring::value);
    h->point_at("live.gpu");
    h->frames(3);
    EXPECT_TRUE(std::holds_alternative<ElementFocus>(h.app.document().pointed.item));
}

TEST_F(RunScreen, ShowsThePhasesWhileItRunsAndNothingElseRuns) {
    fake.waits = true;
    fake.stage = 7;  // issued
    turn_on();
    h->click("live.run");
    fake.begun.acquire();
    // If the phase came while the click was drawn, it is drawn already.
    EXPECT_TRUE(has_news(h.app, "live") || h->shows("live.reached.7")) << "the loop must draw the new phase";
    h->frames(3);
    EXPECT_FALSE(has_news(h.app, "live"));
    EXPECT_TRUE(h->shows("live.now"));
    EXPECT_TRUE(h->shows("live.reached.7"));
    EXPECT_TRUE(h->shows("live.stage.8"));
    EXPECT_EQ(h.app.jobs.live.view.stages.at(7), "issued");
    EXPECT_FALSE(h->shows("live.run")) << "one run at a time";
    h->key(Key::enter, {Mod::ctrl});
    h->frames(2);
    EXPECT_EQ(fake.count(), 1u);
    fake.open_gate();
    wait_for_answer();
    EXPECT_TRUE(h->shows("live.equal"));
    EXPECT_FALSE(h.app.jobs.live.is_busy());
}

TEST_F(RunScreen, StopEndsTheRunAndTheHistoryHasIt) {
    fake.waits = true;
    turn_on();
    h->click("live.run");
    fake.begun.acquire();
    h->click("live.stop");
    wait_for_answer();
    EXPECT_FALSE(h.app.jobs.live.is_busy());
    ASSERT_EQ(h.app.jobs.live.view.runs.size(), 1u);
    EXPECT_EQ(h.app.jobs.live.view.runs[0].outcome, "stopped");
    EXPECT_TRUE(h->shows("live.failed"));
}

TEST_F(RunScreen, TurningItOffDuringARunEndsTheRun) {
    fake.waits = true;
    turn_on();
    h->click("live.run");
    fake.begun.acquire();
    h->click("run.live");
    answers.acquire();  // of the order that ends the worker
    h->frames(3);
    EXPECT_FALSE(h.app.prefs.live);
    EXPECT_FALSE(h.app.jobs.live.is_busy());
    EXPECT_TRUE(h->shows("live.off"));
    EXPECT_EQ(fake.orders.back().ask, LiveAsk::end);
}

TEST_F(RunScreen, AnErrorByTheRulesNeedsATickWhichTheNextEditRemoves) {
    turn_on();
    const Session good = h.app.document().session;
    h.app.document().requests.edits.push_back(
        SetWord{WordId::a_desc, good.word(WordId::a_desc) | 1u << 14});  // must be 0
    wait_for_model();
    ASSERT_TRUE(h->shows("live.run_disabled"));
    h->key(Key::enter, {Mod::ctrl});
    h->frames(3);
    EXPECT_EQ(fake.count(), 0u);
    EXPECT_NE(h.app.document().status.find("Run anyway"), std::string::npos) << h.app.document().status;
    h->click("run.anyway");
    h->frames(2);
    run();
    ASSERT_EQ(fake.count(), 1u);
    EXPECT_TRUE(fake.orders[0].request.anyway);
    EXPECT_TRUE(h->shows("live.out_of_spec"));
    EXPECT_TRUE(h.app.jobs.live.view.runs[0].out_of_spec);
    h.app.document().requests.edits.push_back(
        SetWord{WordId::a_desc, h.app.document().session.word(WordId::a_desc) + 1});
    wait_for_model();
    EXPECT_TRUE(h->shows("live.run_disabled")) << "the tick was for other words";
}

TEST_F(RunScreen, ASessionWithoutAKernelCannotRun) {
    turn_on();
    h.app.document().requests.edits.push_back(SetArch{"sm_120a"});
    h->frames(4);
    EXPECT_TRUE(h->shows("live.run_disabled"));
    EXPECT_FALSE(h->shows("run.anyway")) << "no tick helps";
    h->key(Key::enter, {Mod::ctrl});
    h->frames(3);
    EXPECT_EQ(fake.count(), 0u);
    EXPECT_FALSE(h.app.document().status.empty());
    h->click("stage.tab.kernel");
    h->frames(2);
    EXPECT_TRUE(h->shows("kernel.none"));
}

TEST_F(RunScreen, ARunIsShownAgainAndItsSessionRestoredAsAnEdit) {
    turn_on();
    const Session first = h.app.document().session;
    run();
    h.app.document().requests.edits.push_back(SetRun{{.first_step = 1, .steps = 1}});
    wait_for_model();
    const Session second = h.app.document().session;
    EXPECT_TRUE(h->shows("live.before")) << "the run is of the session before the edit";
    fake.flipped = 1;
    run();
    EXPECT_TRUE(h->shows("live.different"));
    h->click("runs.line.1");
    h->frames(3);
    EXPECT_TRUE(h->shows("live.equal"));
    h->click("runs.restore");
    h->frames(3);
    EXPECT_EQ(h.app.document().session, first);
    h->key(Key::z, {Mod::ctrl});
    h->frames(2);
    EXPECT_EQ(h.app.document().session, second);
    h->click("runs.none");
    h->frames(2);
    EXPECT_FALSE(h->shows("live.gpu"));
    EXPECT_TRUE(h->shows("live.model"));
}

TEST_F(RunScreen, KeepsTheNewestRuns) {
    turn_on();
    for (std::size_t i = 0; i < kMostRuns + 2; ++i) run();
    EXPECT_EQ(h.app.jobs.live.view.runs.size(), kMostRuns);
    EXPECT_EQ(h.app.jobs.live.kept.size(), kMostRuns);
    EXPECT_EQ(h.app.jobs.live.view.runs.front().number, 3u);
}

TEST_F(RunScreen, TheReportAndTheKernelAreSaved) {
    const test::TemporaryFolder folder;
    const std::string report = folder.path() + "/r.md", json = folder.path() + "/r.json",
                      kernel = folder.path() + "/k.ptx";
    turn_on();
    EXPECT_FALSE(is_possible(*find_command("save_report"), h.app));
    run();
    ASSERT_TRUE(is_possible(*find_command("save_report"), h.app));
    find_verb("report ")->act(h.app, report);
    find_verb("report-json ")->act(h.app, json);
    find_verb("kernel ")->act(h.app, kernel);
    EXPECT_NE(io::read_text(report)->find("tcgen05.mma"), std::string::npos);
    EXPECT_NE(io::read_text(json)->find("\"equal\""), std::string::npos);
    EXPECT_EQ(*io::read_text(kernel), live_kernel(h.app.document().derived)->text);
    h->click("stage.tab.kernel");
    h->frames(2);
    EXPECT_TRUE(h->shows("kernel.text"));
    h->click("kernel.copy");
    h->frames(2);
    EXPECT_EQ(h->clipboard(), live_kernel(h.app.document().derived)->text);
}

TEST_F(RunScreen, ThePaletteFindsWhatIsPossibleNow) {
    const auto finds = [&](std::string_view typed, std::string_view id) {
        const auto offers = offers_for(h.app, typed, 3);
        return std::ranges::any_of(offers, [&](const Offer& o) { return text_of(o) == id; });
    };
    EXPECT_FALSE(finds("bug report", "save_report"));
    EXPECT_FALSE(finds("list devices", "look_for_gpus")) << "live mode is off";
    turn_on();
    EXPECT_TRUE(finds("list devices", "look_for_gpus"));
    EXPECT_TRUE(finds("save kernel", "save_kernel"));
    run();
    EXPECT_TRUE(finds("bug report", "save_report"));
    EXPECT_TRUE(finds("report json", "save_report_json"));
    EXPECT_FALSE(finds("cancel run", "stop_live"));
    fake.waits = true;
    h->click("live.run");
    fake.begun.acquire();
    EXPECT_TRUE(finds("cancel run", "stop_live"));
}

TEST_F(RunScreen, AnIdleScreenRequestsNoFrames) {
    turn_on();
    run();
    h->frames(5);
    for (int i = 0; i < 4; ++i) h.app.regions.redraw.drew_a_frame();
    EXPECT_LT(h.app.regions.redraw.sleep(h.app.jobs.live.is_busy()), 0);
    EXPECT_FALSE(has_news(h.app, "live"));
}

// Every text of the screen fits into its region, at the smallest size that shows all regions.
TEST(RunScreenSize, NothingLeavesTheWindow) {
    AppHarness h({1000, 600});
    h->click("top.screen.6");
    h->frames(3);
    for (const auto& [id, place] : h->probe().items()) EXPECT_LE(place.max.x, 1000) << id;
}

TEST(LiveJobsThread, AStoppedOrderHasAReplyAndAReplacedOneHasNone) {
    FakeWorker fake;
    std::counting_semaphore<64> answers{0};
    fake.waits = true;
    LiveJobs jobs([&](const LiveOrder& order, const std::stop_token& stop,
                      const LiveJobs::Report& report) { return fake.work(order, stop, report); },
                  [&] { answers.release(); });
    jobs.ask({.ask = LiveAsk::devices, .worker = "first"});
    fake.begun.acquire();
    jobs.ask({.ask = LiveAsk::devices, .worker = "second"});
    fake.begun.acquire();
    jobs.stop();
    answers.acquire();
    const auto reply = jobs.take();
    ASSERT_TRUE(reply);
    EXPECT_EQ(reply->order.worker, "second");
    EXPECT_EQ(reply->devices.ending.outcome, live::Outcome::stopped);
    EXPECT_FALSE(jobs.take());
}

TEST(LiveJobsThread, ItsEndStopsTheWork) {
    FakeWorker fake;
    fake.waits = true;
    auto jobs =
        std::make_unique<LiveJobs>([&](const LiveOrder& order, const std::stop_token& stop,
                                       const LiveJobs::Report& report) { return fake.work(order, stop, report); });
    jobs->ask({.ask = LiveAsk::devices});
    fake.begun.acquire();
    jobs.reset();  // would wait for ever
    EXPECT_EQ(fake.count(), 1u);
}

TEST(LiveStages, EachMessageOfTheWorkerHasItsPlace) {
    const LiveStages stages = live_stages();
    EXPECT_EQ(stages.front(), "CPU model");
    EXPECT_EQ(stages.at(stage_of({.stage = live::Stage::opening})), "opening");
    EXPECT_EQ(stages.at(stage_of({.stage = live::Stage::copying_in})), "copying in");
    EXPECT_EQ(stages.at(stage_of({.stage = live::Stage::running})), "copying in") << "nothing has happened";
    for (const PhaseRow& row : std::span(kPhases).subspan(1)) {
        std::string title(row.id);
        std::ranges::replace(title, '_', ' ');
        EXPECT_EQ(stages.at(stage_of({.stage = live::Stage::running, .phase = row.phase})), title);
    }
    EXPECT_EQ(stage_of({.stage = live::Stage::copying_out}), stages.size() - 1);
    EXPECT_LT(stage_of({.stage = live::Stage::running, .phase = 4'000'000'000}), stages.size());
}

}  // namespace
}  // namespace tilescope::ui
