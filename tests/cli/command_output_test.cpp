// tests/cli/command_output_test.cpp -- programs that print, hang, fail or talk too much; and where they are looked for.
// SPDX-License-Identifier: MIT
#include "app/io/other_programs.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/wait_until.h"

#include <gtest/gtest.h>

#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

namespace tilescope::cli_test {
namespace {

using namespace std::chrono_literals;
using io::CommandOutput;

struct Read {
    std::string text, why, messages;
};
Read read_all(const std::string& script, const io::CommandLimits& limits = {.quiet = 10s},
              const std::stop_token& stop = {}) {
    auto output = CommandOutput::of({"/bin/sh", "-c", script}, limits);
    EXPECT_TRUE(output) << output.why;
    Read out;
    for (;;) {
        const auto piece = output->next(stop);
        out.why = piece.why;
        if (!piece || piece->empty()) break;
        out.text += *piece;
    }
    out.messages = output->messages();
    return out;
}

TEST(CommandOutput, IsReadToItsEnd) {
    const Read read = read_all(
        "i=0; while [ $i -lt 2000 ]; do echo 0123456789012345678901234567890123456789; "
        "i=$((i + 1)); done; read x || echo no input");
    EXPECT_EQ(read.why, "");
    EXPECT_EQ(read.text.size(), 2000u * 41 + 9);
    EXPECT_TRUE(read.text.ends_with("no input\n"));
}

TEST(CommandOutput, AProgramThatHangsIsEndedWithASentence) {
    const auto begin = std::chrono::steady_clock::now();
    const Read read = read_all("echo some; trap '' TERM; sleep 60", {.quiet = 300ms});
    EXPECT_EQ(read.text, "some\n");
    EXPECT_NE(read.why.find("/bin/sh: has printed nothing for 1 s and was ended"), std::string::npos) << read.why;
    const Read closed = read_all("exec >&-; sleep 60", {.quiet = 300ms});
    EXPECT_NE(closed.why.find("has printed nothing"), std::string::npos) << closed.why;
    EXPECT_LT(std::chrono::steady_clock::now() - begin, 10s);
}

TEST(CommandOutput, AProgramThatPrintsForEverIsEndedWithASentence) {
    const Read read = read_all("exec yes", {.most_bytes = 1'000'000});
    EXPECT_EQ(read.why,
              "/bin/sh: has printed more than 1000000 bytes and was ended. Run it yourself, and give its output.");
    EXPECT_LE(read.text.size(), 1'000'000u);
    EXPECT_EQ(read_all("head -c 100000 /dev/zero", {.most_bytes = 100'000}).why, "");
}

TEST(CommandOutput, AStopEndsTheProgram) {
    std::stop_source stop;
    std::jthread other([&] {
        test::let_pass(100ms);  // the command runs
        stop.request_stop();
    });
    const auto begin = std::chrono::steady_clock::now();
    const Read read = read_all("sleep 60", {.quiet = 50s}, stop.get_token());
    EXPECT_NE(read.why.find("stopped"), std::string::npos) << read.why;
    EXPECT_LT(std::chrono::steady_clock::now() - begin, 5s);
}

TEST(CommandOutput, MessagesAreOnePrintableLine) {
    const Read failed = read_all("printf '\\033[31mbad \\377 file\\nline two\\n' >&2; exit 3");
    EXPECT_EQ(failed.why, "/bin/sh: ended with an error (status 3). It says: \\x1b[31mbad \\xff file line two");
    EXPECT_NE(read_all("exit 4").why.find("(status 4), without a message."), std::string::npos);
    EXPECT_NE(read_all("kill -9 $$").why.find("(signal 9)"), std::string::npos);
    const Read warned = read_all("echo words; echo careful >&2");
    EXPECT_EQ(warned.why, "");
    EXPECT_EQ(warned.messages, "careful");
    const Read loud = read_all("head -c 1000000 /dev/zero | tr '\\0' x >&2; echo done");
    EXPECT_EQ(loud.text, "done\n");
    EXPECT_LT(loud.messages.size(), 310u);
    EXPECT_NE(CommandOutput::of({"/nonexistent/tool"}).why.find("cannot be started"), std::string::npos);
}

// Whoever stands in a folder of somebody else must not run a program of that folder.
TEST(OnPath, OnlyAbsoluteFoldersCount) {
    const test::TemporaryFolder folder;
    const std::string before = std::getenv("PATH"), home = std::filesystem::current_path();
    std::filesystem::create_directory(folder.path() + "/sub");
    for (const char* file : {"/sub/some-tool", "/some-tool"}) {
        std::ofstream(folder.path() + file) << "#!/bin/sh\n";
        std::filesystem::permissions(folder.path() + file, std::filesystem::perms::owner_all);
    }
    std::filesystem::current_path(folder.path());
    const auto found_on = [](const std::string& path) {
        setenv("PATH", path.c_str(), 1);
        return io::program_on_path("some-tool").value_or("");
    };
    for (const char* path : {".", "", ":/bin", "/bin:", "/bin::/usr/bin", "sub", "./sub:/bin"})
        EXPECT_EQ(found_on(path), "") << path;
    EXPECT_EQ(found_on(".:sub:" + folder.path() + "/sub"), folder.path() + "/sub/some-tool");
    setenv("PATH", "/bin", 1);
    EXPECT_EQ(io::program_on_path("some-tool", std::vector<std::string>{"sub", folder.path()}),
              folder.path() + "/some-tool");
    setenv("PATH", before.c_str(), 1);
    std::filesystem::current_path(home);
}

}  // namespace
}  // namespace tilescope::cli_test
