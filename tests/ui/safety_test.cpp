// tests/ui/safety_test.cpp -- tests the backup copies of unsaved edits: written a moment after an edit, offered after a
// crash. Tests the preferences too.
// SPDX-License-Identifier: MIT
#include "app/window/documents/safety.h"
#include "app/io/session_file.h"
#include "app/ui/imgui_compat.h"
#include "app/window/documents/edits.h"
#include "app/window/documents/files.h"
#include "app/window/documents/preferences.h"
#include "app/window/frame/regions.h"
#include "tests/support/temporary_folder.h"
#include "tests/ui/app_harness.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <semaphore>

namespace tilescope::ui {
namespace {

namespace fs = std::filesystem;

class SafetyTest : public test::FolderTest {
protected:
    std::function<void()> wake() {
        return [this] { replies.release(); };
    }
    // Requests a copy at `now` and waits for the reply of the thread.
    void keep(Safety& safety, TestedApp& app, double now) {
        safety.keep_copy(app, app, now);
        replies.acquire();
        safety.keep_copy(app, app, now);
    }
    // Edits sbo, and waits for the copy.
    void edit_and_keep(Safety& safety, AppHarness& h, int times = 1) {
        for (int i = 0; i < times; ++i) h->click("fields.sbo.plus");
        safety.keep_copy(h.app, h.app, 1);
        keep(safety, h.app, 3);
    }
    // What a window does at its start.
    static void find_copies(Safety& safety, AppHarness& h) {
        safety.find_backup_copies(h.app);
        h->frames(2);
    }
    // Leaves the copy of a program that crashed after this number of edits of sbo.
    void crash_with(std::uint64_t steps) {
        Session edited;
        edited.words[0] += steps << 32;  // sbo begins at bit 32
        ASSERT_TRUE(io::Autosave(folder).keep(edited, 1));
    }
    std::vector<std::string> files_named(std::string_view part) const {
        std::vector<std::string> out;
        if (!fs::is_directory(folder)) return out;
        for (const auto& entry : fs::directory_iterator(folder))
            if (entry.path().filename().string().find(part) != std::string::npos) out.push_back(entry.path());
        return out;
    }

