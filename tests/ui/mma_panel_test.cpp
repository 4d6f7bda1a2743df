// tests/ui/mma_panel_test.cpp -- the MMA screen: pointing, emulating, wrong elements, the repair, K steps.
// SPDX-License-Identifier: MIT
#include "tests/ui/app_harness.h"
#include "tests/ui/panel_harness.h"

#include "app/panels/mma_parts.h"
#include "app/window/frame/command.h"
#include "app/window/result/emulation.h"

#include <tilescope/document/emulate.h>
#include <tilescope/document/presets.h>

#include <gtest/gtest.h>

#include <semaphore>

namespace tilescope::ui {
namespace {

constexpr auto kWrongCount = static_cast<std::size_t>(Verdict::wrong);

class MmaPanel : public testing::Test {
protected:
    MmaPanel() : h(draw_mma_panel, {1084, 746}) {
        h.view_state.screen = Screen::mma;
        h.frames(2);
    }
    void set(WordId word, std::string_view field, std::uint64_t value) {
        const Field& f = *find_field(*derive(h.session).of(word).format, field);
        h.session = apply_edit(h.session, SetField{word, &f, value, 0, true});
        h.frames(2);
    }
    PanelHarness h;
};

TEST(MmaScreen, IsTheScreenAtTheStart) {
    EXPECT_EQ(ViewState{}.screen, Screen::mma);
    AppHarness h({1440, 900}, ViewState{}.screen);
    h->frames(3);
    for (const char* id : {"mma.a", "mma.b", "mma.d", "mma.memory_a", "mma.memory_b", "mma.tmem", "mma.emulate"})
        EXPECT_TRUE(h->shows(id)) << id;
}

TEST(MmaScreen, HasEveryPartInsideTheCanvasForEveryPresetAndSize) {
    for (const ImVec2 size : {ImVec2{1084, 746}, ImVec2{520, 400}})
        for (const Preset& preset : presets()) {
            PanelHarness one(draw_mma_panel, size);
            one.session = preset.session();
            one.view_state.screen = Screen::mma;
            one.frames(3);
            const Rect canvas = one.rect("mma.canvas");
            for (const NamedValue& part : kPictureParts) {
                const std::string id = "mma." + std::string(part.name);
                if (!one.shows(id)) continue;
                const Rect r = one.rect(id);
                EXPECT_GE(r.min.x, canvas.min.x) << preset.id << " " << id << " " << size.x;
                EXPECT_GE(r.min.y, canvas.min.y) << preset.id << " " << id << " " << size.x;
                EXPECT_LE(r.max.x, canvas.max.x + 1) << preset.id << " " << id << " " << size.x;
                EXPECT_LE(r.max.y, canvas.max.y + 1) << preset.id << " " << id << " " << size.x;
                EXPECT_GE(r.max.x - r.min.x, 3) << preset.id << " " << id << " " << size.x;
            }
            EXPECT_TRUE(one.shows("mma.d")) << preset.id;
        }
}

TEST_F(MmaPanel, RowsOfAAndColumnsOfBMeetInD) {
    const Rect a = h.rect("mma.a"), b = h.rect("mma.b"), d = h.rect("mma.d");
    EXPECT_EQ(a.min.y, d.min.y);
    EXPECT_NEAR(a.max.y, d.max.y, 1);
    EXPECT_EQ(b.min.x, d.min.x);
    EXPECT_NEAR(b.max.x, d.max.x, 1);
    EXPECT_NEAR((d.max.x - d.min.x) / (d.max.y - d.min.y), 96.0 / 128, 0.02) << "true proportions";
}

TEST_F(MmaPanel, PointingAtDLightsItsRowItsColumnAndItsBytes) {
    h.point_at("mma.d.8.16");
    ASSERT_TRUE(h.pointed);
    EXPECT_EQ(*h.pointed, Focus(ElementFocus{Matrix::d, 8, 16}));
    for (const char* id :
         {"mma.lit.a", "mma.lit.b", "mma.lit.d", "mma.lit.memory_a", "mma.lit.memory_b", "mma.lit.tmem"})
        EXPECT_TRUE(h.shows(id)) << id;
    EXPECT_FALSE(h.result_requested) << "only the button starts the first emulation";
    h.click("mma.d.8.16");
    EXPECT_EQ(h.view_state.selection, Focus(ElementFocus{Matrix::d, 8, 16}));
}

TEST_F(MmaPanel, PointingAtEachPartGivesItsObject) {
    h.point_at("mma.a.8.16");
    EXPECT_EQ(*h.pointed, Focus(ElementFocus{Matrix::a, 8, 16}));
    h.point_at("mma.b.8.16");
    EXPECT_EQ(*h.pointed, Focus(ElementFocus{Matrix::b, 16, 8})) << "B is drawn with k downward";
    h.point_at("mma.memory_a.8.0");
    EXPECT_EQ(*h.pointed, Focus(ByteFocus{0, 0x800}));
    EXPECT_TRUE(h.shows("mma.lit.d")) << "the row of D that the byte feeds";
    h.point_at("mma.tmem.8.8");
    ASSERT_TRUE(std::holds_alternative<CellFocus>(*h.pointed));
    EXPECT_EQ(std::get<CellFocus>(*h.pointed).lane / 4, 8u);
    h.click("mma.b.8.16");
    EXPECT_EQ(h.view_state.active, WordId::b_desc) << "the word of the operand becomes active";
}

TEST_F(MmaPanel, EmulateIsAButtonAndStopReplacesIt) {
    h.click("mma.emulate");
    EXPECT_TRUE(h.has_requested(command("emulate")));
    h.results.state = ResultState::running;
    h.frames(2);
    EXPECT_FALSE(h.shows("mma.emulate"));
    h.click("mma.stop");
    EXPECT_TRUE(h.has_requested(command("stop_emulation")));
    EXPECT_FALSE(h.shows("mma.run")) << "live mode is off";
    h.live.on = true;
    h.frames(2);
    h.click("mma.run");
    EXPECT_TRUE(h.has_requested(command("run_live")));
}

// A second click must not hit another button.
TEST_F(MmaPanel, ButtonsKeepTheirPlaces) {
    const auto expect_same = [&](std::string_view id, const Rect& before) {
        const Rect now = h.rect(id);
        EXPECT_EQ(now.min.x, before.min.x) << id;
        EXPECT_EQ(now.min.y, before.min.y) << id;
        EXPECT_EQ(now.max.x, before.max.x) << id;
    };
    const Rect emulate = h.rect("mma.emulate"), play = h.rect("mma.play"), keep = h.rect("mma.keep_memory");
    h.results.state = ResultState::running, h.results.rows = 128, h.results.rows_done = 40;
    h.frames(2);
    expect_same("mma.stop", emulate);
    expect_same("mma.play", play);
    h.emulate();
    expect_same("mma.keep_memory", keep);
    h.click("mma.more");
    const Rect all = h.rect("mma.add_steps");
    set(WordId::b_desc, "sbo", 32);
    ASSERT_TRUE(h.shows("mma.before"));
    expect_same("mma.add_steps", all);
    h.emulate();
    expect_same("mma.add_steps", all);
    h.click("mma.play");
    expect_same("mma.play", play);
}

// The line of the verdict is there before the verdict, so the picture stays where it is.
TEST_F(MmaPanel, ThePictureStaysWhenTheVerdictComes) {
    set(WordId::b_desc, "sbo", 32);
    ASSERT_TRUE(h.shows("mma.verdict"));
    const Rect before = h.rect("mma.canvas");
    h.results.state = ResultState::running;
    h.frames(2);
    EXPECT_EQ(h.rect("mma.canvas").min.y, before.min.y);
    h.emulate();
    ASSERT_TRUE(h.shows("mma.verdict.wrong"));
    EXPECT_EQ(h.rect("mma.canvas").min.y, before.min.y);
    h.click("mma.verdict.fix");
    EXPECT_EQ(h.session.words, Session{}.words);
    EXPECT_EQ(h.history.done(), 1u) << "one step of undo";
    EXPECT_EQ(h.rect("mma.canvas").min.y, before.min.y);
    EXPECT_FALSE(h.shows("mma.verdict.fix")) << "the verdict is about the words before";
    h.emulate();
    EXPECT_TRUE(h.shows("mma.verdict.right"));
    EXPECT_EQ(h.rect("mma.canvas").min.y, before.min.y);
    h.undo();
    EXPECT_NE(h.session.words, Session{}.words);
}

// Words that nobody gave cannot be right or wrong.
TEST_F(MmaPanel, TheVerdictOnAssumedWordsIsOpen) {
    h.session.assumed.bits[WordId::b_desc] = ~std::uint64_t{0};
    h.frames(2);
    h.emulate();
    EXPECT_TRUE(h.shows("mma.verdict.open"));
    EXPECT_FALSE(h.shows("mma.verdict.right"));
}

TEST_F(MmaPanel, AWrongElementNamesItsFieldAndOneClickRepairsIt) {
    set(WordId::b_desc, "sbo", 32);  // 512 bytes, not 1024
    h.emulate();
    ASSERT_GT(h.results.emulation->count[kWrongCount], 0u);
    EXPECT_TRUE(h.shows("mma.hint"));
    EXPECT_FALSE(h.shows("mma.fix"));
    h.click("mma.d.0.8");
    for (const char* id : {"mma.cause", "mma.fix", "mma.effect", "mma.arrow.b.read", "mma.arrow.b.expected"})
        EXPECT_TRUE(h.shows(id)) << id;
    EXPECT_FALSE(h.shows("mma.arrow.a.read")) << "A was read right";
    EXPECT_EQ(h.view_state.active, WordId::b_desc) << "the fields panel shows the word at fault";
    h.click("mma.fix");
    EXPECT_EQ(h.session.words, Session{}.words);
    EXPECT_EQ(h.history.done(), 1u) << "one step of undo";
    EXPECT_TRUE(h.shows("mma.before"));
    EXPECT_TRUE(h.result_requested);
    h.emulate();
    EXPECT_EQ(h.results.emulation->count[kWrongCount], 0u);
    EXPECT_FALSE(h.shows("mma.fix"));
    EXPECT_FALSE(h.shows("mma.arrow.b.read"));
    h.undo();
    EXPECT_NE(h.session.words, Session{}.words);
}

TEST_F(MmaPanel, ARightElementHasNoArrowsAndNoRepair) {
    set(WordId::b_desc, "sbo", 32);
    h.emulate();
    h.click("mma.d.0.0");
    EXPECT_TRUE(h.shows("mma.explanation"));
    for (const char* id : {"mma.fix", "mma.arrow.b.read", "mma.no_fix"}) EXPECT_FALSE(h.shows(id)) << id;
}

TEST_F(MmaPanel, KStepsAreChosenAndPlayed) {
    h.click("mma.k_step.2");
    EXPECT_EQ(h.view_state.k_step, 2u);
    h.frames(60);
    EXPECT_FALSE(h.requests.next_frame) << "nothing moves";
    h.click("mma.play");
    EXPECT_TRUE(h.requests.next_frame);
    const unsigned before = h.view_state.k_step;
    for (int i = 0; i < 400 && h.view_state.k_step == before; ++i) h.frames(1);
    EXPECT_EQ(h.view_state.k_step, (before + 1) % 4);
    h.click("mma.play");
    h.frames(60);
    EXPECT_FALSE(h.requests.next_frame);
}

// The default values: A is the identity, so step s of K gives rows 16 s to 16 s + 15 of D.
TEST_F(MmaPanel, EachPlayedStepAddsToD) {
    const auto tone = [&](int row) {
        const Cells& d = *h.states.mma.picture.of(PicturePart::d);
        return d.tone[d.at(row, 17)];
    };
    h.emulate();
    EXPECT_EQ(tone(5), Tone::equal) << "verdicts";
    h.click("mma.play");
    EXPECT_EQ(h.session.run.steps, 0u) << "all steps must be emulated";
    EXPECT_TRUE(h.result_requested);
    h.click("mma.play");
    h.emulate();
    h.click("mma.k_step.1");
    EXPECT_NE(tone(5), Tone::empty);
    EXPECT_NE(tone(20), Tone::empty);
    EXPECT_EQ(tone(40), Tone::empty) << "step 2 has not run";
    h.click("mma.k_step.3");
    EXPECT_NE(tone(40), Tone::empty);
    h.click("mma.d.16.16");
    EXPECT_TRUE(h.shows("mma.running_sum"));
    h.click("mma.shown.verdicts");
    EXPECT_EQ(tone(40), Tone::equal);
    EXPECT_FALSE(h.shows("mma.running_sum"));
}

TEST_F(MmaPanel, AStepThatDidNotRunHasNoSum) {
    const auto tone = [&] { return h.states.mma.picture.of(PicturePart::d)->tone.front(); };
    h.emulate();
    EXPECT_EQ(tone(), Tone::equal);
    h.click("mma.k_step.2");
    EXPECT_TRUE(h.shows("mma.no_sum"));
    EXPECT_NE(tone(), Tone::equal) << "the verdicts are about K step 0";
    h.click("mma.shown.verdicts");
    EXPECT_EQ(tone(), Tone::equal);
    EXPECT_TRUE(h.shows("mma.other_step"));
    h.click("mma.k_step.2");
    h.click("mma.more");
    h.click("mma.add_steps");
    h.emulate();
    EXPECT_FALSE(h.shows("mma.no_sum"));
}

TEST_F(MmaPanel, WithReducedMotionTheWindowJumps) {
    h.reduced_motion = true;
    h.click("mma.k_step.3");
    h.frames(1);
    EXPECT_FALSE(h.requests.next_frame);
    EXPECT_EQ(h.states.mma.shown_step, 3);
}

TEST_F(MmaPanel, AllKStepsCanBeEmulated) {
    EXPECT_EQ(h.session.run.steps, 1u);
    h.click("mma.all_steps");
    EXPECT_EQ(h.session.run.steps, 0u);
    h.click("mma.all_steps");
    EXPECT_EQ(h.session.run.steps, 1u);
}

TEST_F(MmaPanel, TheWheelZoomsAndADoubleClickShowsAll) {
    h.point_at("mma.d.64.48");
    const Rect before = h.rect("mma.d");
    h.wheel(8);
    h.frames(12);  // the zoom takes 120 ms
    EXPECT_TRUE(h.shows("mma.fit"));
    EXPECT_GT(h.states.mma.canvas.zoom, 5);
    EXPECT_EQ(*h.pointed, Focus(ElementFocus{Matrix::d, 64, 48})) << "the point under the pointer stays";
    h.click("mma.fit");
    h.frames(12);
    EXPECT_EQ(h.rect("mma.d").min.x, before.min.x);
}

TEST_F(MmaPanel, AWordIsChosenAboveThePicture) {
    h.click("mma.word.idesc");
    EXPECT_EQ(h.view_state.active, WordId::idesc);
    EXPECT_FALSE(h.shows("mma.word.zcm")) << "this form has no mask";
}

TEST_F(MmaPanel, UnknownBitsAreNotDrawnAsZeros) {
    h.session.unknown[WordId::a_desc] = 0x3fffull << 32;  // sbo
    h.session.words[0] &= ~(0x3fffull << 32);
    h.frames(3);
    EXPECT_FALSE(h.shows("mma.memory_a"));
    EXPECT_TRUE(h.shows("mma.unplaced"));
    EXPECT_TRUE(h.shows("mma.memory_b"));
}

// The whole way in the program, with its job thread.
TEST(MmaScreen, EmulatesABrokenFieldAndRepairsItWithTwoClicks) {
    std::counting_semaphore<64> answers{0};
    AppHarness h({1440, 900}, Screen::mma);
    h.app.jobs.emulation = emulation_jobs([&] { answers.release(); });
    ASSERT_NE(h.app.jobs.emulation, nullptr);
    h->frames(3);
    const auto wait_for_answer = [&] {
        answers.acquire();
        h->frames(3);
    };
    h->click("mma.word.b_desc");
    h->click("fields.sbo.minus");
    const Session broken = h.app.document().session;
    ASSERT_NE(broken, Session{});
    EXPECT_EQ(h.app.document().results.state, ResultState::none) << "nothing runs before the button";
    h->click("mma.emulate");
    wait_for_answer();
    EXPECT_EQ(h.app.document().view_state.screen, Screen::mma) << "the picture shows the result";
    ASSERT_TRUE(h.app.document().results.emulation);
    ASSERT_GT(h.app.document().results.emulation->count[kWrongCount], 0u);
    h->click("mma.d.0.8");
    ASSERT_TRUE(h->shows("mma.fix"));
    EXPECT_TRUE(h->shows("mma.arrow.b.read"));
    h->click("mma.fix");
    wait_for_answer();
    EXPECT_EQ(h.app.document().session.words, Session{}.words);
    EXPECT_EQ(h.app.document().results.emulation->count[kWrongCount], 0u);
    EXPECT_FALSE(h->shows("mma.fix"));
    h->key(Key::z, {Mod::ctrl});
    wait_for_answer();
    EXPECT_EQ(h.app.document().session, broken);
    EXPECT_GT(h.app.document().results.emulation->count[kWrongCount], 0u) << "each new document is emulated";
}

// Pastes a text, as Ctrl+V does.
void paste_text(AppHarness& h, const char* text) {
    ImGui::SetClipboardText(text);
    run_command(h.app, command("paste"));
    h->frames(3);
    if (h->shows("paste.apply")) h->click("paste.apply");
    h->frames(2);
}

// From paste to fixed: the kernel wrote memory for the first words; its second log has a wrong stride.
TEST(MmaScreen, JudgesAPastedWordAgainstTheMemoryThatIsKept) {
    std::counting_semaphore<64> answers{0};
    AppHarness h({1440, 900}, Screen::mma);
    h.app.jobs.emulation = emulation_jobs([&] { answers.release(); });
    ASSERT_NE(h.app.jobs.emulation, nullptr);
    const auto wait_for_answer = [&] {
        answers.acquire();
        h->frames(3);
    };
    h->frames(3);
    paste_text(h, "a_desc = 0x4000404000010040\nb_desc = 0x4000404000010840\nidesc = 0x08180010\n");
    ASSERT_EQ(h.app.document().session.word(WordId::b_desc), 0x4000404000010840u) << h.app.document().status;
    EXPECT_EQ(h.app.document().session.image.b.start, 0x8400u) << "the memory follows the words";
    EXPECT_NE(h.app.document().status.find("The memory of B was rewritten"), std::string::npos)
        << h.app.document().status;
    h->click("mma.keep_memory");
    ASSERT_TRUE(h.app.document().session.keep_memory);
    const OperandPair<OperandImage> written = h.app.document().session.image;

    paste_text(h, "b_desc = 0x4000402000010840\n");  // sbo 512 bytes, not 1024
    ASSERT_EQ(h.app.document().session.word(WordId::b_desc), 0x4000402000010840u) << h.app.document().status;
    EXPECT_EQ(h.app.document().session.image, written);
    EXPECT_NE(h.app.document().status.find("The memory stays as it was written"), std::string::npos)
        << h.app.document().status;
    h->click("mma.emulate");
    wait_for_answer();
    ASSERT_TRUE(h.app.document().results.emulation);
    ASSERT_GT(h.app.document().results.emulation->count[kWrongCount], 0u);
    EXPECT_EQ(h.app.document().states.mma.picture.of(PicturePart::d)->tone[8], Tone::wrong) << "D[0][8]";
    h->click("mma.d.0.8");
    for (const char* id : {"mma.cause", "mma.fix", "mma.arrow.b.read", "mma.arrow.b.expected"})
        EXPECT_TRUE(h->shows(id)) << id;
    h->click("mma.fix");
    wait_for_answer();
    EXPECT_EQ(h.app.document().session.word(WordId::b_desc), 0x4000404000010840u);
    EXPECT_EQ(h.app.document().results.emulation->count[kWrongCount], 0u);
    EXPECT_EQ(h.app.document().states.mma.picture.of(PicturePart::d)->tone[8], Tone::equal);
}

void expect_lit(std::string_view preset, std::string_view at, std::initializer_list<const char*> lit) {
    PanelHarness h(draw_mma_panel, {1084, 746});
    h.session = find_preset(preset)->session();
    h.view_state.screen = Screen::mma;
    h.frames(3);
    h.point_at(at);
    ASSERT_TRUE(h.pointed) << at;
    for (const char* id : lit) EXPECT_TRUE(h.shows(id)) << at << " lights " << id;
}

TEST(MmaScreen, PointsAtMetadataAndScaleFactors) {
    expect_lit("sparse_f16", "mma.meta.8.0", {"mma.lit.meta", "mma.lit.a", "mma.lit.memory_a", "mma.lit.tmem"});
    expect_lit("block_scaled_mxf4nvf4", "mma.sfa.8.0",
               {"mma.lit.sfa", "mma.lit.a", "mma.lit.memory_a", "mma.lit.tmem"});
    expect_lit("block_scaled_mxf4nvf4", "mma.sfb.0.8",
               {"mma.lit.sfb", "mma.lit.b", "mma.lit.memory_b", "mma.lit.tmem"});
}

}  // namespace
}  // namespace tilescope::ui
