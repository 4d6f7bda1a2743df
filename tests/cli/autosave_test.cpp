// tests/cli/autosave_test.cpp -- copies of unsaved edits: each program has its own, and what the dead left is offered.
// SPDX-License-Identifier: MIT
#include "app/io/autosave.h"
#include "app/io/file.h"
#include "app/io/session_file.h"
#include "tests/support/temporary_folder.h"

#include <tilescope/base/say.h>

#include <gtest/gtest.h>

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <set>

namespace tilescope::io {
namespace {

namespace fs = std::filesystem;

Session session_with(std::uint64_t word) {
    Session session;
    session.words[0] = word;
    return session;
}

class AutosaveTest : public test::FolderTest {
protected:
    std::set<std::string> files() const {
        std::set<std::string> out;
        for (const auto& entry : fs::directory_iterator(folder)) out.insert(entry.path().filename().string());
        return out;
    }

    const Session edited = session_with(0x8000402000010040);
};

TEST_F(AutosaveTest, WhatOneProgramKeptTheNextOneFinds) {
    {
        Autosave first(folder);
        ASSERT_TRUE(first.keep(edited, 1));
        EXPECT_TRUE(fs::exists(first.path()));
    }
    const auto copies = adopt_copies(folder);
    ASSERT_EQ(copies.size(), 1u);
    ASSERT_TRUE(copies[0].session) << copies[0].session.why;
    EXPECT_EQ(*copies[0].session, edited);
    EXPECT_LT(copies[0].age, std::chrono::minutes(10));
}

TEST_F(AutosaveTest, AGoodEndLeavesNothing) {
    {
        Autosave first(folder);
        ASSERT_TRUE(first.keep(edited, 1));
        first.drop(2);
        EXPECT_EQ(first.path(), "");
    }
    EXPECT_EQ(files(), std::set<std::string>());
}

TEST_F(AutosaveTest, EachProgramHasItsOwnCopyAndTakesNoneFromTheLiving) {
    Autosave first(folder), second(folder);
    ASSERT_TRUE(first.keep(edited, 1));
    EXPECT_TRUE(adopt_copies(folder).empty());
    ASSERT_TRUE(second.keep(session_with(2), 1));
    EXPECT_NE(first.path(), second.path());
    EXPECT_EQ(load_session(first.path())->session, edited);
}

TEST_F(AutosaveTest, AllThatIsLeftIsFoundTheNewestFirst) {
    for (const std::uint64_t word : {1, 2, 3}) {
        Autosave program(folder);
        ASSERT_TRUE(program.keep(session_with(word), 1));
        const auto age = std::chrono::hours(word == 2 ? 0 : word);
        fs::last_write_time(program.path(), fs::file_time_type::clock::now() - age);
    }
    const auto copies = adopt_copies(folder);
    ASSERT_EQ(copies.size(), 3u);
    EXPECT_EQ(copies[0].session->words[0], 2u);
    EXPECT_EQ(copies[1].session->words[0], 1u);
    EXPECT_EQ(copies[2].session->words[0], 3u);
}

TEST_F(AutosaveTest, ACopyOfVersion04IsFound) {
    ASSERT_TRUE(save_session(folder + "/autosave.json", {edited}));
    const auto copies = adopt_copies(folder);
    ASSERT_EQ(copies.size(), 1u);
    EXPECT_EQ(*copies[0].session, edited);
}

TEST_F(AutosaveTest, WhatWasAdoptedIsRemovedOrLeftForTheNextStart) {
    ASSERT_TRUE(Autosave(folder).keep(edited, 1));
    EXPECT_EQ(adopt_copies(folder).size(), 1u) << "let go at once";
    auto again = adopt_copies(folder);
    ASSERT_EQ(again.size(), 1u);
    EXPECT_TRUE(adopt_copies(folder).empty()) << "another holds it";
    again[0].copy.remove();
    again.clear();
    EXPECT_EQ(files(), std::set<std::string>());
}

TEST_F(AutosaveTest, ABrokenCopyIsSetAsideAndNeverWrittenOver) {
    const std::string broken = "{\"tilescope\": 1, \"a_desc";
    for (const char* aside : {"/unreadable-autosave.json", "/unreadable-autosave-1.json"}) {
        ASSERT_TRUE(write_text(folder + "/autosave.json", broken + aside));
        const auto copies = adopt_copies(folder);
        ASSERT_EQ(copies.size(), 1u);
        EXPECT_FALSE(copies[0].session);
        EXPECT_EQ(copies[0].copy.path(), folder + aside);
        EXPECT_EQ(*read_text(folder + aside), broken + aside);
        EXPECT_TRUE(adopt_copies(folder).empty()) << "it is mentioned once";
    }
    EXPECT_EQ(files(), (std::set<std::string>{"unreadable-autosave.json", "unreadable-autosave-1.json"}));
}

TEST_F(AutosaveTest, AnOlderRequestThatComesLateIsLeftOut) {
    Autosave program(folder);
    ASSERT_TRUE(program.keep(session_with(2), 2));
    ASSERT_TRUE(program.keep(session_with(1), 1));
    EXPECT_EQ(load_session(program.path())->session.words[0], 2u);
    program.drop(3);
    ASSERT_TRUE(program.keep(session_with(2), 2));
    EXPECT_EQ(program.path(), "");
}

TEST_F(AutosaveTest, AFolderThatGoesAndComesBackIsNoEnd) {
    const std::string state = folder + "/state";
    Autosave program(state);
    ASSERT_TRUE(program.keep(edited, 1));
    fs::remove_all(state);
    std::ofstream(state) << "in the way";
    const auto refused = program.keep(edited, 2);
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.why.find(state), std::string::npos) << refused.why;
    fs::remove(state);
    ASSERT_TRUE(program.keep(edited, 3));
    EXPECT_EQ(load_session(program.path())->session, edited);
    EXPECT_TRUE(adopt_copies(state).empty()) << "it is locked again";
}

TEST_F(AutosaveTest, WithoutAPlaceThereIsNone) {
    EXPECT_FALSE(Autosave("").keep(edited, 1));
    EXPECT_TRUE(adopt_copies("").empty());
}

// What each child says comes through a pipe: numbers, one after the other.
template <class Act>
pid_t child(int out, Act act) {
    const pid_t pid = fork();
    if (pid != 0) return pid;
    act(out);
    _exit(0);
}

void tell(int out, std::uint64_t number) {
    if (::write(out, &number, sizeof number) != sizeof number) _exit(1);
}

std::vector<std::uint64_t> hear_all(int in) {
    std::vector<std::uint64_t> out;
    for (std::uint64_t number = 0; ::read(in, &number, sizeof number) == sizeof number;) out.push_back(number);
    return out;
}

TEST_F(AutosaveTest, OfManyStartsAtOnceExactlyOneGetsEachCopy) {
    constexpr int kCopies = 20, kStarts = 8;
    for (int round = 0; round < 5; ++round) {
        for (std::uint64_t word = 1; word <= kCopies; ++word) ASSERT_TRUE(Autosave(folder).keep(session_with(word), 1));
        std::array<int, 2> said{}, begin{};
        ASSERT_EQ(pipe(said.data()) | pipe(begin.data()), 0);
        std::vector<pid_t> starts;
        for (int i = 0; i < kStarts; ++i)
            starts.push_back(child(said[1], [&](int out) {
                char gate = 0;
                close(begin[1]);
                if (::read(begin[0], &gate, 1) < 0) _exit(1);
                for (LeftCopy& left : adopt_copies(folder)) {
                    tell(out, left.session->words[0]);
                    left.copy.remove();
                }
            }));
        close(said[1]);
        close(begin[0]);
        close(begin[1]);
        const auto adopted = hear_all(said[0]);
        close(said[0]);
        for (const pid_t start : starts) waitpid(start, nullptr, 0);
        EXPECT_EQ(adopted.size(), static_cast<std::size_t>(kCopies));
        EXPECT_EQ(std::set<std::uint64_t>(adopted.begin(), adopted.end()).size(), static_cast<std::size_t>(kCopies));
        EXPECT_EQ(files(), std::set<std::string>());
    }
}

// TILESCOPE_KILLS asks for more rounds.
TEST_F(AutosaveTest, AProgramKilledWhileItKeepsLosesNothingThatWasKept) {
    const char* asked = std::getenv("TILESCOPE_KILLS");
    const int kills = asked ? std::atoi(asked) : 20;
    std::mt19937 random(13);
    for (int round = 0; round < kills; ++round) {
        std::array<int, 2> said{};
        ASSERT_EQ(pipe(said.data()), 0);
        const pid_t program = child(said[1], [&](int out) {
            Autosave own(folder);
            for (std::uint64_t word = 1;; ++word)
                if (own.keep(session_with(word), word)) tell(out, word);
        });
        close(said[1]);
        std::uint64_t first = 0;
        ASSERT_EQ(::read(said[0], &first, sizeof first), static_cast<ssize_t>(sizeof first));
        usleep(static_cast<unsigned>(random() % 20'000));
        kill(program, SIGKILL);
        waitpid(program, nullptr, 0);
        const auto kept = hear_all(said[0]);
        close(said[0]);
        auto copies = adopt_copies(folder);
        ASSERT_EQ(copies.size(), 1u);
        ASSERT_TRUE(copies[0].session) << copies[0].session.why;
        EXPECT_GE(copies[0].session->words[0], kept.empty() ? first : kept.back());
        copies[0].copy.remove();
    }
}

}  // namespace
}  // namespace tilescope::io
