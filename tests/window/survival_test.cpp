// tests/window/survival_test.cpp -- tests that files stay complete and no copied edit is lost.
// SPDX-License-Identifier: MIT
//
// This is true however the program ends.
#include "app/io/prefs_file.h"
#include "app/io/session_file.h"
#include "tests/support/wait_until.h"
#include "tests/window/display_test.h"

#include <tilescope/formats/smem.h>
#include <tilescope/word/codec.h>

#include <gtest/gtest.h>

#include <signal.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <random>
#include <thread>

namespace tilescope::window {
namespace {

namespace fs = std::filesystem;

// Returns how often a test kills the program. TILESCOPE_KILLS can increase the number.
int kills_or(int fewest) {
    const char* requested = std::getenv("TILESCOPE_KILLS");
    return requested ? std::max(fewest, std::atoi(requested)) : fewest;
}

// Each click on the plus button increases sbo by 16, so a test can count the edits.
class Survival : public ProgramTest {
protected:
    static constexpr std::uint64_t kFirst = 1024, kStep = 16;

    Survival() : ProgramTest(1100, 700) {}
    void set_up() override {
        state = folder + "/state/tilescope";
        file = folder + "/job.json";
        ASSERT_TRUE(io::save_session(file, {}));
    }

    void open(std::vector<std::string> options = {}) {
        options.push_back(file);
        program = started(std::move(options), folder);
    }
    void edit(int times = 1) {
        for (int i = 0; i < times; ++i) program->click("fields.sbo.plus");
    }

    static std::uint64_t sbo_in(const std::string& path) {
        const auto read = io::load_session(path);
        EXPECT_TRUE(read) << read.why;
        const Field& sbo = field(kSmem91, "sbo");
        return read ? value_of(sbo, get_field(sbo, read->session.word(WordId::a_desc))) : 0;
    }
    std::vector<std::string> copies() const {
        std::vector<std::string> out;
        std::error_code none;
        for (fs::directory_iterator at(state, none), end; !none && at != end; at.increment(none))
            if (at->path().extension() == ".json") out.push_back(at->path().string());
        return out;
    }
    // Returns the newest sbo on the disk, from the file and the copies. Each of these files must be complete.
    std::uint64_t newest() const {
        std::uint64_t out = sbo_in(file);
        for (const std::string& copy : copies()) out = std::max(out, sbo_in(copy));
        return out;
    }
    // Returns the newest sbo of the copies. While the program runs, it may replace or remove a copy before it is read.
    std::uint64_t newest_copy() const {
        std::uint64_t out = 0;
        for (const std::string& copy : copies())
            if (const auto read = io::load_session(copy)) {
                const Field& sbo = field(kSmem91, "sbo");
                out = std::max(out, value_of(sbo, get_field(sbo, read->session.word(WordId::a_desc))));
            }
        return out;
    }
    bool waits_for_copy(std::uint64_t sbo) {
        return test::wait_until([&] { return newest_copy() == sbo; });
    }

