// tests/cli/autosave_test.cpp -- backup copies of unsaved edits.
// SPDX-License-Identifier: MIT
//
// Each program has one, and the next start offers abandoned copies.
#include "app/io/autosave.h"
#include "app/io/file.h"
#include "app/io/session_file.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/wait_until.h"

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

TEST_F(AutosaveTest, TheNextProgramFindsTheCopy) {
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

TEST_F(AutosaveTest, ANormalEndLeavesNoFiles) {
    {
        Autosave first(folder);
        ASSERT_TRUE(first.keep(edited, 1));
        first.drop(2);
        EXPECT_EQ(first.path(), "");
    }
    EXPECT_EQ(files(), std::set<std::string>());
}

TEST_F(AutosaveTest, EachProgramHasASeparateCopyAndAdoptsNoneFromARunningProgram) {
    Autosave first(folder), second(folder);
    ASSERT_TRUE(first.keep(edited, 1));
    EXPECT_TRUE(adopt_copies(folder).empty());
    ASSERT_TRUE(second.keep(session_with(2), 1));
    EXPECT_NE(first.path(), second.path());
    EXPECT_EQ(load_session(first.path())->session, edited);
}

TEST_F(AutosaveTest, AbandonedCopiesAreFoundNewestFirst) {
    for (const std::uint64_t word : {1u, 2u, 3u}) {
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

TEST_F(AutosaveTest, FindsACopyOfVersion04) {
    ASSERT_TRUE(save_session(folder + "/autosave.json", {edited}));
    const auto copies = adopt_copies(folder);
    ASSERT_EQ(copies.size(), 1u);
    EXPECT_EQ(*copies[0].session, edited);
}

TEST_F(AutosaveTest, AnAdoptedCopyIsRemovedOrStaysForTheNextStart) {
    ASSERT_TRUE(Autosave(folder).keep(edited, 1));
    EXPECT_EQ(adopt_copies(folder).size(), 1u) << "and released at once";
    auto again = adopt_copies(folder);
    ASSERT_EQ(again.size(), 1u);
    EXPECT_TRUE(adopt_copies(folder).empty()) << "another program holds the copy";
    again[0].copy.remove();
    again.clear();
    EXPECT_EQ(files(), std::set<std::string>());
}

TEST_F(AutosaveTest, AnInvalidCopyIsRenamedAndNeverOverwritten) {
    const std::string broken = "{\"tilescope\": 1, \"a_desc";
    for (const char* aside : {"/unreadable-autosave.json", "/unreadable-autosave-1.json"}) {
        ASSERT_TRUE(write_text(folder + "/autosave.json", broken + aside));
        const auto copies = adopt_copies(folder);
        ASSERT_EQ(copies.size(), 1u);
        EXPECT_FALSE(copies[0].session);
        EXPECT_EQ(copies[0].copy.path(), folder + aside);
        EXPECT_EQ(*read_text(folder + aside), broken + aside);
        EXPECT_TRUE(adopt_copies(folder).empty()) << "the copy is reported only once";
    }
    EXPECT_EQ(files(), (std::set<std::string>{"unreadable-autosave.json", "unreadable-autosave-1.json"}));
}

TEST_F(AutosaveTest, AnOlderRequestThatComesLateIsIgnored) {
    Autosave program(folder);
    ASSERT_TRUE(program.keep(session_with(2), 2));
    ASSERT_TRUE(program.keep(session_with(1), 1));
    EXPECT_EQ(load_session(program.path())->session.words[0], 2u);
    program.drop(3);
    ASSERT_TRUE(program.keep(session_with(2), 2));
    EXPECT_EQ(program.path(), "");
}

TEST_F(AutosaveTest, ContinuesAfterTheFolderWasRemoved) {
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
    EXPECT_TRUE(adopt_copies(state).empty()) << "the copy is locked again";
}

TEST_F(AutosaveTest, WithoutAFolderThereIsNoCopy) {
    EXPECT_FALSE(Autosave("").keep(edited, 1));
    EXPECT_TRUE(adopt_copies("").empty());
}

// Each child process sends numbers through a pipe.
template <class Act>
pid_t child(int out, Act act) {
    const pid_t pid = fork();
    if (pid != 0) return pid;
    act(out);
    _exit(0);
}

void send(int out, std::uint64_t number) {
    if (::write(out, &number, sizeof number) != sizeof number) _exit(1);
}

std::vector<std::uint64_t> receive_all(int in) {
    std::vector<std::uint64_t> out;
    for (std::uint64_t number = 0; ::read(in, &number, sizeof number) == sizeof number;) out.push_back(number);
    return out;
}

TEST_F(AutosaveTest, ExactlyOneOfManySimultaneousStartsGetsEachCopy) {
    constexpr int kCopies = 20, kStarts = 8;
    for (int round = 0; round < 5; ++round) {
        for (std::uint64_t word = 1; word <= kCopies; ++word) ASSERT_TRUE(Autosave(folder).keep(session_with(word), 1));
        std::array<int, 2> answers{}, begin{};
        ASSERT_EQ(pipe(answers.data()) | pipe(begin.data()), 0);
        std::vector<pid_t> starts;
        for (int i = 0; i < kStarts; ++i)
            starts.push_back(child(answers[1], [&](int out) {
                char gate = 0;
                close(begin[1]);
                if (::read(begin[0], &gate, 1) < 0) _exit(1);
                for (LeftCopy& left : adopt_copies(folder)) {
                    send(out, left.session->words[0]);
                    left.copy.remove();
                }
            }));
        close(answers[1]);
        close(begin[0]);
        close(begin[1]);
        const auto adopted = receive_all(answers[0]);
        close(answers[0]);
        for (const pid_t start : starts) waitpid(start, nullptr, 0);
        EXPECT_EQ(adopted.size(), static_cast<std::size_t>(kCopies));
        EXPECT_EQ(std::set<std::uint64_t>(adopted.begin(), adopted.end()).size(), static_cast<std::size_t>(kCopies));
        EXPECT_EQ(files(), std::set<std::string>());
    }
}

// TILESCOPE_KILLS sets the number of rounds.
TEST_F(AutosaveTest, AProgramKilledWhileWritingLosesNoCopy) {
    const char* rounds = std::getenv("TILESCOPE_KILLS");
    const int kills = rounds ? std::atoi(rounds) : 20;
    std::mt19937 random(13);
    for (int round = 0; round < kills; ++round) {
        std::array<int, 2> answers{};
        ASSERT_EQ(pipe(answers.data()), 0);
        const pid_t program = child(answers[1], [&](int out) {
            Autosave autosave(folder);
            for (std::uint64_t word = 1;; ++word)
                if (autosave.keep(session_with(word), word)) send(out, word);
        });
        close(answers[1]);
        std::uint64_t first = 0;
        ASSERT_EQ(::read(answers[0], &first, sizeof first), static_cast<ssize_t>(sizeof first));
        test::let_pass(std::chrono::microseconds(random() % 20'000));  // the moment of the kill
        kill(program, SIGKILL);
        waitpid(program, nullptr, 0);
        const auto kept = receive_all(answers[0]);
        close(answers[0]);
        auto copies = adopt_copies(folder);
        ASSERT_EQ(copies.size(), 1u);
        ASSERT_TRUE(copies[0].session) << copies[0].session.why;
        EXPECT_GE(copies[0].session->words[0], kept.empty() ? first : kept.back());
        copies[0].copy.remove();
    }
}

}  // namespace
}  // namespace tilescope::io
