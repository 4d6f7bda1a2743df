// tests/window/autopsy_test.cpp -- the autopsy by real clicks and keys: a program under the stand-in for cuda-gdb.
// SPDX-License-Identifier: MIT
//
// The window finds the stand-in (tests/autopsy/standin.py in Debian's gdb) on PATH, as it finds cuda-gdb. It plays a
// recording of an H100 back; no program runs.
#include "tests/autopsy/debugger.h"
#include "tests/support/wait_until.h"
#include "tests/window/display_test.h"
#include "tests/window/environment.h"

#include <tilescope/base/say.h>

#include <gtest/gtest.h>

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

namespace tilescope::window {
namespace {

class AutopsyOnScreen : public DisplayTest {
protected:
    void set_up() override {
        if (const std::string why = autopsy_test::missing(); !why.empty()) GTEST_SKIP() << why;
        autopsy_test::write_debugger(folder);
        mark = say(getpid(), display->name());
    }
    // Chooses the command, and types the program.
    void asks_for_program(Program& program, const std::string& command) const {
        program.click("menu.Compute");
        program.click("menu.autopsy_program");
        ASSERT_TRUE(program.waits_for("autopsy.program"));
        program.type(command);
        program.key("Return");
    }
    std::size_t debuggers() const { return processes_with("gdb", say("TILESCOPE_WINDOW_TEST=", mark)); }
    static std::string playing(std::string_view name, std::string_view behaviour = {}) {
        return say(R"({"recording": ")", autopsy_test::recording(name), R"(", "behaviour": ")", behaviour, "\"}");
    }

    std::string mark;  // in the environment of the window and of its debugger
};

TEST_F(AutopsyOnScreen, OpensTheChainOfAProgramWithDAsItWasRead) {
    const Environment path("PATH", say(folder, ':', std::getenv("PATH"))),
        standin("TILESCOPE_STANDIN_GDB", playing("wrong_sbo")), tag("TILESCOPE_WINDOW_TEST", mark);
    Program program(*display, {"--size", "1440x900"});
    ASSERT_NO_FATAL_FAILURE(asks_for_program(program, "true 4096"));
    ASSERT_TRUE(program.waits_for("autopsy.chain.0"));
    EXPECT_FALSE(program.find("autopsy.now"));
    EXPECT_TRUE(test::wait_until([&] { return debuggers() == 0; }));
    // The keyboard is in the box of the program.
    program.key("Tab");
    program.key("Down");
    program.key("Return");
    ASSERT_TRUE(program.waits_for("mma.recorded")) << "Enter opens the chain";
    program.click("top.screen.6");
    ASSERT_TRUE(program.waits_for("live.recorded"));
    EXPECT_TRUE(program.find("live.model"));
    EXPECT_TRUE(program.find("live.gpu"));
    EXPECT_FALSE(program.find("tab.2"));
    program.click("autopsy.chain.0");
    EXPECT_FALSE(program.find("tab.2")) << "it is open already";
}

TEST_F(AutopsyOnScreen, ArraysThatAreChosenAreUsedAtOnce) {
    std::filesystem::copy(autopsy_test::recording("wrong_sbo"), folder + "/wrong_sbo");
    Program program(*display, {"--size", "1440x900"});
    const auto chooses = [&](const std::string& path) {
        ASSERT_TRUE(program.waits_for("chooser.box"));
        program.type(path);
        program.key("Return");
    };
    program.click("menu.Compute");
    program.click("menu.autopsy");
    ASSERT_NO_FATAL_FAILURE(chooses(folder + "/wrong_sbo/recording.jsonl"));
    ASSERT_TRUE(program.waits_for("autopsy.chain.0"));
    const double without = program.item("autopsy.said").width;
    program.click("autopsy.choose_arrays");
    ASSERT_NO_FATAL_FAILURE(chooses(folder + "/wrong_sbo/ab.npz"));
    const auto is_new = [&] {
        const auto said = program.find("autopsy.said");
        return said && said->width != without;
    };
    EXPECT_TRUE(test::wait_until(is_new)) << "the verdict is that without A and B";
}

TEST_F(AutopsyOnScreen, StopEndsARunThatHangs) {
    const Environment path("PATH", say(folder, ':', std::getenv("PATH"))),
        standin("TILESCOPE_STANDIN_GDB", playing("right", "hangs")), tag("TILESCOPE_WINDOW_TEST", mark);
    Program program(*display, {"--size", "1440x900"});
    ASSERT_NO_FATAL_FAILURE(asks_for_program(program, "true"));
    ASSERT_TRUE(program.waits_for("autopsy.stop"));
    // "Looking at true ..." becomes "Looking at true: 2 stops, 1 MMA recorded ...".
    const double begin = program.item("autopsy.now").width;
    const auto is_longer = [&] { return program.find("autopsy.now").value_or(Rect{}).width > begin; };
    EXPECT_TRUE(test::wait_until(is_longer)) << "no stop arrives";
    EXPECT_NE(debuggers(), 0u);
    program.click("autopsy.stop");
    ASSERT_TRUE(program.waits_for("autopsy.said"));
    EXPECT_TRUE(program.find("autopsy.run")) << "the next one can start";
    EXPECT_TRUE(test::wait_until([&] { return debuggers() == 0; })) << "the debugger goes on";
}

TEST_F(AutopsyOnScreen, AProgramThatDoesNotStartIsASentence) {
    const Environment path("PATH", say(folder, ':', std::getenv("PATH"))), standin("TILESCOPE_STANDIN_GDB", "{}"),
        tag("TILESCOPE_WINDOW_TEST", mark);
    Program program(*display, {"--size", "1440x900"});
    ASSERT_NO_FATAL_FAILURE(asks_for_program(program, "/nonexistent/gemm"));
    ASSERT_TRUE(program.waits_for("autopsy.said"));
    EXPECT_FALSE(program.find("autopsy.chain.0"));
    EXPECT_TRUE(program.find("autopsy.run"));
    // A file that the system cannot load as a program.
    std::ofstream(folder + "/noise") << "no program";
    std::filesystem::permissions(folder + "/noise", std::filesystem::perms::owner_all);
    program.click("autopsy.program");
    program.key("ctrl+a");
    program.type(folder + "/noise");
    program.key("Return");
    ASSERT_TRUE(program.waits_for("autopsy.now") || program.find("autopsy.said"));
    ASSERT_TRUE(program.waits_for("autopsy.said"));
    EXPECT_TRUE(test::wait_until([&] { return debuggers() == 0; }));
}

}  // namespace
}  // namespace tilescope::window
