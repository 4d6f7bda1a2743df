// tests/window/display_test.h -- fixtures with an X server, a program on it, and a folder for files.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/io/session_file.h"
#include "tests/support/temporary_folder.h"
#include "tests/window/window_driver.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace tilescope::window {

// Skipped on a machine that lacks a tool.
class DisplayTest : public test::FolderTest {
protected:
    explicit DisplayTest(int width = 1440, int height = 900, std::vector<std::string> tools = {})
        : width_(width), height_(height), tools_(std::move(tools)) {}

    void SetUp() final {
        if (const std::string why = missing_tools(tools_); !why.empty()) GTEST_SKIP() << why;
        start_display();
        if (!HasFatalFailure()) set_up();
    }
    // What a fixture does once the X server runs.
    virtual void set_up() {}

    void start_display() {
        display = std::make_unique<VirtualDisplay>(width_, height_);
        ASSERT_FALSE(display->name().empty()) << "Xvfb did not start";
    }
    // Starts the program in a window that is as large as the screen.
    std::unique_ptr<Program> started(std::vector<std::string> arguments = {}, const std::string& home = {}) const {
        arguments.insert(arguments.begin(), {"--size", std::to_string(width_) + "x" + std::to_string(height_)});
        return std::make_unique<Program>(*display, std::move(arguments), home);
    }
    // Writes a session with this K to the folder. Returns its path.
    std::string session_file(const std::string& name, unsigned tile_k) const {
        Session session;
        session.tile_k = tile_k;
        EXPECT_TRUE(io::save_session(folder + "/" + name, {session}));
        return folder + "/" + name;
    }

    std::unique_ptr<VirtualDisplay> display;

private:
    int width_, height_;
    std::vector<std::string> tools_;
};

// With one program, which ends before the display.
class ProgramTest : public DisplayTest {
protected:
    using DisplayTest::DisplayTest;

    std::unique_ptr<Program> program;
};

}  // namespace tilescope::window
