// tests/window/tabs_test.cpp -- tests the file chooser, tabs and a followed file in the real window.
// SPDX-License-Identifier: MIT
#include "app/io/session_file.h"
#include "tests/window/display_test.h"

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <fstream>

namespace tilescope::window {
namespace {

class RealTabs : public ProgramTest {
protected:
    void set_up() override {
        std::filesystem::create_directory(folder + "/kernels");
        first = session_file("first.json", 128);
        session_file("kernels/second.json", 256);
        program = started({first});
        program->key("ctrl+2");
    }
    std::string first;
};

// Ctrl+O, arrows, Tab and Enter alone open a second session, which gets a tab; Ctrl+Tab goes back; edits stay apart.
TEST_F(RealTabs, KeysChooseAFileAndChangeTheTab) {
    program->key("ctrl+o");
    ASSERT_TRUE(program->waits_for("chooser.file.kernels/"));
    program->key("Down");
    program->key("Return");
    ASSERT_TRUE(program->waits_for("chooser.file.second.json"));
    program->type("sec");
    program->key("Tab");
    program->key("Return");
    ASSERT_TRUE(program->waits_for("tab.2"));
    EXPECT_FALSE(program->find("chooser.box"));
    program->click("fields.sbo.plus");
    program->key("ctrl+s");
    program->key("ctrl+Tab");
    program->click("bits.bit.62");
    program->key("ctrl+s");
    const auto one = io::load_session(first), two = io::load_session(folder + "/kernels/second.json");
    ASSERT_TRUE(one && two);
    EXPECT_EQ(one->session.tile_k, 128u);
    EXPECT_EQ(two->session.tile_k, 256u);
    EXPECT_EQ(one->session.word(WordId::a_desc), Session{}.word(WordId::a_desc) ^ (1ull << 62));
    EXPECT_NE(two->session.word(WordId::a_desc), Session{}.word(WordId::a_desc));
    EXPECT_NE(two->session.word(WordId::a_desc), one->session.word(WordId::a_desc));
    program->key("ctrl+w");
    EXPECT_FALSE(program->find("tab.1"));
}

// Rows appear while another program writes, the idle window draws nothing, and the window ends although it follows.
TEST_F(RealTabs, FollowedFileBringsRowsAndIdleDrawsNothing) {
    const std::string log = folder + "/train.log";
    std::ofstream out(log);
    out << "a_desc = 0x4000404000010040\n" << std::flush;
    program->key("ctrl+shift+o");
    program->type(log);
    program->key("Return");
    ASSERT_TRUE(program->waits_for("batch.0"));
    EXPECT_FALSE(program->find("batch.3"));
    for (int i = 0; i < 3; ++i) out << "a_desc = 0x40004040000100" << 50 + i << "\n" << std::flush;
    EXPECT_TRUE(program->waits_for("batch.3"));
    ASSERT_TRUE(program->find("batch.follow"));
    program->move_to("batch.3");
    EXPECT_TRUE(program->rests(std::chrono::seconds(2))) << "frames were drawn although nothing was written";
    program->click("batch.follow.stop");
    EXPECT_FALSE(program->find("batch.follow"));
    program->key("ctrl+shift+o");
    program->type(log);
    program->key("Return");
    ASSERT_TRUE(program->waits_for("batch.follow"));
    program->send("key ctrl+q");
    EXPECT_EQ(program->end(), 0);
}

}  // namespace
}  // namespace tilescope::window
