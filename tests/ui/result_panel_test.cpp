// tests/ui/result_panel_test.cpp -- the result panel: states, notations, causes, pointing, copies, steps.
// SPDX-License-Identifier: MIT
#include "tests/ui/app_harness.h"
#include "tests/ui/panel_harness.h"

#include "app/window/result/emulation.h"

#include <tilescope/document/emulate.h>
#include <tilescope/document/presets.h>

#include <gtest/gtest.h>

#include <semaphore>

namespace tilescope::ui {
namespace {

class ResultPanel : public testing::Test {
protected:
    ResultPanel() : h(draw_result_panel, {680, 470}) {
        h.view_state.screen = Screen::tmem;
        tab_of(h.view_state, Screen::tmem) = StageTab::result;
        h.frames(2);
    }
    void set(WordId word, std::string_view field, std::uint64_t value) {
        const Field& f = *find_field(*derive(h.session).of(word).format, field);
        h.session = apply_edit(h.session, SetField{word, &f, value});
    }
    PanelHarness h;
};

TEST_F(ResultPanel, RequestsAResultAndReportsThatThereIsNone) {
    EXPECT_TRUE(h.result_requested);
    EXPECT_TRUE(h.shows("result.none"));
    EXPECT_FALSE(h.shows("result.numbers"));
    h.click("result.emulate");
    EXPECT_TRUE(h.has_requested(command("emulate")));
}

TEST_F(ResultPanel, ShowsTheNumbersOfDAndTheirCounts) {
    h.emulate();
    EXPECT_TRUE(h.shows("result.verdict.right"));
    h.click("result.more");
    for (const char* id : {"result.profile", "result.counts", "result.numbers", "result.overview", "result.hint"})
        EXPECT_TRUE(h.shows(id)) << id;
    for (const char* id : {"result.none", "result.running", "result.before", "result.refused", "result.cause.0"})
        EXPECT_FALSE(h.shows(id)) << id;
    EXPECT_TRUE(h.shows("result.cell.0.0"));
    EXPECT_FALSE(h.shows("result.cell.127.0"));
}

TEST_F(ResultPanel, ShowsHowManyEqualElementsProveSomethingAndOffersBetterValues) {
    h.emulate();
    h.click("result.more");
    EXPECT_TRUE(h.shows("result.sight"));
    ASSERT_TRUE(h.shows("result.cover")) << "half of the rows of the identity are zeros";
    h.click("result.cover");
    EXPECT_EQ(h.history.done(), 1u);
    h.emulate();
    EXPECT_EQ(h.results.emulation->sight.both, h.results.emulation->d.size());
    EXPECT_FALSE(h.shows("result.cover"));
    h.undo();
    EXPECT_EQ(h.session, Session{});
}

TEST_F(ResultPanel, AWiderNumberWidensTheColumnsWhenItIsVisible) {
    h.emulate();
    const float before = h.rect("result.cell.0.1").min.x - h.rect("result.cell.0.0").min.x;
    ASSERT_TRUE(h.results.emulation);
    h.results.emulation->d[1] = 0x80800001;  // -1.1754945e-38
    ++h.results.serial;
    h.frames(2);
    EXPECT_GT(h.rect("result.cell.0.1").min.x - h.rect("result.cell.0.0").min.x, before);
}

TEST_F(ResultPanel, TheLastResultStaysDuringARunThatCanBeStopped) {
    h.emulate();
    h.results.state = ResultState::running;
    h.results.rows_done = 40, h.results.rows = 128;
    h.session.run.enable_d = true;
    h.frames(3);
    EXPECT_TRUE(h.shows("result.running"));
    EXPECT_TRUE(h.shows("result.before"));
    EXPECT_TRUE(h.shows("result.numbers"));
    h.click("result.stop");
    EXPECT_TRUE(h.has_requested(command("stop_emulation")));
}

TEST_F(ResultPanel, AfterAStopTheLastResultStaysAndEmulateIsOffered) {
    h.emulate();
    h.results.state = ResultState::stopped;
    h.session.run.enable_d = true;
    h.frames(3);
    EXPECT_TRUE(h.shows("result.stopped"));
    EXPECT_TRUE(h.shows("result.before"));
    EXPECT_TRUE(h.shows("result.numbers"));
    h.click("result.emulate");
    EXPECT_TRUE(h.has_requested(command("emulate")));
}

TEST_F(ResultPanel, ARefusalIsShownAndOpensTheWrongField) {
    set(WordId::idesc, "m", 3);  // M 48
    h.results.state = ResultState::refused;
    const JobAnswer job = emulator_job(derive(h.session));
    h.results.refused = job.why;
    h.frames(3);
    EXPECT_TRUE(h.shows("result.refused"));
    EXPECT_FALSE(h.shows("result.go_to_field")) << "this refusal names no field";
    h.results.refused_at = job.at;
    h.frames(3);
    h.click("result.go_to_field");
    EXPECT_EQ(h.view_state.active, WordId::idesc);
    EXPECT_EQ(h.view_state.screen, Screen::instruction);
    EXPECT_TRUE(std::holds_alternative<BitFocus>(h.view_state.selection));
}

TEST_F(ResultPanel, TypesAreShownWithAWarningIfTheyAreReadAsOtherTypes) {
    h.emulate();
    EXPECT_TRUE(h.shows("result.types"));
    EXPECT_FALSE(h.shows("result.follow"));
    set(WordId::idesc, "a_type", 1);  // bf16
    set(WordId::idesc, "b_type", 1);
    h.emulate();
    EXPECT_GT(h.results.emulation->count[static_cast<std::size_t>(Verdict::wrong)], 0u);
    h.click("result.follow");
    EXPECT_EQ(h.session.image_of(Operand::a).type, "bf16");
    EXPECT_EQ(h.session.image_of(Operand::b).type, "bf16");
    EXPECT_FALSE(h.shows("result.follow"));
    h.undo();
    EXPECT_EQ(h.session.image_of(Operand::a).type, "f16") << "one click is one step";
    EXPECT_EQ(h.session.image_of(Operand::b).type, "f16");
}

TEST_F(ResultPanel, AWrongStrideIsNamedAndItsButtonOpensTheField) {
    set(WordId::a_desc, "sbo", 32);
    h.session.recipe[0] = {.kind = RecipeKind::random};
    h.emulate();
    ASSERT_FALSE(h.results.job.causes.empty());
    EXPECT_TRUE(h.shows("result.cause.0"));
    EXPECT_TRUE(h.shows("result.explanation")) << "the explanation of the first wrong element";
    h.click("result.cause.0.go");
    EXPECT_EQ(h.view_state.active, WordId::a_desc);
    EXPECT_EQ(h.view_state.screen, Screen::memory);
    const auto* bit = std::get_if<BitFocus>(&h.view_state.selection);
    ASSERT_NE(bit, nullptr);
    EXPECT_EQ(bit->word, WordId::a_desc);
}

TEST_F(ResultPanel, AnUnconfirmedRuleIsMarkedIfTheRunUsesIt) {
    h.emulate();
    EXPECT_FALSE(h.shows("result.doubt.scale_d"));
    h.session.variant.scale_d = 3;
    h.session.run.enable_d = true;
    h.emulate();
    EXPECT_TRUE(h.shows("result.doubt.scale_d"));
    EXPECT_FALSE(h.shows("result.doubt.mmasim")) << "no word of D depends on this doubt";
}

TEST_F(ResultPanel, AClickSelectsAnElementAndExplainsIt) {
    h.emulate();
    h.point_at("result.cell.3.2");
    EXPECT_EQ(h.pointed, Focus(ElementFocus{Matrix::d, 3, 2}));
    h.click("result.cell.3.2");
    EXPECT_EQ(h.view_state.selection, Focus(ElementFocus{Matrix::d, 3, 2}));
    EXPECT_TRUE(h.shows("result.explanation"));
    EXPECT_FALSE(h.shows("result.hint"));
    EXPECT_EQ(h.history.done(), 0u);
}

TEST_F(ResultPanel, ASelectionFromAnotherViewIsScrolledToOnlyOnce) {
    h.emulate();
    h.view_state.selection = ElementFocus{Matrix::d, 100, 80};
    h.frames(3);
    EXPECT_TRUE(h.shows("result.cell.100.80"));
    h.point_at("result.numbers");
    h.wheel(-3);
    h.wheel(-3);
    EXPECT_FALSE(h.shows("result.cell.100.80"));
    h.view_state.selection = CellFocus{0, 5, 17};  // the cell of D[5][17]
    h.frames(3);
    EXPECT_TRUE(h.shows("result.cell.5.17"));
}

TEST_F(ResultPanel, ADragOverTheOverviewSelectsElements) {
    h.emulate();
    const Rect all = h.rect("result.overview");
    h.press("result.overview");
    const auto* first = std::get_if<ElementFocus>(&h.view_state.selection);
    ASSERT_NE(first, nullptr);
    const ElementFocus from = *first;
    h.move_by(0, (all.max.y - all.min.y) / 4);
    const auto* second = std::get_if<ElementFocus>(&h.view_state.selection);
    ASSERT_NE(second, nullptr);
    EXPECT_GT(second->row, from.row) << "dragged down";
    h.release();
}

TEST_F(ResultPanel, TheOverviewShowsAllOfDUntilTheUserZooms) {
    h.emulate();
    const float all = h.states.result.whole.zoom;
    h.point_at("result.overview");
    h.wheel(2);
    h.frames(12);  // the zoom takes 120 ms
    const float closer = h.states.result.whole.zoom;
    EXPECT_GT(closer, all);
    h.click("result.cell.0.0");  // the explanation needs room
    h.emulate();
    EXPECT_EQ(h.states.result.whole.zoom, closer);
    h.double_click("result.overview");
    h.frames(12);
    EXPECT_LT(h.states.result.whole.zoom, closer);
}

TEST_F(ResultPanel, NumbersCanBeShownAsHexadecimalCoordinatesAndDifferences) {
    h.emulate();
    h.click("result.format.hexadecimal");
    EXPECT_EQ(h.view_state.result_format, ResultFormat::hexadecimal);
    h.click("result.format.coordinates");
    EXPECT_EQ(h.view_state.result_format, ResultFormat::coordinates) << "A is the identity, B is coded";
    h.click("result.show.difference");
    EXPECT_EQ(h.view_state.result_show, ResultShow::difference);
    h.click("result.format.number");
    EXPECT_EQ(h.view_state.result_format, ResultFormat::coordinates) << "differences have no other format";
    h.click("result.show.expected");
    EXPECT_EQ(h.view_state.result_show, ResultShow::expected);
    h.session.recipe[0] = {.kind = RecipeKind::random};
    h.view_state.result_format = ResultFormat::number;
    h.emulate();
    h.click("result.format.coordinates");
    EXPECT_EQ(h.view_state.result_format, ResultFormat::number) << "coordinates need an identity operand";
}

TEST_F(ResultPanel, CanCopyOnlyDifferences) {
    set(WordId::a_desc, "sbo", 32);
    h.session.recipe[0] = {.kind = RecipeKind::random};
    h.emulate();
    h.click("result.copy");
    h.click("result.copy.2");
    const std::string all = h.copied;
    h.click("result.copy");
    h.click("result.copy.3");
    EXPECT_LT(h.copied.size(), all.size());
    EXPECT_NE(all.find(",equal,"), std::string::npos);
    EXPECT_EQ(h.copied.find(",equal,"), std::string::npos);
    EXPECT_NE(h.copied.find(",wrong,"), std::string::npos);
}

TEST_F(ResultPanel, StepsAndEnableDAreEditsOfTheDocument) {
    h.emulate();
    h.click("result.steps.plus");
    EXPECT_EQ(h.session.run.steps, 2u);
    h.click("result.first.plus");
    EXPECT_EQ(h.session.run.first_step, 1u);
    h.click("result.all");
    EXPECT_EQ(h.session.run.steps, 0u);
    h.click("result.enable_d");
    EXPECT_TRUE(h.session.run.enable_d);
    EXPECT_EQ(h.history.done(), 4u);
    EXPECT_TRUE(h.shows("result.before"));
}

TEST_F(ResultPanel, EverythingStaysInsideTheStageOfASmallWindow) {
    set(WordId::a_desc, "sbo", 32);
    h.session.recipe[0] = {.kind = RecipeKind::random_bits};
    h.session.run.steps = 0;
    h.emulate();
    h.view_state.selection = ElementFocus{Matrix::d, 70, 17};
    for (const ResultShow show : {ResultShow::emulated, ResultShow::expected, ResultShow::difference}) {
        h.view_state.result_show = show;
        h.frames(4);
        for (const auto& [id, place] : h.items()) ASSERT_LE(place.max.x, 680) << id;
        EXPECT_TRUE(h.shows("result.explanation"));
    }
}

// The whole program. The test decides when the work runs.
class ResultOfTheProgram : public testing::Test {
protected:
    ResultOfTheProgram() {
        h.app.jobs.emulation = std::make_unique<EmulationJobs>(
            [this](const EmulationRequest& request, const WorkTools&) {
                Results reply{.state = ResultState::refused, .session = request.session, .revision = request.revision};
                const auto job = emulator_job(derive(request.session));
                if (job) reply.job = *job;
                const auto made = job ? emulate(reply.job) : Answer<Emulation>(Refusal(job.why));
                if (made) reply.state = ResultState::done, reply.emulation = *made;
                reply.refused = made.why;
                ++ran;
                return reply;
            },
            [this] { answers.release(); });
    }
    void wait_for_answer() {
        answers.acquire();
        h->frames(3);
    }
    std::atomic<int> ran = 0;
    std::counting_semaphore<64> answers{0};
    AppHarness h;
};

TEST_F(ResultOfTheProgram, IsRequestedOnlyWhileItIsShown) {
    h->click("fields.sbo.plus");
    h->frames(3);
    EXPECT_EQ(h.app.document().results.state, ResultState::none);
    h->click("top.screen.5");
    h->click("stage.tab.result");
    wait_for_answer();
    EXPECT_EQ(h.app.document().results.state, ResultState::done);
    EXPECT_TRUE(h.app.document().results.is_of(h.app.document().revision));
    EXPECT_TRUE(h->shows("result.cause.0")) << "sbo";
    h->frames(5);
    EXPECT_EQ(ran, 1) << "one run per revision";
    h->key(Key::z, {Mod::ctrl});
    wait_for_answer();
    EXPECT_TRUE(h.app.document().results.is_of(h.app.document().revision));
    EXPECT_FALSE(h->shows("result.cause.0"));
    EXPECT_EQ(ran, 2);
}

TEST_F(ResultOfTheProgram, EmulateNowGoesToTheResult) {
    h->key(Key::e, {Mod::ctrl});
    wait_for_answer();
    EXPECT_EQ(h.app.document().view_state.screen, Screen::tmem);
    EXPECT_TRUE(h->shows("result.numbers"));
    h->key(Key::e, {Mod::ctrl});
    wait_for_answer();
    EXPECT_EQ(ran, 2) << "runs again without an edit, because a file may have changed";
}

TEST_F(ResultOfTheProgram, AnAnswerGetsTheFramesThatItsLayoutNeeds) {
    h->key(Key::e, {Mod::ctrl});
    answers.acquire();
    for (int i = 0; i < 4; ++i) h.app.regions.redraw.drew_a_frame();
    ASSERT_NE(h.app.regions.redraw.sleep(), 0) << "nothing else requests frames";
    h->frames(1);
    EXPECT_EQ(h.app.regions.redraw.sleep(), 0);
}

TEST_F(ResultOfTheProgram, TheInspectorHasTheValueOfAnElementOfD) {
    h->click("top.screen.5");
    h.app.document().view_state.selection = ElementFocus{Matrix::d, 5, 17};
    h.app.document().requests.view_state = h.app.document().view_state;
    h->frames(3);
    wait_for_answer();
    EXPECT_TRUE(h->shows("inspector.value"));
}

TEST(ResultOfTheJobThread, AProgramWithoutAThreadReportsARefusal) {
    AppHarness h;
    h.app.jobs.emulation.reset();
    h.app.document().view_state.screen = h.app.document().requests.view_state.screen = Screen::tmem;
    tab_of(h.app.document().view_state, Screen::tmem) = tab_of(h.app.document().requests.view_state, Screen::tmem) =
        StageTab::result;
    h.app.document().requests.edits.push_back(SetWord{WordId::idesc, 0x08200010});
    h->frames(4);
    ASSERT_EQ(h.app.document().results.state, ResultState::refused);
    EXPECT_NE(h.app.document().results.refused.find("could not start a thread"), std::string::npos)
        << h.app.document().results.refused;
}

// Uses the real emulation jobs of the program.
TEST(ResultOfTheJobThread, ARefusalComesWithItsField) {
    std::counting_semaphore<64> answers{0};
    AppHarness h;
    h.app.jobs.emulation = emulation_jobs([&] { answers.release(); });
    h.app.document().requests.edits.push_back(SetWord{WordId::idesc, 0x08181010});  // b_type 4
    h->frames(2);
    h->key(Key::e, {Mod::ctrl});
    answers.acquire();
    h->frames(3);
    ASSERT_EQ(h.app.document().results.state, ResultState::refused);
    h->click("result.go_to_field");
    EXPECT_EQ(h.app.document().view_state.screen, Screen::instruction);
    const auto* bit = std::get_if<BitFocus>(&h.app.document().view_state.selection);
    ASSERT_NE(bit, nullptr);
    EXPECT_EQ(bit->bit, find_field(*derive(h.app.document().session).of(WordId::idesc).format, "b_type")->lsb);
}

TEST(Stage, ATallStageShowsMapAndResult) {
    AppHarness h({1600, 1200});
    h->click("top.screen.5");
    h->frames(3);
    EXPECT_TRUE(h->shows("tmem.map"));
    EXPECT_TRUE(h->shows("result.refused")) << "this test program has no emulation thread";
}

TEST(Stage, ALowStageShowsOnlyTheMap) {
    AppHarness h;
    h->click("top.screen.5");
    h->frames(3);
    EXPECT_TRUE(h->shows("tmem.map"));
    EXPECT_FALSE(h->shows("result.refused")) << "the result is on its tab";
}

}  // namespace
}  // namespace tilescope::ui
