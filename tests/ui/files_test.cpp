// tests/ui/files_test.cpp -- opening beside the window, and the question before a file is written over.
// SPDX-License-Identifier: MIT
#include "app/shell/files.h"
#include "app/io/session_file.h"
#include "app/shell/commands.h"
#include "app/shell/safety.h"
#include "tests/support/temporary_folder.h"
#include "tests/ui/app_harness.h"

#include <tilescope/base/say.h>

#include <gtest/gtest.h>

#include <sys/stat.h>

#include <filesystem>
#include <semaphore>

namespace tilescope::ui {
namespace {

namespace fs = std::filesystem;

// A file that this window opened, one edit, and what another program did meanwhile.
class Overwriting : public test::FolderTest {
protected:
    void SetUp() override {
        file = folder + "/job.json";
        ASSERT_TRUE(io::save_session(file, {}));
        open_file(h.app, file);
        h->click("fields.sbo.plus");
    }
    void ctrl_s() {
        h->key(Key::s, {Mod::ctrl});
        h->frames(2);
    }
    std::string file;
    AppHarness h;
};

TEST_F(Overwriting, NothingIsAskedWhereTheFileIsAsItWas) {
    ctrl_s();
    EXPECT_FALSE(h->shows("overwrite.cancel"));
    EXPECT_FALSE(is_unsaved(h.app));
    h->click("fields.sbo.plus");
    ctrl_s();
    EXPECT_FALSE(is_unsaved(h.app)) << "what this window wrote is as it was";
}

TEST_F(Overwriting, AFileThatAnotherProgramChangedIsAskedAbout) {
    ASSERT_TRUE(io::write_text(file, "another's work"));
    ctrl_s();
    ASSERT_TRUE(h->shows("overwrite.cancel"));
    h->key(Key::escape);
    EXPECT_FALSE(h->shows("overwrite.cancel"));
    EXPECT_TRUE(is_unsaved(h.app));
    EXPECT_EQ(*io::read_text(file), "another's work");
    ctrl_s();
    h->click("overwrite.overwrite");
    EXPECT_FALSE(h->shows("overwrite.cancel"));
    EXPECT_FALSE(is_unsaved(h.app));
    EXPECT_EQ(io::load_session(file)->session, h.app.session);
}

TEST_F(Overwriting, EnterTakesTheAnswerThatDestroysNothing) {
    ASSERT_TRUE(io::write_text(file, "another's work"));
    ctrl_s();
    h->key(Key::enter);
    h->frames(2);
    EXPECT_FALSE(h->shows("overwrite.cancel"));
    EXPECT_TRUE(h.app.palette.open);
    EXPECT_EQ(h.app.palette.text, say("save ", file));
    EXPECT_EQ(*io::read_text(file), "another's work");
}

TEST_F(Overwriting, AFileThatWasRemovedIsAskedAbout) {
    fs::remove(file);
    ctrl_s();
    ASSERT_TRUE(h->shows("overwrite.overwrite"));
    EXPECT_FALSE(fs::exists(file));
    h->click("overwrite.overwrite");
    EXPECT_TRUE(fs::exists(file));
}

TEST_F(Overwriting, AnotherFileThatIsThereIsAskedAbout) {
    const std::string other = folder + "/other.json";
    ASSERT_TRUE(io::write_text(other, "another's work"));
    save_file_as(h.app, other);
    h->frames(2);
    h->click("overwrite.cancel");
    EXPECT_EQ(*io::read_text(other), "another's work");
    EXPECT_EQ(h.app.file_path, file);
    save_file_as(h.app, folder + "/new.json");
    EXPECT_FALSE(h.app.overwrite) << "nothing is there";
    EXPECT_EQ(h.app.file_path, folder + "/new.json");
}

TEST_F(Overwriting, RestoredEditsAskBeforeTheyGoOverTheOpenFile) {
    ASSERT_TRUE(io::Autosave(folder).keep(Session{.tile_k = 512}, 1));  // a program that ended without a word
    Safety safety(folder, 1);
    safety.look_for_copies(h.app);
    h->frames(2);
    h->click("left_over.restore");
    ctrl_s();
    EXPECT_TRUE(h->shows("overwrite.overwrite"));
}

TEST_F(Overwriting, ClosingGoesOnOnceItIsAnswered) {
    ASSERT_TRUE(io::write_text(file, "another's work"));
    run_command(h.app, CommandId::do_quit);
    h->frames(2);
    h->click("unsaved.save");
    ASSERT_TRUE(h->shows("overwrite.overwrite"));
    EXPECT_FALSE(h.app.wants_close);
    h->click("overwrite.overwrite");
    EXPECT_TRUE(h.app.wants_close);
}

// A pipe that nobody writes must hold up neither the window nor its end.
class Reading : public test::FolderTest {
protected:
    void SetUp() override {
        pipe = folder + "/pipe";
        file = folder + "/job.json";
        ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
        Session session;
        session.tile_k = 512;
        ASSERT_TRUE(io::save_session(file, {session}));
        h.app.reader = file_reader([this] { told.release(); });
    }
    void wait_for_answer() {
        told.acquire();
        h->frames(2);
    }
    std::string pipe, file;
    std::counting_semaphore<1024> told{0};
    AppHarness h;
};

TEST_F(Reading, AFileIsOpenedOnceItIsRead) {
    open_file(h.app, file);
    wait_for_answer();
    EXPECT_EQ(h.app.session.tile_k, 512u);
    EXPECT_EQ(h.app.file_path, file);
    EXPECT_FALSE(is_unsaved(h.app));
}

TEST_F(Reading, ThatIsSaidWhileItLasts) {
    open_file(h.app, pipe);
    h->frames(2);
    EXPECT_TRUE(h->shows("status.reading"));
    h->click("fields.sbo.plus");
    EXPECT_EQ(h.field(WordId::a_desc, "sbo"), 1040u) << "the window goes on meanwhile";
    EXPECT_TRUE(h->shows("status.reading"));
}

TEST_F(Reading, WhatIsOpenedLaterWins) {
    open_file(h.app, pipe);
    h->frames(2);
    open_file(h.app, file);
    wait_for_answer();
    EXPECT_EQ(h.app.session.tile_k, 512u);
}

TEST_F(Reading, ANewSessionIsNotReplacedByALateFile) {
    open_file(h.app, pipe);
    h->frames(2);
    run_command(h.app, CommandId::do_new);
    EXPECT_FALSE(is_reading(h.app));
    h->frames(2);
    EXPECT_FALSE(h->shows("status.reading"));
}

TEST_F(Reading, ATextThatIsTooLongForTheBoxStaysOutOfIt) {
    ASSERT_TRUE(io::write_text(file, std::string(2 << 20, ' ') + "0x4000404000010040"));
    open_file(h.app, file);
    wait_for_answer();
    EXPECT_EQ(h.app.states.paste.text, "");
    EXPECT_NE(h.app.status.find("2097170 bytes"), std::string::npos) << h.app.status;
}

TEST_F(Reading, ARefusalChangesNothing) {
    ASSERT_TRUE(io::write_text(file, "{\"tilescope\": 1, \"colour\": 3}"));
    const Session before = h.app.session;
    open_file(h.app, file);
    wait_for_answer();
    EXPECT_EQ(h.app.session, before);
    EXPECT_NE(h.app.status.find("colour"), std::string::npos) << h.app.status;
}

}  // namespace
}  // namespace tilescope::ui