    std::string state, file;
};

TEST_F(Survival, CopiesAnEditAMomentLaterAndOffersItAfterAKill) {
    open();
    edit();
    ASSERT_TRUE(waits_for_copy(kFirst + kStep));
    program.reset();  // SIGKILL
    open();
    ASSERT_TRUE(program->find("left_over"));
    program->click("left_over.restore");
    program->key("ctrl+s");
    program->click("overwrite.overwrite");
    EXPECT_EQ(sbo_in(file), kFirst + kStep);
    EXPECT_TRUE(test::wait_until([&] { return copies().empty(); })) << "saved edits need no copy";
}

// Sends edits and saves as fast as possible and kills the program at a random moment. Each start offers the copy of the
// last kill, and the test continues from there.
TEST_F(Survival, KillDuringEditsAndSavesLosesNothing) {
    std::mt19937 random(13);
    const int kills = kills_or(4);
    int offered = 0;
    for (int round = 0; round < kills && !HasFailure(); ++round) {
        if (newest() > 200'000) {  // the largest sbo is 262128
            ASSERT_TRUE(io::save_session(file, {}));
            for (const std::string& copy : copies()) fs::remove(copy);
        }
        const std::uint64_t begin = newest();
        const bool has_copy = !copies().empty();
        open({"--autosave", "0.02"});
        ASSERT_EQ(program->find("left_over").has_value(), has_copy) << "round " << round;
        if (has_copy && newest_copy() < begin) {
            program->click("left_over.discard");  // the kill came after a save and before the copy was removed
        } else if (has_copy) {
            ++offered;
            program->click("left_over.restore");
            program->key("ctrl+s");
            program->click("overwrite.overwrite");
            EXPECT_EQ(sbo_in(file), begin) << "round " << round;
        }
        edit();
        ASSERT_TRUE(waits_for_copy(begin + kStep)) << "round " << round;
        std::jthread hand([&] {
            program->send(
                "click --repeat 25 --delay 4 1 key ctrl+s click --repeat 25 --delay 4 1 key ctrl+s "
                "click --repeat 25 --delay 4 1");
        });
        std::atomic<bool> killed = false;
        std::uint64_t kept = begin + kStep;
        std::jthread watch([&] {
            while (!killed) kept = std::max(kept, newest_copy());
        });
        test::let_pass(std::chrono::milliseconds(random() % 600));  // the moment of the kill
        program->stop(SIGKILL);
        killed = true;
        watch.join();
        hand.join();
        EXPECT_GE(newest(), kept) << "round " << round;
        EXPECT_LE(newest(), begin + 76 * kStep) << "round " << round;
    }
    std::cout << kills << " kills, a copy was offered " << offered << " times\n";
}

// Every edit that was drawn is kept, even if its copy was not due yet.
TEST_F(Survival, SignalEndsTheProgramAndEveryEditIsKept) {
    std::mt19937 random(13);
    const int ends = std::max(3, kills_or(0) / 4);
    for (int round = 0; round < ends && !HasFailure(); ++round) {
        const int signal = std::array{SIGTERM, SIGHUP, SIGINT}[static_cast<std::size_t>(round) % 3];
        const int edits = 1 + static_cast<int>(random() % 5);
        ASSERT_TRUE(io::save_session(file, {}));
        open(round % 2 ? std::vector<std::string>{"--autosave", "0.02"} : std::vector<std::string>{});
        edit(edits);
        if (random() % 2) test::let_pass(std::chrono::milliseconds(random() % 40));
        EXPECT_EQ(program->stop(signal), 128 + signal) << "round " << round;
        EXPECT_EQ(newest(), kFirst + static_cast<std::uint64_t>(edits) * kStep) << "round " << round;
        EXPECT_EQ(sbo_in(file), kFirst) << "no save happened";
        for (const std::string& copy : copies()) fs::remove(copy);
    }
    std::cout << ends << " signals\n";
}

TEST_F(Survival, LostDisplayLosesNoEdit) {
    open();
    edit(3);
    display.reset();
    EXPECT_EQ(program->end(), 3);
    EXPECT_EQ(newest(), kFirst + 3 * kStep);
    start_display();
    open();
    EXPECT_TRUE(program->find("left_over.restore"));
}

TEST_F(Survival, ReportsACopyThatCannotBeWrittenAndTriesAgain) {
    fs::create_directories(folder + "/state");
    std::ofstream(state) << "in the way";
    open({"--autosave", "0.05"});
    edit();
    ASSERT_TRUE(program->waits_for("unprotected"));
    fs::remove(state);
    EXPECT_TRUE(test::wait_until([&] { return !program->find("unprotected"); }));
    EXPECT_TRUE(waits_for_copy(kFirst + kStep));
}

TEST_F(Survival, CtrlSAsksBeforeItOverwritesAChangedFile) {
    open();
    edit();
    Session another;
    another.tile_k = 512;
    ASSERT_TRUE(io::save_session(file, {another}));
    program->key("ctrl+s");
    ASSERT_TRUE(program->find("overwrite.elsewhere"));
    program->key("Escape");
    EXPECT_FALSE(program->find("overwrite.elsewhere"));
    EXPECT_EQ(io::load_session(file)->session, another);
    program->key("ctrl+s");
    program->click("overwrite.overwrite");
    EXPECT_EQ(sbo_in(file), kFirst + kStep);
}

TEST_F(Survival, ThemeAndRecentFileSurviveAKill) {
    open();
    program->key("ctrl+d");
    const std::string prefs = folder + "/config/tilescope/prefs.json";
    ASSERT_TRUE(test::wait_until([&] {
        const auto read = io::load_prefs(prefs);
        return read && read->theme == "dark" && !read->recents.empty();
    }));
}

// A pipe without a writer simulates the slowest disk.
TEST_F(Survival, FileThatCannotBeReadYetDelaysNothing) {
    const std::string pipe = folder + "/pipe";
    ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
    open();
    program->do_not_wait_for_files();
    program->key("ctrl+o");
    program->type(pipe);
    program->key("Return");
    EXPECT_TRUE(program->find("status.reading"));
    edit();
    EXPECT_TRUE(waits_for_copy(kFirst + kStep));
    EXPECT_EQ(program->stop(SIGTERM), 128 + SIGTERM);
}

}  // namespace
}  // namespace tilescope::window
