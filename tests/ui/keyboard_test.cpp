// tests/ui/keyboard_test.cpp -- tests the program with keys only: dialogs, the focused bit, leaving the word box.
// SPDX-License-Identifier: MIT
#include "app/window/documents/edits.h"
#include "app/window/documents/files.h"
#include "app/window/frame/command.h"
#include "tests/support/temporary_folder.h"
#include "tests/ui/app_harness.h"

#include <tilescope/base/say.h>

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace tilescope::ui {
namespace {

class Unsaved : public test::FolderTest {
protected:
    void SetUp() override {
        save_file_as(h.app, folder + "/job.json");
        h->click("fields.sbo.plus");
        h->key(Key::q, {Mod::ctrl});
        h->frames(3);
        ASSERT_TRUE(h->shows("unsaved.save"));
    }
    AppHarness h;
};

TEST_F(Unsaved, EnterSavesAndCloses) {
    h->key(Key::enter);
    EXPECT_FALSE(is_unsaved(h.app));
    EXPECT_TRUE(h.app.documents.closing.confirmed);
}

TEST_F(Unsaved, EscCancelsTheCloseAndLosesNothing) {
    h->key(Key::escape);
    h->frames(2);
    EXPECT_FALSE(h->shows("unsaved.save"));
    EXPECT_TRUE(is_unsaved(h.app));
    EXPECT_FALSE(h.app.documents.closing.confirmed);
}

TEST_F(Unsaved, ArrowsSelectTheOtherButtons) {
    h->key(Key::right);
    h->key(Key::enter);
    EXPECT_TRUE(is_unsaved(h.app)) << "discarded";
    EXPECT_TRUE(h.app.documents.closing.confirmed);
}

TEST_F(Unsaved, TabGoesAroundTheButtonsBothWays) {
    for (int i = 0; i < 3; ++i) h->key(Key::tab);
    h->key(Key::tab, {Mod::shift});  // "Cancel", before "Save"
    h->key(Key::enter);
    h->frames(2);
    EXPECT_FALSE(h->shows("unsaved.save"));
    EXPECT_TRUE(is_unsaved(h.app));
    EXPECT_FALSE(h.app.documents.closing.confirmed) << "cancelled";
    h->key(Key::q, {Mod::ctrl});
    h->frames(3);
    h->key(Key::tab);
    h->key(Key::enter);
    EXPECT_TRUE(is_unsaved(h.app)) << "discarded";
    EXPECT_TRUE(h.app.documents.closing.confirmed);
}

TEST_F(Unsaved, ClickBesideTheButtonsLeavesTheMarkOnTheAnswerOfEnter) {
    h->key(Key::tab);
    const Rect save = h->rect("unsaved.save");
    h->click(ImVec2{save.min.x, save.min.y - 2});
    h->frames(2);
    EXPECT_TRUE(ImGui::GetIO().NavVisible);
    h->key(Key::enter);
    EXPECT_TRUE(is_unsaved(h.app)) << "discarded";
    EXPECT_TRUE(h.app.documents.closing.confirmed);
}

TEST_F(Unsaved, BlocksAllOtherCommands) {
    h->key(Key::z, {Mod::ctrl});
    h->key(Key::k, {Mod::ctrl});
    EXPECT_EQ(h.field(WordId::a_desc, "sbo"), 1040u);
    EXPECT_FALSE(h.app.overlays.palette.open);
}

// The session has no file, so the button "Save" first asks for a path.
class UnsavedUntitled : public test::FolderTest {
protected:
    void SetUp() override {
        h->click("fields.sbo.plus");
        h->key(Key::q, {Mod::ctrl});
        h->frames(3);
        h->key(Key::enter);
        h->frames(3);
        ASSERT_TRUE(h.app.overlays.chooser.open);
        EXPECT_EQ(h.app.overlays.chooser.typed, "untitled.json");
    }
    void enter_path(const std::string& name) {
        h->type(folder + "/" + name);
        h->key(Key::enter);
        h->frames(3);
    }
    AppHarness h;
};

TEST_F(UnsavedUntitled, PathSavesAndCloses) {
    enter_path("job.json");
    EXPECT_FALSE(is_unsaved(h.app));
    EXPECT_TRUE(h.app.documents.closing.confirmed);
}

TEST_F(UnsavedUntitled, EscCancelsTheCloseAndALaterSaveDoesNotClose) {
    h->key(Key::escape);
    h->frames(2);
    EXPECT_FALSE(h.app.documents.closing.confirmed);
    h->key(Key::s, {Mod::ctrl});
    h->frames(3);
    enter_path("job.json");
    EXPECT_FALSE(is_unsaved(h.app));
    EXPECT_FALSE(h.app.documents.closing.confirmed);
}

TEST_F(UnsavedUntitled, AsksBeforeOverwritingAndAnotherPathCloses) {
    std::ofstream(folder + "/taken.json") << "other work";
    enter_path("taken.json");
    ASSERT_TRUE(h->shows("overwrite.elsewhere"));
    EXPECT_FALSE(h.app.documents.closing.confirmed);
    h->key(Key::q, {Mod::ctrl});
    h->frames(2);
    EXPECT_FALSE(h->shows("unsaved.save")) << "one question at a time";
    h->key(Key::enter);  // "Save as ..."
    h->frames(3);
    EXPECT_EQ(h.app.overlays.chooser.typed, "taken.json");
    h->type("taken.json.2");
    h->key(Key::enter);
    h->frames(2);
    EXPECT_TRUE(std::filesystem::exists(folder + "/taken.json.2"));
    EXPECT_TRUE(h.app.documents.closing.confirmed);
}

TEST_F(UnsavedUntitled, PathThatCannotBeWrittenKeepsTheWindowOpen) {
    enter_path("no/such/folder.json");
    EXPECT_FALSE(h.app.documents.closing.confirmed);
    EXPECT_FALSE(h.app.documents.closing.once_saved);
    EXPECT_NE(h.app.document().status.find("no/such"), std::string::npos) << h.app.document().status;
}

TEST(HelpWindow, ClosesOnEnterSpaceAndEsc) {
    AppHarness h;
    for (const Key key : {Key::enter, Key::escape, Key::space}) {
        run_command(h.app, command("help"));
        h->frames(3);
        ASSERT_TRUE(h->shows("keys.close"));
        h->key(key);
        h->frames(2);
        EXPECT_FALSE(h.app.overlays.shows_help) << static_cast<int>(key);
    }
}

TEST(HelpWindow, GetsAllKeys) {
    AppHarness h;
    run_command(h.app, command("help"));
    h->frames(3);
    const ViewState view = h.app.document().view_state;
    const Session session = h.app.document().session;
    for (const Key key : {Key::s, Key::n2, Key::n0, Key::p, Key::down}) h->key(key);
    h->key(Key::n2, {Mod::ctrl});
    h->key(Key::d, {Mod::ctrl});
    EXPECT_EQ(h.app.document().view_state, view);
    EXPECT_EQ(h.app.document().session, session);
    EXPECT_TRUE(h.app.overlays.shows_help);
    h->key(Key::f1);
    EXPECT_FALSE(h.app.overlays.shows_help);
}

TEST(HelpPanel, ClosesOnEsc) {
    AppHarness h;
    run_command(h.app, command("topics"));
    h->frames(3);
    h->key(Key::escape);
    EXPECT_FALSE(h.app.document().states.help.open);
}

TEST(Palette, ClosesOnEscAndKeepsTheSelection) {
    AppHarness h;
    h->click("memory.tile.3.3");
    const Focus selected = h.app.document().view_state.selection;
    h->key(Key::k, {Mod::ctrl});
    h->frames(2);
    h->key(Key::escape);
    h->frames(2);
    EXPECT_FALSE(h.app.overlays.palette.open);
    EXPECT_EQ(h.app.document().view_state.selection, selected);
    h->key(Key::escape);
    EXPECT_EQ(h.app.document().view_state.selection, Focus{}) << "the next Esc clears the selection";
}

TEST(TypingBox, EscDropsTheValueAndEnterStoresIt) {
    AppHarness h;
    for (const Key key : {Key::escape, Key::enter}) {
        h->double_click("bits.band.sbo");
        h->frames(3);
        ASSERT_TRUE(h->shows("bits.typed"));
        h->type("512");
        h->key(key);
        h->frames(3);
        EXPECT_FALSE(h->shows("bits.typed"));
        EXPECT_EQ(h.field(WordId::a_desc, "sbo"), key == Key::enter ? 512u : 1024u);
    }
}

// The stage gets the keyboard focus at its first item, the word box. The bits are below it.
TEST(FocusRing, IsAroundTheBitThatSpaceFlips) {
    AppHarness h;
    for (int i = 0; i < 8 && h.app.regions.requested != "stage" && h.app.regions.current != "stage"; ++i)
        h->key(Key::f6);
    run_command(h.app, command("next_region"));
    run_command(h.app, command("last_region"));
    h->frames(3);
    ASSERT_EQ(h.app.regions.current, "stage");
    for (int i = 0; i < 4 && !h->shows("bits.focused"); ++i) h->key(Key::down);
    ASSERT_TRUE(h->shows("bits.focused"));
    for (const Key step : {Key::right, Key::right, Key::down}) {
        h->key(step);
        h->frames(2);
        if (!h->shows("bits.focused")) continue;  // the focus is on a band
        const Rect ring = h->rect("bits.focused");
        const std::uint64_t before = h.app.document().session.word(WordId::a_desc);
        h->key(Key::space);
        h->frames(2);
        const std::uint64_t flipped = before ^ h.app.document().session.word(WordId::a_desc);
        ASSERT_EQ(flipped & (flipped - 1), 0u) << "one bit";
        ASSERT_NE(flipped, 0u);
        const Rect bit = h->rect(say("bits.bit.", std::countr_zero(flipped)));
        EXPECT_EQ(ring.min.x, bit.min.x);
        EXPECT_EQ(ring.max.x, bit.max.x);
        EXPECT_EQ(ring.min.y, bit.min.y);
    }
}

TEST(WordBox, TabMovesToTheNextItemAndShiftTabToThePreviousOne) {
    AppHarness h;
    h->click("bits.word");
    h->frames(2);
    ASSERT_TRUE(ImGui::GetIO().WantTextInput);
    h->key(Key::tab);
    h->frames(3);
    EXPECT_FALSE(ImGui::GetIO().WantTextInput);
    h->key(Key::space);
    h->frames(3);
    EXPECT_TRUE(ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel))
        << "\"Copy as\" is the next item, and Space opens it";
    h->key(Key::escape);
    h->click("bits.word");
    h->frames(2);
    h->key(Key::tab, {Mod::shift});
    h->frames(3);
    EXPECT_FALSE(ImGui::GetIO().WantTextInput);
    EXPECT_EQ(h.app.regions.current, "rail") << "the region before the stage";
}

TEST(CopyMenu, WorksWithKeysOnly) {
    AppHarness h;
    h->click("bits.word");
    h->key(Key::tab);
    h->frames(2);
    h->key(Key::space);
    h->frames(3);
    h->key(Key::down);
    h->key(Key::enter);
    h->frames(3);
    EXPECT_FALSE(ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel));
    EXPECT_TRUE(h.app.document().status.starts_with("Copied ") && h.app.document().status.ends_with('.'))
        << h.app.document().status;
    EXPECT_FALSE(h->clipboard().empty());
}

TEST(Why, OpensWithKeysAndClosesOnEsc) {
    AppHarness h;
    make_edits(h.app, {SetWord{WordId::a_desc, 0x0000404000010040}});  // the constant bits are missing
    h->key(Key::j, {Mod::ctrl});
    h->frames(2);
    ASSERT_TRUE(h->shows("problems.0.why"));
    for (int i = 0; i < 8 && h.app.regions.current != "drawer"; ++i) {
        h->key(Key::f6);
        h->frames(2);
    }
    for (const Key key : {Key::down, Key::right, Key::enter}) h->key(key);
    h->frames(3);
    ASSERT_TRUE(h->shows("problems.why.copy"));
    h->key(Key::escape);
    h->frames(2);
    EXPECT_FALSE(h->shows("problems.why.copy"));
}

TEST(WordBox, TabKeepsTheTypedNumber) {
    AppHarness h;
    h->click("bits.word");
    h->key(Key::a, {Mod::ctrl});
    h->type("0x4000404000010080");
    h->key(Key::tab);
    h->frames(3);
    EXPECT_EQ(h.app.document().session.word(WordId::a_desc), 0x4000404000010080u);
}

}  // namespace
}  // namespace tilescope::ui
