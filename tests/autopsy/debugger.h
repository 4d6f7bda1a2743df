// tests/autopsy/debugger.h -- runs Debian's gdb with our Python file, and with the stand-in that makes it a cuda-gdb.
// SPDX-License-Identifier: MIT
//
//     Play play{.recording = "f16_64x64x64"};
//     play.into(folder)      plays the stops of the recording; the script in the debugger writes a recording to
//     `folder`
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tilescope::autopsy_test {

struct Ran {
    int status = -1;
    std::string out, err;
};

// Runs a command of a shell, in the root of the tree.
Ran shell(const std::string& command);

// Why the tests of a debugger cannot run here; empty: they can. `runs_programs`: it must start a program, too.
std::string missing(bool runs_programs = false);

// The folders of all recordings: those beside the checkout and one that the model made, else those of tests/data.
std::vector<std::string> recordings();
// The folder of one of them; the test fails without it.
std::string recording(std::string_view name);

// The environment and the options of gdb that make it the stand-in.
std::string standin_settings(const std::string& json);
// A file that starts such a gdb, as a user's cuda-gdb.
std::string write_debugger(const std::string& folder);

// gdb with our file; `commands` are its -ex options.
Ran gdb(const std::string& environment, const std::vector<std::string>& commands, const std::string& program = {});

struct Play {
    std::string recording;      // its folder
    std::string standin = {};   // more settings of the stand-in: R"("order": 2)"
    std::string settings = {};  // more settings of `ts record`
    Ran into(const std::string& folder) const;
};

// What differs between two recordings; empty: nothing. `shift`: what was added to the addresses.
std::string difference(const std::string& old_folder, const std::string& new_folder, unsigned shift = 0);

// The lines of a recording that have this text.
std::vector<std::string> lines_with(const std::string& folder, std::string_view text);

}  // namespace tilescope::autopsy_test
