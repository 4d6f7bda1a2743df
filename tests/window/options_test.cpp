// tests/window/options_test.cpp -- tests that tilescope-gui refuses bad options at once, with one sentence.
// SPDX-License-Identifier: MIT
#include "app/io/file.h"
#include "tests/support/sanitized.h"
#include "tests/support/temporary_folder.h"

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>

namespace tilescope::window {
namespace {

// Runs a line of the shell. $G is the program. Expects this exit status and one line of output that contains `part`.
void expect_sentence(const std::string& line, int status, const std::string& part) {
    const test::TemporaryFolder temporary;
    const std::string out = temporary.path() + "/output";
    const int ended =
        std::system(("G='" TILESCOPE_GUI_PROGRAM "'; unset DISPLAY; { " + line + "; } >'" + out + "' 2>&1").c_str());
    const std::string output = *io::read_text(out);
    EXPECT_EQ(WIFEXITED(ended) ? WEXITSTATUS(ended) : 128, status) << line << "\n" << output;
    EXPECT_EQ(std::ranges::count(output, '\n'), 1) << line << "\n" << output;
    EXPECT_NE(output.find(part), std::string::npos) << line << "\n" << output;
}

TEST(Options, RefusesAmountsThatAreNotFiniteOrOutOfRange) {
    for (const char* text : {"nan", "inf", "-inf", "-1", "1e300", "''", "3s"})
        for (const char* option : {"--idle-exit", "--autosave"})
            expect_sentence(std::string("\"$G\" ") + option + "=" + text + " x", 2, option);
    for (const char* text : {"nan", "inf", "0", "5"})
        expect_sentence(std::string("\"$G\" --scale ") + text, 2, "is not a number from 0.5 to 4");
}

TEST(Options, RefusesEmptyNames) {
    for (const char* option : {"--shot", "--shots", "--probe-file", ""})
        expect_sentence(std::string("\"$G\" ") + option + " ''", 2, "the name is empty");
}

TEST(Options, ReportsOutputThatIsFullOrClosed) {
    for (const char* option : {"--help", "--version"})
        for (const char* to : {">/dev/full", ">&-"})
            expect_sentence(std::string("\"$G\" ") + option + " " + to, 2, "standard output cannot be written");
}

TEST(Options, ReportsAMachineThatStartsNoThread) {
    if (test::kSanitized) GTEST_SKIP() << "the sanitizer reserves more address space than any limit";
    // The stack of a thread has the size of the stack limit, which is larger than all memory here.
    expect_sentence("(ulimit -v 8000000; ulimit -s 40000000; timeout 30 \"$G\" --idle-exit 1)", 3,
                    "tilescope-gui: the system refuses a resource that tilescope needs");
}

}  // namespace
}  // namespace tilescope::window
