// app/io/replace_file.h -- replaces a file, completely or not at all, also if other programs write it meanwhile.
// SPDX-License-Identifier: MIT
//
// The writer creates a new file in the same folder, .tilescope-<16 random hexadecimal digits>.new. The name must be
// free. The writer locks the file (flock), writes and flushes it, gives it the mode of the old file, and renames it.
// The system releases the lock when the writer ends, even if the writer is killed. So an unlocked file with such a name
// is the rest of a killed program. The next program that writes into the folder or calls make_user_folder() with it
// removes this file. Another program may remove the file between its creation and its lock. The writer checks this and
// tries another name. If the file system has no locks, no file is removed.
#pragma once

#include "app/io/file.h"

#include <tilescope/base/answer.h>

#include <string>
#include <string_view>

namespace tilescope::io {

// Replaces or creates the file. Keeps the mode of the old file, and its owner if the system permits. The umask gives
// the mode of a new file. Requires: `path` is a regular file or does not exist. Errors: the file cannot be written; the
// reason is what follows its name in a sentence: "cannot be written: ...". If the file was not changed, it ends with
// these words.
Answer<void> replace_file(const std::string& path, std::string_view text);

// The same for a file that is made part by part: `fill` calls its argument for each part. If `fill` refuses, its reason
// is in the one that is returned, and the file was not changed.
Answer<void> replace_file(const std::string& path, const FillFile& fill);

// Removes the rests of killed programs from a folder: unlocked regular files of this user with such a name.
void sweep_unfinished(const std::string& folder);

}  // namespace tilescope::io
