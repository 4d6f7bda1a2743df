// tests/ui/odd_words_test.cpp -- the odd word of a log: its line, the way to it, its text, and the paste panel.
// SPDX-License-Identifier: MIT
#include "app/window/documents/chooser.h"
#include "app/window/documents/edits.h"
#include "app/window/documents/files.h"
#include "app/window/frame/palette.h"
#include "app/window/paste/paste.h"
#include "app/window/result/emulation.h"
#include "tests/support/temporary_folder.h"
#include "tests/ui/app_harness.h"
#include "tests/ui/panel_harness.h"

#include <tilescope/base/say.h>
#include <tilescope/rules/read_paste.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <string>

namespace tilescope::ui {
namespace {

const ImVec2 kOddSize{1400, 500};

// 504 words in 168 lines. The B descriptor of one line has another stride (64 bytes, not 1024).
std::string training_log(unsigned wrong) {
    std::string out;
    for (unsigned i = 0; i < 168; ++i) {
        const std::uint64_t a = 0x4000404000010040 + i % 4 * 2, b = 0x4000404000010440 + i % 4 * 2;
        out += say("iter=", i / 4, " stage=", i % 4, " a_desc=", hex(a, 16),
                   " b_desc=", hex(i == wrong ? b - (std::uint64_t{60} << 32) : b, 16), " idesc=0x08180010\n");
    }
    return out;
}

TEST(OddWords, AreAnnouncedWithAButtonThatShowsTheRow) {
    PanelHarness h(draw_batch_tab, kOddSize);
    h.paste(training_log(151));
    EXPECT_EQ(odd_in_words(h.states.batch), "1 word differs from its group: line 152, sbo 64 instead of 1024");
    ASSERT_TRUE(h.shows("batch.odd"));
    const auto row = h.states.batch.marked.at(0).row;
    EXPECT_FALSE(h.shows(say("batch.", row))) << "the test needs a row that is not visible";
    h.click("batch.odd.show");
    h.frames(3);
    EXPECT_EQ(h.states.batch.chosen, static_cast<int>(row));
    EXPECT_TRUE(h.shows(say("batch.", row))) << "the table scrolls to it";
}

// A and B of four K steps in each stage; the B of the last stage has sbo 2048.
std::string staged_log(unsigned stages) {
    std::string out;
    for (unsigned stage = 0; stage < stages; ++stage)
        for (unsigned k = 0; k < 4; ++k) {
            const std::uint64_t at = stage * 0x500 + k * 2, wide = stage + 1 == stages ? std::uint64_t{64} << 32 : 0;
            out += say("stage ", stage, " k ", k, ": a_desc=", hex(0x4000404000010040 + at, 16),
                       " b_desc=", hex(0x4000404000010440 + at + wide, 16), "\n");
        }
    return out;
}

TEST(OddWords, AWrongStageAmongThreeIsNamedAndItsRowsAreMarked) {
    PanelHarness h(draw_batch_tab, kOddSize);
    h.paste(staged_log(3));
    const std::string group = "stage 2: sbo 2048 in 4 of 12 words named b_desc, 1024 in the others. ";
    EXPECT_EQ(odd_in_words(h.states.batch), group + "1 of 4: line 9");
    EXPECT_TRUE(h.shows("batch.17.odd.sbo"));
    EXPECT_FALSE(h.shows("batch.15.odd.sbo"));
    h.click("batch.odd.show");
    h.click("batch.odd.show");
    EXPECT_EQ(h.states.batch.chosen, 19);
    EXPECT_EQ(odd_in_words(h.states.batch), group + "2 of 4: line 10");
    h.click("batch.odd_only");
    EXPECT_EQ(h.states.batch.lines.size(), 4u);
}

TEST(OddWords, OfTwoStagesTheDifferenceIsSaidAndNoneIsMarked) {
    PanelHarness h(draw_batch_tab, kOddSize);
    h.paste(staged_log(2));
    EXPECT_EQ(odd_in_words(h.states.batch),
              "sbo differs in words named b_desc: 1024 in 4 (stage 0), 2048 in 4 (stage 1)");
    EXPECT_TRUE(h.shows("batch.odd"));
    EXPECT_FALSE(h.shows("batch.odd.show"));
    EXPECT_TRUE(h.states.batch.marked.empty());
}

TEST(OddWords, AFilterThatHidesTheRowGoesAway) {
    PanelHarness h(draw_batch_tab, kOddSize);
    h.paste(training_log(151));
    h.click("batch.filter");
    h.type("line<10");
    h.click("batch.odd.show");
    h.frames(3);
    EXPECT_EQ(h.states.batch.query.filter, "");
    EXPECT_TRUE(h.shows(say("batch.", h.states.batch.marked.at(0).row)));
}

TEST(OddWords, AreTheOnlyRowsOfAToggle) {
    PanelHarness h(draw_batch_tab, kOddSize);
    h.paste(training_log(151));
    h.click("batch.odd_only");
    EXPECT_EQ(h.states.batch.lines.size(), 1u);
    h.click("batch.odd_only");
    EXPECT_GT(h.states.batch.lines.size(), 300u);
}

TEST(BatchCounts, SayHowManyWordsAreDifferent) {
    PanelHarness h(draw_batch_tab, kOddSize);
    h.paste(training_log(151));
    EXPECT_TRUE(h.states.batch.counts.starts_with("336 words, 9 different")) << h.states.batch.counts;
    EXPECT_TRUE(tilescope::paste(training_log(151), {}, [](const Format&, std::uint64_t, std::uint64_t) {
                    return true;
                }).sentence.starts_with("504 words found, 10 different"));
}

TEST(BatchText, TheLineOfTheLogIsTheLastColumnAndAFilterFindsIt) {
    PanelHarness h(draw_batch_tab, kOddSize);
    h.paste(training_log(151));
    ASSERT_TRUE(h.shows("batch.0.text"));
    EXPECT_GT(h.rect("batch.0.text").min.x, h.rect("batch.sort.verdict").min.x);
    h.click("batch.filter");
    h.type("iter=3 stage=1");
    EXPECT_EQ(h.states.batch.refused, "");
    EXPECT_EQ(h.states.batch.lines.size(), 2u) << "A and B of this line";
}

TEST(BatchText, FoldsAwayFirstIfTheTableIsNarrow) {
    PanelHarness h(draw_batch_tab, {500, 500});
    h.paste(training_log(151));
    h.frames(3);
    EXPECT_FALSE(h.shows("batch.sort.text"));
    EXPECT_TRUE(h.shows("batch.sort.start"));
}

TEST(BatchComparison, LeavesTheTableItsHeightAndCloses) {
    PanelHarness h(draw_batch_tab, {1200, 260});  // a low drawer
    h.paste(training_log(151));
    const float before = h.rect("batch.2").min.y;
    h.click("batch.0");
    h.ctrl_click("batch.3");
    h.frames(3);
    ASSERT_TRUE(h.shows("batch.compared"));
    EXPECT_EQ(h.rect("batch.2").min.y, before) << "the table stays where it is";
    h.click("batch.compared.close");
    EXPECT_FALSE(h.shows("batch.compared"));
    EXPECT_EQ(h.states.batch.chosen, 0);
}

TEST(BatchComparison, ClosesOnEsc) {
    AppHarness h;
    read_paste(h.app, training_log(151));
    h->frames(4);
    h.app.regions.flyout.clear();
    h.app.document().states.batch.chosen = 0;
    h.app.document().states.batch.compared = 1;
    h->frames(3);
    ASSERT_TRUE(h->shows("batch.compared"));
    const Focus selected = h.app.document().view_state.selection;
    h->key(Key::escape);
    h->frames(2);
    EXPECT_FALSE(h->shows("batch.compared"));
    EXPECT_EQ(h.app.document().view_state.selection, selected);
}

TEST(PasteMarks, TheListMarksTheOddWordAndLeadsToIt) {
    AppHarness h;
    read_paste(h.app, training_log(151));
    h->frames(4);
    ASSERT_TRUE(h->shows("paste.odd"));
    h->click("paste.odd.show");
    h->frames(4);
    EXPECT_EQ(h.app.document().states.batch.chosen, static_cast<int>(h.app.document().states.batch.marked.at(0).row));
    EXPECT_TRUE(h->shows(say("batch.", h.app.document().states.batch.chosen)));
}

TEST(PasteMarks, AWordThatDoesNotFitItsCardIsRefusedInOneSentence) {
    AppHarness h;
    read_paste(h.app, "0x4000404000010080");
    h->click("rail.paste");
    h->click("paste.0.card");
    h->click("paste.0.card.idesc");
    EXPECT_TRUE(h->shows("paste.misfit"));
    EXPECT_EQ(h.app.document().states.paste.misfit,
              "A word of 64 bits does not fit on the card idesc, which has 32 bits.");
    h->click("paste.apply");
    EXPECT_EQ(h.app.document().session, Session{});
    h->click("rail.paste");
    h->click("paste.0.card");
    h->click("paste.0.card.b_desc");
    EXPECT_FALSE(h->shows("paste.misfit"));
}

TEST(CompactWindow, ABatchComesToTheFront) {
    AppHarness h({720, 450});  // 1440 x 900 at 200 %
    h->frames(3);
    EXPECT_FALSE(h->shows("batch.odd"));
    read_paste(h.app, training_log(151));
    h->frames(4);
    EXPECT_TRUE(h->shows("batch.odd"));
    EXPECT_TRUE(h->shows("batch.0"));
    h->click("compact.Picture");
    h->frames(3);
    EXPECT_FALSE(h->shows("batch.odd")) << "once: then the user chooses";
}

TEST(CompactWindow, TheQuestionOfAPasteComesToTheFront) {
    AppHarness h({720, 450});
    h->frames(3);
    read_paste(h.app, "0x40004040", true);  // half of a descriptor, or an instruction descriptor
    h->frames(4);
    EXPECT_TRUE(h->shows("paste.apply"));
    h->key(Key::enter);
    h->frames(3);
    EXPECT_NE(h.app.document().session, Session{});
}

TEST(CompactWindow, ABatchComesToTheFrontOnlyWhenItOpens) {
    AppHarness h({720, 450});
    read_paste(h.app, training_log(151));
    run_command(h.app, command("show_panel", "fields"));  // before a frame has shown the batch
    h->frames(4);
    EXPECT_TRUE(h->shows("fields.sbo.name"));
    for (const char* tab : {"compact.Words", "compact.Picture"}) {
        h->click(tab);
        h->frames(3);
        EXPECT_FALSE(h->shows("batch.odd")) << tab;
    }
}

// Most words of a log go on no card: its reader wants the table.
TEST(PasteTile, ALogIsFirstATableAndThenWordsForCards) {
    AppHarness h;
    read_paste(h.app, "a_desc=0x4000404000010080\n" + training_log(151));
    h->frames(4);
    EXPECT_TRUE(h->shows("paste.table"));
    EXPECT_LT(h->rect("paste.table").max.y, h->rect("paste.apply").min.y);
    h->key(Key::enter);
    h->frames(3);
    EXPECT_EQ(h.app.document().session, Session{}) << "nothing is applied";
    EXPECT_FALSE(h->shows("paste.table")) << "the panel covers the picture only while it is needed";
    EXPECT_TRUE(h->shows("batch.0"));
    EXPECT_NE(h.app.document().status.find("Press Ctrl+Shift+V"), std::string::npos) << h.app.document().status;
}

TEST(PasteTile, ATableIsForMoreWordsThanTheCardsTake) {
    const auto for_a_table = [](const std::string& text) {
        const PasteResult pasted = tilescope::paste(text, {});
        return is_for_a_table(pasted, plan_paste(pasted, WordId::a_desc, {}));
    };
    const std::string mma = "a_desc=0x4000404000010080 b_desc=0x4000404000010480 idesc=0x08180010\n";
    EXPECT_FALSE(for_a_table(mma));
    EXPECT_FALSE(for_a_table(mma + mma + mma)) << "each different word goes on a card";
    EXPECT_FALSE(for_a_table(mma + "x = 0x4000404000010880\n"));
    std::string twice;
    for (int i = 0; i < 10; ++i)
        twice += mma + "a_desc=0x4000404000010082 b_desc=0x4000404000010482 idesc=0x08180010\n";
    EXPECT_TRUE(for_a_table(twice));
    EXPECT_EQ(words_in_text(tilescope::paste(twice, {})), 60u);
}

TEST(PasteTile, TheWordsOfOneMmaAreForCards) {
    AppHarness h;
    read_paste(h.app,
               "a_desc = 0x4000404000010080\nb_desc = 0x4000404000010480\nidesc = 0x08180010\nx = 0x4000404000010880");
    h->frames(4);
    EXPECT_TRUE(h->shows("paste.apply"));
    EXPECT_FALSE(h->shows("paste.table"));
}

TEST(PasteTile, TakesTheTextOfTheClipboardAndSaysSo) {
    AppHarness h;
    ImGui::SetClipboardText("b_desc = 0x4000402000010840");
    h->click("rail.paste");
    h->frames(3);
    EXPECT_TRUE(h->shows("paste.from_clipboard"));
    EXPECT_TRUE(h->shows("paste.apply"));
    EXPECT_EQ(h.app.document().session, Session{}) << "nothing is applied";
    h->click("rail.close");
    EXPECT_FALSE(h->shows("paste.box"));
}

TEST(PasteTile, LeavesOtherTextInTheClipboard) {
    AppHarness h;
    ImGui::SetClipboardText("correct horse battery staple");
    h->click("rail.paste");
    h->frames(3);
    EXPECT_TRUE(h->shows("paste.empty"));
    EXPECT_EQ(h.app.document().states.paste.text, "");
}

class OpenLog : public test::FolderTest {};

TEST_F(OpenLog, TheTabHasTheNameOfTheFileAndASaveNeverWritesIt) {
    const std::string path = folder + "/train.log", text = training_log(151);
    std::ofstream(path) << text;
    AppHarness h;
    open_file(h.app, path);
    h->frames(3);
    EXPECT_EQ(document_name(h.app), "train.log");
    h->key(Key::s, {Mod::ctrl});
    h->frames(3);
    ASSERT_TRUE(h.app.overlays.chooser.open) << "a session needs a name of its own";
    h.app.overlays.chooser = {};
    save_file_as(h.app, path);
    EXPECT_FALSE(h.app.overlays.overwrite) << "no question: the log stays";
    EXPECT_TRUE(h.app.overlays.chooser.open);
    EXPECT_NE(h.app.overlays.chooser.said.find("stays as it is"), std::string::npos);
    std::ifstream file(path);
    EXPECT_EQ(std::string(std::istreambuf_iterator<char>(file), {}), text);
    read_paste(h.app, "a_desc = 0x4000404000010040");
    EXPECT_EQ(document_name(h.app), "untitled") << "the text is of no file";
}

}  // namespace
}  // namespace tilescope::ui
