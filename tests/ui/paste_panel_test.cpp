// tests/ui/paste_panel_test.cpp -- words from any text are stored on their cards in one step.
// SPDX-License-Identifier: MIT
#include "app/io/file.h"
#include "app/ui/paste_plan.h"
#include "app/window/paste/paste.h"
#include "tests/ui/app_harness.h"
#include "tests/ui/panel_harness.h"

#include <tilescope/base/say.h>
#include <tilescope/rules/read_paste.h>
#include <tilescope/table/batch_table.h>

#include <gtest/gtest.h>

#include <algorithm>

namespace tilescope::ui {
namespace {

TEST(PastePanel, ShowsAHintWhileItIsEmpty) {
    PanelHarness h(draw_paste_panel, {300, 900});
    EXPECT_TRUE(h.shows("paste.box"));
    EXPECT_TRUE(h.shows("paste.empty"));
    EXPECT_FALSE(h.shows("paste.apply"));
}

TEST(PastePanel, TypingRequestsAParseAndAppliesNothing) {
    PanelHarness h(draw_paste_panel, {300, 900});
    const Session before = h.session;
    h.click("paste.box");
    h.type("0x4000404000010080");
    EXPECT_EQ(h.paste_text, "0x4000404000010080");
    EXPECT_EQ(h.session, before);
    EXPECT_FALSE(h.has_requested(command("apply_paste")));
    EXPECT_TRUE(h.shows("paste.apply"));
}

TEST(PastePanel, EnterAndTheButtonRequestTheCommand) {
    for (const bool enter : {true, false}) {
        PanelHarness h(draw_paste_panel, {300, 900});
        h.click("paste.box");
        h.type("0x4000404000010080");
        EXPECT_FALSE(h.has_requested(command("apply_paste")));
        enter ? h.key(Key::enter) : h.click("paste.apply");
        EXPECT_EQ(std::ranges::count(h.commands, command("apply_paste")), 1) << enter;
        EXPECT_EQ(h.history.done(), 0u) << "the window applies them";
    }
}

TEST(PastePanel, AnUnambiguousPastedWordRequestsTheCommand) {
    PanelHarness h(draw_paste_panel, {300, 900});
    h.states.paste.arrived = true;
    h.paste("0x4000404000010080");
    EXPECT_TRUE(h.has_requested(command("apply_paste")));
}

// The whole window, with a text in the paste panel that was not applied.
class AppliedPaste : public testing::Test {
protected:
    void show(std::string_view text) {
        read_paste(h.app, std::string(text));
        h->frames(3);
        if (!h->shows("paste.box")) h->click("rail.paste");
    }
    const Session& session() const { return h.app.document().session; }
    std::size_t steps() const { return h.app.document().history.done(); }
    AppHarness h{{1440, 1400}};
};

TEST_F(AppliedPaste, EnterAppliesTheSelectedReadingsAsOneStep) {
    h->click("rail.paste");
    h->click("paste.box");
    h->type("0x4000404000010080");
    h->key(Key::enter);
    EXPECT_EQ(session().word(WordId::a_desc), 0x4000404000010080u);
    EXPECT_EQ(steps(), 1u);
    h->key(Key::z, {Mod::ctrl});
    EXPECT_EQ(session(), Session{});
}

TEST_F(AppliedPaste, TheCardOfAWordCanBeChosen) {
    show("0x4000404000010080");
    h->click("paste.0.card");
    h->click("paste.0.card.b_desc");
    h->click("paste.apply");
    EXPECT_EQ(session().word(WordId::b_desc), 0x4000404000010080u);
    EXPECT_EQ(session().word(WordId::a_desc), Session{}.word(WordId::a_desc));
    EXPECT_EQ(h.app.document().view_state.active, WordId::b_desc);
}

TEST_F(AppliedPaste, AWordCanBeLeftOut) {
    show("0x4000404000010080");
    h->click("paste.0.card");
    h->click("paste.0.card.none");
    h->click("paste.apply");
    EXPECT_EQ(session(), Session{});
}

TEST_F(AppliedPaste, SeveralWordsGoOnTheirCardsAsOneStep) {
    show("a_desc = 0x4000404000010080\nb_desc = 0x4000404000010480\nidesc = 0x08100010\n");
    ASSERT_TRUE(h->shows("paste.2"));
    h->click("paste.apply");
    EXPECT_EQ(session().word(WordId::a_desc), 0x4000404000010080u);
    EXPECT_EQ(session().word(WordId::b_desc), 0x4000404000010480u);
    EXPECT_EQ(session().word(WordId::idesc), 0x08100010u);
    EXPECT_EQ(steps(), 1u);
}

TEST(PastePanel, AnotherReadingCanBeChosen) {
    PanelHarness h(draw_paste_panel, {300, 1400});
    h.paste("0x4000404000010080");
    const PasteResult found = tilescope::paste("0x4000404000010080");
    ASSERT_EQ(found.words.size(), 1u);
    ASSERT_GE(found.words[0].readings.size(), 2u);
    if (!found.words[0].ask) h.click("paste.0.readings");
    h.click("paste.0.reading.1");
    EXPECT_EQ(h.states.paste.plan.at(0).reading, 1u);
}

TEST(PastePanel, AllReadingsAreVisibleIfTheProgramCannotDecide) {
    PanelHarness h(draw_paste_panel, {300, 1400});
    // A 32-bit number without a name can be one half of a descriptor or a whole instruction descriptor.
    h.paste("0x40004040");
    const PasteResult found = tilescope::paste("0x40004040");
    ASSERT_EQ(found.words.size(), 1u);
    ASSERT_TRUE(found.words[0].ask);
    for (std::size_t i = 0; i < found.words[0].readings.size(); ++i)
        EXPECT_TRUE(h.shows(say("paste.0.reading.", i))) << i;
    EXPECT_FALSE(h.has_requested(command("apply_paste")));
}

TEST(PastePanel, TextWithoutAWordShowsASentenceAndStays) {
    PanelHarness h(draw_paste_panel, {300, 900});
    h.paste("hello world");
    EXPECT_TRUE(h.shows("paste.sentence"));
    EXPECT_FALSE(h.shows("paste.apply"));
    EXPECT_EQ(h.states.paste.text, "hello world");
    EXPECT_EQ(h.session, Session{});
}

// A program with two chains.
std::string k_loop() { return *io::read_text(TILESCOPE_SOURCE_DIR "/tests/data/programs/k_loop.ptx"); }

TEST(PastePanel, AProgramHasAListOfItsChainsAndOneIsChosen) {
    PanelHarness h(draw_paste_panel, {300, 1400});
    h.paste(k_loop());
    ASSERT_TRUE(h.shows("paste.chain.0"));
    ASSERT_TRUE(h.shows("paste.chain.1"));
    EXPECT_FALSE(h.shows("paste.chain.2"));
    EXPECT_FALSE(h.shows("paste.chain.0.asks"));
    EXPECT_TRUE(h.shows("paste.chain.1.asks"));
    h.click("paste.chain.1");
    EXPECT_EQ(h.opened_chain, 1u);
    EXPECT_EQ(h.session, Session{});  // the shell opens it
}

TEST(PastePanel, EnterInTheBoxTakesTheFirstChain) {
    PanelHarness h(draw_paste_panel, {300, 1400});
    h.paste(k_loop());
    h.click("paste.box");
    h.key(Key::enter);
    EXPECT_EQ(h.opened_chain, 0u);
    EXPECT_EQ(h.history.done(), 0u);
}

TEST(PastePlan, DescriptorsWithoutANameFillAAndBInTurn) {
    const PasteResult found = tilescope::paste("0x4000404000010080 0x4000404000010480 0x4000404000010880");
    ASSERT_EQ(found.words.size(), 3u);
    const PastePlan plan = plan_paste(found, WordId::idesc, {});
    EXPECT_EQ(plan[0].card, WordId::a_desc);
    EXPECT_EQ(plan[1].card, WordId::b_desc);
    EXPECT_FALSE(plan[2].card);
    EXPECT_FALSE(is_plain(found, plan));
}

TEST(PastePlan, BitsThatAreNotInTheTextAreUnknownOnTheCard) {
    PasteResult found = tilescope::paste("0x4000404000010080");
    ASSERT_EQ(found.words.size(), 1u);
    found.words[0].readings[0].unknown = 0x3fff;
    const Session before;
    Session after = before;
    for (const Edit& edit : edits_of(found, plan_paste(found, WordId::a_desc, before), before))
        after = apply_edit(after, edit);
    EXPECT_EQ(after.word(WordId::a_desc), 0x4000404000010000u);
    EXPECT_EQ(after.unknown_bits(WordId::a_desc), 0x3fffu) << "the card's old start address is not the pasted one";
}

TEST(BatchPanel, ShowsAHintWhileItIsEmpty) {
    PanelHarness h(draw_batch_tab);
    EXPECT_TRUE(h.shows("batch.empty"));
}

// A log, with words of A and B in turn.
constexpr std::string_view kPastedLog =
    "a_desc = 0x4000404000010040\nb_desc = 0x4000404000010440\n"
    "a_desc = 0x4000404000010042\nb_desc = 0x4000404000010444\n";

TEST(PastePanel, ThreeWordsAreShownWithAllTheirChoices) {
    PanelHarness h(draw_paste_panel, {300, 1400});
    h.paste("0x4000404000010080 0x4000404000010480 0x4000404000010880");
    for (int i = 0; i < 3; ++i) EXPECT_TRUE(h.shows(say("paste.", i, ".card"))) << i;
    EXPECT_FALSE(h.shows("paste.line.0"));
}

TEST(PastePanel, MoreThanThreeWordsAreAListWithOneLineEach) {
    PanelHarness h(draw_paste_panel, {300, 1400});
    h.paste(kPastedLog);
    for (int i = 0; i < 4; ++i) EXPECT_TRUE(h.shows(say("paste.line.", i))) << i;
    EXPECT_FALSE(h.shows("paste.0.card"));
    const float step = h.rect("paste.line.1").min.y - h.rect("paste.line.0").min.y;
    EXPECT_LT(step, 30) << "a word with all its choices needs 120 pixels";
    EXPECT_TRUE(h.shows("paste.apply"));
}

TEST(PastePanel, TheTooltipOfAWordLeavesItsLineReadable) {
    for (const char* text :
         {"a = 0x4000404000010080 b = 0x4000404000010480 c = 0x4000404000010880 d = 0x4000404000010c80",
          "a_desc = 0x4000404000010080"}) {
        PanelHarness h(draw_paste_panel, {300, 1400});
        h.paste(text);
        const std::string line = h.shows("paste.line.1") ? "paste.line.1" : "paste.0";
        h.point_at(line);
        h.frames(3);
        ASSERT_TRUE(h.shows("tooltip")) << line;
        const Rect tip = h.rect("tooltip"), word = h.rect(line);
        EXPECT_TRUE(tip.min.y >= word.max.y || tip.max.y <= word.min.y) << line;
    }
}

TEST_F(AppliedPaste, ASelectedLineOfTheListShowsItsChoices) {
    show(kPastedLog);
    h->click("paste.line.2");
    h->click("paste.2.card");
    h->click("paste.2.card.a_desc");
    h->click("paste.line.0");
    h->click("paste.0.card");
    h->click("paste.0.card.none");
    h->click("paste.apply");
    EXPECT_EQ(session().word(WordId::a_desc), 0x4000404000010042u);
    EXPECT_EQ(session().word(WordId::b_desc), 0x4000404000010440u);
    EXPECT_EQ(steps(), 1u);
}

TEST(PastePlan, AWordOfALogIsComparedWithTheLastWordOfItsName) {
    const PasteResult found = tilescope::paste(kPastedLog);
    ASSERT_EQ(found.words.size(), 4u);
    const BatchTable table = batch_table(found, kPastedLog, "sm_100a");
    ASSERT_EQ(table.sheets.size(), 1u);
    EXPECT_EQ(change_before(table.sheets[0], 0), "");
    EXPECT_EQ(change_before(table.sheets[0], 1), "");
    EXPECT_EQ(change_before(table.sheets[0], 2), "start 0x400 (1024 bytes) -> 0x420 (1056 bytes)");
    EXPECT_EQ(change_before(table.sheets[0], 3), "start 0x4400 (17408 bytes) -> 0x4440 (17472 bytes)");
}

TEST(PastePlan, NamelessWordsAreComparedWithNamelessWords) {
    constexpr std::string_view kBareWords = "0x4000404000010080\na_desc = 0x4000404000010040\n0x4000404000010082\n";
    const PasteResult found = tilescope::paste(kBareWords);
    ASSERT_EQ(found.words.size(), 3u);
    const BatchTable table = batch_table(found, kBareWords, "sm_100a");
    ASSERT_EQ(table.sheets.size(), 1u);
    EXPECT_EQ(change_before(table.sheets[0], 0), "");
    EXPECT_EQ(change_before(table.sheets[0], 2), "start 0x800 (2048 bytes) -> 0x820 (2080 bytes)");
}

TEST(BatchPanel, HasOneLinePerWordAndPutsTheSelectedWordOnItsCard) {
    PanelHarness h(draw_batch_tab);
    h.paste("0x4000404000010080\n0x4000404000010082\n0x4000404000010084\n");
    for (int i = 0; i < 3; ++i) EXPECT_TRUE(h.shows(say("batch.", i))) << i;
    h.click("batch.2");
    h.click("batch.put");
    EXPECT_EQ(h.session.word(WordId::a_desc), 0x4000404000010084u);
    EXPECT_EQ(h.history.done(), 1u);
}

TEST(BatchPanel, PuttingAWordOnItsCardIsOneStep) {
    PanelHarness h(draw_batch_tab);
    h.session.arch = "sm_90a";
    h.paste("0x4000404000010080\n0x4000404000010082\n");
    h.click("batch.1");
    h.click("batch.put");
    EXPECT_EQ(h.session.arch, "sm_100a") << "the test needs a word that changes the chip";
    EXPECT_EQ(h.history.done(), 1u);
}

}  // namespace
}  // namespace tilescope::ui
