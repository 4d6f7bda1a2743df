// app/io/user_folders.h -- the folders of both programs on the user's disk.
// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace tilescope::io {

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
