// tests/ui/code_panel_test.cpp -- the code panel: targets, changed lines, limits, copy and save.
// SPDX-License-Identifier: MIT
#include "app/io/file.h"
#include "app/io/npy.h"
#include "app/publish/export_targets.h"
#include "app/ui/imgui_compat.h"
#include "app/window/documents/files.h"
#include "app/window/documents/tabs.h"
#include "app/window/frame/command.h"
#include "app/window/frame/drawer.h"
#include "tests/support/temporary_folder.h"
#include "tests/ui/app_harness.h"
#include "tests/ui/panel_harness.h"

#include <tilescope/base/say.h>
#include <tilescope/document/presets.h>
#include <tilescope/formats/smem.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace tilescope::ui {
namespace {

std::size_t changed_marks(PanelHarness& h) {
    return static_cast<std::size_t>(
        std::ranges::count_if(h.items(), [](const auto& item) { return item.first.starts_with("code.changed."); }));
}

TEST(CodePanel, ShowsTheTextOfTheChosenTarget) {
    PanelHarness h(draw_code_panel);
    EXPECT_NE(h.states.code.code.text.find("UMMA::SmemDescriptor"), std::string::npos);
    for (const CodeTarget& target : code_targets()) {
        h.click(say("code.", target.id));
        EXPECT_EQ(h.states.code.target, target.id);
        EXPECT_EQ(h.states.code.code.text,
                  target.text({.derived = derive(h.session), .view_state = &h.view_state})->text)
            << target.id;
        EXPECT_TRUE(h.shows("code.text")) << target.id;
        EXPECT_TRUE(h.shows("code.limits")) << target.id;
    }
}

TEST(CodePanel, MarksTheLinesThatTheLastEditChanged) {
    PanelHarness h(draw_code_panel);
    EXPECT_EQ(changed_marks(h), 0u);
    const Field& sbo = *find_field(kSmem91, "sbo");
    h.history.record_and_apply(h.session, SetField{WordId::a_desc, &sbo, 32});
    h.frames(3);
    const std::string& text = h.states.code.code.text;
    const auto line = static_cast<std::size_t>(std::count(
        text.begin(), text.begin() + static_cast<std::ptrdiff_t>(text.find("stride_byte_offset_ = 32")), '\n'));
    EXPECT_TRUE(std::ranges::binary_search(h.states.code.changed, line));
    EXPECT_LT(h.states.code.changed.size(), 12u) << "only the lines of A change";
    h.click("code.python");
    EXPECT_EQ(h.states.code.changed.size(), 0u) << "another target is no change";
}

// The text of a state line says where the user looks.
TEST(CodePanel, FollowsTheViewIfTheTextSaysIt) {
    PanelHarness h(draw_code_panel);
    h.states.code.targets = io::export_targets();
    for (const CodeTarget& target : io::export_targets()) {
        if (target.reads_files) continue;
        h.view_state = {};
        h.click(say("code.", target.id));
        const std::string before = h.states.code.code.text;
        h.view_state.screen = Screen::tmem;
        h.view_state.k_step = 2;
        h.frames(2);
        EXPECT_EQ(h.states.code.code.text != before, target.of_view) << target.id;
        EXPECT_EQ(h.states.code.code.text,
                  target.text({.derived = derive(h.session), .view_state = &h.view_state})->text)
            << target.id;
    }
}

TEST(CodePanel, ReachesTheEndOfALongLineByScrolling) {
    PanelHarness h(draw_code_panel);
    h.states.code.targets = io::export_targets();
    for (unsigned i = 0; i < 2000; ++i) h.session.notes += say(i * i * 7919);
    h.frames(2);
    h.click("code.state");
    const Rect before = h.rect("code.line.0");
    h.point_at("code.text");
    feed_modifiers(false, true, false);
    h.wheel(-500);
    feed_modifiers(false, false, false);
    h.frames(3);
    EXPECT_LT(h.rect("code.line.0").min.x, before.min.x) << "the indent of its begin is scrolled away";
    EXPECT_LE(h.rect("code.line.0").max.x, h.rect("code.text").max.x);
}

TEST(CodePanel, SaysWhyATargetHasNoText) {
    PanelHarness h(draw_code_panel);
    for (const Preset& preset : presets())
        for (const CodeTarget& target : code_targets()) {
            const Answer<CodeText> code = target.text({.derived = derive(preset.session())});
            if (code) continue;
            h.session = preset.session();
            h.click(say("code.", target.id));
            EXPECT_TRUE(h.shows("code.none"));
            EXPECT_FALSE(h.shows("code.copy"));
            EXPECT_EQ(h.states.code.why, code.why);
            return;
        }
    FAIL() << "no preset is refused, so nothing was tested";
}

TEST(CodePanel, CopyAndSaveRequestTheShownTarget) {
    PanelHarness h(draw_code_panel);
    h.click("code.ptx");
    h.click("code.copy");
    h.click("code.save");
    EXPECT_TRUE(h.has_requested(command("copy_code", "ptx")));
    EXPECT_TRUE(h.has_requested(command("save_code", "ptx")));
}

TEST(CodePanel, TheWindowHasTheTargetsOfFilesTooAndCopiesThem) {
    AppHarness h;
    h->frames(2);
    EXPECT_EQ(h.app.document().states.code.targets.size(), io::export_targets().size());
    run_command(h.app, command("copy_code", "json"));
    ASSERT_TRUE(h.app.document().requests.copy);
    EXPECT_TRUE(h.app.document().requests.copy->starts_with("{")) << *h.app.document().requests.copy;
    EXPECT_EQ(h.app.document().status, "Copied the session as Session file.");
    run_command(h.app, command("copy_code", "cobol"));
    EXPECT_TRUE(h.app.document().status.starts_with("'cobol' is not a target")) << h.app.document().status;
}

TEST(CodePanel, SaveProposesTheExtensionOfTheTarget) {
    AppHarness h;
    run_command(h.app, command("save_code", "python"));
    EXPECT_TRUE(h.app.overlays.chooser.open);
    EXPECT_EQ(h.app.overlays.chooser.typed, "untitled-mma.py");
}

// A session file beside the file with its values: the name in the session counts from that folder.
class CodeOfFiles : public test::FolderTest {
protected:
    CodeOfFiles() {
        Session session;
        session.recipe[1] = {.kind = RecipeKind::file, .file = "b.npy"};
        const RecipeWords b{.rows = 96, .columns = 64, .words = std::vector<std::uint32_t>(96 * 64, 0x3c00)};
        EXPECT_TRUE(io::save_npy(folder + "/b.npy", b, "f16"));
        EXPECT_TRUE(io::save_session(folder + "/job.json", {session}));
        open_file(h.app, folder + "/job.json");
        h->frames(3);
    }
    void wait_until(const std::function<bool()>& done) { EXPECT_TRUE(h->frames_until(done)); }
    AppHarness h;
};

TEST_F(CodeOfFiles, AThreadMakesTheTextFromTheFolderOfTheSession) {
    h->frames(2);
    h.app.document().states.code.target = "reproducer";
    raise_drawer(h.app, h.app, "code");
    h->frames(2);
    EXPECT_TRUE(h->shows("code.making")) << "no frame reads the file";
    wait_until([&] { return h.app.document().states.code.made_for == "reproducer"; });
    EXPECT_EQ(h.app.document().states.code.why, "");
    EXPECT_NE(h.app.document().states.code.code.text.find("cuLaunchKernel"), std::string::npos);
    h->frames(3);
    EXPECT_TRUE(h->shows("code.text"));
}

TEST_F(CodeOfFiles, ItIsCopiedAndSavedWhenItIsThere) {
    h->frames(2);
    run_command(h.app, command("copy_code", "reproducer"));
    EXPECT_EQ(h.app.document().status, "Making the text for Reproducer ...");
    wait_until([&] { return h->clipboard().find("cuLaunchKernel") != std::string::npos; });
    EXPECT_EQ(h.app.document().status, "Copied the session as Reproducer.");
    const std::string path = folder + "/job.cu";
    find_verb("code ")->act(h.app, path);
    EXPECT_TRUE(is_saving_file(h.app));
    wait_until([&] { return !is_saving_file(h.app); });
    EXPECT_EQ(h.app.document().status, say("Saved the code (Reproducer) as ", path, "."));
    EXPECT_EQ(*io::read_text(path), h->clipboard());
}

TEST_F(CodeOfFiles, EachTabGetsTheTextOfItsOwnSession) {
    h->frames(2);
    h.app.document().states.code.target = "reproducer";
    raise_drawer(h.app, h.app, "code");
    h->frames(2);
    run_command(h.app, command("new_tab"));
    h->frames(2);
    run_command(h.app, command("last_tab"));
    h->frames(2);
    wait_until([&] { return h.app.document().states.code.made_for == "reproducer"; });
    EXPECT_EQ(h.app.document().states.code.revision, h.app.document().revision);
    h.app.document().states.code.target = "cutlass";
    h->frames(2);
    h.app.document().states.code.target = "reproducer";
    wait_until([&] { return h.app.document().states.code.made_for == "reproducer"; });
}

// The user copies in one tab and looks at another one before the text is there.
TEST_F(CodeOfFiles, TheCopyIsOfTheTabInWhichItWasRequested) {
    h->frames(2);
    const Session session = h.app.document().session;
    for (const bool shows_code : {true, false}) {
        SCOPED_TRACE(shows_code);
        ImGui::SetClipboardText("");
        run_command(h.app, command("copy_code", "reproducer"));
        ASSERT_TRUE(add_tab(h.app, find_preset("mn_major_128b_bf16")->session()));
        h.app.document().states.code.target = "reproducer";
        if (shows_code) raise_drawer(h.app, h.app, "code");
        wait_until([&] { return !h->clipboard().empty(); });
        const auto expected = io::export_target("reproducer")->text({.derived = derive(session), .folder = folder});
        EXPECT_EQ(h->clipboard(), expected->text);
        EXPECT_EQ(h.app.document().status, "Copied the session of the tab job.json as Reproducer.");
        if (shows_code) wait_until([&] { return h.app.document().states.code.made_for == "reproducer"; });
        show_tab(h.app, 0);
        h->frames(2);
        EXPECT_EQ(h.app.document().status, "Copied the session as Reproducer.");
    }
}

TEST_F(CodeOfFiles, TheCopyOfATabThatIsClosedMeanwhileIsMadeToo) {
    h->frames(2);
    run_command(h.app, command("new_tab"));
    run_command(h.app, command("last_tab"));
    h->frames(2);
    run_command(h.app, command("copy_code", "reproducer"));
    close_tab(h.app, h.app.documents.shown);
    wait_until([&] { return h->clipboard().find("cuLaunchKernel") != std::string::npos; });
    EXPECT_EQ(h.app.document().status, "Copied the session of a tab that was closed as Reproducer.");
}

// A name in a session counts from the folder of its file, which Ctrl+S changes, and the files themselves change too.
TEST_F(CodeOfFiles, ACopyReadsTheFilesAnew) {
    const auto copied = [&] {
        ImGui::SetClipboardText("");
        run_command(h.app, command("copy_code", "reproducer"));
        EXPECT_EQ(h.app.document().status, "Making the text for Reproducer ...");
        wait_until([&] { return h.app.document().status != "Making the text for Reproducer ..."; });
        h->frames(2);
        return h->clipboard();
    };
    ASSERT_TRUE(add_tab(h.app, h.app.document().session));
    h->frames(2);
    EXPECT_EQ(copied(), "");
    EXPECT_NE(h.app.document().status.find("b.npy"), std::string::npos) << "a session without a file has no folder";
    save_file_as(h.app, folder + "/second.json");
    h->frames(2);
    const std::string first = copied();
    EXPECT_EQ(h.app.document().status, "Copied the session as Reproducer.");
    EXPECT_NE(first.find("cuLaunchKernel"), std::string::npos);
    const RecipeWords b{.rows = 96, .columns = 64, .words = std::vector<std::uint32_t>(96 * 64, 0x4000)};
    ASSERT_TRUE(io::save_npy(folder + "/b.npy", b, "f16"));
    EXPECT_NE(copied(), first) << "the file has other values now";
}

TEST_F(CodeOfFiles, ThePanelFollowsTheFolderOfTheSession) {
    ASSERT_TRUE(add_tab(h.app, h.app.document().session));
    h.app.document().states.code.target = "reproducer";
    raise_drawer(h.app, h.app, "code");
    wait_until([&] { return h.app.document().states.code.made_for == "reproducer"; });
    EXPECT_NE(h.app.document().states.code.why, "");
    save_file_as(h.app, folder + "/second.json");
    wait_until([&] { return h.app.document().states.code.why.empty(); });
}

TEST_F(CodeOfFiles, ACopyThatIsReplacedSaysSo) {
    h->frames(2);
    run_command(h.app, command("copy_code", "reproducer"));
    ASSERT_TRUE(add_tab(h.app, Session{}));
    run_command(h.app, command("copy_code", "reproducer"));
    EXPECT_TRUE(document_of(h.app, 0).status.starts_with("This session was not copied"));
    wait_until([&] { return h.app.document().status == "Copied the session as Reproducer."; });
    EXPECT_TRUE(document_of(h.app, 0).status.starts_with("This session was not copied"));
}

}  // namespace
}  // namespace tilescope::ui
