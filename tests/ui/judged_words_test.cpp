// tests/ui/judged_words_test.cpp -- the window never says "right" about words that were not applied or not compared.
// SPDX-License-Identifier: MIT
#include "app/window/documents/edits.h"
#include "app/window/frame/command.h"
#include "app/window/paste/paste.h"
#include "app/window/result/emulation.h"
#include "tests/ui/app_harness.h"

#include <tilescope/scene/result_scene.h>

#include <gtest/gtest.h>

#include <semaphore>

namespace tilescope::ui {
namespace {

constexpr const char* kRightWords = "a_desc = 0x4000404000010040\nb_desc = 0x4000404000010840\nidesc = 0x08180010\n";
constexpr const char* kWrongStart = "b_desc = 0x4000404000010c40\n";  // start is 0xc400, not 0x8400
constexpr std::uint64_t kJudgedWord = 0x4000404000010c40, kRightWord = 0x4000404000010840;

class JudgedWords : public testing::Test {
protected:
    JudgedWords() {
        h.app.jobs.emulation = emulation_jobs([this] { answers_.release(); });
        h->frames(3);
    }
    void paste(const char* text) {
        ImGui::SetClipboardText(text);
        h->key(Key::v, {Mod::ctrl});
        h->frames(3);
    }
    void emulate() {
        h->key(Key::e, {Mod::ctrl});
        wait_for_answer();
    }
    void wait_for_answer() {
        answers_.acquire();
        h->frames(3);
    }
    std::size_t wrong() const {
        return h.app.document().results.emulation->count[static_cast<std::size_t>(Verdict::wrong)];
    }
    std::uint64_t b_desc() const { return h.app.document().session.word(WordId::b_desc); }
    // The right words with their memory, then the wrong start, for which the memory is rewritten.
    void paste_both() {
        paste(kRightWords);
        h->key(Key::enter);
        paste(kWrongStart);
        h->frames(2);
        ASSERT_EQ(b_desc(), kJudgedWord);
    }

private:
    std::counting_semaphore<64> answers_{0};  // before `h`: its threads use it

protected:
    AppHarness h{{1440, 900}, Screen::mma};
};

TEST_F(JudgedWords, EnterAppliesAPaste) {
    paste(kRightWords);
    ASSERT_TRUE(h->shows("paste.apply"));
    EXPECT_EQ(b_desc(), Session{}.word(WordId::b_desc));
    h->key(Key::enter);
    h->frames(2);
    EXPECT_EQ(b_desc(), kRightWord);
    EXPECT_FALSE(h->shows("paste.apply")) << "the panel covers the picture only while it is needed";
    EXPECT_EQ(h.app.document().states.paste.waiting, 0u);
}

// The memory before the first paste is that of the example at the start: the words of a user have nothing to do with
// it.
TEST_F(JudgedWords, AFirstPasteIsNotJudgedAgainstTheMemoryOfTheExample) {
    paste("a_desc = 0x8000402000010040\nb_desc = 0x8000402000010440\nidesc = 0x08180010\n");  // 64B
    h->key(Key::enter);
    emulate();
    ASSERT_TRUE(h->shows("mma.rewritten"));
    EXPECT_FALSE(h->shows("mma.judge_old"));
    ASSERT_TRUE(h->shows("mma.say_written"));
    h->click("mma.say_written");
    h->frames(2);
    EXPECT_TRUE(h->shows("operands.image_a")) << "the panel Data";
}

TEST_F(JudgedWords, TheMemoryOfAPasteCanBeSaidToBeRight) {
    paste("a_desc = 0x8000402000010040\nb_desc = 0x8000402000010440\nidesc = 0x08180010\n");  // 64B
    h->key(Key::enter);
    emulate();
    ASSERT_TRUE(h->shows("mma.written"));
    h->click("mma.written");
    wait_for_answer();
    EXPECT_FALSE(h->shows("mma.rewritten"));
    EXPECT_TRUE(h->shows("mma.verdict.right"));
    EXPECT_TRUE(h.app.document().session.keep_memory);
}

// The words come one after the other, so the memory before the second one is half that of the example.
TEST_F(JudgedWords, WordsThatComeOneByOneAreNotJudgedAgainstTheMemoryOfTheExample) {
    for (const char* text : {"a: 0x4000402000010000\n", "b: 0x4000402000010400\n"}) {
        paste(text);
        h->key(Key::enter);
        h->frames(2);
    }
    ASSERT_EQ(b_desc(), 0x4000402000010400u);
    emulate();
    ASSERT_FALSE(h.app.document().results.repairs.empty());
    make_edits(h.app, {h.app.document().results.repairs.front().edit}, 7);
    h->frames(2);
    wait_for_answer();
    EXPECT_EQ(wrong(), 0u);
    ASSERT_TRUE(h->shows("mma.rewritten"));
    EXPECT_FALSE(h->shows("mma.judge_old"));
    EXPECT_TRUE(h->shows("mma.say_written"));
    EXPECT_FALSE(is_possible(*find_command("judge_old_memory"), h.app)) << "nor in the palette";
}

TEST_F(JudgedWords, AMemoryThatTheUserSaidCanBeJudgedAgainst) {
    OperandImage image = h.app.document().session.image.b;
    image.start = 0x8400;
    make_edits(h.app, {SetImage{Operand::b, image}}, 1);
    paste("b: 0x4000404000010c40\n");
    h->key(Key::enter);
    emulate();
    EXPECT_TRUE(h->shows("mma.judge_old"));
    make_edits(h.app, {LoadSession{Session{}, "preset"}}, 2);
    paste("b: 0x4000404000010c40\n");
    h->key(Key::enter);
    h->frames(2);
    EXPECT_FALSE(h->shows("mma.judge_old")) << "the memory of a preset";
}

// A new descriptor is made by edits, and the memory is still that of the example.
TEST_F(JudgedWords, TheMemoryIsRewrittenForTheWordsOnRequest) {
    EXPECT_FALSE(h->shows("mma.written_otherwise"));
    const Field& start = field_in(*h.app.document().derived.of(WordId::a_desc).format, "start");
    make_edits(h.app, {SetField{WordId::a_desc, &start, 0xa000 / 16}}, 1);
    h->frames(2);
    EXPECT_TRUE(h->shows("mma.written_otherwise"));
    emulate();
    ASSERT_GT(wrong(), 0u);
    h->click("mma.d.0.8");
    h->frames(2);
    ASSERT_TRUE(h->shows("mma.match"));
    h->click("mma.match");
    wait_for_answer();
    EXPECT_EQ(wrong(), 0u);
    EXPECT_EQ(h.app.document().session.image.a.start, 0xa000u);
    h->key(Key::z, {Mod::ctrl});
    h->frames(2);
    EXPECT_EQ(h.app.document().session.image.a.start, 0x400u) << "one undo step";
}

TEST_F(JudgedWords, WordsThatWereNotAppliedAreNamedWhenThePanelCloses) {
    paste(kRightWords);
    h->key(Key::escape);
    h->frames(2);
    ASSERT_FALSE(h->shows("paste.apply"));
    EXPECT_TRUE(h->shows("rail.paste.waiting"));
    EXPECT_EQ(h.app.document().status, "3 pasted words were not applied. Press Ctrl+Shift+V to apply them.");
    emulate();
    ASSERT_TRUE(h->shows("mma.waiting")) << "the result is about the words before the paste";
    h->click("mma.waiting.apply");
    h->frames(2);
    EXPECT_EQ(b_desc(), kRightWord);
    EXPECT_FALSE(h->shows("mma.waiting"));
}

TEST_F(JudgedWords, WordsThatAreOnTheirCardsDoNotWait) {
    paste(kRightWords);
    h->key(Key::enter);
    h->frames(2);
    paste(kRightWords);
    EXPECT_EQ(h.app.document().states.paste.waiting, 0u);
    h->key(Key::escape);
    h->frames(2);
    EXPECT_EQ(h.app.document().status.find("not applied"), std::string::npos) << h.app.document().status;
}

TEST_F(JudgedWords, CtrlEnterInThePastePanelRunsNothing) {
    paste(kRightWords);
    h->click("paste.box");
    h->key(Key::enter, {Mod::ctrl});
    h->frames(2);
    EXPECT_EQ(h.app.document().view_state.screen, Screen::mma);
}

TEST_F(JudgedWords, AnApplyCommandUsesTheChosenCards) {
    paste("0x4000404000010c40");  // one word without a name: applied at once, to A
    ASSERT_EQ(h.app.document().session.word(WordId::a_desc), kJudgedWord);
    paste(kRightWords);
    h->click("paste.1.card");
    h->click("paste.1.card.none");
    run_command(h.app, command("apply_paste"));
    h->frames(2);
    EXPECT_EQ(h.app.document().session.word(WordId::a_desc), 0x4000404000010040u);
    EXPECT_EQ(b_desc(), Session{}.word(WordId::b_desc)) << "the user left b_desc out";
}

TEST_F(JudgedWords, ARewrittenMemoryIsNoProofAndTheOldOneIsOneClickAway) {
    paste_both();
    emulate();
    ASSERT_EQ(wrong(), 0u) << "the memory was rewritten for the wrong start";
    ASSERT_TRUE(h->shows("mma.rewritten"));
    h->click("mma.judge_old");
    wait_for_answer();
    EXPECT_TRUE(h.app.document().session.keep_memory);
    EXPECT_EQ(b_desc(), kJudgedWord);
    EXPECT_GT(wrong(), 0u);
    EXPECT_FALSE(h->shows("mma.judge_old"));
    h->key(Key::z, {Mod::ctrl});
    wait_for_answer();
    EXPECT_EQ(wrong(), 0u) << "one step of the history";
    EXPECT_TRUE(h->shows("mma.judge_old")) << "the memory is that of the paste again";
}

TEST_F(JudgedWords, AMemoryThatTheLastWordsKeptIsThatOfEarlierWords) {
    paste_both();
    EXPECT_FALSE(rewritten_memory(h.app)->is_of_earlier_words(h.app.document().history));
    make_edits(h.app, {SetKeepMemory{true}}, 7);
    paste("b_desc = 0x4000404000020c40\n");  // another lbo, which is ignored here
    h->frames(2);
    EXPECT_NE(h.app.document().status.find("The memory stays as it was written."), std::string::npos)
        << h.app.document().status;
    emulate();
    ASSERT_EQ(wrong(), 0u);
    EXPECT_TRUE(h->shows("mma.rewritten.earlier"));
    EXPECT_FALSE(h->shows("mma.judge_old")) << "the words are judged against what the user kept";
    h->key(Key::z, {Mod::ctrl});
    h->frames(2);
    wait_for_answer();
    EXPECT_FALSE(h->shows("mma.rewritten.earlier")) << "the words that kept it are gone";
    EXPECT_TRUE(h->shows("mma.rewritten"));
}

TEST_F(JudgedWords, AMemoryThatMatchesInPartNamesTheRest) {
    paste("b_desc = 0x4000402000010840\n");  // sbo 512 in the mode 128B
    h->frames(2);
    const std::string part = "sbo of B is 512 in the word and 1024 in the memory";
    EXPECT_EQ(h.app.document().status.find("Pasted into B desc. " + part), 0u)
        << "where the line is not cut: " << h.app.document().status;
    ASSERT_NE(rewritten_memory(h.app), nullptr);
    EXPECT_TRUE(h->shows("mma.rewritten.part"));
    const Field& sbo = field_in(*h.app.document().derived.of(WordId::b_desc).format, "sbo");
    make_edits(h.app, {SetField{WordId::b_desc, &sbo, 64}}, 7);
    emulate();
    ASSERT_EQ(wrong(), 0u);
    EXPECT_TRUE(h->shows("mma.rewritten"));
    EXPECT_FALSE(h->shows("mma.rewritten.part")) << "the word has the step of the memory now";
}

TEST_F(JudgedWords, WordsOfTheTableArePutAndNotPasted) {
    paste(
        "a_desc = 0x4000404000010040\nb_desc = 0x4000404000010840\n"
        "a_desc = 0x4000404000010042\nb_desc = 0x4000404000010842\n");
    run_command(h.app, command("show_batch"));
    h->frames(3);
    h->click("batch.1");
    h->frames(2);
    h->click("batch.put");
    h->frames(2);
    ASSERT_EQ(b_desc(), kRightWord);
    EXPECT_EQ(h.app.document().status.find("Put on B desc."), 0u) << h.app.document().status;
    EXPECT_EQ(h.app.document().status.find("Pasted"), std::string::npos) << h.app.document().status;
    EXPECT_EQ(h.app.document().history.steps().back().what, "put 1 word of the table");
}

TEST_F(JudgedWords, NothingIsOfferedForAMemoryThatNoPasteMade) {
    emulate();
    EXPECT_FALSE(h->shows("mma.rewritten"));
    EXPECT_EQ(rewritten_memory(h.app), nullptr);
}

TEST_F(JudgedWords, AWordThatDiffersFromTheMemoryIsNotOk) {
    paste_both();
    emulate();
    h->click("mma.judge_old");
    wait_for_answer();
    EXPECT_TRUE(h.app.document().derived.problems.empty() ||
                h.app.document().derived.problems.front().problem.severity == Severity::info);
    EXPECT_TRUE(h->shows("words.b_desc.not_as_written"));
    EXPECT_FALSE(h->shows("words.a_desc.not_as_written"));
    h->click("status.problems");
    h->frames(2);
    EXPECT_FALSE(h->shows("region.drawer")) << "no rule is broken: the MMA screen has the causes";
    EXPECT_EQ(h.app.document().view_state.screen, Screen::mma);
}

TEST_F(JudgedWords, AWordIsOnlyLegalUntilAnEmulationHasReadTheMemory) {
    EXPECT_TRUE(h->shows("words.a_desc.not_compared")) << "nobody has compared the words with the memory";
    paste_both();
    emulate();
    EXPECT_TRUE(h->shows("words.a_desc.not_compared")) << "the memory was rewritten to match the words";
    for (const Operand o : kBothOperands) make_edits(h.app, {SetImage{o, h.app.document().session.image[o]}}, 1);
    h->frames(2);
    EXPECT_TRUE(h->shows("words.a_desc.not_compared")) << "only K step 0 was emulated";
    h->click("mma.more");
    h->click("mma.add_steps");
    wait_for_answer();
    EXPECT_FALSE(h->shows("words.a_desc.not_compared"));
    h->click("mma.d.0.8");
    h->frames(2);
    ASSERT_TRUE(h->shows("inspector.value"));
    EXPECT_FALSE(h->shows("inspector.value.stale"));
    const Field& swizzle = field_in(*h.app.document().derived.of(WordId::a_desc).format, "swizzle");
    make_edits(h.app, {SetField{WordId::a_desc, &swizzle, 7}}, 1);  // no mode: the emulation is refused
    ASSERT_TRUE(h->frames_until([&] { return h.app.document().results.state == ResultState::refused; }));
    EXPECT_TRUE(h->shows("words.b_desc.not_compared")) << "the result is of another document";
    EXPECT_FALSE(h->shows("inspector.value")) << "a refusal has no values";
    h->key(Key::z, {Mod::ctrl});
    wait_for_answer();
    ASSERT_TRUE(h->shows("inspector.value"));
    h.app.jobs.emulation = nullptr;  // as after Esc: no new result will come
    make_edits(h.app, {SetWord{WordId::b_desc, kJudgedWord + 1}}, 2);
    h->frames(2);
    EXPECT_TRUE(h->shows("inspector.value.stale"));
    EXPECT_FALSE(h->shows("inspector.value")) << "no value of an old result without a new one to come";
}

TEST(SmallPaste, ApplyIsInSightAboveTheWordsInASmallWindow) {
    AppHarness h({1280, 720});
    ImGui::SetClipboardText(kRightWords);
    h->key(Key::v, {Mod::ctrl});
    h->frames(4);
    ASSERT_TRUE(h->shows("paste.apply"));
    EXPECT_LT(h->rect("paste.apply").max.y, 720.0f);
    EXPECT_LT(h->rect("paste.apply").max.y, h->rect("paste.0").min.y) << "the words can be longer than the window";
}

TEST_F(JudgedWords, ASelectedElementDoesNotHideTheCountAndAClickBesideItEndsTheSelection) {
    paste_both();
    emulate();
    h->click("mma.judge_old");
    wait_for_answer();
    h->click("mma.d.0.8");
    h->frames(2);
    ASSERT_TRUE(h->shows("mma.explanation"));
    EXPECT_TRUE(h->shows("mma.verdict"));
    const Rect canvas = h->rect("mma.canvas");
    h->click(ImVec2{canvas.min.x + 3, canvas.max.y - 3});
    h->frames(2);
    EXPECT_TRUE(std::holds_alternative<std::monostate>(h.app.document().view_state.selection));
}

TEST_F(JudgedWords, ASelectedElementHidesNoCaveat) {
    paste_both();
    emulate();
    h->click("mma.d.0.8");
    h->frames(2);
    ASSERT_TRUE(h->shows("mma.explanation"));
    h->click("mma.more");
    for (const char* id : {"mma.verdict", "mma.counts", "mma.rewritten", "mma.judge_old", "mma.cover", "mma.add_steps"})
        EXPECT_TRUE(h->shows(id)) << id;
    h->click("mma.judge_old");
    wait_for_answer();
    EXPECT_GT(wrong(), 0u);
}

TEST_F(JudgedWords, TheCountsNameTheKStepsThatTheyCover) {
    emulate();
    EXPECT_EQ(steps_in_words(h.app.document().results.job), "Emulated: K step 0 of 4, not the others.");
    h->click("mma.more");
    h->click("mma.add_steps");
    wait_for_answer();
    EXPECT_EQ(steps_in_words(h.app.document().results.job), "Emulated: all 4 K steps.");
    EXPECT_FALSE(h->shows("mma.add_steps"));
}

class SmallJudgedWords : public testing::Test {
protected:
    SmallJudgedWords() {
        h.app.jobs.emulation = emulation_jobs([this] { answers_.release(); });
        h->frames(3);
    }
    void emulate() {
        h->key(Key::e, {Mod::ctrl});
        answers_.acquire();
        h->frames(3);
    }

private:
    std::counting_semaphore<64> answers_{0};  // before `h`: its threads use it

protected:
    AppHarness h{{640, 360}, Screen::mma};
};

TEST_F(SmallJudgedWords, ASmallWindowShowsTheCountsAndTheRefusal) {
    emulate();
    for (const char* id : {"mma.verdict", "mma.all_steps", "mma.legend"}) EXPECT_TRUE(h->shows(id)) << id;
    const Rect canvas = h->rect("mma.canvas");
    EXPECT_GT(canvas.max.y - canvas.min.y, 150) << "the picture keeps a third of the window";
    h->click("mma.more");
    for (const char* id : {"mma.counts", "mma.cover"}) EXPECT_TRUE(h->shows(id)) << id;
    make_edits(
        h.app,
        {SetWords{{{WordId::a_desc, h.app.document().session.word(WordId::a_desc), 0x3fff}}, "unknown start", false}});
    emulate();
    EXPECT_TRUE(h->shows("mma.refused"));
    EXPECT_FALSE(h->shows("mma.verdict"));
    EXPECT_FALSE(h->shows("mma.counts"));
}

}  // namespace
}  // namespace tilescope::ui
