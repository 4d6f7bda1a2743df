// app/cli/session_arg.h -- the argument that names a session: emulate, ptx.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/io/session_file.h"

#include <tilescope/base/answer.h>

#include <string>

namespace tilescope::cli {

inline constexpr const char* kSessionHelp = "A session file, or preset:ID for a preset.\nUse - to read standard input.";

// Reads a session from a file, or from standard input if `path` is "-". "preset:k_major_128b_f16" is that preset.
Answer<io::SessionFile> session_named(const std::string& path);

}  // namespace tilescope::cli
