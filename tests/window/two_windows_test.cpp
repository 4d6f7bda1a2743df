// tests/window/two_windows_test.cpp -- tests two windows at the same time: both keep copies, and neither disturbs the
// other.
// SPDX-License-Identifier: MIT
#include "app/io/prefs_file.h"
#include "app/io/session_file.h"
#include "tests/support/wait_until.h"
#include "tests/window/display_test.h"

#include <gtest/gtest.h>

#include <signal.h>

#include <filesystem>
#include <memory>
#include <set>

namespace tilescope::window {
namespace {

namespace fs = std::filesystem;

class TwoWindows : public DisplayTest {
protected:
    TwoWindows() : DisplayTest(1100, 700) {}

    std::unique_ptr<Program> start() { return started({}, folder); }
    void edit(Program& program, int times) {
        program.focus();
        for (int i = 0; i < times; ++i) program.click("fields.sbo.plus");
    }
    // Returns the words of A in all copies.
    std::set<std::uint64_t> kept() const {
        std::set<std::uint64_t> out;
        std::error_code none;
        for (fs::directory_iterator at(folder + "/state/tilescope", none), end; !none && at != end;
             at.increment(none)) {
            if (at->path().extension() != ".json") continue;
            if (const auto read = io::load_session(at->path())) out.insert(read->session.word(WordId::a_desc));
        }
        return out;
    }

    static std::uint64_t word_after(std::uint64_t edits) {
        return Session{}.word(WordId::a_desc) + (edits << 32);  // sbo begins at bit 32
    }
};

TEST_F(TwoWindows, BothCopiesAreOfferedAfterAKill) {
    auto first = start();
    auto second = start();
    edit(*second, 2);
    edit(*first, 1);
    ASSERT_TRUE(test::wait_until([&] { return kept() == std::set{word_after(1), word_after(2)}; }));
    first.reset();  // SIGKILL
    second.reset();
    auto next = start();
    ASSERT_TRUE(next->find("left_over.restore"));
    next->click("left_over.restore");
    ASSERT_TRUE(next->find("left_over.restore")) << "the other copy";
    next->click("left_over.restore");
    EXPECT_FALSE(next->find("left_over.restore"));
}

TEST_F(TwoWindows, SecondWindowKeepsItsCopyAfterTheFirstHasEnded) {
    auto first = start();
    auto second = start();
    edit(*first, 1);
    EXPECT_EQ(first->stop(SIGTERM), 128 + SIGTERM);
    EXPECT_EQ(kept(), std::set{word_after(1)});
    edit(*second, 3);
    EXPECT_TRUE(test::wait_until([&] { return kept() == std::set{word_after(1), word_after(3)}; }));
    auto third = start();
    EXPECT_TRUE(third->find("left_over.restore")) << "the copy of the first window";
    third->click("left_over.discard");
    EXPECT_FALSE(third->find("left_over.restore")) << "the second window still runs";
    EXPECT_EQ(kept(), std::set{word_after(3)});
}

TEST_F(TwoWindows, BothKeepTheRecentFilesOfTheOther) {
    auto first = start();
    auto second = start();
    const auto save_as = [&](Program& program, const std::string& path) {
        program.focus();
        program.key("ctrl+shift+s");
        program.type(path);
        program.key("Return");
    };
    save_as(*first, folder + "/first.json");
    save_as(*second, folder + "/second.json");
    EXPECT_TRUE(test::wait_until([&] {
        const auto prefs = io::load_prefs(folder + "/config/tilescope/prefs.json");
        return prefs && prefs->recents.size() == 2;
    }));
}

}  // namespace
}  // namespace tilescope::window
