// tests/cli/prefs_test.cpp -- preferences of several windows in one file.
// SPDX-License-Identifier: MIT
//
// No window undoes the changes of another window.
#include "app/io/file.h"
#include "app/io/prefs_file.h"
#include "tests/support/temporary_folder.h"

#include <gtest/gtest.h>

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>

namespace tilescope::io {
namespace {

using Paths = std::vector<std::string>;

class Preferences : public test::FolderTest {
protected:
    void SetUp() override { path = folder + "/config/prefs.json"; }
    std::string path;
};

TEST_F(Preferences, AWindowWritesOnlyItsChanges) {
    const PrefsFile start = *load_prefs(path);
    PrefsFile first = start, second = start;
    first.theme = "dark";
    second.rail = 200;
    second.live = true;
    second.live_worker = "ssh box tilescope";
    ASSERT_TRUE(update_prefs(path, start, first));
    const auto written = update_prefs(path, start, second);
    ASSERT_TRUE(written) << written.why;
    EXPECT_EQ(written->theme, "dark");
    EXPECT_EQ(written->rail, 200);
    EXPECT_TRUE(written->live);
    EXPECT_EQ(written->live_worker, "ssh box tilescope");
    EXPECT_EQ(*load_prefs(path), *written);
}

TEST_F(Preferences, MergesTheRecentFilesOfBothWindowsLastOpenedFirst) {
    PrefsFile start;
    start.recents = {"/a", "/b", "/c"};
    ASSERT_TRUE(save_prefs(path, start));
    PrefsFile first = start, second = start;
    first.recents = {"/new", "/a", "/b", "/c"};
    second.recents = {"/c", "/a", "/b"};  // opened again
    ASSERT_TRUE(update_prefs(path, start, first));
    EXPECT_EQ(update_prefs(path, start, second)->recents, (Paths{"/c", "/new", "/a", "/b"}));
}

TEST_F(Preferences, NeverOverwritesAnInvalidFile) {
    const PrefsFile start = *load_prefs(path);
    ASSERT_TRUE(save_prefs(path, start));
    ASSERT_TRUE(write_text(path, "{ \"theme\": "));
    PrefsFile changed = start;
    changed.theme = "dark";
    EXPECT_FALSE(update_prefs(path, start, changed));
    EXPECT_EQ(*read_text(path), "{ \"theme\": ");
}

TEST_F(Preferences, ManySimultaneousWindowsLoseNoRecentFile) {
    constexpr int kWindows = 10;
    std::vector<pid_t> windows;
    for (int i = 0; i < kWindows; ++i) {
        windows.push_back(fork());
        if (windows.back() != 0) continue;
        PrefsFile opened;
        opened.recents = {"/file" + std::to_string(i)};
        _exit(update_prefs(path, {}, opened) ? 0 : 1);
    }
    for (const pid_t window : windows) {
        int status = 1;
        waitpid(window, &status, 0);
        EXPECT_EQ(status, 0);
    }
    EXPECT_EQ(load_prefs(path)->recents.size(), static_cast<std::size_t>(kWindows));
}

}  // namespace
}  // namespace tilescope::io
