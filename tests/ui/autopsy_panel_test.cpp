// tests/ui/autopsy_panel_test.cpp -- the autopsy in the window: a recording, its chains, D as it was read, a debugger.
// SPDX-License-Identifier: MIT
#include "app/window/autopsy/autopsy_desk.h"
#include "app/window/documents/edits.h"
#include "app/window/documents/files.h"
#include "app/window/result/emulation.h"
#include "tests/support/temporary_folder.h"
#include "tests/ui/app_harness.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <memory>
#include <semaphore>

namespace tilescope::ui {
namespace {

const std::string kRecordings = TILESCOPE_SOURCE_DIR "/tests/data/autopsy/";

class AutopsyWindow : public testing::Test {
protected:
    AutopsyWindow() {
        h.app.jobs.emulation = emulation_jobs([this] { models.release(); });
        h.app.jobs.autopsy.jobs = autopsy_jobs([this] { answers.release(); });
        h->frames(2);
    }
    ~AutopsyWindow() override { h.app.jobs.autopsy.jobs.reset(); }

    const AutopsyView& view() const { return h.app.jobs.autopsy.view; }
    void wait_for_answer() {
        EXPECT_TRUE(answers.try_acquire_for(kLongest)) << "no answer came";
        h->frames(4);
    }
    void wait_for_model() {
        h->frames(3);
        EXPECT_TRUE(models.try_acquire_for(kLongest)) << "the model did not answer";
        h->frames(4);
    }
    void look_at(const std::string& name, bool arrays = true) {
        if (arrays) run_command(h.app, command("use_autopsy_arrays", kRecordings + name + "/ab.npz"));
        run_verb(h.app, *find_verb("autopsy "), kRecordings + name + "/recording.jsonl.gz");
        wait_for_answer();
    }

