// tests/ui/saving_test.cpp -- files that a thread writes: one at a time, and the question before the window closes.
// SPDX-License-Identifier: MIT
#include "app/io/file.h"
#include "app/publish/picture_formats.h"
#include "app/window/documents/edits.h"
#include "app/window/documents/files.h"
#include "app/window/documents/tabs.h"
#include "app/window/frame/feature.h"
#include "app/window/frame/regions.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/wait_until.h"
#include "tests/ui/app_harness.h"

#include <tilescope/base/say.h>

#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>

namespace tilescope::ui {
namespace {

class Saving : public test::FolderTest {
protected:
    // A file that is not written before release(), or until a stop.
    FileToSave slow(const std::string& name) {
        const std::string path = folder + "/" + name;
        return {.what = "the animation",
                .counts = "picture",
                .path = path,
                .write = [path, released = released_](const WorkTools& tools) {
                    tools.rows = 870, tools.rows_done = 308;
                    test::wait_until([&] { return *released || tools.stop.stop_requested(); });
                    return tools.stop.stop_requested() ? Answer<void>() : io::write_text(path, "all of it");
                }};
    }
    void release() { *released_ = true; }
    bool exists(const std::string& name) const { return std::filesystem::exists(folder + "/" + name); }
    void wait_until(const std::function<bool()>& done) { EXPECT_TRUE(h->frames_until(done)); }
    // Begins to save, and then closes the window.
    void close_meanwhile() {
        h->frames(2);
        save_on_thread(h.app, h.app, slow("a.gif"));
        wait_until([&] { return saving_text(h.app, h.app).ends_with("picture 308 of 870 ..."); });
        h->key(Key::q, {Mod::ctrl});
        h->frames(3);
        EXPECT_FALSE(h.app.documents.closing.confirmed);
        EXPECT_TRUE(h->shows("saving.wait"));
    }

