// app/io/file.h -- whole files in and out; nothing half-written.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/base/answer.h>

#include <string>
#include <string_view>

namespace tilescope::io {

// The bytes of a file, or why they cannot be read.
Answer<std::string> read_text(const std::string& path);

// A new file beside the old one, flushed to the disk, then renamed: after a crash there is the old one or the new one.
Answer<bool> write_text(const std::string& path, std::string_view text);

}  // namespace tilescope::io
