// tests/cli/replace_file_test.cpp -- saving while other programs save or are killed, and with obstacles in the folder.
// SPDX-License-Identifier: MIT
#include "app/io/file.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/wait_until.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <filesystem>

namespace tilescope::io {
namespace {

namespace fs = std::filesystem;
constexpr const char* kLeftName = "/.tilescope-0123456789abcdef.new";

class Saving : public test::FolderTest {
protected:
    void SetUp() override { path = folder + "/a.json"; }

    std::ptrdiff_t files() const { return std::distance(fs::directory_iterator(folder), {}); }
    mode_t mode_of(const std::string& file) const {
        struct stat about {};
        return stat(file.c_str(), &about) == 0 ? about.st_mode & 07777 : 0;
    }
    std::string path;
};

// Returns 1 to 300 kB of one letter. is_whole() detects a mixture of two texts and a part of a text.
std::string text_of(char letter, int round) {
    return std::string(1000 + 2000 * static_cast<std::size_t>(round), letter);
}
bool is_whole(const std::string& text) {
    return text.size() % 2000 == 1000 && text.find_first_not_of(text[0]) == text.npos;
}

constexpr int kRounds = 150;

// Starts a process that saves `rounds` times. Its exit status is the number of refused saves.
pid_t start_writer(const std::string& path, char letter, int rounds) {
    const pid_t child = fork();
    if (child != 0) return child;
    int refused = 0;
    for (int i = 0; i < rounds; ++i) refused += write_text(path, text_of(letter, i % kRounds)) ? 0 : 1;
    _exit(refused > 255 ? 255 : refused);
}

TEST_F(Saving, ThreeProgramsSaveTheSameFileWithoutRefusalsAndItIsAlwaysWhole) {
    ASSERT_TRUE(write_text(path, text_of('0', 0)));
    for (const char letter : {'a', 'b', 'c'}) start_writer(path, letter, kRounds);
    int ended = 0, corrupt = 0, refused = 0, reads = 0;
    while (ended < 3) {
        const auto text = read_text(path);
        ++reads;
        if (!text || !is_whole(*text)) ++corrupt;
        int status = 0;
        if (waitpid(-1, &status, WNOHANG) <= 0) continue;
        ++ended;
        refused += WIFEXITED(status) ? WEXITSTATUS(status) : 1000;
    }
    EXPECT_EQ(corrupt, 0) << "of " << reads << " reads";
    EXPECT_EQ(refused, 0) << "of " << 3 * kRounds << " saves";
    EXPECT_EQ(files(), 1) << "no other file remains";
}

TEST_F(Saving, AKilledProgramLeavesAWholeFileAndTheNextSaveRemovesThePartialOne) {
    ASSERT_TRUE(write_text(path, text_of('0', 0)));
    std::ptrdiff_t most = 0;
    for (int i = 0; i < 60; ++i) {
        const pid_t writer = start_writer(path, 'a', 1 << 20);
        test::let_pass(std::chrono::microseconds(500 + 137 * i % 4000));  // the moment of the kill
        kill(writer, SIGKILL);
        waitpid(writer, nullptr, 0);
        most = std::max(most, files());
        const auto text = read_text(path);
        ASSERT_TRUE(text) << text.why;
        EXPECT_TRUE(is_whole(*text)) << i;
    }
    EXPECT_GT(most, 1) << "no kill happened during a save, so the test shows nothing";
    ASSERT_TRUE(write_text(path, "end"));
    EXPECT_EQ(files(), 1);
}

TEST_F(Saving, KeepsALockedFileAndRemovesItAfterItsProgramHasEnded) {
    const std::string left = folder + kLeftName;
    {
        const Descriptor locked(open(left.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0400));
        ASSERT_TRUE(locked);
        ASSERT_EQ(flock(locked.number(), LOCK_EX), 0);
        sweep_unfinished(folder);
        EXPECT_TRUE(fs::exists(left));
        ASSERT_TRUE(write_text(path, "beside it"));
        EXPECT_TRUE(fs::exists(left));
    }
    sweep_unfinished(folder);
    EXPECT_FALSE(fs::exists(left));
}

TEST_F(Saving, RemovesNothingOfAnotherNameOrKind) {
    ASSERT_EQ(mkfifo((folder + kLeftName).c_str(), 0600), 0);
    fs::create_directory(folder + "/.tilescope-00000000000000aa.new");
    ASSERT_TRUE(write_text(path, "kept"));
    fs::create_symlink("a.json", folder + "/.tilescope-00000000000000ab.new");
    for (const char* name : {"/.tilescope-0123456789abcdeg.new", "/.tilescope-0123456789abcdef.new2", "/x.new"})
        ASSERT_TRUE(write_text(folder + name, "a file of the user"));
    const auto before = files();
    sweep_unfinished(folder);
    EXPECT_EQ(files(), before);
    sweep_unfinished(folder + "/none");
}

// The name is easy to guess, so it may be a link, a pipe or a folder of another program.
TEST_F(Saving, DoesNotTouchAFileWithAGuessableNameInTheSameFolder) {
    const std::string beside = path + ".tilescope-new", victim = folder + "/victim";
    ASSERT_TRUE(write_text(victim, "another file"));
    fs::create_symlink("victim", beside);
    ASSERT_TRUE(write_text(path, "1"));
    EXPECT_EQ(*read_text(victim), "another file");
    EXPECT_TRUE(fs::is_symlink(beside));
    fs::remove(beside);
    ASSERT_EQ(mkfifo(beside.c_str(), 0600), 0);
    alarm(20);  // a save that hangs ends the test
    ASSERT_TRUE(write_text(path, "2"));
    alarm(0);
    EXPECT_TRUE(fs::is_fifo(beside));
    fs::remove(beside);
    fs::create_directory(beside);
    ASSERT_TRUE(write_text(path, "3"));
    EXPECT_TRUE(fs::is_directory(beside));
    EXPECT_EQ(*read_text(path), "3");
}

TEST_F(Saving, KeepsModeAndOwnerOfAFileAndGivesANewFileTheModeOfTheUmask) {
    const mode_t before = umask(027);
    ASSERT_TRUE(write_text(path, "new"));
    umask(before);
    EXPECT_EQ(mode_of(path), 0640u);
    for (const mode_t mode : {0600u, 0644u, 0660u, 0700u}) {
        ASSERT_EQ(chmod(path.c_str(), mode), 0);
        ASSERT_TRUE(write_text(path, "again"));
        EXPECT_EQ(mode_of(path), mode);
    }
    if (geteuid() != 0) GTEST_SKIP() << "only root may give files away";
    constexpr uid_t kOther = 12345;
    ASSERT_EQ(chown(path.c_str(), kOther, kOther), 0);
    ASSERT_TRUE(write_text(path, "of another"));
    struct stat about {};
    ASSERT_EQ(stat(path.c_str(), &about), 0);
    EXPECT_EQ(about.st_uid, kOther);
    EXPECT_EQ(about.st_gid, kOther);
}

TEST_F(Saving, ANameMayHaveTheLongestLengthOfTheSystem) {
    const std::string longest = folder + "/" + std::string(255, 'n');
    ASSERT_TRUE(write_text(longest, "text")) << "the temporary name is no longer than this name";
    EXPECT_FALSE(write_text(longest + "n", "text"));
    EXPECT_EQ(files(), 1);
}

}  // namespace
}  // namespace tilescope::io
