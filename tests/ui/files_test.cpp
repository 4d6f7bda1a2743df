// tests/ui/files_test.cpp -- tests opening files in a thread, and the question before a file is overwritten.
// SPDX-License-Identifier: MIT
#include "app/window/documents/files.h"
#include "app/io/file.h"
#include "app/io/session_file.h"
#include "app/window/documents/edits.h"
#include "app/window/documents/safety.h"
#include "app/window/documents/tabs.h"
#include "app/window/frame/command.h"
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

// The window opened a file and made one edit. Another program changes the file meanwhile.
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

TEST_F(Overwriting, AsksNothingIfTheFileIsUnchanged) {
    ctrl_s();
    EXPECT_FALSE(h->shows("overwrite.cancel"));
    EXPECT_FALSE(is_unsaved(h.app));
    h->click("fields.sbo.plus");
    ctrl_s();
    EXPECT_FALSE(is_unsaved(h.app)) << "the file still has the contents that this window wrote";
}

TEST_F(Overwriting, AsksIfAnotherProgramChangedTheFile) {
    ASSERT_TRUE(io::write_text(file, "other work"));
    ctrl_s();
    ASSERT_TRUE(h->shows("overwrite.cancel"));
    h->key(Key::escape);
    EXPECT_FALSE(h->shows("overwrite.cancel"));
    EXPECT_TRUE(is_unsaved(h.app));
    EXPECT_EQ(*io::read_text(file), "other work");
    ctrl_s();
    h->click("overwrite.overwrite");
    EXPECT_FALSE(h->shows("overwrite.cancel"));
    EXPECT_FALSE(is_unsaved(h.app));
    EXPECT_EQ(io::load_session(file)->session, h.app.document().session);
}

TEST_F(Overwriting, EnterChoosesTheButtonThatDestroysNothing) {
    ASSERT_TRUE(io::write_text(file, "other work"));
    ctrl_s();
    h->key(Key::enter);
    h->frames(2);
    EXPECT_FALSE(h->shows("overwrite.cancel"));
    ASSERT_TRUE(h.app.overlays.chooser.open);
    EXPECT_EQ(h.app.overlays.chooser.folder, folder);
    EXPECT_EQ(h.app.overlays.chooser.typed, "job.json");
    EXPECT_EQ(*io::read_text(file), "other work");
}

TEST_F(Overwriting, AsksIfTheFileWasRemoved) {
    fs::remove(file);
    ctrl_s();
    ASSERT_TRUE(h->shows("overwrite.overwrite"));
    EXPECT_FALSE(fs::exists(file));
    h->click("overwrite.overwrite");
    EXPECT_TRUE(fs::exists(file));
}

TEST_F(Overwriting, AsksIfAnotherFileAlreadyExists) {
    const std::string other = folder + "/other.json";
    ASSERT_TRUE(io::write_text(other, "other work"));
    save_file_as(h.app, other);
    h->frames(2);
    h->click("overwrite.cancel");
    EXPECT_EQ(*io::read_text(other), "other work");
    EXPECT_EQ(h.app.document().file.path, file);
    save_file_as(h.app, folder + "/new.json");
    EXPECT_FALSE(h.app.overlays.overwrite) << "the file does not exist yet";
    EXPECT_EQ(h.app.document().file.path, folder + "/new.json");
}

TEST_F(Overwriting, AsksBeforeRestoredEditsOverwriteTheOpenFile) {
    ASSERT_TRUE(io::Autosave(folder).keep(Session{.tile_k = 512}, 1));  // as after a crash
    Safety safety(folder, 1);
    safety.find_backup_copies(h.app);
    ctrl_s();
    h->click("left_over.restore");
    EXPECT_EQ(tab_count(h.app), 1u) << "a saved session stays in the history of this tab";
    ctrl_s();
    EXPECT_TRUE(h->shows("overwrite.overwrite"));
}