    std::counting_semaphore<1024> replies{0};
};

TEST_F(SafetyTest, CopiesEditsAMomentAfterTheFirstAndOffersThemAfterACrash) {
    {
        AppHarness h;
        Safety safety(folder, 1, wake());
        EXPECT_LT(safety.keep_copy(h.app, h.app, 100), 0) << "no unsaved edits";
        h->click("fields.sbo.plus");
        EXPECT_EQ(safety.keep_copy(h.app, h.app, 100), 1);
        h->click("fields.sbo.plus");
        EXPECT_DOUBLE_EQ(safety.keep_copy(h.app, h.app, 100.5), 0.5) << "further edits do not delay the copy";
        keep(safety, h.app, 101);
        EXPECT_LT(safety.keep_copy(h.app, h.app, 102), 0) << "the copy has all edits";
    }  // no end(): a crash
    AppHarness next;
    Safety safety(folder, 1, wake());
    find_copies(safety, next);
    ASSERT_TRUE(next->shows("left_over"));
    const Rect stage = next->rect("region.stage");
    next->click("left_over.restore");
    EXPECT_EQ(next.field(WordId::a_desc, "sbo"), 1056u);
    EXPECT_FALSE(next->shows("left_over"));
    EXPECT_EQ(next->rect("region.stage").min.y, stage.min.y) << "the end of the offer moves nothing";
    EXPECT_EQ(next->rect("region.stage").max.y, stage.max.y);
    EXPECT_EQ(files_named(".json").size(), 1u) << "the old copy stays until the restored edits have a new copy";
    safety.keep_copy(next.app, next.app, 1);
    keep(safety, next.app, 3);
    EXPECT_EQ(files_named(".json").size(), 1u) << "the copy is of this window now";
    next->key(Key::z, {Mod::ctrl});
    EXPECT_EQ(next.app.document().session, Session{});
}

// "Discard" removes unsaved work, so nobody may have to guess what it is about.
TEST_F(SafetyTest, TheButtonsOfTheOfferAreOnlyBesideItsSentence) {
    crash_with(3);
    AppHarness h;
    Safety safety(folder, 1, wake());
    find_copies(safety, h);
    ASSERT_EQ(status_sentence(h.app), backup_sentence(h.app));
    h->point_at("fields.sbo");
    ASSERT_FALSE(h.app.document().trace.sentence.empty());
    EXPECT_EQ(status_sentence(h.app), backup_sentence(h.app));
    EXPECT_TRUE(h->shows("left_over.discard"));
    const Rect button = h->rect("left_over.discard"), sentence = h->rect("left_over");
    EXPECT_GT(sentence.min.x, button.max.x) << "the sentence is marked, not a button";
    say_first(h.app, "D has no wrong element.");
    h->frames(1);
    EXPECT_EQ(status_sentence(h.app), "D has no wrong element.");
    EXPECT_FALSE(h->shows("left_over.discard"));
    EXPECT_FALSE(h->shows("left_over"));
}

// An offer can stay for hours. It hides nothing that happens meanwhile.
TEST_F(SafetyTest, WhatHappensWhileACopyIsOfferedIsSaid) {
    crash_with(3);
    AppHarness h;
    Safety safety(folder, 1, wake());
    safety.find_backup_copies(h.app);
    h.app.document().status = "Opened job.json.";  // with the argument of the program
    h->frames(2);
    const auto offers = [&] { return h->shows("left_over") && status_sentence(h.app) == backup_sentence(h.app); };
    const auto comes_back_at = [&](std::string_view item) {
        h->point_at(item);
        return offers();
    };
    ASSERT_TRUE(offers()) << "what was said before is older";
    save_file_as(h.app, folder + "/none/x.json");
    h->frames(2);
    EXPECT_NE(status_sentence(h.app).find("there is no folder"), std::string::npos) << status_sentence(h.app);
    EXPECT_FALSE(h->shows("left_over.discard"));
    EXPECT_TRUE(comes_back_at("fields.sbo"));
    save_file_as(h.app, folder + "/x.json");
    h->frames(2);
    EXPECT_TRUE(status_sentence(h.app).starts_with("Saved ")) << status_sentence(h.app);
    EXPECT_TRUE(comes_back_at("fields.start"));
    h->key(Key::p, {Mod::ctrl});
    h->frames(2);
    EXPECT_TRUE(status_sentence(h.app).starts_with("The session is pinned.")) << status_sentence(h.app);
    EXPECT_TRUE(comes_back_at("fields.sbo"));
    feed_key(Key::b, true);
    h->frames(2);
    EXPECT_EQ(status_sentence(h.app), "This is the pinned session. Release B to return.");
    EXPECT_FALSE(h->shows("left_over.discard"));
    feed_key(Key::b, false);
    h->frames(2);
    EXPECT_TRUE(offers());
    h->click("fields.sbo.plus");
    EXPECT_TRUE(offers()) << "an edit says nothing";
}

TEST_F(SafetyTest, NormalEndLeavesNoCopyButKeepsAnOfferedOne) {
    const auto edit_and_end = [&](bool normally) {
        AppHarness h;
        Safety safety(folder, 1, wake());
        find_copies(safety, h);
        edit_and_keep(safety, h);
        if (normally) safety.end(h.app);
    };
    edit_and_end(true);
    EXPECT_TRUE(files_named(".json").empty());
    edit_and_end(false);
    EXPECT_EQ(files_named(".json").size(), 1u);
    edit_and_end(true);
    EXPECT_EQ(files_named(".json").size(), 1u) << "the offered copy was neither restored nor discarded";
}

TEST_F(SafetyTest, CopiesNewEditsWhileAnOldCopyIsOffered) {
    crash_with(1);
    {
        AppHarness h;
        Safety safety(folder, 1, wake());
        find_copies(safety, h);
        ASSERT_EQ(h.app.documents.backup_offers.size(), 1u);
        edit_and_keep(safety, h, 5);
    }  // a second crash
    AppHarness h;
    Safety safety(folder, 1, wake());
    find_copies(safety, h);
    ASSERT_EQ(h.app.documents.backup_offers.size(), 2u);
    h->click("left_over.restore");
    EXPECT_EQ(h.field(WordId::a_desc, "sbo"), 1024u + 5 * 16) << "the newest copy is offered first";
    ASSERT_TRUE(h->shows("left_over.discard"));
    h->click("left_over.discard");
    EXPECT_FALSE(h->shows("left_over"));
    EXPECT_EQ(h.field(WordId::a_desc, "sbo"), 1024u + 5 * 16);
    safety.end(h.app);
    EXPECT_TRUE(files_named(".json").empty());
}

TEST_F(SafetyTest, ReportsAnUnreadableCopyAndKeepsItAfterANormalEnd) {
    const std::string broken = "{\"tilescope\": 1, \"a_desc";
    std::ofstream(folder + "/autosave.json") << broken;
    {
        AppHarness h;
        Safety safety(folder, 1, wake());
        find_copies(safety, h);
        ASSERT_TRUE(h->shows("left_over.ok"));
        EXPECT_FALSE(h->shows("left_over.restore"));
        const std::string aside = folder + "/unreadable-autosave.json";
        EXPECT_NE(h.app.documents.backup_offers.front().sentence.find(aside), std::string::npos);
        edit_and_keep(safety, h);
        h->click("left_over.ok");
        EXPECT_FALSE(h->shows("left_over"));
        safety.end(h.app);
    }
    ASSERT_EQ(files_named(".json").size(), 1u);
    EXPECT_EQ(*io::read_text(files_named(".json")[0]), broken);
}

TEST_F(SafetyTest, ReportsAFailedCopyOnceAndTriesAgain) {
    AppHarness h;
    const std::string state = folder + "/state";
    std::ofstream(state) << "in the way";
    Safety safety(state, 1, wake());
    h->click("fields.sbo.plus");
    safety.keep_copy(h.app, h.app, 1);
    keep(safety, h.app, 2);
    h->frames(2);
    EXPECT_TRUE(h->shows("unprotected"));
    EXPECT_NE(h.app.document().file.unprotected.find(state), std::string::npos) << h.app.document().file.unprotected;
    EXPECT_DOUBLE_EQ(safety.keep_copy(h.app, h.app, 3), 4) << "5 seconds after the failure";
    fs::remove(state);
    h.app.document().status.clear();
    keep(safety, h.app, 7);
    h->frames(2);
    EXPECT_FALSE(h->shows("unprotected"));
    EXPECT_EQ(h.app.document().status, "Unsaved edits have a backup copy again.");
    EXPECT_FALSE(io::adopt_copies(state).size()) << "the copy is of this window";
}

TEST_F(SafetyTest, SaveRemovesTheCopy) {
    AppHarness h;
    Safety safety(folder, 1, wake());
    edit_and_keep(safety, h);
    EXPECT_EQ(files_named("autosave").size(), 2u) << "the copy and its lock";
    save_file_as(h.app, folder + "/job.json");
    keep(safety, h.app, 4);
    EXPECT_EQ(files_named("autosave").size(), 1u);
}

TEST(Safety, WritesAnAgeInTheLargestUnit) {
    EXPECT_EQ(age_text(std::chrono::seconds(0)), "a moment");
    EXPECT_EQ(age_text(std::chrono::seconds(59)), "59 seconds");
    EXPECT_EQ(age_text(std::chrono::seconds(61)), "1 minute");
    EXPECT_EQ(age_text(std::chrono::seconds(7300)), "2 hours");
    EXPECT_EQ(age_text(std::chrono::seconds(90000)), "1 day");
}

class PrefsOfWindows : public SafetyTest {
protected:
    std::string path() const { return folder + "/prefs.json"; }
    void keep(PrefsKeeper& prefs, TestedApp& app) {
        EXPECT_EQ(prefs.keep(app, app, app, 1), 1) << "a moment after the change";
        prefs.keep(app, app, app, 2);
        replies.acquire();
        EXPECT_LT(prefs.keep(app, app, app, 2), 0);
    }
};

TEST_F(PrefsOfWindows, WritesAChangeAMomentLater) {
    TestedApp app;
    PrefsKeeper prefs(path(), wake());
    EXPECT_EQ(prefs.load(app), "");
    EXPECT_LT(prefs.keep(app, app, app, 0), 0);
    app.prefs.theme = ThemeChoice::dark;
    keep(prefs, app);
    EXPECT_EQ(io::load_prefs(path())->theme, "dark");
}

TEST_F(PrefsOfWindows, MergesTheRecentFilesOfTwoWindows) {
    TestedApp first, second;
    PrefsKeeper of_first(path(), wake()), of_second(path(), wake());
    EXPECT_EQ(of_first.load(first) + of_second.load(second), "");
    first.prefs.recents = {"/a.json"};
    second.prefs.recents = {"/b.json"};
    second.prefs.theme = ThemeChoice::dark;
    keep(of_first, first);
    keep(of_second, second);
    EXPECT_EQ(second.prefs.recents, (std::vector<std::string>{"/b.json", "/a.json"}));
    EXPECT_EQ(first.prefs.theme, ThemeChoice::light) << "a window does not take over the theme of another window";
    first.prefs.rail = 200;
    keep(of_first, first);
    const auto file = io::load_prefs(path());
    EXPECT_EQ(file->theme, "dark");
    EXPECT_EQ(file->rail, 200);
    EXPECT_EQ(file->recents.size(), 2u);
}

TEST_F(PrefsOfWindows, ReportsAnUnreadableFileAndDoesNotWriteIt) {
    std::ofstream(path()) << "not json";
    TestedApp app;
    PrefsKeeper prefs(path(), wake());
    EXPECT_NE(prefs.load(app), "");
    app.prefs.theme = ThemeChoice::dark;
    EXPECT_LT(prefs.keep(app, app, app, 1), 0);
    EXPECT_EQ(prefs.keep_now(app), "");
    EXPECT_EQ(*io::read_text(path()), "not json");
}

}  // namespace
}  // namespace tilescope::ui
