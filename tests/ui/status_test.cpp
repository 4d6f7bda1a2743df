// tests/ui/status_test.cpp -- tests that the sentence in the status line is true as long as it is shown.
// SPDX-License-Identifier: MIT
#include "app/ui/imgui_compat.h"
#include "app/window/documents/edits.h"
#include "app/window/documents/files.h"
#include "app/window/frame/command.h"
#include "app/window/frame/regions.h"
#include "app/window/paste/paste.h"
#include "tests/ui/app_harness.h"

#include <tilescope/document/presets.h>

#include <gtest/gtest.h>

#include <filesystem>
#include <semaphore>

namespace tilescope::ui {
namespace {

constexpr const char* kOther = "0x4000404000010080";

// Pastes a text, as Ctrl+V does.
void paste_at_once(AppHarness& h, const char* text) {
    ImGui::SetClipboardText(text);
    run_command(h.app, command("paste"));
    h->frames(2);
}

bool offers_undo(const AppHarness& h) { return h.app.document().status.find("Ctrl+Z") != std::string::npos; }

TEST(Status, PasteOffersUndoWhileItIsTheLastStep) {
    AppHarness h;
    paste_at_once(h, kOther);
    EXPECT_EQ(h.app.document().status,
              "Pasted into A desc. A tcgen05 shared-memory descriptor: starts at byte 2048, 128B swizzle, groups of 8 "
              "rows 1024 bytes apart. The memory of A was rewritten to match the words. Ctrl+Z undoes it.");
    h->key(Key::z, {Mod::ctrl});
    EXPECT_EQ(h.app.document().session, Session{});
    EXPECT_FALSE(offers_undo(h)) << h.app.document().status;
    EXPECT_EQ(h.app.document().status, "Undone: pasted 1 word.");
    h->key(Key::z, {Mod::ctrl, Mod::shift});
    EXPECT_EQ(h.app.document().status, "Done again: pasted 1 word.");
}

// The digits of a word that the example has too stay: what was undone is the paste.
TEST(Status, UndoSaysWhatItUndid) {
    AppHarness h;
    paste_at_once(h, "0x4000404000010040");
    EXPECT_NE(h.app.document().status.find("A tcgen05 shared-memory descriptor: starts at byte 1024"),
              std::string::npos)
        << h.app.document().status;
    h->click("fields.sbo.plus");
    h->key(Key::z, {Mod::ctrl});
    EXPECT_EQ(h.app.document().status, "Undone: A desc: sbo 1024 -> 1040.");
    run_command(h.app, command("undo"));
    h->key(Key::z, {Mod::ctrl});
    h->frames(2);
    EXPECT_FALSE(h.app.document().history.can_undo());
    EXPECT_EQ(said_first(h.app.document()), "Ctrl+Z undoes nothing, because nothing was edited.");
}

TEST(Status, AnEmptyClipboardIsSaidAndChangesNothing) {
    AppHarness h;
    paste_at_once(h, kOther);
    paste_at_once(h, "");
    EXPECT_TRUE(h.app.document().status.starts_with("Nothing was pasted. ")) << h.app.document().status;
    EXPECT_EQ(h.app.document().paste.result.words.size(), 1u);
}

constexpr const char* kAsks = "0x40004040";  // half of a descriptor, or an instruction descriptor

TEST(Status, UndoFirstTakesBackAPasteThatIsNotApplied) {
    AppHarness h;
    h->click("fields.sbo.plus");
    const Session edited = h.app.document().session;
    paste_at_once(h, kAsks);
    ASSERT_EQ(h.app.regions.flyout, "paste");
    h->key(Key::z, {Mod::ctrl});
    h->frames(2);
    EXPECT_EQ(h.app.document().session, edited) << "the edit before the paste stays";
    EXPECT_EQ(h.app.regions.flyout, "");
    EXPECT_TRUE(h.app.document().paste.result.words.empty());
    EXPECT_EQ(h.app.document().status, "The pasted text was taken back. Nothing of it was applied.");
    h->key(Key::z, {Mod::ctrl});
    EXPECT_EQ(h.app.document().session, Session{});
}

TEST(Status, UndoTakesBackAPasteWithoutAnEditBefore) {
    AppHarness h;
    paste_at_once(h, kAsks);
    h->key(Key::z, {Mod::ctrl});
    h->frames(2);
    EXPECT_EQ(h.app.regions.flyout, "");
    EXPECT_FALSE(is_possible(*find_command("undo"), h.app));
}

TEST(Status, UndoTakesBackTheEditAfterAPasteThatIsNotApplied) {
    AppHarness h;
    paste_at_once(h, kAsks);
    h->key(Key::escape);
    h->frames(2);
    h->click("fields.sbo.plus");
    h->key(Key::z, {Mod::ctrl});
    h->frames(2);
    EXPECT_EQ(h.app.document().session, Session{});
    EXPECT_FALSE(h.app.document().paste.result.words.empty());
}

TEST(Status, UndoOfAnAppliedPasteIsOneStep) {
    AppHarness h;
    paste_at_once(h, kAsks);
    h->key(Key::enter);  // "Apply the word" has the keyboard
    h->frames(3);
    ASSERT_NE(h.app.document().session, Session{});
    h->key(Key::z, {Mod::ctrl});
    EXPECT_EQ(h.app.document().session, Session{});
}

TEST(Status, SavingAnAnimationHidesNoOtherSentence) {
    AppHarness h;
    std::binary_semaphore saved(0);
    const auto slow = [&](const WorkTools&) -> Answer<void> {
        saved.acquire();
        return {};
    };
    save_on_thread(h.app, h.app, {.what = "the animation", .counts = "picture", .path = "a.gif", .write = slow});
    h->frames(2);
    EXPECT_TRUE(h->shows("status.stop"));
    EXPECT_EQ(status_sentence(h.app), saving_text(h.app, h.app));
    h->point_at("fields.sbo");
    ASSERT_FALSE(h.app.document().trace.sentence.empty());
    EXPECT_EQ(status_sentence(h.app), h.app.document().trace.sentence);
    say_first(h.app, "D has no wrong element.");
    EXPECT_EQ(status_sentence(h.app), "D has no wrong element.");
    EXPECT_TRUE(h->shows("status.stop"));
    saved.release();
    h.app.jobs.saver.reset();  // its thread uses the semaphore
}

// Ctrl+S with the pointer on a picture: the status line explains what is under the pointer, but not then.
TEST(Status, AFailedSaveIsSaidFirst) {
    AppHarness h;
    h->point_at("fields.sbo");
    ASSERT_FALSE(h.app.document().trace.sentence.empty());
    save_file_as(h.app, "/no/such/folder/x.json");
    h->frames(2);
    EXPECT_NE(status_sentence(h.app).find("there is no folder"), std::string::npos) << status_sentence(h.app);
}

TEST(Status, LaterEditClearsTheSentenceAboutAPaste) {
    AppHarness h;
    paste_at_once(h, kOther);
    h->click("fields.sbo.plus");
    EXPECT_FALSE(offers_undo(h)) << h.app.document().status;
}

TEST(Status, FirstEditOfADragClearsTheSentence) {
    AppHarness h;
    paste_at_once(h, kOther);
    ASSERT_TRUE(offers_undo(h));
    const Session before = h.app.document().session;
    h->point_at("bits.bit.38");
    feed_button(0, true);
    h->frames(2);
    h->point_at("bits.bit.37");
    h->frames(2);
    ASSERT_NE(h.app.document().session, before) << "the test needs an edit while the button is held";
    EXPECT_FALSE(offers_undo(h)) << h.app.document().status;
    feed_button(0, false);
    h->frames(3);
}

TEST(Status, PasteWithoutAChangeIsNoStepAndOffersNoUndo) {
    AppHarness h;
    h->click("fields.sbo.plus");
    const Session before = h.app.document().session;
    const std::string same = hex_word(*h.app.document().derived.of(WordId::a_desc).format, before.word(WordId::a_desc));
    make_edits(h.app, {MatchWords{Operand::a}});
    h->frames(2);
    const std::size_t steps = h.app.document().history.done();
    paste_at_once(h, same.c_str());
    EXPECT_EQ(h.app.document().history.done(), steps);
    EXPECT_FALSE(offers_undo(h)) << h.app.document().status;
    EXPECT_NE(h.app.document().status.find("nothing changed"), std::string::npos) << h.app.document().status;
}

TEST(Status, AnOpenedSessionHasNoEditYet) {
    AppHarness h;
    make_edits(h.app, {LoadSession{presets().back().session(), "opened a.json"}});
    EXPECT_EQ(h.app.document().history.done(), 1u);  // undo shows the session before
    EXPECT_EQ(h.app.document().history.edits(), 0u);
    h->frames(2);
    h->click("fields.sbo.plus");
    EXPECT_EQ(h.app.document().history.edits(), 1u);
    h.app.document().history.go_to(h.app.document().session, 0);
    EXPECT_EQ(h.app.document().history.edits(), 0u);
}

TEST(Status, TheCountOfEditsDoesNotContradictTheMarkOfAnUnsavedDocument) {
    AppHarness h;
    EXPECT_EQ(edits_text(h.app), "0 edits");
    make_edits(h.app, {LoadSession{presets().back().session(), "chain 0"}});
    h.app.document().file.path.clear();
    ASSERT_TRUE(is_unsaved(h.app));
    EXPECT_EQ(edits_text(h.app), "not saved");
    h->frames(2);
    h->click("fields.sbo.plus");
    EXPECT_EQ(edits_text(h.app), "1 edit");
}

TEST(Status, ApplyWithoutAChangeOffersNoUndo) {
    AppHarness h;
    read_paste(h.app, hex_word(*h.app.document().derived.of(WordId::a_desc).format,
                               h.app.document().session.word(WordId::a_desc)));
    h->click("rail.paste");
    h->click("paste.apply");
    EXPECT_EQ(h.app.document().history.done(), 0u);
    EXPECT_NE(h.app.document().status.find("nothing changed"), std::string::npos) << h.app.document().status;
    EXPECT_FALSE(h->shows("paste.apply")) << "as after Ctrl+Shift+V";
}

TEST(Status, FixClearsTheTextOfTheProblem) {
    AppHarness h;
    make_edits(h.app, {SetWord{WordId::a_desc, 0x4000004000010040}});
    h->frames(2);
    run_command(h.app, command("next_problem"));
    ASSERT_FALSE(h.app.document().status.empty());
    run_command(h.app, command("apply_fix"));
    EXPECT_EQ(h.app.document().status, "");
}

TEST(Status, LaterEditClearsTheSentenceAboutASavedOrOpenedFile) {
    AppHarness h;
    const auto file = std::filesystem::path(testing::TempDir()) / "status_test.json";
    save_file_as(h.app, file.string());
    EXPECT_EQ(h.app.document().status, "Saved " + file.string() + ".");
    h->click("fields.sbo.plus");
    EXPECT_EQ(h.app.document().status, "");
    open_file(h.app, file.string());
    EXPECT_EQ(h.app.document().status, "Opened " + file.string() + ".");
    h->frames(2);  // it has a tab of its own, without edits
    h->click("fields.sbo.plus");
    EXPECT_EQ(h.app.document().status, "");
    std::filesystem::remove(file);
}

TEST(Status, FixAllOffersUndoUntilTheNextEdit) {
    AppHarness h;
    make_edits(h.app, {SetWord{WordId::a_desc, 0x4000004000010040}, SetWord{WordId::b_desc, 0x4000004000010440}});
    h->frames(3);
    h->click("status.problems");
    h->click("problems.fix_all");
    EXPECT_NE(h.app.document().status.find("One undo reverts all fixes"), std::string::npos) << h.app.document().status;
    h->click("fields.sbo.plus");
    EXPECT_EQ(h.app.document().status, "");
}

TEST(Status, UnpinningClearsTheHintAboutThePinnedSession) {
    AppHarness h;
    h->key(Key::p, {Mod::ctrl});
    EXPECT_NE(h.app.document().status.find("Hold B"), std::string::npos);
    h->key(Key::p, {Mod::ctrl, Mod::shift});
    EXPECT_EQ(h.app.document().status.find("Hold B"), std::string::npos) << h.app.document().status;
}

}  // namespace
}  // namespace tilescope::ui
