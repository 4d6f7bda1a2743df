// tests/ui/state_line_test.cpp -- state lines in the window: a paste opens them as one step, a command copies them.
// SPDX-License-Identifier: MIT
#include "app/io/state_line.h"
#include "app/window/documents/files.h"
#include "app/window/frame/regions.h"
#include "app/window/result/emulation.h"
#include "tests/support/temporary_folder.h"
#include "tests/ui/app_harness.h"

#include <tilescope/base/say.h>
#include <tilescope/document/presets.h>

#include <gtest/gtest.h>

namespace tilescope::ui {
namespace {

class StateLines : public test::FolderTest {
protected:
    StateLines() { h->frames(3); }
    void paste(const std::string& text) {
        ImGui::SetClipboardText(text.c_str());
        h->key(Key::v, {Mod::ctrl});
        h->frames(3);
    }
    bool says(std::string_view part) const { return h.app.document().status.find(part) != std::string::npos; }

    const Session other = find_preset("mn_major_128b_bf16")->session();
    const ViewState look{.screen = Screen::memory, .operand = Operand::b};
    const std::string line = *io::state_line({other, look});
    AppHarness h{{1440, 900}, Screen::mma};
};

TEST_F(StateLines, APasteOpensTheSessionAsOneStep) {
    const Session before = h.app.document().session;
    const std::size_t done = h.app.document().history.done();
    paste(line);
    EXPECT_EQ(h.app.document().session, other);
    EXPECT_EQ(h.app.document().view_state, look);
    EXPECT_EQ(h.app.document().history.done(), done + 1);
    EXPECT_TRUE(says("Opened a state line: sm_100a, kind f16.")) << h.app.document().status;
    h->key(Key::z, {Mod::ctrl});
    h->frames(2);
    EXPECT_EQ(h.app.document().session, before);
}

TEST_F(StateLines, ProseAUrlAndTheBreaksOfAMailAreRead) {
    for (const std::string& text :
         {say("The wrong one is ", line, ", I think."), say("https://host.example/view#", line),
          say("> ", line.substr(0, 30), "\n> ", line.substr(30), "\n> regards")}) {
        paste(text);
        EXPECT_EQ(h.app.document().session, other) << text;
        h->key(Key::z, {Mod::ctrl});
        h->frames(2);
        EXPECT_NE(h.app.document().session, other);
    }
}

TEST_F(StateLines, ALineThatIsCutOffChangesNothingAndSaysWhy) {
    const Session before = h.app.document().session;
    paste(line.substr(0, line.size() - 5));
    EXPECT_EQ(h.app.document().session, before);
    EXPECT_TRUE(says("Copy the whole line again.")) << h.app.document().status;
}

TEST_F(StateLines, OtherLinesAndWordsOfTheTextAreNamed) {
    paste(say(line, "\n", *io::state_line({find_preset("sparse_f16")->session()})));
    EXPECT_EQ(h.app.document().session, other) << "the first one";
    EXPECT_TRUE(says("The text has 1 other state line.")) << h.app.document().status;
    paste(say("a_desc = 0x8000402000010040\n", line));
    EXPECT_TRUE(says("The words beside it were not read.")) << h.app.document().status;
}

TEST_F(StateLines, TheOpenFileIsNotReplacedByTheSessionOfALine) {
    const std::string file = folder + "/job.json";
    save_file_as(h.app, file);
    paste(line);
    EXPECT_TRUE(h.app.document().file.path.empty());
    h->key(Key::s, {Mod::ctrl});
    h->frames(2);
    EXPECT_TRUE(h.app.overlays.chooser.open) << "the program asks for a name";
}

TEST_F(StateLines, AFileWithALineAndAnArgumentOpenToo) {
    const std::string file = folder + "/report.txt";
    ASSERT_TRUE(io::write_text(file, say("A bug:\n\n    ", line, "\n")));
    open_file(h.app, file);
    h->frames(3);
    EXPECT_EQ(h.app.document().session, other);
    EXPECT_TRUE(h.app.document().file.path.empty()) << "the text file is not a session file";
    h->key(Key::z, {Mod::ctrl});
    open_file(h.app, say("https://host.example/#", line));
    h->frames(3);
    EXPECT_EQ(h.app.document().session, other);
    compare_with_file(h.app, *io::state_line({}));
    h->frames(3);
    ASSERT_TRUE(h.app.document().view_state.reference);
    EXPECT_EQ(*h.app.document().view_state.reference, Session{});
}

TEST_F(StateLines, TheCopiedLineGivesTheSessionAndTheViewBack) {
    h.app.document().requests.edits = {};
    paste(line);
    h.app.document().requests.commands.push_back(command("copy_state_line"));
    h->frames(3);
    EXPECT_TRUE(says("Copied a state line: ")) << h.app.document().status;
    const auto lines = io::state_lines_in(h->clipboard());
    ASSERT_EQ(lines.size(), 1u) << h->clipboard();
    ASSERT_TRUE(lines[0].file) << lines[0].file.why;
    EXPECT_EQ(lines[0].file->session, other);
    EXPECT_EQ(lines[0].file->view_state, look);
}

TEST_F(StateLines, TheReportOfTheSessionIsOneFile) {
    paste(line);
    run_verb(h.app, *find_verb("html "), folder + "/report.html");
    EXPECT_TRUE(is_saving_file(h.app)) << "no frame waits for the model or for a page of many megabytes";
    h->frames_until([&] { return !is_saving_file(h.app); });
    EXPECT_TRUE(says("Saved the report as ")) << h.app.document().status;
    const auto html = io::read_text(folder + "/report.html");
    ASSERT_TRUE(html) << html.why;
    EXPECT_NE(html->find(*io::state_line({other, look})), std::string::npos);
    EXPECT_NE(html->find("<svg"), std::string::npos);
}

TEST_F(StateLines, TheReportIsTheSameIfTheWindowHasRunTheModel) {
    Session session;
    session.tile_k = 100, session.run.steps = 0;  // no instruction reads the last 4 columns
    paste(*io::state_line({session}));
    const auto report = [&](const std::string& name) {
        run_verb(h.app, *find_verb("html "), folder + name);
        h->frames_until([&] { return !is_saving_file(h.app); });
        return *io::read_text(folder + name);
    };
    const std::string before = report("/before.html");
    h.app.jobs.emulation = emulation_jobs({});
    emulate_now(h.app, h.app, h.app);
    const Document& doc = h.app.document();
    ASSERT_TRUE(h->frames_until([&] { return doc.results.is_of(doc.revision); })) << doc.results.refused;
    const std::string after = report("/after.html"), note = "No instruction reads 4 of the 100 columns of K";
    EXPECT_NE(after.find(note), std::string::npos);
    EXPECT_EQ(after.find(note), after.rfind(note)) << "the note is there once";
    EXPECT_TRUE(after == before);
}

TEST_F(StateLines, AClipboardThatTheProgramReadItselfIsOfferedAndNotOpened) {
    const Session before = h.app.document().session;
    ImGui::SetClipboardText(line.c_str());
    h->click("rail.paste");
    h->frames(4);
    EXPECT_EQ(h.app.document().session, before);
    EXPECT_TRUE(says("To open it, press Ctrl+Shift+V.")) << h.app.document().status;
    h->key(Key::v, {Mod::ctrl, Mod::shift});
    h->frames(3);
    EXPECT_EQ(h.app.document().session, other);
}

}  // namespace
}  // namespace tilescope::ui
