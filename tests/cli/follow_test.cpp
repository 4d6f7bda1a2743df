// tests/cli/follow_test.cpp -- files that another program still writes: they grow, are replaced, and pipes end.
// SPDX-License-Identifier: MIT
#include "app/io/follow.h"
#include "app/io/file.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/wait_until.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <utility>

namespace tilescope::cli_test {
namespace {

using namespace std::chrono_literals;
using io::Follower;

void append(const std::string& path, const std::string& text) { std::ofstream(path, std::ios::app) << text; }

// Returns what comes until nothing came for a moment.
std::string all_of(Follower& file) {
    std::string out;
    for (;;) {
        const auto piece = file.next(120ms, {});
        EXPECT_TRUE(piece) << piece.why;
        if (!piece || piece->empty()) return out;
        out += *piece;
    }
}

class Follow : public test::FolderTest {
protected:
    Follow() { path = folder + "/log"; }
    Follower open() {
        auto file = Follower::of(path);
        EXPECT_TRUE(file) << file.why;
        return std::move(*file);
    }
    std::string path;
};

TEST_F(Follow, AFileGrows) {
    append(path, "one\n");
    Follower file = open();
    EXPECT_EQ(all_of(file), "one\n");
    append(path, "two\n");
    append(path, "three\n");
    EXPECT_EQ(all_of(file), "two\nthree\n");
    EXPECT_FALSE(file.has_ended());
    EXPECT_EQ(file.restarts(), 0u);
}

// Another program has read the first line of the standard input: { read x; tilescope decode --follow -; } < log
TEST_F(Follow, TheRestOfAFileIsReadOnce) {
    append(path, "one\ntwo\n");
    const int before = dup(STDIN_FILENO), input = ::open(path.c_str(), O_RDONLY);
    ASSERT_EQ(lseek(input, 4, SEEK_SET), 4);
    dup2(input, STDIN_FILENO);
    auto file = Follower::of("-");
    dup2(before, STDIN_FILENO);
    close(before), close(input);
    ASSERT_TRUE(file) << file.why;
    EXPECT_EQ(all_of(*file), "two\n");
    append(path, "three\n");
    EXPECT_EQ(all_of(*file), "three\n");
    EXPECT_EQ(file->restarts(), 0u);
}

TEST_F(Follow, AReplacedOrShorterFileIsReadFromItsStart) {
    append(path, "a long first line\n");
    Follower file = open();
    EXPECT_EQ(all_of(file), "a long first line\n");
    std::filesystem::rename(path, path + ".1");
    append(path + ".1", "the end of the old one\n");
    EXPECT_EQ(all_of(file), "the end of the old one\n") << "nothing of the old file is lost";
    append(path, "new\n");
    EXPECT_EQ(all_of(file), "new\n");
    EXPECT_EQ(file.restarts(), 1u);
    ASSERT_EQ(truncate(path.c_str(), 0), 0);
    EXPECT_EQ(all_of(file), "");
    append(path, "x\n");
    EXPECT_EQ(all_of(file), "x\n");
    EXPECT_EQ(file.restarts(), 2u);
}

void write_again(const std::string& path, const std::string& text) { std::ofstream(path, std::ios::trunc) << text; }

// A program that starts again empties its log, and between two looks the log has become longer than it was.
TEST_F(Follow, AFileThatIsWrittenAgainIsReadFromItsStart) {
    append(path, "first run: a line\n");
    Follower file = open();
    EXPECT_EQ(all_of(file), "first run: a line\n");
    write_again(path, "second run: a line\nand another one, so it is longer\n");
    EXPECT_EQ(all_of(file), "second run: a line\nand another one, so it is longer\n");
    EXPECT_EQ(file.restarts(), 1u);
    write_again(path, "third_ run: a line\nand another one, so it is longer\n");
    EXPECT_EQ(all_of(file), "third_ run: a line\nand another one, so it is longer\n") << "the same length";
    EXPECT_EQ(file.restarts(), 2u);
    append(path, "more\n");
    EXPECT_EQ(all_of(file), "more\n");
    EXPECT_EQ(file.restarts(), 2u);
}

// Of a long log, the beginning and the end of what was read are compared.
TEST_F(Follow, ALongFileThatIsWrittenAgainIsReadFromItsStart) {
    std::string text;
    for (int i = 0; i < 20'000; ++i) text += "line " + std::to_string(i) + "\n";
    append(path, text);
    Follower file = open();
    EXPECT_EQ(all_of(file), text);
    append(path, "and on\n");
    EXPECT_EQ(all_of(file), "and on\n");
    std::string other = text + "and on\nlonger\n";
    other[20] = 'X';
    write_again(path, other);
    EXPECT_EQ(all_of(file), other);
    EXPECT_EQ(file.restarts(), 1u);
}

TEST_F(Follow, APipeEndsWithItsLastWriter) {
    ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
    Follower pipe = open();
    EXPECT_EQ(all_of(pipe), "") << "no writer has come yet";
    EXPECT_FALSE(pipe.has_ended());
    append(path, "text");
    EXPECT_EQ(all_of(pipe), "text");
    EXPECT_EQ(all_of(pipe), "");
    EXPECT_TRUE(pipe.has_ended());
}

TEST_F(Follow, AStopEndsTheWait) {
    append(path, "");
    Follower file = open();
    std::stop_source stop;
    std::jthread other([&] {
        test::let_pass(20ms);  // the other thread waits
        stop.request_stop();
    });
    const auto begin = std::chrono::steady_clock::now();
    EXPECT_EQ(*file.next(10s, stop.get_token()), "");
    EXPECT_LT(std::chrono::steady_clock::now() - begin, 5s);
}

TEST_F(Follow, WhatIsNoFileIsRefused) {
    EXPECT_NE(Follower::of(folder).why.find("is a folder; give a file"), std::string::npos);
    EXPECT_NE(Follower::of(folder + "/none").why.find("cannot be opened"), std::string::npos);
    EXPECT_FALSE(Follower::of("/dev/zero"));
}

// The program, started in the background.
class FollowingDecode : public Follow {
protected:
    void start(const std::string& options) {
        std::string shell = "sh", flag = "-c",
                    line = "exec '" TILESCOPE_PROGRAM "' decode --follow " + options + " >'" + folder + "/out' 2>'" +
                           folder + "/err'";
        char* arguments[] = {shell.data(), flag.data(), line.data(), nullptr};
        ASSERT_EQ(posix_spawn(&child, "/bin/sh", nullptr, nullptr, arguments, environ), 0);
    }
    // Waits until the output has the text.
    bool prints(const std::string& text) {
        return test::wait_until([&] { return output().find(text) != std::string::npos; });
    }
    std::string output() const {
        const auto out = io::read_text(folder + "/out");
        return out ? *out : std::string();
    }
    int end_of(int signal) {
        if (signal != 0) kill(child, signal);
        int status = 0;
        waitpid(child, &status, 0);
        return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
    }
    pid_t child = 0;
};

TEST_F(FollowingDecode, PrintsEachDifferentWordAsItComes) {
    append(path, "step 0 desc_a=0x4000404000010040\n");
    start("'" + path + "'");
    EXPECT_TRUE(prints("line 1  desc_a  0x4000404000010040  smem  start")) << output();
    append(path, "step 1 desc_a=0x4000404000010040\nstep 2 desc_a=0x4000404000010042\nstep 3 desc_a=0x400040400001");
    EXPECT_TRUE(prints("line 3  desc_a  0x4000404000010042")) << output();
    append(path, "0044\n");  // the end of a number that a program had not written whole
    EXPECT_TRUE(prints("line 4  desc_a  0x4000404000010044")) << output();
    EXPECT_EQ(end_of(SIGINT), 0);
    const std::string all = output();
    EXPECT_EQ(std::ranges::count(all, '\n'), 3) << "the repeated word is printed once\n" << all;
}

// The rest of a number can be missing, and what is there of it is a word too.
TEST_F(FollowingDecode, TheLineWithoutAnEndIsNotRead) {
    append(path, "desc_a=0x4000404000010040\ndesc_b=0x40004040");
    start("'" + path + "'");
    EXPECT_TRUE(prints("line 1  desc_a")) << output();
    append(path, "00010");
    EXPECT_FALSE(test::wait_until([&] { return output().find("desc_b") != std::string::npos; }, 500ms)) << output();
    EXPECT_EQ(end_of(SIGINT), 0);
    EXPECT_EQ(output().find("desc_b"), std::string::npos) << output();
    EXPECT_NE(io::read_text(folder + "/err")->find("its last line had no end and was not read"), std::string::npos);
}

TEST_F(FollowingDecode, AFileThatIsWrittenAgainIsReadWhole) {
    append(path, "desc_a=0x4000404000010040\ndesc_b=0x400040");
    start("'" + path + "'");
    EXPECT_TRUE(prints("line 1  desc_a")) << output();
    write_again(path, "desc_c=0x4000404000010042\ndesc_d=0x4000404000010044\ndesc_e=0x4000404000010046\n");
    EXPECT_TRUE(prints("desc_e  0x4000404000010046")) << output();
    EXPECT_NE(output().find("desc_c  0x4000404000010042"), std::string::npos) << output();
    EXPECT_NE(output().find("desc_d  0x4000404000010044"), std::string::npos) << output();
    EXPECT_EQ(end_of(SIGINT), 0);
    const auto err = io::read_text(folder + "/err");
    EXPECT_NE(err->find("written again; it is read from its start; its last line had no end"), std::string::npos)
        << *err;
}

// The old text ended within a state line, which another text does not continue.
TEST_F(FollowingDecode, AFileThatIsWrittenAgainDoesNotContinueAStateLine) {
    append(path, "desc_a=0x4000404000010040\n");
    start("'" + path + "'");
    EXPECT_TRUE(prints("line 1  desc_a")) << output();
    append(path, "ts1:HDBTH6vG0upBq9YtkEt6c\n");
    test::let_pass(120ms);  // it is read, and its rest is waited for
    write_again(path, "0x4000404000010042\n0x4000404000010044\ndesc_e=0x4000404000010046\n");
    EXPECT_TRUE(prints("desc_e  0x4000404000010046")) << output();
    EXPECT_NE(output().find("0x4000404000010042"), std::string::npos) << output();
    EXPECT_NE(output().find("0x4000404000010044"), std::string::npos) << output();
    EXPECT_EQ(end_of(SIGINT), 0);
}

TEST_F(FollowingDecode, ReadsStateLines) {
    append(path, "see ts1:HDBTH6vG0upBq9YtkEt6cOmLVFYitZAqjNBKOzS5WgA\n");
    start("'" + path + "'");
    EXPECT_TRUE(prints("This is a state line: sm_100a, kind mxf4nvf4.")) << output();
    EXPECT_TRUE(prints("line 1  a_desc  0x4000404000010040")) << output();
    EXPECT_EQ(end_of(SIGINT), 0);
}

TEST_F(FollowingDecode, APipeAndJsonEndWhole) {
    ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
    start("--json - < '" + path + "'");
    append(path, "desc_a=0x4000404000010040\n");
    EXPECT_EQ(end_of(0), 0);
    EXPECT_TRUE(output().starts_with("[") && output().ends_with("]\n")) << output();
}

TEST_F(FollowingDecode, NeedsOneFile) {
    start("0x1");
    EXPECT_EQ(end_of(0), 2);
    EXPECT_NE(io::read_text(folder + "/err")->find("--follow needs one file"), std::string::npos);
}

}  // namespace
}  // namespace tilescope::cli_test
