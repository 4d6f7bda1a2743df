// app/io/replace_file.h -- a file takes the place of another, whole or not at all, whoever else writes.
// SPDX-License-Identifier: MIT
//
// The text goes into a new file of the same folder: .tilescope- and 16 hexadecimal digits and .new, drawn at random,
// opened only where nothing has that name. It is flushed, gets the old file's mode, and is renamed. Its writer holds a
// lock (flock) on it until then, which ends with the writer, however that ends. So a file of such a name that nobody
// has locked is what a killed program left, and the next program that writes into the folder, or starts with it, takes
// it away. Between opening and locking another program may do that to a living one: the writer sees that its file has
// lost its name and takes another. Where the file system knows no locks nothing is swept.
#pragma once

#include <tilescope/base/answer.h>

#include <string>
#include <string_view>

namespace tilescope::io {

// Requires: `path` is a regular file or not there. The mode of the old file stays, and its owner where the system
// permits that; a new file gets what the umask leaves. The reason where it cannot be done; nothing was changed then.
Answer<void> replace_file(const std::string& path, std::string_view text);

// Takes away what killed programs left in a folder: regular files of our own pattern and owner that nobody has locked.
void sweep_unfinished(const std::string& folder);

}  // namespace tilescope::io
