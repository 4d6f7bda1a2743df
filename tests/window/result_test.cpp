// tests/window/result_test.cpp -- tests the result in the real window.
// SPDX-License-Identifier: MIT
//
// An edit changes it, and the cause names the field.
#include "tests/support/temporary_folder.h"
#include "tests/window/window_driver.h"

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <fstream>
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

}  // namespace
}  // namespace tilescope::window
