// tests/ui/tabs_test.cpp -- tests several sessions in one window: keys, files, closing, backup copies, comparing.
// SPDX-License-Identifier: MIT
#include "app/window/documents/tabs.h"
#include "app/io/file.h"
#include "app/io/session_file.h"
#include "app/window/documents/edits.h"
#include "app/window/documents/files.h"
#include "app/window/documents/safety.h"
#include "app/window/frame/command.h"
#include "app/window/paste/paste.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/wait_until.h"
#include "tests/ui/app_harness.h"

#include <tilescope/base/say.h>
#include <tilescope/document/presets.h>

#include <gtest/gtest.h>

#include <filesystem>

namespace tilescope::ui {
namespace {

class Tabs : public test::FolderTest {
protected:
    std::string session_file(const std::string& name, unsigned tile_k) {
        Session session;
        session.tile_k = tile_k;
        const std::string path = folder + "/" + name;
        EXPECT_TRUE(io::save_session(path, {session}));
        return path;
    }
    void press(Key key, std::initializer_list<Mod> mods = {}) {
        h->key(key, mods);
        h->frames(3);
    }
    AppHarness h;
};

TEST_F(Tabs, OneSessionHasNoRowOfTabs) {
    h->frames(2);
    EXPECT_FALSE(h->shows("tab.1"));
    const Rect before = h->rect("region.stage");
    press(Key::t, {Mod::ctrl});
    EXPECT_TRUE(h->shows("tab.1"));
    EXPECT_TRUE(h->shows("tab.2"));
    EXPECT_GT(h->rect("region.stage").min.y, before.min.y);
    press(Key::w, {Mod::ctrl});
    EXPECT_FALSE(h->shows("tab.1"));
    EXPECT_EQ(h->rect("region.stage").min.y, before.min.y);
    EXPECT_FALSE(h.app.documents.closing.confirmed);
}

TEST_F(Tabs, EachHasItsOwnSessionHistoryAndPaste) {
    h->click("fields.sbo.plus");
    EXPECT_EQ(h.field(WordId::a_desc, "sbo"), 1040u);
    read_paste(h.app, "a_desc = 0x4000404000010080");
    press(Key::t, {Mod::ctrl});
    EXPECT_EQ(h.field(WordId::a_desc, "sbo"), 1024u);
    EXPECT_EQ(h.app.document().history.done(), 0u);
    EXPECT_FALSE(is_unsaved(h.app));
    EXPECT_TRUE(h.app.document().paste.result.words.empty());
    h->click("fields.sbo.minus");
    press(Key::tab, {Mod::ctrl});
    EXPECT_EQ(h.field(WordId::a_desc, "sbo"), 1040u);
    EXPECT_EQ(h.app.document().history.done(), 1u);
    EXPECT_EQ(h.app.document().paste.result.words.size(), 1u);
    press(Key::z, {Mod::ctrl});
    EXPECT_EQ(h.field(WordId::a_desc, "sbo"), 1024u);
    press(Key::tab, {Mod::ctrl, Mod::shift});
    EXPECT_EQ(h.field(WordId::a_desc, "sbo"), 1008u) << "undo in one tab does nothing in the other one";
}

TEST_F(Tabs, KeysGoRoundAndTheirRowCanBeClicked) {
    press(Key::t, {Mod::ctrl});
    press(Key::t, {Mod::ctrl});
    EXPECT_EQ(h.app.documents.shown, 2u);
    press(Key::page_down, {Mod::ctrl});
    EXPECT_EQ(h.app.documents.shown, 0u);
    press(Key::page_up, {Mod::ctrl});
    EXPECT_EQ(h.app.documents.shown, 2u);
    h->click("tab.2");
    h->frames(2);
    EXPECT_EQ(h.app.documents.shown, 1u);
    h->click("tab.1.close");
    h->frames(2);
    EXPECT_EQ(tab_count(h.app), 2u);
    EXPECT_EQ(h.app.document().id, 2u) << "the tab that was shown is shown again";
    h->click("tab.new");
    h->frames(2);
    EXPECT_EQ(tab_count(h.app), 3u);
}

TEST_F(Tabs, NumbersOfRevisionsAreUnique) {
    press(Key::t, {Mod::ctrl});
    const std::uint64_t second = h.app.document().revision;
    press(Key::tab, {Mod::ctrl});
    h->click("fields.sbo.plus");
    EXPECT_NE(h.app.document().revision, second);
}

TEST_F(Tabs, FileOpensInANewTabUnlessTheShownOneIsUntouched) {
    const std::string a = session_file("a.json", 128), b = session_file("b.json", 256);
    open_file(h.app, a);
    EXPECT_EQ(tab_count(h.app), 1u);
    open_file(h.app, b);
    ASSERT_EQ(tab_count(h.app), 2u);
    EXPECT_EQ(h.app.document().session.tile_k, 256u);
    EXPECT_FALSE(is_unsaved(h.app));
    EXPECT_EQ(document_of(h.app, 0).file.path, a);
    open_file(h.app, a);
    EXPECT_EQ(tab_count(h.app), 2u) << "it is open already";
    EXPECT_EQ(h.app.documents.shown, 0u);
    EXPECT_EQ(h.app.document().session.tile_k, 128u);
}

TEST_F(Tabs, SeveralFilesOpenInOrder) {
    ASSERT_TRUE(io::write_text(folder + "/log.txt", "a_desc = 0x4000404000010080\n"));
    open_files(h.app,
               {session_file("a.json", 128), folder + "/log.txt", folder + "/none.json", session_file("b.json", 256)});
    ASSERT_EQ(tab_count(h.app), 3u);
    EXPECT_EQ(document_of(h.app, 0).session.tile_k, 128u);
    EXPECT_EQ(document_of(h.app, 1).paste.result.words.size(), 1u);
    EXPECT_EQ(document_of(h.app, 2).session.tile_k, 256u);
}

TEST_F(Tabs, ClosingAsksForUnsavedEditsOfThatTab) {
    press(Key::t, {Mod::ctrl});
    h->click("fields.sbo.plus");
    press(Key::w, {Mod::ctrl});
    ASSERT_TRUE(h->shows("unsaved.cancel"));
    h->click("unsaved.cancel");
    h->frames(2);
    EXPECT_EQ(tab_count(h.app), 2u);
    press(Key::w, {Mod::ctrl});
    h->click("unsaved.discard");
    h->frames(2);
    EXPECT_EQ(tab_count(h.app), 1u);
    EXPECT_FALSE(h.app.documents.closing.confirmed);
}

TEST_F(Tabs, SaveInTheQuestionClosesTheTabOnceItIsSaved) {
    press(Key::t, {Mod::ctrl});
    h->click("fields.sbo.plus");
    h.app.overlays.chooser.folder = folder;
    press(Key::w, {Mod::ctrl});
    h->click("unsaved.save");
    h->frames(4);
    ASSERT_TRUE(h.app.overlays.chooser.open);
    h->type("kept");
    h->key(Key::enter);
    h->frames(3);
    EXPECT_EQ(tab_count(h.app), 1u);
    EXPECT_TRUE(std::filesystem::exists(folder + "/kept.json"));
    EXPECT_FALSE(h.app.documents.closing.confirmed);
}

TEST_F(Tabs, AnExampleIsNoStepOfAnotherSession) {
    const auto choose = [&](std::string_view id) {
        run_command(h.app, command("new_from", std::string(id)));
        h->frames(3);
    };
    choose("mn_major_128b_bf16");
    EXPECT_EQ(h.app.document().session, find_preset("mn_major_128b_bf16")->session());
    EXPECT_EQ(tab_count(h.app), 1u) << "it takes the place of a session without work";
    EXPECT_EQ(h.app.document().history.done(), 0u);
    EXPECT_FALSE(is_unsaved(h.app));
    h->click("fields.sbo.plus");
    const Session edited = h.app.document().session;
    choose("k_major_64b_bf16");
    EXPECT_EQ(tab_count(h.app), 2u);
    EXPECT_EQ(document_of(h.app, 0).session, edited);
    EXPECT_EQ(h.app.document().session, find_preset("k_major_64b_bf16")->session());
    press(Key::z, {Mod::ctrl});
    EXPECT_EQ(h.app.document().session, find_preset("k_major_64b_bf16")->session()) << "nothing to undo";
}

TEST_F(Tabs, QuitAsksAboutTheNumberThatIsBeingTyped) {
    h->click("fields.sbo");
    h->type("2048");
    EXPECT_FALSE(is_unsaved(h.app)) << "nothing counts before Enter";
    press(Key::q, {Mod::ctrl});
    h->frames(2);
    EXPECT_TRUE(h->shows("unsaved.save"));
    EXPECT_EQ(h.field(WordId::a_desc, "sbo"), 2048u);
}

TEST_F(Tabs, QuitAsksForEachTabAndCancelKeepsAll) {
    h->click("fields.sbo.plus");
    press(Key::t, {Mod::ctrl});
    press(Key::t, {Mod::ctrl});
    h->click("fields.sbo.plus");
    press(Key::q, {Mod::ctrl});
    EXPECT_EQ(h.app.documents.shown, 0u) << "the first one with unsaved edits";
    h->click("unsaved.discard");
    h->frames(3);
    EXPECT_FALSE(h.app.documents.closing.confirmed);
    EXPECT_EQ(h.app.documents.shown, 2u);
    h->click("unsaved.cancel");
    h->frames(2);
    EXPECT_EQ(tab_count(h.app), 3u);
    EXPECT_TRUE(is_unsaved(document_of(h.app, 0)));
    press(Key::q, {Mod::ctrl});
    h->click("unsaved.discard");
    h->frames(3);
    h->click("unsaved.discard");
    h->frames(3);
    EXPECT_TRUE(h.app.documents.closing.confirmed);
}

// The copies of all tabs survive a crash; that of a closed tab is removed.
TEST_F(Tabs, EachHasItsOwnBackupCopy) {
    Safety safety(folder, 1);
    const auto copies = [&] {
        int count = 0;
        for (const auto& entry : std::filesystem::directory_iterator(folder))
            count += entry.path().filename().string().starts_with("autosave-") && entry.path().extension() == ".json";
        return count;
    };
    int now = 100;
    const auto wait_for = [&](int count) {
        test::wait_until([&] { return copies() == count || (safety.keep_copy(h.app, h.app, now++), false); });
        return copies();
    };
    h->click("fields.sbo.plus");
    press(Key::t, {Mod::ctrl});
    h->click("fields.sbo.plus");
    EXPECT_GT(safety.keep_copy(h.app, h.app, 0), 0);
    EXPECT_EQ(wait_for(2), 2);
    press(Key::w, {Mod::ctrl});
    h->click("unsaved.discard");
    h->frames(2);
    EXPECT_EQ(wait_for(1), 1);
    safety.end(h.app);
    EXPECT_EQ(copies(), 0);
}

TEST_F(Tabs, SignalKeepsTheEditsOfAllTabs) {
    Safety safety(folder, 1);
    h->click("fields.sbo.plus");
    press(Key::t, {Mod::ctrl});
    h->click("fields.sbo.plus");
    const std::string paths = safety.keep_now(h.app);
    EXPECT_NE(paths.find(", "), std::string::npos) << paths;
}

TEST_F(Tabs, AnyTwoCanBeCompared) {
    h->click("fields.sbo.plus");
    press(Key::t, {Mod::ctrl});
    run_command(h.app, command("compare_tab"));
    h->frames(3);
    ASSERT_TRUE(h->shows("compare.line.0"));
    EXPECT_EQ(h.app.document().reference.source.name, "the tab untitled *");
    press(Key::tab, {Mod::ctrl});
    EXPECT_FALSE(h.app.document().reference.derived) << "each tab has its own comparison";
    h->click("fields.sbo.minus");
    press(Key::tab, {Mod::ctrl});
    EXPECT_FALSE(h->shows("compare.line.0")) << "the other tab is followed";
    h->click("compare.source");
    h->frames(2);
    h->click("compare.source.pin");
    h->frames(2);
    EXPECT_EQ(h.app.document().reference.source.name, "the pinned session");
}

TEST_F(Tabs, FileCanBeCompared) {
    compare_with_file(h.app, session_file("a.json", 128));
    h->frames(3);
    EXPECT_TRUE(h->shows("compare.line.0"));
    EXPECT_EQ(h.app.document().reference.source.name, "the file a.json");
    compare_with_file(h.app, folder + "/none.json");
    EXPECT_NE(h.app.document().status.find("none.json"), std::string::npos);
    EXPECT_EQ(h.app.document().reference.source.name, "the file a.json");
}

TEST_F(Tabs, TypedTextStaysInItsTab) {
    h->double_click("bits.band.sbo");
    h->frames(3);
    ASSERT_TRUE(h->shows("bits.typed"));
    h->type("51");
    press(Key::t, {Mod::ctrl});
    h->type("2");
    press(Key::enter);
    EXPECT_EQ(h.field(WordId::a_desc, "sbo"), 1024u);
}

TEST_F(Tabs, NumberOfTabsIsLimited) {
    for (std::size_t i = 0; i < kMostTabs + 2; ++i) press(Key::t, {Mod::ctrl});
    EXPECT_EQ(tab_count(h.app), kMostTabs);
    EXPECT_EQ(h.app.document().status,
              say("The window has ", kMostTabs, " tabs, and no more are possible. Close one first."));
    EXPECT_TRUE(h->shows(say("tab.", h.app.documents.shown + 1))) << "the shown tab is always in the row";
}

}  // namespace
}  // namespace tilescope::ui
