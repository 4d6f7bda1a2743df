// tests/window/before_after_test.cpp -- tests the first slide of a presentation, and a picture saved from the window.
// SPDX-License-Identifier: MIT
#include "tests/support/wait_until.h"
#include "tests/window/display_test.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

namespace tilescope::window {
namespace {

class BeforeAfterWindow : public ProgramTest {};

TEST_F(BeforeAfterWindow, IsTheFirstSlideAndIsSavedAsASlide) {
    program = started({});
    program->key("F5");
    program->key("Home");
    ASSERT_TRUE(program->find("before_after.after_banks.0.7"));
    EXPECT_FALSE(program->find("region.rail"));
    const Rect before = program->item("before_after.before.3.3"), bank = program->item("before_after.before_banks.3.3");
    EXPECT_EQ(before.x, bank.x) << "a column of memory is above its banks";
    program->key("m");
    EXPECT_TRUE(program->waits_for("player.after_banks.0.7"));
    program->key("Escape");
    program->key("Escape");
    EXPECT_TRUE(program->waits_for("region.rail"));

    program->key("ctrl+2");
    program->click("stage.tab.before_after");
    ASSERT_TRUE(program->find("before_after.sentence"));
    program->key("ctrl+k");
    program->type("Pictures as a slide");
    program->key("Return");
    EXPECT_TRUE(program->waits_for("chooser.box")) << "the choice opens the dialog of a PNG";
    program->key("Escape");
    const std::string path = program->folder() + "/slide.svg";
    program->key("ctrl+k");
    program->type("svg " + path);
    program->key("Return");
    const auto text = [&] {
        std::ifstream in(path);
        std::stringstream out;
        out << in.rdbuf();
        return out.str();
    };
    ASSERT_TRUE(test::wait_until([&] { return text().find("</svg>") != std::string::npos; }));
    EXPECT_NE(text().find("width=\"1280\" height=\"720\""), std::string::npos) << text().substr(0, 200);
    EXPECT_NE(text().find("8-way conflict"), std::string::npos);
}

}  // namespace
}  // namespace tilescope::window
