// app/cli/session_arg.h -- the argument that names a session, for all verbs that have one.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/cli/commands.h"
#include "app/cli/program_arg.h"
#include "app/io/session_file.h"

#include <tilescope/base/answer.h>

#include <string>
#include <string_view>

namespace tilescope::cli {

inline constexpr const char* kSessionHelp =
    "A session file, preset:ID for a preset, or a state line (ts1:...).\nUse - to read standard input.";
inline constexpr const char* kSessionOrProgramHelp =
    "A session file, preset:ID for a preset, a state line (ts1:...), or a\nprogram: PTX or machine code (see "
    "--chain).\n"
    "Use - to read standard input.";

// Reads a session from a file, or from standard input if `path` is "-". The file can be any text with a state line.
// `path` can also be a state line, a URL that has one, or a preset: "preset:k_major_128b_f16". --arch and --edition
// change the session as the menus of the window do: the words stay.
// Errors also: the target or the kind of the session does not exist in --edition.
// With `program`, the path can also be that of a program: see is_program().
Answer<io::SessionFile> session_named(const std::string& path, const Globals& globals, const ProgramArgs& program = {});

// Prints why session_named() or program_named() refused the path. Returns kLacking if compiled code needs a
// disassembler that is not installed, else kUnusable.
int refuse_job(std::string_view verb, const std::string& path, std::string_view why);

// Refuses --arch and --edition: `what` ("a lesson") has both.
Answer<void> has_own_target(std::string_view what, const Globals& globals);

// The folder from which the names of files in recipes count: that of the session file, else the current one.
std::string folder_of_session(const std::string& path);

// The name of the session in a text: "gemm.json", "a state line", "standard input".
std::string name_of_session(const std::string& path);

}  // namespace tilescope::cli