    static constexpr std::chrono::seconds kLongest{60};
    std::counting_semaphore<64> answers{0}, models{0};
    AppHarness h{{1440, 900}, Screen::mma};
};

TEST_F(AutopsyWindow, SaysWhatItIsBeforeThereIsOne) {
    run_command(h.app, command("show_panel", "autopsy"));
    h->frames(3);
    EXPECT_TRUE(h->shows("autopsy.empty"));
    EXPECT_TRUE(h->shows("autopsy.run_disabled"));
}

TEST_F(AutopsyWindow, ARecordingHasALineForEachChain) {
    look_at("wrong_sbo");
    EXPECT_TRUE(h->shows("autopsy.chain.0"));
    ASSERT_EQ(view().chains.size(), 1u);
    EXPECT_EQ(view().chains[0].verdict, "wrong");
    EXPECT_EQ(view().chains[0].sessions, (std::vector<std::string>{"chain0-written", "chain0"}));
    EXPECT_NE(view().said.find("sbo of B is 512"), std::string::npos) << view().said;
    EXPECT_TRUE(view().now.empty());
    EXPECT_FALSE(has_news(h.app, "autopsy")) << "nothing is drawn while it is idle";
}

TEST_F(AutopsyWindow, AChainOpensAsASessionWithDAsItWasRead) {
    look_at("wrong_sbo");
    h->click("autopsy.chain.0");
    wait_for_model();
    const Document& doc = h.app.document();
    EXPECT_EQ(doc.session.recorded.d, "chain0-written_d.npy");
    EXPECT_EQ(document_name(doc), "chain0-written *") << "it is saved nowhere";
    ASSERT_TRUE(doc.results.recorded) << doc.results.not_recorded << doc.results.refused;
    EXPECT_TRUE(doc.results.recorded->is_equal()) << "the words read the recorded bytes, also those of no tile";
    EXPECT_NE(doc.results.emulation->count[static_cast<std::size_t>(Verdict::wrong)], 0u) << "and these are wrong";
    EXPECT_TRUE(h->shows("mma.recorded"));
    ViewState look = doc.view_state;
    look.selection = ElementFocus{Matrix::d, 3, 40};
    set_view_state(h.app, look);
    h->frames(3);
    EXPECT_TRUE(h->shows("mma.recorded_word"));
    h->click("top.screen.6");
    h->frames(4);
    EXPECT_TRUE(h->shows("live.model"));
    EXPECT_TRUE(h->shows("live.gpu")) << "live mode is off, and D is there";
    EXPECT_TRUE(h->shows("live.recorded"));
    EXPECT_FALSE(h->shows("live.no_gpu"));
}

TEST_F(AutopsyWindow, EachSessionHasATabOfItsOwn) {
    look_at("wrong_sbo");
    h->click("autopsy.chain.0");
    wait_for_model();
    EXPECT_TRUE(h->shows("autopsy.chain.0")) << "the list stays";
    h->click("autopsy.session.0.1");
    wait_for_model();
    EXPECT_EQ(h.app.documents.open.size(), 2u);
    EXPECT_EQ(h.app.document().session.recorded.d, "chain0_d.npy");
    EXPECT_EQ(h.app.document().results.emulation->count[static_cast<std::size_t>(Verdict::wrong)], 0u);
    h->click("autopsy.chain.0");
    h->frames(3);
    EXPECT_EQ(h.app.documents.open.size(), 2u) << "it is open already";
    EXPECT_EQ(h.app.documents.shown, 0u);
}

TEST_F(AutopsyWindow, ASavedChainTakesItsArraysWithIt) {
    look_at("right");
    h->click("autopsy.chain.0");
    wait_for_model();
    const test::TemporaryFolder folder;
    save_file_as(h.app, folder.path() + "/mine.json");
    const test::TemporaryFolder elsewhere;
    save_file_as(h.app, elsewhere.path() + "/mine.json");
    for (const char* name : {"/mine.json", "/chain0_a.npy", "/chain0_b.npy", "/chain0_d.npy", "/chain0_memory.npy"}) {
        EXPECT_TRUE(std::filesystem::exists(folder.path() + name)) << name;
        EXPECT_TRUE(std::filesystem::exists(elsewhere.path() + name)) << name;
    }
}

TEST_F(AutopsyWindow, ASavedChainReplacesNoOtherArray) {
    look_at("right");
    h->click("autopsy.chain.0");
    h->frames(3);
    const test::TemporaryFolder folder;
    const std::string d = folder.path() + "/chain0_d.npy";
    std::ofstream(d) << "mine";
    save_file_as(h.app, folder.path() + "/other.json");
    EXPECT_NE(h.app.document().status.find("is another file"), std::string::npos) << h.app.document().status;
    EXPECT_EQ(std::filesystem::file_size(d), 4u);
    std::filesystem::remove(d);
    EXPECT_TRUE(std::filesystem::is_empty(folder.path())) << "what was copied is removed";
    std::filesystem::copy(h.app.document().file.arrays + "/chain0_a.npy", folder.path());
    save_file_as(h.app, folder.path() + "/other.json");
    EXPECT_TRUE(std::filesystem::exists(folder.path() + "/other.json")) << h.app.document().status;
}

TEST_F(AutopsyWindow, ANewSessionIsNoChain) {
    look_at("right");
    h->click("autopsy.chain.0");
    h->frames(3);
    EXPECT_NE(h.app.document().file.folder(), "");
    run_command(h.app, command("new"));
    EXPECT_EQ(document_name(h.app.document()).find("chain0"), std::string::npos);
    EXPECT_EQ(h.app.document().file.folder(), "");
}

TEST_F(AutopsyWindow, ARightKernelIsCalledRight) {
    look_at("right");
    EXPECT_EQ(view().chains.at(0).verdict, "right");
    EXPECT_EQ(view().severity, Severity::info);
}

// A and B of one kernel accuse every other one.
TEST_F(AutopsyWindow, ArraysAreForWhatTheyWereGiven) {
    look_at("wrong_sbo");
    look_at("right", false);
    EXPECT_EQ(view().arrays, "");
    EXPECT_NE(view().chains.at(0).verdict, "wrong");
    run_command(h.app, command("use_autopsy_arrays", kRecordings + "right/ab.npz"));
    run_command(h.app, command("look_again"));
    wait_for_answer();
    EXPECT_EQ(view().chains.at(0).verdict, "right");
}

TEST_F(AutopsyWindow, AFolderWithoutARecordingSaysSo) {
    run_verb(h.app, *find_verb("autopsy "), kRecordings);
    wait_for_answer();
    EXPECT_TRUE(h->shows("autopsy.said"));
    EXPECT_EQ(view().severity, Severity::error);
    EXPECT_NE(view().said.find("recording.jsonl"), std::string::npos) << view().said;
}

TEST(WordsOfCommand, AreThoseOfAShell) {
    using Words = std::vector<std::string>;
    EXPECT_EQ(*words_of_command("  ./gemm  4096 "), (Words{"./gemm", "4096"}));
    EXPECT_EQ(*words_of_command("python -c 'a \"b\"' \"c d\"e f\\ g ''"),
              (Words{"python", "-c", "a \"b\"", "c de", "f g", ""}));
    EXPECT_NE(words_of_command("a 'b").why, "");
    EXPECT_NE(words_of_command("  ").why, "");
}

// A script stands for cuda-gdb: it writes the recording, or nothing.
class AutopsyRun : public AutopsyWindow {
protected:
    void run(const std::string& script) {
        const std::string path = folder.path() + "/cuda-gdb";
        std::ofstream(path) << "#!/bin/sh\n"
                               "out=$(printf '%s' \"$TILESCOPE_AUTOPSY\" | sed 's/.*\"out\":\"\\([^\"]*\\)\".*/\\1/')\n"
                            << script << "\n";
        chmod(path.c_str(), 0755);
        h.app.jobs.autopsy.debugger = path;
        run_command(h.app, command("autopsy_program"));
        h->frames(3);
        h->type("/bin/true 4096");
        h->key(Key::enter);
        h->frames(2);
    }
    const test::TemporaryFolder folder;
};

TEST_F(AutopsyRun, ShowsTheChainsOfTheProgram) {
    run("cp " + kRecordings + "wrong_steps/*.gz \"$out\"; gzip -d \"$out/recording.jsonl.gz\"");
    EXPECT_EQ(view().program, "/bin/true 4096");
    EXPECT_TRUE(h->shows("autopsy.now"));
    EXPECT_TRUE(h->shows("autopsy.stop"));
    wait_for_answer();
    ASSERT_EQ(view().chains.size(), 1u) << view().said;
    EXPECT_TRUE(h->shows("autopsy.chain.0"));
}

// What was recorded is kept when A and B do not fit; a name that is wrong is said before.
TEST_F(AutopsyRun, LooksAgainWithoutTheProgram) {
    const std::string ran = folder.path() + "/ran", bad = folder.path() + "/bad.npz";
    const std::string script =
        "echo >> " + ran + "; cp " + kRecordings + "wrong_sbo/*.gz \"$out\"; gzip -d \"$out/recording.jsonl.gz\"";
    run_command(h.app, command("use_autopsy_arrays", bad));
    run(script);
    wait_for_answer();
    EXPECT_EQ(view().severity, Severity::error);
    EXPECT_NE(view().said.find("bad.npz"), std::string::npos) << view().said;
    EXPECT_FALSE(std::filesystem::exists(ran));
    run_command(h.app, command("use_autopsy_arrays", std::string()));
    run_command(h.app, command("look_again"));
    wait_for_answer();
    EXPECT_EQ(view().chains.size(), 1u) << view().said;
    run_command(h.app, command("use_autopsy_arrays", kRecordings + "wrong_sbo/ab.npz"));
    run_command(h.app, command("look_again"));
    wait_for_answer();
    EXPECT_EQ(view().program, "/bin/true 4096");
    EXPECT_EQ(view().chains.at(0).verdict, "wrong");
    EXPECT_EQ(std::filesystem::file_size(ran), 1u) << "the program ran once";
}

TEST_F(AutopsyRun, CanBeStopped) {
    const std::string script = "printf '{\"event\": \"session\"}\\n' > \"$out/recording.jsonl\"\nexec sleep 1000";
    const auto is_stopped = [&] { return view().said.find("Stopped") != std::string::npos && view().now.empty(); };
    run(script);
    h->click("autopsy.stop");
    h->frames(3);
    EXPECT_TRUE(is_stopped()) << view().said;
    EXPECT_TRUE(h->shows("autopsy.run"));
    // Esc clears a selection first.
    run_command(h.app, command("run_autopsy", std::string("/bin/true")));
    ViewState look = h.app.document().view_state;
    look.selection = ElementFocus{Matrix::d, 3, 40};
    set_view_state(h.app, look);
    h->frames(3);
    h->key(Key::escape);
    h->frames(3);
    EXPECT_FALSE(is_stopped());
    h->key(Key::escape);
    h->frames(3);
    EXPECT_TRUE(is_stopped()) << view().said;
    h.app.jobs.autopsy.jobs.reset();  // waits for the end of the debugger
}

TEST_F(AutopsyRun, SaysTheLastWordsOfTheProgramInOneLine) {
    run("seq -s ' ' 100000 >&2; printf 'row 1\\rrow 2\\nno memory\\n' >&2; exit 1");
    wait_for_answer();
    EXPECT_TRUE(view().said.ends_with("row 1 row 2 no memory")) << view().said;
    EXPECT_LT(view().said.size(), 1000u);
}

TEST_F(AutopsyRun, SaysWhyTheDebuggerCannotRecord) {
    run("echo 'Scripting in the \"Python\" language is not supported in this copy of GDB.' >&2; exit 1");
    wait_for_answer();
    EXPECT_NE(view().said.find("no Python"), std::string::npos) << view().said;
    EXPECT_TRUE(view().chains.empty());
}

}  // namespace
}  // namespace tilescope::ui
