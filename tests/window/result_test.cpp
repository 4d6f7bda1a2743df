// tests/window/result_test.cpp -- tests the result in the real window.
// SPDX-License-Identifier: MIT
//
// An edit changes it, and the cause names the field.
#include "tests/support/kernel_faults.h"
#include "tests/support/temporary_folder.h"
#include "tests/window/display_test.h"

#include <tilescope/base/say.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

namespace tilescope::window {
namespace {

TEST(Result, NamesTheEditedFieldAndThenDrawsNothing) {
    if (const std::string why = missing_tools(); !why.empty()) GTEST_SKIP() << why;
    const VirtualDisplay display(1440, 900);
    ASSERT_FALSE(display.name().empty()) << "Xvfb did not start";
    Program program(display, {"--size", "1440x900"});
    program.click("top.screen.5");
    program.click("stage.tab.result");
    ASSERT_TRUE(program.waits_for("result.numbers"));
    EXPECT_FALSE(program.find("result.cause.0")) << "the words read the data that was written";
    program.key("ctrl+2");
    program.click("fields.sbo.minus");
    program.key("ctrl+5");
    ASSERT_TRUE(program.waits_for("result.cause.0"));
    program.click("result.cause.0.go");
    EXPECT_TRUE(program.find("fields.sbo.minus")) << "the button must open the screen with the field";
    program.key("ctrl+5");
    program.click("result.cell.0.0");
    ASSERT_TRUE(program.find("result.explanation"));

    const long before = program.frames();
    EXPECT_TRUE(program.rests(std::chrono::seconds(3))) << "frames were drawn although the result is complete";
    program.key("F1");  // the program still runs and draws again
    EXPECT_GT(program.frames(), before);
}

// The program must end normally even if the job thread still works.
TEST(Result, CloseEndsARunningEmulation) {
    if (const std::string why = missing_tools(); !why.empty()) GTEST_SKIP() << why;
    const VirtualDisplay display(1440, 900);
    ASSERT_FALSE(display.name().empty()) << "Xvfb did not start";
    const test::TemporaryFolder temporary;
    const std::string folder = temporary.path(), file = folder + "/job.json";
    std::ofstream(file) << R"({"tilescope": 1, "kind": "f16", "tile_k": 1024, "run": {"steps": 0},
                               "look": {"screen": "tmem", "tmem_tab": "result"}})";
    const std::string command = "DISPLAY=" + display.name() + " XDG_CONFIG_HOME=" + folder +
                                " XDG_STATE_HOME=" + folder +
                                " LIBGL_ALWAYS_SOFTWARE=1 '" TILESCOPE_GUI_PROGRAM "' --idle-exit 0.01 '" + file + "'";
    EXPECT_EQ(std::system(command.c_str()), 0) << command;
}

// A session with the intended words, and the D.npy of a kernel with a wrong field. The command line writes and explains
// it; the window must say the same.
class DOfAKernel : public ProgramTest {
protected:
    DOfAKernel() : ProgramTest(1440, 900, {"xclip"}) {}

    // What the command prints. It is in one line: the command line wraps its sentences.
    std::string printed(const std::string& arguments) {
        const std::string file = folder + "/printed";
        std::system(say("'" TILESCOPE_PROGRAM "' ", arguments, " > '", file, "' 2>&1").c_str());
        return text_in(file);
    }
    std::string copied() {
        const std::string file = folder + "/copied";
        std::system(
            say("DISPLAY=", display->name(), " timeout 20 xclip -selection clipboard -o > '", file, "' 2>&1").c_str());
        std::ifstream in(file);
        std::string first;
        std::getline(in, first);
        return first;
    }
    std::string file_of(const std::string& name, const Session& session) {
        EXPECT_TRUE(io::save_session(folder + "/" + name, {session}));
        return folder + "/" + name;
    }

private:
    static std::string text_in(const std::string& file) {
        std::stringstream out;
        out << std::ifstream(file).rdbuf();
        std::string text = out.str();
        std::ranges::replace(text, '\n', ' ');
        return text;
    }
};

TEST_F(DOfAKernel, IsExplainedAsByTheCommandLineForEachFault) {
    program = started();
    unsigned tab = 1;
    for (const test::KernelFault& fault : test::kKernelFaults) {
        const std::string right = file_of(say("right", tab, ".json"), test::intended(fault)),
                          wrong = file_of(say("wrong", tab, ".json"), test::broken(fault)),
                          d = say(folder, "/D", tab, ".npy");
        printed(say("emulate '", wrong, "' --npy '", d, "'"));
        program->drop("mma.canvas", {d, right});
        ASSERT_TRUE(program->waits_for("mma.against.different")) << fault.name;
        if (!program->find("mma.against.copy")) program->click("mma.against.more");
        program->click("mma.against.copy");
        std::string said = copied();
        ASSERT_TRUE(said.starts_with(d + ": ")) << fault.name << ": " << said;
        said.erase(0, d.size() + 2);
        const std::string name = say("values of D", tab, ".npy");  // the command line calls the file the dump
        ASSERT_NE(said.find(name), std::string::npos) << said;
        said.replace(said.find(name), name.size(), "words of the dump");
        const std::string cli = printed(say("emulate '", right, "' --against '", d, "'"));
        EXPECT_TRUE(cli.starts_with(said)) << fault.name << "\n" << said << "\n" << cli;
        ++tab;
    }
}

TEST_F(DOfAKernel, LeadsToTheRepairAndToAGreenLine) {
    const test::KernelFault& fault = test::kKernelFaults[0];
    const std::string right = file_of("right.json", test::intended(fault)),
                      wrong = file_of("wrong.json", test::broken(fault)), d = folder + "/D.npy";
    printed(say("emulate '", wrong, "' --npy '", d, "'"));
    program = started({right});
    program->drop("mma.canvas", {d});
    ASSERT_TRUE(program->waits_for("mma.against.different"));
    ASSERT_TRUE(program->waits_for("mma.arrow.b.read"));
    EXPECT_TRUE(program->find("mma.arrow.b.expected"));
    const Rect canvas = program->item("mma.canvas");
    program->click("mma.against.apply");
    ASSERT_TRUE(program->waits_for("mma.against.equal"));
    program->click("mma.verdict.fix");
    ASSERT_TRUE(program->waits_for("mma.verdict.right"));
    EXPECT_EQ(program->item("mma.canvas").y, canvas.y) << "the picture must not jump";
    program->key("ctrl+z");
    ASSERT_TRUE(program->waits_for("mma.verdict.wrong"));
    program->click("mma.against.remove");
    EXPECT_FALSE(program->find("mma.against"));
}

// Nothing but the file wakes the window: neither before nor after the change a frame is drawn.
TEST_F(DOfAKernel, ThatIsWrittenAgainIsComparedAgain) {
    const test::KernelFault& fault = test::kKernelFaults[0];
    const std::string right = file_of("right.json", test::intended(fault)),
                      wrong = file_of("wrong.json", test::broken(fault)), d = folder + "/D.npy";
    printed(say("emulate '", wrong, "' --npy '", d, "'"));
    program = started({right});
    program->drop("mma.canvas", {d});
    ASSERT_TRUE(program->waits_for("mma.against.different"));
    EXPECT_TRUE(program->find("mma.against.numbers"));
    EXPECT_TRUE(program->rests(std::chrono::seconds(3)));
    printed(say("emulate '", right, "' --npy '", d, "'"));
    ASSERT_TRUE(program->waits_for("mma.against.equal"));
    EXPECT_TRUE(program->rests(std::chrono::seconds(3)));
}

}  // namespace
}  // namespace tilescope::window
