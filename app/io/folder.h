// app/io/folder.h -- folders: what is in one, for a list from which a person chooses, and those of the user.
// SPDX-License-Identifier: MIT
//
//     const Answer<FolderList> list = read_folder("/home/me/kernels", stop);
//     list->entries[0]   {"gemm.json", .bytes = 1204, .changed = "2026-11-23 22:10"}
//
// A folder can be on a slow network and can have any number of entries. So a thread reads it, the reading can be
// stopped, and it ends after kMostFolderEntries entries.
#pragma once

#include <tilescope/base/answer.h>

#include <cstddef>
#include <cstdint>
#include <stop_token>
#include <vector>

namespace tilescope::io {

struct FolderEntry {
    std::string name;         // as the system stores it; any bytes but '/' and 0
    bool is_folder = false;   // also of a link to a folder
    bool is_there = true;     // false: a link whose target is missing, or a recent file that was removed
    std::uint64_t bytes = 0;  // of a regular file
    std::string changed;      // "2026-11-23 22:10" in local time; empty if it is not known
};

struct FolderList {
    std::string path;  // absolute, without "." and ".."
    std::vector<FolderEntry> entries;
    bool more = false;  // there are entries that were not read
};

inline constexpr std::size_t kMostFolderEntries = 20'000;

// Errors: the folder does not exist, is not a folder or cannot be read. The reason is a sentence that says what to do.
// After a stop, the list has the entries that were read before it.
Answer<FolderList> read_folder(const std::string& path, const std::stop_token& stop = {},
                               std::size_t most = kMostFolderEntries);

// Looks at single files, such as recent ones. The names of the entries are the paths.
FolderList look_at_files(const std::vector<std::string>& paths, const std::stop_token& stop = {});

// "~/a" and "~" with the user's home folder in place of "~"; all other paths unchanged.
std::string with_home(const std::string& path);
// The user's home folder, or "/" if none is known.
std::string home_folder();

// Returns $XDG_CONFIG_HOME/tilescope, or else ~/.config/tilescope. Returns an empty text if there is no home folder.
// Ignores a relative path, as the XDG Base Directory Specification requires: it would depend on the current folder.
std::string config_folder();

// Returns $XDG_STATE_HOME/tilescope, or else ~/.local/state/tilescope. Ignores a relative path as well.
std::string state_folder();

// Creates the folder and its missing parent folders, for this user only (0700). If other users have access to an
// existing folder, removes this access. Removes partial files of killed programs from the folder. Returns false if
// there is no such folder afterwards.
bool make_user_folder(const std::string& folder);

}  // namespace tilescope::io
