// tests/cli/run_program.cpp -- runs the real command-line program with arguments and standard input.
// SPDX-License-Identifier: MIT
//
// run_program() returns its output.
#include "tests/cli/run_program.h"

#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace tilescope::cli_test {
namespace {

std::string read(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    std::stringstream text;
    text << in.rdbuf();
    return text.str();
}

}  // namespace

Ran run(const std::string& arguments, std::string_view input) {
    char folder[] = "/tmp/tilescope-cli-XXXXXX";
    if (!mkdtemp(folder)) {
        ADD_FAILURE() << "no temporary folder";
        return {};
    }
    const std::string base(folder);
    std::ofstream(base + "/in", std::ios::binary) << input;
    // The files of the cases have paths from the root of the tree.
    const std::string command = "cd '" TILESCOPE_SOURCE_DIR "' && NO_COLOR=1 '" TILESCOPE_PROGRAM "' " + arguments +
                                " <'" + base + "/in' >'" + base + "/out' 2>'" + base + "/err'";
    const int status = std::system(command.c_str());
    Ran ran{WIFEXITED(status) ? WEXITSTATUS(status) : 128, read(base + "/out"), read(base + "/err")};
    std::filesystem::remove_all(base);
    return ran;
}

}  // namespace tilescope::cli_test
