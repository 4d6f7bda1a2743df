// tests/window/hostile_text_test.cpp -- texts that take long to read: the window goes on, and ends at once.
// SPDX-License-Identifier: MIT
#include "tests/fuzz/hostile.h"
#include "tests/support/sanitized.h"
#include "tests/support/wait_until.h"
#include "tests/window/display_test.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>

namespace tilescope::window {
namespace {

using Clock = std::chrono::steady_clock;

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
        ASSERT_GT(text->bytes.size(), bytes * 8 / 10);
        const std::string copy = "DISPLAY=" + display->name() + " xclip -selection clipboard -i '" + folder + "/text'";
        ASSERT_EQ(std::system((copy + " > /dev/null 2>&1").c_str()), 0);
    }
    static double seconds_since(Clock::time_point begin) {
        return std::chrono::duration<double>(Clock::now() - begin).count();
    }
    // On a quiet machine the program has ended after half a second. Without a stop token it took 100 s.
    static void expect_end(Program& program) {
        const auto begin = Clock::now();
        EXPECT_EQ(program.stop(SIGTERM), 128 + SIGTERM);
        std::printf("%.2f s from SIGTERM to the end\n", seconds_since(begin));
        EXPECT_LT(seconds_since(begin), kHangs);
    }
    static constexpr double kHangs = test::kSanitized ? 60 : 6;  // seconds; each fault took 8 s or more
};

TEST_F(HostileText, AWindowThatReadsALongOneEndsAtOnce) {
    offer(970'000);
    Program program(*display, {});
    program.do_not_wait_for_files();
    program.send("key ctrl+v");
    EXPECT_TRUE(test::wait_until([&] { return program.find("status.stop") || program.find("status"); }));
    expect_end(program);
}

TEST_F(HostileText, AShortOneDoesNotFreezeAFrame) {
    offer(55'000);
    Program program(*display, {});
    const auto begin = Clock::now();
    program.key("ctrl+v");
    program.key("ctrl+k");
    EXPECT_TRUE(program.find("palette.box"));
    std::printf("%.2f s for two key presses and the frames that show them\n", seconds_since(begin));
    EXPECT_LT(seconds_since(begin), kHangs);
    expect_end(program);
}

TEST_F(HostileText, OnTheClipboardDoesNotDelayTheStartPage) {
    auto begin = Clock::now();
    { const Program program(*display, {"--start"}); }
    const double plain = seconds_since(begin);
    offer(60'000);
    begin = Clock::now();
    Program program(*display, {"--start"});
    std::printf("%.2f s to the first frame, %.2f s without the text\n", seconds_since(begin), plain);
    EXPECT_LT(seconds_since(begin), plain + kHangs);
    EXPECT_TRUE(program.find("start.card.1"));
}

}  // namespace
}  // namespace tilescope::window
