// app/cli/session_arg.h -- the argument that names a session: emulate, ptx.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/io/session_file.h"

#include <tilescope/base/answer.h>

#include <string>

namespace tilescope::cli {

inline constexpr const char* kSessionHelp = "A session file. Use - to read standard input.";

// Reads a session from a file, or from standard input if `path` is "-".
Answer<io::SessionFile> session_named(const std::string& path);

}  // namespace tilescope::cli
