// app/io/file.h -- whole files in and out; nothing half-written.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/base/answer.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace tilescope::io {

// The bytes of a file, or why they cannot be read.
Answer<std::string> read_text(const std::string& path);

// The same of a regular file of so many bytes at most: a pipe or a device named in a document would never end.
Answer<std::string> read_file_text(const std::string& path, std::uint64_t most);

// A new file beside the old one, flushed to the disk, then renamed: after a crash there is the old one or the new one.
// A link stays, what it leads to is replaced; a pipe or a character device gets the bytes. No folder is made.
Answer<bool> write_text(const std::string& path, std::string_view text);

}  // namespace tilescope::io
