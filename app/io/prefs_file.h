// app/io/prefs_file.h -- preferences on the user's disk.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/base/answer.h>

#include <cstddef>
#include <string>
#include <vector>

namespace tilescope::io {

constexpr std::size_t kMostRecents = 12;

// As the file has them; the window's own type is made of these.
struct PrefsFile {
    std::string theme = "light";  // light, dark
    double scale = 1, rail = 240, side = 320, drawer = 0.13;
    bool rail_folded = false, drawer_folded = false, reduced_motion = false;
    std::vector<std::string> recents;
    friend bool operator==(const PrefsFile&, const PrefsFile&) = default;
};

// prefs.json in config_folder(); empty where there is no home.
std::string prefs_path();

// The file's preferences. A file that is missing gives the defaults; a broken one a sentence, and stays as it is.
Answer<PrefsFile> load_prefs(const std::string& path);
Answer<void> save_prefs(const std::string& path, const PrefsFile& prefs);

// Writes what changed from `before` to `now`; the rest stays as the file has it, so that two windows do not undo each
// other's changes. Recent files are those of both. What the file has then. From any thread and any program.
Answer<PrefsFile> update_prefs(const std::string& path, const PrefsFile& before, const PrefsFile& now);

}  // namespace tilescope::io
