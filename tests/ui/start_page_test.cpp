// tests/ui/start_page_test.cpp -- tests the start page: its cards, its keys, and what leaves it.
// SPDX-License-Identifier: MIT
#include "app/window/guide/start_page.h"
#include "app/window/frame/regions.h"

#include "app/io/session_file.h"
#include "app/io/state_line.h"
#include "app/window/documents/edits.h"
#include "app/window/documents/files.h"
#include "app/window/documents/tabs.h"
#include "app/window/frame/command.h"
#include "tests/support/temporary_folder.h"
#include "tests/ui/app_harness.h"

#include <tilescope/base/say.h>
#include <tilescope/document/presets.h>

#include <gtest/gtest.h>

#include <algorithm>

namespace tilescope::ui {
namespace {

// Frames until nothing is read or built any more.
constexpr int kAllPictures = 40;

class StartPageOf : public test::FolderTest {
protected:
    explicit StartPageOf(ImVec2 size = {1440, 900}) : h(size) {
        h.app.system.ask_clipboard = [this](std::size_t) { answer(); };
    }
    // As the client of the window does, later.
    void answer() {
        const char* text = ImGui::GetClipboardText();
        h.app.overlays.start_page.arrived = ClipboardText{.text = text == nullptr ? "" : text};
    }
    void open() {
        open_start_page(h.app);
        h->frames(kAllPictures);
    }
    void press(Key key, std::initializer_list<Mod> mods = {}) {
        h->key(key, mods);
        h->frames(3);
    }
    // As a keyboard does: the key and its character in one frame.
    void type_key(Key key, char character) {
        feed_key(key, true);
        feed_char(static_cast<unsigned>(character));
        h->frames(1);
        feed_key(key, false);
    }
    const StartPage& page() const { return h.app.overlays.start_page; }
    AppHarness h;
};
using StartPageTest = StartPageOf;

TEST_F(StartPageTest, HasACardWithAPictureForEachPreset) {
    open();
    for (const Preset& p : presets()) {
        const auto card = std::ranges::find(page().cards, p.id, &StartCard::id);
        ASSERT_NE(card, page().cards.end()) << p.id;
        ASSERT_TRUE(card->picture) << p.id;
        EXPECT_FALSE(card->picture->grids.empty()) << p.id;
        EXPECT_FALSE(card->line.empty()) << p.id;
    }
    EXPECT_TRUE(h->shows("start.preset.k_major_128b_f16"));
    EXPECT_FALSE(h->shows("region.stage"));
    EXPECT_TRUE(h->shows("status"));
}

TEST_F(StartPageTest, BuildsNothingInItsFirstFramesAndThenOnePictureAFrame) {
    open_start_page(h.app);
    const auto built = [&] {
        return std::ranges::count_if(page().cards, [](const auto& c) { return c.picture.has_value(); });
    };
    h->frames(2);
    EXPECT_EQ(built(), 0);
    h->frames(1);  // the clipboard
    EXPECT_EQ(built(), 0);
    h->frames(1);
    EXPECT_EQ(built(), 1);
    h->frames(1);
    EXPECT_EQ(built(), 2);
}

TEST_F(StartPageTest, RequestsNoFramesWhenItIsComplete) {
    open();
    Redraw& redraw = h.app.regions.redraw;
    for (int i = 0; i < Redraw::kFramesToSettle; ++i) redraw.drew_a_frame();
    ASSERT_LT(redraw.sleep(), 0);
    h->frames(3);
    EXPECT_LT(redraw.sleep(), 0) << "a frame without input asked for another one";
}

TEST_F(StartPageTest, ADigitTakesItsCard) {
    open();
    type_key(Key::n2, '2');
    h->frames(3);
    EXPECT_TRUE(h.app.overlays.lesson_list) << "the second door";
}

TEST_F(StartPageTest, ArrowsTabAndEnterChooseACard) {
    open();
    EXPECT_EQ(page().chosen, 0u);
    press(Key::right);
    EXPECT_EQ(page().chosen, 1u);
    press(Key::down);
    EXPECT_EQ(page().cards[page().chosen].kind, CardKind::preset);
    press(Key::up);
    EXPECT_EQ(page().chosen, 1u) << "the door above it";
    press(Key::left);
    EXPECT_EQ(page().chosen, 0u);
    press(Key::left);
    EXPECT_EQ(page().chosen, 0u) << "there is nothing to the left";
    press(Key::tab);
    EXPECT_EQ(page().chosen, 1u);
    press(Key::tab, {Mod::shift});
    press(Key::tab, {Mod::shift});
    EXPECT_EQ(page().chosen, page().cards.size()) << "the box is before the first card";
    press(Key::tab);
    press(Key::tab);
    const Rect ring = h->rect("start.ring"), card = h->rect("start.card.2");
    EXPECT_EQ(ring.min.x, card.min.x);
    EXPECT_EQ(ring.min.y, card.min.y);
    press(Key::enter);
    EXPECT_TRUE(h.app.overlays.lesson_list);
}

// The first step of this lesson has no question, so Enter goes on to the next step.
TEST_F(StartPageTest, TheEnterThatChoosesALessonDoesNothingInIt) {
    open();
    press(Key::right);
    press(Key::enter);
    ASSERT_TRUE(h->shows("lessons.close")) << "the list";
    press(Key::enter);
    ASSERT_NE(h.app.document().lesson, nullptr);
    EXPECT_EQ(h.app.document().lesson->lesson.id, "what-a-descriptor-is");
    EXPECT_EQ(h.app.document().lesson->step, 0u);
}

TEST_F(StartPageTest, AnExampleIsNoStepOfAnotherSession) {
    open();
    h->click("start.preset.mn_major_128b_bf16");
    h->frames(3);
    EXPECT_FALSE(page().shown);
    EXPECT_EQ(h.app.document().session, find_preset("mn_major_128b_bf16")->session());
    EXPECT_EQ(h.app.document().history.done(), 0u) << "nothing to undo";
    EXPECT_EQ(tab_count(h.app), 1u) << "it takes the place of a session without work";
    make_edits(h.app, {SetNotes{"mine"}});
    open();
    h->click("start.preset.zero_mask_ws");
    h->frames(3);
    EXPECT_EQ(tab_count(h.app), 2u) << "and stays beside work";
    EXPECT_EQ(document_of(h.app, 0).session.notes, "mine");
    EXPECT_EQ(document_of(h.app, 0).history.done(), 1u);
}

TEST_F(StartPageTest, EscShowsTheSessionBelow) {
    open();
    press(Key::escape);
    EXPECT_FALSE(page().shown);
    EXPECT_EQ(h.app.document().session, Session{});
    EXPECT_EQ(h.app.document().history.done(), 0u);
}

TEST_F(StartPageTest, TypingOpensThePaletteAndLosesNoLetter) {
    open();
    type_key(Key::s, 's');  // S alone turns the swizzle in the picture off
    type_key(Key::b, 'b');
    type_key(Key::o, 'o');
    h->frames(3);
    EXPECT_FALSE(page().shown);
    EXPECT_TRUE(h.app.overlays.palette.open);
    EXPECT_EQ(h.app.overlays.palette.text, "sbo");
    EXPECT_TRUE(h.app.document().view_state.swizzle);
    h->type(" 512");
    h->frames(3);
    EXPECT_EQ(h.app.overlays.palette.text, "sbo 512");
    press(Key::enter);
    EXPECT_EQ(h.field(WordId::a_desc, "sbo"), 512u);
}

TEST_F(StartPageTest, APasteLeavesIt) {
    open();
    ImGui::SetClipboardText("a_desc = 0x4000402000010080");
    press(Key::v, {Mod::ctrl});
    EXPECT_FALSE(page().shown);
    EXPECT_EQ(h.app.document().session.word(WordId::a_desc), 0x4000402000010080u);
}

TEST_F(StartPageTest, ADroppedFileLeavesIt) {
    Session session;
    session.tile_k = 128;
    ASSERT_TRUE(io::save_session(folder + "/a.json", {session}));
    open();
    drop_files(h.app, {folder + "/a.json"});
    h->frames(3);
    EXPECT_FALSE(page().shown);
    EXPECT_EQ(h.app.document().session.tile_k, 128u);
}

TEST_F(StartPageTest, ADroppedFileWithTheSameSessionLeavesIt) {
    ASSERT_TRUE(io::save_session(folder + "/a.json", {h.app.document().session}));
    open();
    drop_files(h.app, {folder + "/a.json"});
    h->frames(3);
    EXPECT_FALSE(page().shown);
}

TEST_F(StartPageTest, AScreenButtonLeavesItAndTheThemeDoesNot) {
    open();
    press(Key::d, {Mod::ctrl});
    press(Key::equal, {Mod::ctrl});
    EXPECT_TRUE(page().shown);
    press(Key::k, {Mod::ctrl});
    EXPECT_TRUE(page().shown);
    press(Key::escape);
    EXPECT_TRUE(page().shown) << "Esc closes the palette first";
    h->click("top.screen.5");
    h->frames(2);
    EXPECT_FALSE(page().shown);
    EXPECT_EQ(h.app.document().view_state.screen, Screen::tmem);
}

TEST_F(StartPageTest, ShowsTheWordsOfTheClipboardAndAppliesNothing) {
    ImGui::SetClipboardText("a_desc = 0x8000402000010080");
    open();
    ASSERT_TRUE(h->shows("start.clipboard"));
    EXPECT_EQ(page().cards.front().title, "Paste 1 word");
    EXPECT_EQ(page().cards.front().session->word(WordId::a_desc), 0x8000402000010080u);
    EXPECT_EQ(h.app.document().session, Session{});
    EXPECT_TRUE(h.app.document().paste.result.words.empty());
    h->click("start.clipboard");
    h->frames(3);
    EXPECT_EQ(h.app.document().session.word(WordId::a_desc), 0x8000402000010080u);
}

TEST_F(StartPageTest, DoesNotShowAClipboardWithoutWords) {
    ImGui::SetClipboardText("correct horse battery staple");
    open();
    EXPECT_FALSE(h->shows("start.clipboard"));
    for (const StartCard& card : page().cards) EXPECT_EQ(card.line.find("horse"), std::string::npos);
}

TEST_F(StartPageTest, ReadsAtMost64KiBOfTheClipboard) {
    std::string text;
    while (text.size() < (1u << 18)) text += "a_desc = 0x8000402000010080\n";
    ImGui::SetClipboardText(text.c_str());
    open();
    ASSERT_TRUE(h->shows("start.clipboard"));
    EXPECT_TRUE(page().cards.front().title.ends_with("and more")) << page().cards.front().title;
    EXPECT_EQ(page().clipboard.text.size(), 1u << 16);
    EXPECT_FALSE(page().clipboard.whole);
    h->click("start.clipboard");
    h->frames(3);
    EXPECT_EQ(h.app.document().paste.text.size(), text.size()) << "the card pastes all";
}

TEST_F(StartPageTest, NeverWaitsForTheClipboard) {
    ImGui::SetClipboardText("a_desc = 0x8000402000010080");
    int asked = 0;
    h.app.system.ask_clipboard = [&](std::size_t most) {
        ++asked;
        EXPECT_EQ(most, 1u << 16);
    };
    open();
    EXPECT_EQ(asked, 1);
    EXPECT_FALSE(h->shows("start.clipboard"));
    EXPECT_TRUE(std::ranges::all_of(page().cards, [](const auto& c) { return c.picture || !c.session; }));
    answer();
    h->frames(2);
    EXPECT_TRUE(h->shows("start.clipboard")) << "the answer came late";
    press(Key::escape);
    answer();
    h.app.system.ask_clipboard = {};  // the window cannot read it without a wait
    open();
    EXPECT_TRUE(page().shown);
    EXPECT_FALSE(h->shows("start.clipboard")) << "that was the answer to an earlier page";
}

TEST_F(StartPageTest, OpensTheSessionOfAStateLineInTheClipboard) {
    Session session;
    session.tile_k = 256;
    const Answer<std::string> line = io::state_line({session, {}});
    ASSERT_TRUE(line);
    ImGui::SetClipboardText(say("See ", *line, " in the chat").c_str());
    open();
    ASSERT_TRUE(h->shows("start.clipboard"));
    EXPECT_EQ(page().cards.front().title, "Open the session of the state line");
    EXPECT_EQ(page().cards.front().session->tile_k, 256u);
    EXPECT_EQ(h.app.document().session, Session{});
    h->click("start.clipboard");
    h->frames(3);
    EXPECT_FALSE(page().shown);
    EXPECT_EQ(h.app.document().session.tile_k, 256u);
}

TEST_F(StartPageTest, SeesAnotherClipboardWhenTheWindowHasTheKeyboardAgain) {
    open();
    ASSERT_FALSE(h->shows("start.clipboard"));
    ImGui::SetClipboardText("b_desc = 0x8000402000010080");
    h->frames(3);
    EXPECT_FALSE(h->shows("start.clipboard"));
    press(Key::right);
    const std::string chosen = page().cards[page().chosen].id;
    reread_clipboard(h.app);
    h->frames(3);
    EXPECT_TRUE(h->shows("start.clipboard"));
    EXPECT_EQ(page().cards[page().chosen].id, chosen) << "the same card stays chosen";
}

TEST_F(StartPageTest, ShowsRecentFilesAndOpensThem) {
    Session session;
    session.tile_k = 128;
    ASSERT_TRUE(io::save_session(folder + "/gemm.json", {session}));
    h.app.prefs.recents = {folder + "/gemm.json", folder + "/gone.json"};
    h.app.overlays.start_page.reader = recents_reader({});
    open_start_page(h.app);
    for (int i = 0; i < 500 && page().recents[0].changed.empty(); ++i) h->frames(1);
    h->frames(kAllPictures);
    ASSERT_GE(page().cards.size(), 5u);
    const StartCard &there = page().cards[3], &gone = page().cards[4];  // after the doors
    EXPECT_EQ(there.title, "gemm.json");
    EXPECT_NE(there.about.find(folder), std::string::npos);
    EXPECT_EQ(there.line.substr(0, 2), "20") << "its time: " << there.line;
    EXPECT_TRUE(there.picture);
    EXPECT_EQ(gone.line, "missing");
    h->click("start.recent.gone.json");
    h->frames(3);
    EXPECT_TRUE(page().shown) << "a missing file cannot be opened";
    EXPECT_NE(status_sentence(h.app).find(folder + "/gone.json is missing"), std::string::npos)
        << status_sentence(h.app);
    ASSERT_TRUE(io::save_session(folder + "/gone.json", {session}));
    h->click("start.recent.gone.json");
    // The thread may have seen the new file already: then this click has opened it.
    for (int i = 0; i < 500 && page().shown && !page().cards[4].there; ++i) h->frames(1);
    if (page().shown) {
        EXPECT_TRUE(page().cards[4].there) << "the file is there again";
        h->click("start.recent.gemm.json");
        h->frames(3);
    }
    EXPECT_FALSE(page().shown);
    EXPECT_EQ(h.app.document().session.tile_k, 128u);
}

TEST_F(StartPageTest, LearnOpensTheListOfTheLessons) {
    open();
    h->click("start.door.learn");
    h->frames(3);
    ASSERT_TRUE(h->shows("lessons.close"));
    press(Key::escape);
    EXPECT_TRUE(page().shown) << "Esc closes only the list";
    h->click("start.door.learn");
    h->frames(3);
    h->click("lessons.sparsity");
    h->frames(4);
    EXPECT_FALSE(page().shown);
    ASSERT_NE(h.app.document().lesson, nullptr);
    EXPECT_EQ(h.app.document().lesson->lesson.id, "sparsity");
}

TEST_F(StartPageTest, PasteGivesTheBoxOfThePasteTheKeyboard) {
    open();
    h->click("start.door.paste");
    h->frames(4);
    EXPECT_FALSE(page().shown);
    ASSERT_TRUE(ImGui::GetIO().WantTextInput);
    h->type("a_desc = 0x4000402000010080");
    press(Key::enter);
    EXPECT_EQ(h.app.document().session.word(WordId::a_desc), 0x4000402000010080u);
}

TEST_F(StartPageTest, BuildATileOpensWhatBuildsOne) {
    open();
    h->click("start.door.build");
    h->frames(4);
    EXPECT_TRUE(find_command("new_tile") || tab_of(h.app.document().view_state, Screen::memory) == StageTab::layout);
}

TEST_F(StartPageTest, TheDoorsAreInSightInEveryWindow) {
    // 200 x 150 logical pixels are 400 x 300 at 200 %: there the first door is the first thing, and the rest scrolls.
    ImGui::GetIO().DisplaySize = {200, 150};
    open();
    ASSERT_TRUE(h->shows("start.door.paste"));
    EXPECT_LE(h->rect("start.door.paste").max.y, h->rect("region.start").max.y);
    EXPECT_LE(h->rect("start.door.paste").min.y, h->rect("region.start").min.y + 20);
    for (const ImVec2 size : {ImVec2{400, 300}, {640, 480}, {900, 700}, {1280, 720}, {1920, 1080}}) {
        ImGui::GetIO().DisplaySize = size;
        open();
        ASSERT_EQ(page().cards[2].kind, CardKind::door);
        for (const char* door : {"start.door.paste", "start.door.learn", "start.door.build"}) {
            ASSERT_TRUE(h->shows(door)) << door << " at " << size.x;
            EXPECT_LE(h->rect(door).max.y, h->rect("region.start").max.y) << door << " at " << size.x;
        }
        EXPECT_GT(h->rect("start.door.paste").min.y, h->rect("start.what").max.y - 1);
    }
}

TEST_F(StartPageTest, NoTwoExamplesHaveTheSamePicture) {
    open();
    for (const StartCard& a : page().cards)
        for (const StartCard& b : page().cards)
            if (a.kind == CardKind::preset && b.kind == CardKind::preset && a.id < b.id) {
                EXPECT_FALSE(a.picture == b.picture) << a.id << " and " << b.id;
            }
}

TEST_F(StartPageTest, ItsBoxChangesThePreference) {
    open();
    ASSERT_TRUE(h.app.prefs.start_page);
    press(Key::tab, {Mod::shift});
    press(Key::space);
    EXPECT_FALSE(h.app.prefs.start_page);
    EXPECT_TRUE(page().shown);
    h->click("start.box");
    h->frames(3);
    EXPECT_TRUE(h.app.prefs.start_page);
}

TEST_F(StartPageTest, AnotherTabLeavesIt) {
    open();
    press(Key::t, {Mod::ctrl});
    EXPECT_FALSE(page().shown);
}

}  // namespace
}  // namespace tilescope::ui
