// app/io/user_folders.h -- where both programs keep what is theirs on a user's disk.
// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace tilescope::io {

// $XDG_CONFIG_HOME/tilescope, else ~/.config/tilescope; empty where there is no home. What is no absolute path is
// ignored, as the XDG Base Directory Specification demands: it would lead somewhere else from every folder.
std::string config_folder();

// $XDG_STATE_HOME/tilescope, else ~/.local/state/tilescope.
std::string state_folder();

// Makes the folder and what is missing above it, for the user alone (0700); one that others may look into is closed to
// them. What a killed program left half-written in it is swept. False where there is no such folder then.
bool make_user_folder(const std::string& folder);

}  // namespace tilescope::io
