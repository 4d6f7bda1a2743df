// app/cli/program_arg.h -- a program where a session is named: its chains of MMAs, and the arrays for its memory.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/cli/commands.h"
#include "app/io/session_file.h"

#include <tilescope/session/program_chains.h>

#include <string>
#include <string_view>
#include <vector>

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
Answer<ReadProgram> program_named(const std::string& path, const ProgramArgs& args, const Globals& globals);

// Says that a text has no such instruction, and what would be right, also if it is source code that names one.
//   says_no_mma("a.cu", text, "tcgen05.mma", "wgmma.mma_async", "give PTX or machine code that has one")
std::string says_no_mma(const std::string& path, std::string_view text, std::string_view tcgen05,
                        std::string_view wgmma, std::string_view right);

// Prints to standard error what the session of a program assumes and what its program does not say.
void print_notes_of_program(const std::string& path, const ProgramArgs& args, const Session& session);

// Returns the session of the chosen chain.
// Errors also: the program has several chains and none is chosen.
Answer<io::SessionFile> session_of_program(const std::string& path, const ProgramArgs& args, const Globals& globals);

}  // namespace tilescope::cli