TEST_F(Overwriting, ContinuesToCloseAfterTheAnswer) {
    ASSERT_TRUE(io::write_text(file, "other work"));
    run_command(h.app, command("quit"));
    h->frames(2);
    h->click("unsaved.save");
    ASSERT_TRUE(h->shows("overwrite.overwrite"));
    EXPECT_FALSE(h.app.documents.closing.confirmed);
    h->click("overwrite.overwrite");
    EXPECT_TRUE(h.app.documents.closing.confirmed);
}

// A pipe without a writer must delay neither the window nor its end.
class Reading : public test::FolderTest {
protected:
    void SetUp() override {
        pipe = folder + "/pipe";
        file = folder + "/job.json";
        ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
        Session session;
        session.tile_k = 512;
        ASSERT_TRUE(io::save_session(file, {session}));
        h.app.jobs.reader = file_reader([this] { replies.release(); });
    }
    void wait_for_answer() {
        replies.acquire();
        h->frames(2);
    }
    std::string pipe, file;
    std::counting_semaphore<1024> replies{0};
    AppHarness h;
};

TEST_F(Reading, OpensAFileAsSoonAsItIsRead) {
    open_file(h.app, file);
    wait_for_answer();
    EXPECT_EQ(h.app.document().session.tile_k, 512u);
    EXPECT_EQ(h.app.document().file.path, file);
    EXPECT_FALSE(is_unsaved(h.app));
}

// As a paste with Ctrl+V: a single certain word is applied, two readings of a word are a question.
TEST_F(Reading, AppliesTheWordOfATextFile) {
    ASSERT_TRUE(io::write_text(file, "a_desc = 0x8000402000010040\n"));
    open_file(h.app, file);
    wait_for_answer();
    EXPECT_EQ(h.app.document().session.word(WordId::a_desc), 0x8000402000010040u);
    EXPECT_EQ(h.app.document().history.done(), 1u);
    ASSERT_TRUE(io::write_text(file, "0x4000404000010040 0x4000404000010440\n"));
    open_file(h.app, file);
    wait_for_answer();
    EXPECT_EQ(h.app.document().history.done(), 1u);
}

TEST_F(Reading, StatusLineShowsThatAFileIsBeingRead) {
    open_file(h.app, pipe);
    h->frames(2);
    EXPECT_TRUE(h->shows("status.reading"));
    h->click("fields.sbo.plus");
    EXPECT_EQ(h.field(WordId::a_desc, "sbo"), 1040u) << "the window continues to work";
    EXPECT_TRUE(h->shows("status.reading"));
}

TEST_F(Reading, LaterOpenReplacesAnEarlierOne) {
    open_file(h.app, pipe);
    h->frames(2);
    open_file(h.app, file);
    wait_for_answer();
    EXPECT_EQ(h.app.document().session.tile_k, 512u);
}

TEST_F(Reading, NewSessionDropsTheFileThatIsBeingRead) {
    open_file(h.app, pipe);
    h->frames(2);
    run_command(h.app, command("new"));
    EXPECT_FALSE(h.app.jobs.is_reading());
    h->frames(2);
    EXPECT_FALSE(h->shows("status.reading"));
}

TEST_F(Reading, RefusesATextThatIsTooLongForThePasteBox) {
    ASSERT_TRUE(io::write_text(file, std::string(17 << 20, ' ') + "0x4000404000010040"));
    open_file(h.app, file);
    wait_for_answer();
    EXPECT_EQ(h.app.document().states.paste.text, "");
    EXPECT_NE(h.app.document().status.find("17825810 bytes"), std::string::npos) << h.app.document().status;
}

TEST_F(Reading, RefusedFileChangesNothing) {
    ASSERT_TRUE(io::write_text(file, "{\"tilescope\": 1, \"colour\": 3}"));
    const Session before = h.app.document().session;
    open_file(h.app, file);
    wait_for_answer();
    EXPECT_EQ(h.app.document().session, before);
    EXPECT_NE(h.app.document().status.find("colour"), std::string::npos) << h.app.document().status;
}

}  // namespace
}  // namespace tilescope::ui
