// tests/ui/paste_sentences_test.cpp -- what a paste says about the words that it changed, left out or kept.
// SPDX-License-Identifier: MIT
#include "app/ui/paste_plan.h"
#include "app/window/documents/edits.h"
#include "app/window/documents/files.h"
#include "app/window/frame/regions.h"
#include "tests/ui/app_harness.h"
#include "tests/ui/panel_harness.h"

#include <tilescope/document/presets.h>
#include <tilescope/document/repair.h>
#include <tilescope/rules/read_paste.h>

#include <gtest/gtest.h>

#include <algorithm>

namespace tilescope::ui {
namespace {

constexpr const char* kOwnWords = "a_desc = 0x8000402000010040\nb_desc = 0x8000402000010440\nidesc = 0x08180010\n";
constexpr const char* kNoVersion = "b_desc = 0x8000002000010880\n";

bool says(std::string_view sentence, std::string_view part) { return sentence.find(part) != std::string_view::npos; }

constexpr const char* kTwoChains = TILESCOPE_SOURCE_DIR "/tests/data/programs/k_loop.ptx";

class PasteSentences : public testing::Test {
protected:
    PasteSentences() { h->frames(3); }
    void paste_text(const char* text) {
        ImGui::SetClipboardText(text);
        h->key(Key::v, {Mod::ctrl});
        h->frames(3);
    }
    void paste_and_apply(const char* text) {
        paste_text(text);
        if (h.app.document().states.paste.waiting != 0) h->key(Key::enter);
        h->frames(3);
    }
    const std::string& status() const { return h.app.document().status; }

