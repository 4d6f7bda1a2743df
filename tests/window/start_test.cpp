// tests/window/start_test.cpp -- tests the start page and the presentation of the real program.
// SPDX-License-Identifier: MIT
#include "app/io/prefs_file.h"
#include "app/io/session_file.h"
#include "tests/support/wait_until.h"
#include "tests/window/display_test.h"

#include <gtest/gtest.h>

#include <chrono>

namespace tilescope::window {
namespace {

class Start : public DisplayTest {
protected:
};

TEST_F(Start, ShowsCardsAndDrawsNothingWhileItWaits) {
    Program program(*display, {"--start"});
    program.move_to("start.card.1");
    EXPECT_TRUE(program.find("start.preset.mn_major_128b_bf16"));
    EXPECT_FALSE(program.find("region.stage"));
    EXPECT_TRUE(program.rests(std::chrono::seconds(4))) << "frames were drawn while nothing happened";
    for (int i = 0; i < 3; ++i) program.key("Tab");  // to the first example
    program.key("Return");
    EXPECT_FALSE(program.find("start.card.1"));
    EXPECT_TRUE(program.find("region.stage"));
    EXPECT_TRUE(program.find("top.name"));
}

TEST_F(Start, LosesNoLetterOfATextThatIsTyped) {
    Program program(*display, {"--start"});
    program.freeze();  // all keys arrive at once
    program.send("type --delay 1 'sbo 512'");
    program.send("key Return");
    program.thaw();
    EXPECT_FALSE(program.find("start.card.1"));
    EXPECT_FALSE(program.find("palette.box"));
    program.key("ctrl+s");
    const std::string path = folder + "/typed.json";
    program.type(path);
    program.key("Return");
    ASSERT_TRUE(test::wait_until([&] { return bool{io::load_session(path)}; }));
    EXPECT_EQ(io::load_session(path)->session.word(WordId::a_desc), 0x4000402000010040u) << "sbo is 512";
}

TEST_F(Start, ADroppedFileLeavesIt) {
    Session session;
    session.tile_k = 128;
    const std::string path = folder + "/dropped.json";
    ASSERT_TRUE(io::save_session(path, {session}));
    Program program(*display, {"--start"});
    program.drop("start.card.1", {path});
    EXPECT_TRUE(program.waits_for("region.stage"));
    EXPECT_FALSE(program.find("start.card.1"));
}

TEST_F(Start, IsNotShownWithAFileOrWithoutThePreference) {
    Session session;
    const std::string path = folder + "/file.json";
    ASSERT_TRUE(io::save_session(path, {session}));
    {
        Program program(*display, {"--start", path});
        EXPECT_TRUE(program.waits_for("region.stage"));
    }
    {
        Program program(*display, {kAsPreferred}, folder);
        EXPECT_FALSE(program.find("region.stage"));
        program.click("start.box");
        EXPECT_TRUE(test::wait_until([&] {
            const auto prefs = io::load_prefs(folder + "/config/tilescope/prefs.json");
            return prefs && !prefs->start_page;
        }));
    }
    Program program(*display, {kAsPreferred}, folder);
    EXPECT_TRUE(program.waits_for("region.stage"));
}

TEST_F(Start, TheFirstWindowFitsIntoASmallerScreen) {
    const VirtualDisplay small(1280, 720);
    ASSERT_FALSE(small.name().empty()) << "Xvfb did not start";
    {
        Program program(small, {});
        const Rect edits = program.item("status.edits"), stage = program.item("region.stage");
        EXPECT_LE(edits.y + edits.height, 720);
        EXPECT_GT(edits.y + edits.height, 680) << "it takes the room that there is";
        EXPECT_LE(edits.x + edits.width, 1280);
        EXPECT_GT(stage.width, 480);
    }
    Program program(small, {"--size", "1440x900"});
    EXPECT_GT(program.item("status.edits").y, 800) << "the user asked for this size";
}

TEST_F(Start, F5PresentsThePictureInLargeTextAndEscReturns) {
    Program program(*display, {});
    const Rect before = program.item("region.stage");
    program.key("F5");
    ASSERT_TRUE(program.find("present.title"));
    EXPECT_FALSE(program.find("top.screen.1"));
    EXPECT_GE(program.item("present.place").height, 0.022 * 900);
    EXPECT_GT(program.item("mma.canvas").width * program.item("mma.canvas").height, 0.65 * 1440 * 900);
    program.key("Next");
    EXPECT_FALSE(program.find("mma.canvas")) << "the next picture";
    program.key("Prior");
    program.key("d");
    program.key("p");
    program.move_to("mma.canvas");
    EXPECT_TRUE(program.find("present.spot"));
    program.key("b");
    EXPECT_TRUE(program.find("present.blank"));
    EXPECT_FALSE(program.find("mma.canvas"));
    program.key("b");
    EXPECT_TRUE(program.rests(std::chrono::seconds(2))) << "frames were drawn while nothing happened";
    program.key("Escape");
    EXPECT_FALSE(program.find("present.title"));
    const Rect after = program.item("region.stage");
    EXPECT_EQ(after.width, before.width);
    EXPECT_EQ(after.height, before.height);
}

}  // namespace
}  // namespace tilescope::window
