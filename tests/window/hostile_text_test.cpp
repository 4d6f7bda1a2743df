// tests/window/hostile_text_test.cpp -- texts that take long to read: the window goes on, and ends at once.
// SPDX-License-Identifier: MIT
#include "tests/fuzz/hostile.h"
#include "tests/support/sanitized.h"
#include "tests/window/display_test.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <string>

namespace tilescope::window {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::seconds;

// xclip with a text that is made of one line again and again: a state line that inflates to a megabyte, is broken as
// mail does, and is refused.
class HostileText : public DisplayTest {
protected:
    HostileText() : DisplayTest(1440, 900, {"xclip"}) {}

    void offer(std::size_t bytes) {
        const auto texts = fuzz::hostile_state_lines(bytes);
        const auto text = std::ranges::find(texts, "lines that inflate to a megabyte and are refused, broken",
                                            &fuzz::HostileText::name);
        ASSERT_NE(text, texts.end());
        std::ofstream(folder + "/text", std::ios::binary) << text->bytes;
        ASSERT_GT(text->bytes.size(), bytes * 9 / 10);
        const std::string copy = "DISPLAY=" + display->name() + " xclip -selection clipboard -i '" + folder + "/text'";
        ASSERT_EQ(std::system((copy + " > /dev/null 2>&1").c_str()), 0);
    }
    // Seconds until the program has ended.
    static double seconds_to_end(Program& program) {
        const auto begin = Clock::now();
        EXPECT_EQ(program.stop(SIGTERM), 128 + SIGTERM);
        return std::chrono::duration<double>(Clock::now() - begin).count();
    }
    static constexpr double kBusy = test::kSanitized ? 10 : 1;  // the machine, not the program
};

TEST_F(HostileText, AWindowThatReadsALongOneEndsWithinASecond) {
    offer(970'000);
    Program program(*display, {});
    program.do_not_wait_for_files();
    program.send("key ctrl+v");
    EXPECT_TRUE(program.waits_until([&] { return program.find("status.stop") || program.find("status"); }));
    EXPECT_LT(seconds_to_end(program), 1.0 * kBusy);
}

TEST_F(HostileText, AShortOneDoesNotFreezeAFrame) {
    offer(55'000);
    Program program(*display, {});
    const auto begin = Clock::now();
    program.key("ctrl+v");
    program.key("ctrl+k");
    EXPECT_TRUE(program.find("palette.box"));
    EXPECT_LT(Clock::now() - begin, seconds(3) * kBusy) << "two key presses and the frames that show them";
    EXPECT_LT(seconds_to_end(program), 1.0 * kBusy);
}

TEST_F(HostileText, OnTheClipboardDoesNotDelayTheStartPage) {
    Clock::duration plain{};
    {
        const auto begin = Clock::now();
        Program program(*display, {"--start"});
        plain = Clock::now() - begin;
    }
    offer(60'000);
    const auto begin = Clock::now();
    Program program(*display, {"--start"});
    EXPECT_LT(Clock::now() - begin, plain + seconds(2) * kBusy);
    EXPECT_TRUE(program.find("start.card.1"));
}

}  // namespace
}  // namespace tilescope::window