    const std::shared_ptr<std::atomic<bool>> released_ = std::make_shared<std::atomic<bool>>(false);
    AppHarness h;
};

TEST_F(Saving, ASecondFileWaitsForTheUser) {
    h->frames(2);
    save_on_thread(h.app, h.app, slow("a.gif"));
    save_on_thread(h.app, h.app, slow("b.gif"));
    EXPECT_EQ(h.app.document().status, say("Wait until the animation is saved as ", folder,
                                           "/a.gif, or stop that. Then save the animation again."));
    release();
    wait_until([&] { return !is_saving_file(h.app); });
    EXPECT_EQ(h.app.document().status, say("Saved the animation as ", folder, "/a.gif."));
    EXPECT_TRUE(exists("a.gif"));
    EXPECT_FALSE(exists("b.gif"));
}

TEST_F(Saving, TheWindowClosesWhenTheFileIsWritten) {
    close_meanwhile();
    h->key(Key::enter);
    h->frames(5);
    EXPECT_FALSE(h.app.documents.closing.confirmed);
    EXPECT_FALSE(h->shows("saving.wait"));
    release();
    wait_until([&] { return h.app.documents.closing.confirmed; });
    EXPECT_TRUE(exists("a.gif"));
}

TEST_F(Saving, TheUserCanGiveTheFileUp) {
    close_meanwhile();
    h->click("saving.stop");
    h->frames(3);
    EXPECT_TRUE(h.app.documents.closing.confirmed);
    release();
    h.app.jobs.saver.reset();  // waits for the end of its thread
    EXPECT_FALSE(exists("a.gif"));
}

TEST_F(Saving, StoppingTheFileTakesTheAnswerToWaitBack) {
    close_meanwhile();
    h->click("saving.wait");
    h->frames(2);
    EXPECT_TRUE(saving_text(h.app, h.app).ends_with("picture 308 of 870 ... Then the window closes."))
        << saving_text(h.app, h.app);
    h->click("status.stop");
    h->frames(2);
    EXPECT_EQ(h.app.document().status, "Stopped saving the animation. No file was written. The window stays open.");
    release();
    save_on_thread(h.app, h.app, slow("b.gif"));
    EXPECT_FALSE(saving_text(h.app, h.app).ends_with("closes."));
    wait_until([&] { return !is_saving_file(h.app); });
    h->frames(5);
    EXPECT_TRUE(exists("b.gif"));
    EXPECT_FALSE(exists("a.gif"));
    EXPECT_FALSE(h.app.documents.closing.confirmed);
}

TEST_F(Saving, AFileThatIsWrittenCannotBeStopped) {
    h->frames(2);
    save_on_thread(h.app, h.app, slow("a.gif"));
    release();
    ASSERT_TRUE(test::wait_until([&] { return h.app.jobs.saver->has_answer(); }));
    stop_saving(h.app, h.app);  // no frame has taken the reply of the thread yet
    EXPECT_TRUE(exists("a.gif"));
    EXPECT_EQ(h.app.document().status, say("Saved the animation as ", folder, "/a.gif."));
    EXPECT_FALSE(is_saving_file(h.app));
}

TEST_F(Saving, NoEditIsLostInTheFrameInWhichTheFileIsWritten) {
    h->frames(2);
    ASSERT_TRUE(add_tab(h.app, h.app.document().session));
    h->frames(2);
    h->click("fields.sbo.plus");  // the question about this tab will show it
    h->frames(2);
    show_tab(h.app, 0);
    close_meanwhile();
    h->click("saving.wait");
    h->frames(2);
    release();
    ASSERT_TRUE(test::wait_until([&] { return h.app.jobs.saver->has_answer(); }));
    h.app.document().requests.edits.emplace_back(SetWord{WordId::a_desc, 0x8000402000010080});
    h->frames(1);
    EXPECT_TRUE(h.app.documents.closing.asks_unsaved);
    EXPECT_EQ(document_of(h.app, 0).session.word(WordId::a_desc), 0x8000402000010080u);
    EXPECT_TRUE(is_unsaved(document_of(h.app, 0)));
}

TEST_F(Saving, CancelKeepsTheWindowAndTheFile) {
    close_meanwhile();
    h->key(Key::escape);
    h->frames(3);
    EXPECT_FALSE(h->shows("saving.wait"));
    release();
    wait_until([&] { return !is_saving_file(h.app); });
    h->frames(5);
    EXPECT_FALSE(h.app.documents.closing.confirmed);
    EXPECT_TRUE(exists("a.gif"));
}

TEST_F(Saving, TheQuestionEndsWhenTheFileIsWritten) {
    close_meanwhile();
    release();
    wait_until([&] { return h.app.documents.closing.confirmed; });
    EXPECT_TRUE(exists("a.gif"));
}

TEST_F(Saving, AFileThatCannotBeWrittenKeepsTheWindowOpen) {
    h->frames(2);
    save_on_thread(h.app, h.app, slow("none/a.gif"));
    h->key(Key::q, {Mod::ctrl});
    h->frames(3);
    ASSERT_TRUE(h->shows("saving.wait"));
    release();
    wait_until([&] { return !is_saving_file(h.app); });
    h->frames(5);
    EXPECT_FALSE(h.app.documents.closing.confirmed);
    EXPECT_FALSE(h->shows("saving.wait"));
    EXPECT_NE(h.app.document().status.find("none/a.gif"), std::string::npos) << h.app.document().status;
    h->click("fields.sbo.plus");
    h->frames(2);
    EXPECT_EQ(h.field(WordId::a_desc, "sbo"), 1040u) << "no question takes the clicks";
}

TEST_F(Saving, UnsavedEditsAreAskedAboutAfterIt) {
    h->frames(2);
    h->click("fields.sbo.plus");
    close_meanwhile();
    h->click("saving.wait");
    release();
    wait_until([&] { return h.app.documents.closing.asks_unsaved; });
    EXPECT_FALSE(h.app.documents.closing.confirmed);
}

TEST_F(Saving, ACopiedPictureHasTheNumberThatIsBeingTyped) {
    std::string copied;
    h.app.system.offer_picture = [&](std::string png) -> Answer<void> {
        copied = std::move(png);
        return {};
    };
    const auto on_stage = [&] { return *io::png_picture(*sheet_on_stage(h.app.document(), h.app.prefs), {}); };
    h->frames(3);
    const std::string before = on_stage();
    h->click("fields.sbo");
    h->type("0x200");
    h->key(Key::c, {Mod::ctrl, Mod::alt});
    h->frames(3);
    ASSERT_EQ(h.field(WordId::a_desc, "sbo"), 0x200u);
    EXPECT_TRUE(copied != before);
    EXPECT_TRUE(copied == on_stage());
}

TEST_F(Saving, WithoutAClipboardThePictureIsSavedAsAFile) {
    h->frames(3);
    ASSERT_FALSE(h.app.system.offer_picture);
    run_command(h.app, command("copy_picture"));
    EXPECT_TRUE(h.app.overlays.chooser.open);
    EXPECT_TRUE(h.app.overlays.chooser.typed.ends_with(".png")) << h.app.overlays.chooser.typed;
    EXPECT_EQ(h.app.document().status,
              "The clipboard takes no picture: this window has no connection to a clipboard. Save it as a file "
              "instead.");
}

}  // namespace
}  // namespace tilescope::ui