    AppHarness h{{1440, 900}, Screen::memory};
};

TEST_F(PasteSentences, AMissingVersionKeepsTheTargetOfASessionWithWords) {
    paste_and_apply(kOwnWords);
    ASSERT_EQ(h.app.document().session.word(WordId::a_desc), 0x8000402000010040u);
    paste_and_apply(kNoVersion);
    EXPECT_EQ(h.app.document().session.word(WordId::b_desc), 0x8000002000010880u);
    EXPECT_EQ(h.app.document().session.arch, "sm_100a");
    EXPECT_TRUE(says(status(), "version bits")) << status();
    const auto& problems = h.app.document().derived.problems;
    const auto at = std::ranges::find_if(
        problems, [](const PlacedProblem& p) { return p.word == WordId::b_desc && p.problem.field == "version"; });
    ASSERT_NE(at, problems.end());
    EXPECT_TRUE(fix_of(h.app.document().derived, *at));
    for (const PlacedProblem& p : problems) EXPECT_EQ(p.word, WordId::b_desc) << p.problem.text;
}

TEST_F(PasteSentences, AChainOfADroppedProgramBecomesTheSessionInOneStep) {
    const Session before = h.app.document().session;
    drop_files(h.app, {kTwoChains});
    h->frames(3);
    EXPECT_EQ(h.app.regions.flyout, "paste");
    EXPECT_EQ(h.app.document().session, before);
    EXPECT_TRUE(says(h.app.document().paste.result.sentence, "2 chains of MMAs"))
        << h.app.document().paste.result.sentence;
    ASSERT_TRUE(h->shows("paste.chain.1"));
    h->key(Key::enter);  // the first chain has the keyboard
    h->frames(3);
    EXPECT_EQ(h.app.document().session.words, h.app.document().paste.program.chains.at(0).session->words);
    EXPECT_EQ(h.app.document().session.tile_k, 32u);
    EXPECT_EQ(h.app.document().history.done(), 1u);
    EXPECT_EQ(h.app.regions.flyout, "");
    EXPECT_TRUE(says(status(), "chain 0 of loop")) << status();
    h->key(Key::z, {Mod::ctrl});
    h->frames(2);
    EXPECT_EQ(h.app.document().session, before);
}

TEST_F(PasteSentences, AChainSaysWhatItsProgramDoesNot) {
    drop_files(h.app, {kTwoChains});
    h->frames(3);
    h->click("paste.chain.1");
    h->frames(3);
    EXPECT_NE(h.app.document().session.unknown_bits(WordId::a_desc), 0u);
    EXPECT_TRUE(says(status(), "does not say: a_desc.start, scale_d, c.")) << status();
}

TEST_F(PasteSentences, AChangeOfTheTargetIsSaid) {
    paste_and_apply(kNoVersion);  // into the session of the start
    EXPECT_EQ(h.app.document().session.arch, "sm_90a");
    EXPECT_TRUE(says(status(), "The target changed from sm_100a to sm_90a.")) << status();
    EXPECT_TRUE(says(status(), "A desc and idesc are still those of the session.")) << status();
    paste_and_apply(kOwnWords);
    EXPECT_TRUE(says(status(), "The target changed from sm_90a to sm_100a.")) << status();
}

TEST(PastedTarget, IsSaidOverAPictureAndOneUndoTakesAllBack) {
    for (const Screen screen : {Screen::memory, Screen::mma}) {
        AppHarness one({1280, 720}, screen);
        one->frames(3);
        one->point_at(screen == Screen::memory ? "memory.tile" : "mma.canvas");
        one->frames(2);
        ASSERT_FALSE(one.app.document().trace.sentence.empty()) << "the pointer is on the picture";
        const Session before = one.app.document().session;
        ImGui::SetClipboardText("0x8000002000010880");
        one->key(Key::v, {Mod::ctrl});
        one->frames(3);
        ASSERT_EQ(one.app.document().session.arch, "sm_90a");
        EXPECT_TRUE(says(status_sentence(one.app), "The target changed from sm_100a to sm_90a."))
            << status_sentence(one.app);
        one->key(Key::z, {Mod::ctrl});
        one->frames(3);
        EXPECT_EQ(one.app.document().session, before);
        EXPECT_FALSE(one.app.document().history.can_undo());
        EXPECT_FALSE(says(status_sentence(one.app), "The target changed")) << status_sentence(one.app);
    }
}

TEST_F(PasteSentences, TwoValuesOfOneNameAreSaid) {
    paste_text("before:\nb_desc = 0x4000404000010440\nafter:\nb_desc = 0x4000404000010840\n");
    ASSERT_TRUE(h->shows("paste.several"));
    h->key(Key::enter);
    h->frames(3);
    EXPECT_TRUE(says(status(), "2 different words for B desc. Only 0x4000404000010440 goes on the card.") ||
                says(status(), "already"))
        << status();
    paste_and_apply("b_desc = 0x4000404000010840\nb_desc = 0x4000404000010440\n");
    EXPECT_TRUE(says(status(), "2 different words for B desc. Only 0x4000404000010840 goes on the card.")) << status();
}

TEST_F(PasteSentences, ANewPasteSaysThatTheOldWordsWereNotApplied) {
    paste_text(kOwnWords);
    ASSERT_EQ(h.app.document().states.paste.waiting, 3u);
    paste_text("a_desc = 0x4000404000010c40\n");
    const std::string shown = status_sentence(h.app.context());  // of the line, which can say something else first
    EXPECT_TRUE(says(shown, "Pasted into A desc")) << shown;
    EXPECT_TRUE(says(shown, "3 pasted words were not applied")) << shown;
}

TEST_F(PasteSentences, AStrideThatTheMemoryDoesNotHaveIsSaid) {
    paste_and_apply("b_desc = 0x4000402000010840\n");  // sbo 512 in the mode 128B
    EXPECT_FALSE(says(status(), "was rewritten to match")) << status();
    EXPECT_TRUE(says(status(), "sbo of B is 512 in the word and 1024 in the memory")) << status();
    paste_and_apply("b_desc = 0x4000404000010c40\n");
    EXPECT_TRUE(says(status(), "The memory of B was rewritten to match the words.")) << status();
}

// One chain of MMAs, so there is nothing to choose.
TEST_F(PasteSentences, ALineOfAnMmaBecomesTheInstructionAtOnce) {
    paste_text(
        "wgmma.mma_async.sync.aligned.m64n64k16.f32.bf16.bf16 {...}, 0x4000004000000840, 0x4000004000000c40, p, 1, 1, "
        "0, 0;\n");
    const Derived& d = h.app.document().derived;
    EXPECT_EQ(d.instruction.substr(0, d.instruction.find(' ')), "wgmma.mma_async.sync.aligned.m64n64k16.f32.bf16.bf16");
    EXPECT_TRUE(says(status(), "wgmma.mma_async.sync.aligned.m64n64k16.f32.bf16.bf16")) << status();
    EXPECT_TRUE(says(status(), "Assumed, because nobody gave it: scale-d")) << status();
    EXPECT_EQ(basis_of(d), Basis::given);
    EXPECT_EQ(h.app.regions.flyout, "");
    EXPECT_EQ(h.app.document().history.done(), 1u);
    EXPECT_FALSE(h->shows("words.a_desc.assumed"));
}

TEST(PastedOverAnExample, WhatThePasteLeavesOpenLooksAssumedUntilSomebodyTakesIt) {
    AppHarness one({1440, 900}, Screen::mma);
    start(one.app, presets().front().session());
    one->frames(3);
    ImGui::SetClipboardText("a_desc = 0x8000402000010080\n");
    one->key(Key::v, {Mod::ctrl});
    one->frames(3);
    EXPECT_FALSE(one->shows("words.a_desc.assumed"));
    EXPECT_TRUE(one->shows("words.b_desc.assumed"));
    EXPECT_TRUE(one->shows("words.idesc.assumed"));
    EXPECT_EQ(basis_of(one.app.document().derived), Basis::assumed);
    ASSERT_TRUE(one->shows("mma.basis.accept"));
    one->click("mma.basis.accept");
    one->frames(3);
    EXPECT_FALSE(one->shows("mma.basis"));
    EXPECT_EQ(basis_of(one.app.document().derived), Basis::given);
}

TEST_F(PasteSentences, AnExampleIsGivenUntilSomethingIsPasted) {
    start(h.app, presets().front().session());
    h->frames(2);
    EXPECT_EQ(basis_of(h.app.document().derived), Basis::given);
    EXPECT_FALSE(h->shows("words.b_desc.assumed"));
}

// The shape is in the text between the quotes.
TEST_F(PasteSentences, TheMmaOfInlineAssemblyBringsItsShape) {
    paste_text(
        "void mma(float (&d)[32], uint64_t a, uint64_t b) {\n"
        "  a = 0x4000004000000840; b = 0x4000004000000c40;\n"
        "  asm volatile(\"{\\n\" \"wgmma.mma_async.sync.aligned.m64n64k16.f32.bf16.bf16 {%0, ..., %31}, %32, %33, p, "
        "1, 1, 0, "
        "0;\\n\" \"}\\n\" : \"+f\"(d[0]) : \"l\"(a), \"l\"(b));\n}\n");
    if (h.app.document().states.paste.waiting != 0) h->key(Key::enter);
    h->frames(3);
    EXPECT_TRUE(says(h.app.document().derived.instruction, "m64n64k16.f32.bf16.bf16"))
        << h.app.document().derived.instruction;
}

TEST_F(PasteSentences, UndoOfAllEditsIsNotUnsaved) {
    EXPECT_EQ(document_name(h.app), "untitled");
    paste_and_apply(kOwnWords);
    EXPECT_EQ(document_name(h.app), "untitled *");
    while (h.app.document().history.can_undo()) {
        h->key(Key::z, {Mod::ctrl});
        h->frames(2);
    }
    EXPECT_EQ(document_name(h.app), "untitled");
}

constexpr const char* kRecords =
    "a_desc = 0x4000404000010080\nb_desc = 0x4000404000010480\nidesc = 0x08200010\n"
    "a_desc = 0x4000404000010880\nb_desc = 0x4000404000010c80\nidesc = 0x08100010\n";

TEST(BatchPut, SaysWhichWordsAreNotOfTheLog) {
    PanelHarness h(draw_batch_tab, {1200, 700});
    h.paste(kRecords);
    h.click("batch.2");
    h.click("batch.put");
    EXPECT_EQ(h.session.word(WordId::a_desc), 0x4000404000010880u);
    EXPECT_TRUE(says(h.status, "B desc and idesc are still those of the session.")) << h.status;
}

TEST(BatchPut, PutsAllWordsOfTheRecord) {
    PanelHarness h(draw_batch_tab, {1200, 700});
    h.paste(kRecords);
    EXPECT_FALSE(h.shows("batch.put_all"));
    h.click("batch.2");
    h.frames(2);
    h.click("batch.put_all");
    EXPECT_EQ(h.session.word(WordId::a_desc), 0x4000404000010880u);
    EXPECT_EQ(h.session.word(WordId::b_desc), 0x4000404000010c80u);
    EXPECT_EQ(h.session.word(WordId::idesc), 0x08100010u);
    EXPECT_FALSE(says(h.status, "still")) << h.status;
}

TEST(BatchPut, SaysWhichWaitingWordsAreLeftOut) {
    PanelHarness h(draw_batch_tab, {1200, 700});
    h.paste(kRecords);
    h.states.paste.waiting = 3;
    h.click("batch.0");
    h.click("batch.put");
    EXPECT_TRUE(says(h.status, "2 pasted words were not applied.")) << h.status;
}

TEST(BatchPut, PutsAllWordsOfTheLine) {
    PanelHarness h(draw_batch_tab, {1200, 700});
    h.paste(
        "k=0 a_desc=0x4000404000010080 b_desc=0x4000404000010480\n"
        "k=1 a_desc=0x4000404000010082 b_desc=0x4000404000010482\n");
    h.click("batch.3");
    h.frames(2);
    h.click("batch.put_all");
    EXPECT_EQ(h.session.word(WordId::a_desc), 0x4000404000010082u);
    EXPECT_EQ(h.session.word(WordId::b_desc), 0x4000404000010482u);
    EXPECT_TRUE(says(h.status, "idesc is still that of the session.")) << h.status;
}

}  // namespace
}  // namespace tilescope::ui
