// app/io/prefs_file.h -- reads and writes the preferences on the user's disk.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/base/answer.h>

#include <cstddef>
#include <vector>

namespace tilescope::io {

constexpr std::size_t kMostRecents = 12, kMostLessons = 256;

// The preferences as in the file. The window makes its own type from them.
struct PrefsFile {
    std::string theme = "light";  // light, dark
    double scale = 1, rail = 240, side = 300, drawer = 0.3, batch_drawer = 0.42;
    bool rail_pinned = false, side_folded = false, strip_folded = false, all_fields = false, drawer_open = false,
         reduced_motion = false;
    bool live = false;        // the user turned live mode on
    std::string live_worker;  // the command that starts the worker; empty: on this machine
    bool start_page = true;   // the window opens with the start page if it opens no file
    // Saved pictures: 16:9, as wide as a column of a paper, with the sentence, only the visible rows.
    bool picture_slide = false, picture_column = false, picture_caption = true, picture_rows = false;
    std::vector<std::string> recents;
    double lesson = 340;
    std::vector<std::string> lessons;  // "what-a-descriptor-is 5": steps 0 and 2 were reached
    friend bool operator==(const PrefsFile&, const PrefsFile&) = default;
};

// Returns the path of prefs.json in config_folder(). Returns an empty text if there is no home folder.
std::string prefs_path();

// Reads the preferences. A missing file gives the defaults. Refuses an invalid file and does not change it.
Answer<PrefsFile> load_prefs(const std::string& path);
Answer<void> save_prefs(const std::string& path, const PrefsFile& prefs);

// Writes only the values that differ between `before` and `now`, so that two windows do not undo each other's changes.
// Merges the recent files of the window and of the file. Returns the preferences that the file has now. Safe from any
// thread and any program.
Answer<PrefsFile> update_prefs(const std::string& path, const PrefsFile& before, const PrefsFile& now);

}  // namespace tilescope::io
