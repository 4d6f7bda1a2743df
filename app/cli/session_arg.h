// app/cli/session_arg.h -- the argument that names a session or a program, for all verbs that have one.
// SPDX-License-Identifier: MIT
//
// What these functions refuse ends the verb: they throw Refused (verb.h). Compiled code without a disassembler
// on this machine gives the status kLacking.
#pragma once

#include "app/cli/verb.h"
#include "app/io/session_file.h"

#include <tilescope/study/program_chains.h>

namespace tilescope::cli {

// The options of a program. `chain` is a number as text; empty: the only chain.
struct ProgramArgs {
    std::string chain, threads, a, b, c, arrays;
    std::vector<std::string> bases;

    bool is_given() const {
        return !(chain.empty() && threads.empty() && a.empty() && b.empty() && c.empty() && arrays.empty() &&
                 bases.empty());
    }
};
void add_program_options(Verb& verb, ProgramArgs& args);

// Whether the argument names a program: by the end of its name (.ptx, .sass, .cubin, .gz), or because an option of
// programs is given.
bool is_program(const std::string& path, const ProgramArgs& args);

struct ReadProgram : ProgramChains {
    std::size_t first = 0, count = 0;  // the chosen chains
};

// Reads a program ("-": standard input) and makes a session for each chain. Recipes name the arrays by absolute paths.
// Errors: the program cannot be read or has no MMA; there is no such chain; a name of --base is no input of the
// program; arrays are given and several chains are chosen; an array is not there.
ReadProgram program_named(const std::string& path, const ProgramArgs& args, const Globals& globals);

// Says that a text has no such instruction, and what would be right, also if it is source code that names one.
//   says_no_mma("a.cu", text, "tcgen05.mma", "wgmma.mma_async", "give PTX or machine code that has one")
std::string says_no_mma(const std::string& path, std::string_view text, std::string_view tcgen05,
                        std::string_view wgmma, std::string_view right);

// Prints to standard error what the session of a program assumes and what its program does not say.
void print_notes_of_program(const std::string& path, const ProgramArgs& args, const Session& session);

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
// With `program`, the path can also be that of a program with one chain, or one that is chosen: see is_program().
io::SessionFile session_named(const std::string& path, const Globals& globals, const ProgramArgs& program = {});

// Refuses --arch and --edition: `what` ("a lesson") has both.
void has_own_target(std::string_view what, const Globals& globals);

// The folder from which the names of files in recipes count: that of the session file, else the current one.
std::string folder_of_session(const std::string& path);

// The name of the session in a text: "gemm.json", "a state line", "standard input".
std::string name_of_session(const std::string& path);

}  // namespace tilescope::cli
