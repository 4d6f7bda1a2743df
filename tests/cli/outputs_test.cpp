// tests/cli/outputs_test.cpp -- what a call writes never replaces what it reads, and what it prints is only text.
// SPDX-License-Identifier: MIT
#include "app/io/file.h"
#include "app/io/program.h"
#include "app/io/session_file.h"
#include "tests/cli/run_program.h"
#include "tests/support/temporary_folder.h"

#include <tilescope/base/printable.h>
#include <tilescope/document/presets.h>

#include <gtest/gtest.h>

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

namespace tilescope::cli_test {
namespace {

namespace fs = std::filesystem;

class Outputs : public test::FolderTest {
protected:
    Outputs() {
        session = presets().front().session();
        EXPECT_TRUE(io::save_session(job, {.session = session}));
        text = *io::read_text(job);
    }
    // The call must be refused, and change nothing.
    void expect_refused(const std::string& arguments, const std::string& why) {
        const Ran ran = run(arguments);
        EXPECT_EQ(ran.status, 2) << arguments << "\n" << ran.out;
        EXPECT_NE(ran.err.find(why), std::string::npos) << arguments << "\n" << ran.err;
        EXPECT_EQ(*io::read_text(job), text) << arguments;
    }
    std::string job = folder + "/job.json", text;
    Session session;
};

TEST_F(Outputs, AFileThatACallReadsIsNeverWritten) {
    fs::create_symlink("job.json", folder + "/link.svg");
    fs::create_symlink(folder, folder + "/sub");
    ASSERT_EQ(link(job.c_str(), (folder + "/hard.png").c_str()), 0);
    for (const std::string& file :
         {job, folder + "/link.svg", folder + "/sub/job.json", folder + "/hard.png", folder + "/./sub/./job.json"})
        for (const char* call : {"report 'J' -o 'F'", "export 'J' --to cuda --out 'F'", "emulate 'J' --npy 'F'",
                                 "ptx 'J' --out 'F'", "run 'J' --out 'F'", "run 'J' --report 'F'", "render 'J' -o 'F'",
                                 "summary 'J' --report 'F'", "run 'J' --vary idesc.n=8,16 --resume --out 'F'"}) {
            std::string arguments = call;
            arguments.replace(arguments.find('J'), 1, job);
            arguments.replace(arguments.rfind('F'), 1, file);
            expect_refused(arguments, "is also the argument '");
        }
}

TEST_F(Outputs, AFileOfARecipeIsNeverWritten) {
    session.recipe[static_cast<std::size_t>(RecipeOf::a)] = {.kind = RecipeKind::file, .file = "a.npy"};
    ASSERT_TRUE(io::save_session(job, {.session = session}));
    text = *io::read_text(job);
    std::ofstream(folder + "/a.npy") << "values";
    for (const char* call : {"emulate 'J' --npy 'F'", "report 'J' -o 'F'", "export 'J' --to cuda --out 'F'"}) {
        std::string arguments = call;
        arguments.replace(arguments.find('J'), 1, job);
        arguments.replace(arguments.rfind('F'), 1, folder + "/a.npy");
        expect_refused(arguments, "is also the file with the A values of the session; write");
        EXPECT_EQ(*io::read_text(folder + "/a.npy"), "values");
    }
}

TEST_F(Outputs, TwoOutputsAreTwoFiles) {
    expect_refused("run '" + job + "' --out '" + folder + "/x' --report '" + folder + "/./x'", "is also the file of ");
    EXPECT_FALSE(fs::exists(folder + "/x"));
    const std::string a = folder + "/a.svg";
    fs::create_symlink(folder, folder + "/sub");
    fs::create_symlink("a.svg", folder + "/link.svg");  // to a file that does not exist yet
    for (const std::string& other : {a, folder + "/./a.svg", folder + "/sub/a.svg", folder + "/link.svg"}) {
        const std::string spelled = other == a ? "" : ", '" + other + "'";
        expect_refused("render '" + job + "' -o '" + a + "' -o '" + other + "'",
                       "'" + a + "' is also the file of another --output" + spelled + "; write to another file\n");
        EXPECT_FALSE(fs::exists(a)) << other;
    }
    const Ran both =
        run("render '" + job + "' -o '" + folder + "/a.svg' -o '" + folder + "/b.svg' --title '" + folder + "/a.svg'");
    EXPECT_EQ(both.status, 0) << "a title is not a file\n" << both.err;
}

TEST_F(Outputs, ANameThatIsNoFileIsNotRead) {
    const std::string call = "'" TILESCOPE_PROGRAM "' learn lbo-and-sbo --step 1 --save lbo-and-sbo";
    EXPECT_EQ(std::system(("cd '" + folder + "' && " + call + " > /dev/null").c_str()), 0);
    EXPECT_TRUE(fs::exists(folder + "/lbo-and-sbo"));
}

TEST_F(Outputs, NamesOfOneFileAreKnown) {
    std::ofstream(folder + "/a") << "a";
    std::ofstream(folder + "/b") << "a";
    fs::create_symlink("a", folder + "/link");
    EXPECT_TRUE(io::is_same_file(folder + "/a", folder + "/link"));
    EXPECT_TRUE(io::is_same_file(folder + "/none", folder + "/x/../none"));
    EXPECT_TRUE(io::is_same_file("not-here", "./not-here"));
    EXPECT_FALSE(io::is_same_file("not-here", "not-there"));
    EXPECT_FALSE(io::is_same_file(folder + "/a", folder + "/b"));
    EXPECT_FALSE(io::is_same_file(folder + "/a", folder + "/none"));
    EXPECT_FALSE(io::is_same_file("-", "-"));
    EXPECT_FALSE(io::is_same_file("/dev/null", "/dev/null"));
}

TEST_F(Outputs, PagesThatAreNotCompleteSaySo) {
    fs::create_directories(folder + "/pages/index.html");
    const Ran ran = run("learn --html '" + folder + "/pages'");
    EXPECT_EQ(ran.status, 2);
    EXPECT_NE(ran.err.find("index.html: cannot be written: it is a folder"), std::string::npos) << ran.err;
    EXPECT_NE(ran.err.find("Before it, 1 file was written to"), std::string::npos) << ran.err;
    EXPECT_EQ(ran.err.find("nothing was changed"), std::string::npos) << ran.err;
    EXPECT_TRUE(fs::exists(folder + "/pages/book.css"));
}

// Whether a terminal can print the text: UTF-8 without control characters.
bool is_clean(const std::string& text) { return io::printable_lines(text) == text; }

TEST_F(Outputs, WordsOfTheInputNeverReachATerminalAsCodes) {
    const std::string odd = "\x1b[31mred\x1b]0;title\x07 \xff\xfe \xc3\x28 \x9b";
    std::ofstream(folder + "/1-" + "odd.md") << "# " << odd << "\nid: " << odd << "\n";
    std::ofstream(folder + "/odd.ptx")
        << "shl.b32 %r2, %r1, 4; // " << odd << "\nand.b32 %r3, %r2, 16383; // " << odd
        << "\nmov.b64 %rd1, {%r3, 1073758272}; // " << odd
        << "\nwgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 {%f0}, %rd1, %rd2, 1, 1, 1, 0, 0;\n";
    std::ofstream(folder + "/odd.log") << "desc_" << odd << " = 0x4000404000010040 " << odd << "\n";
    const std::string strange = folder + "/" + odd.substr(0, 8) + ".json";
    ASSERT_TRUE(io::save_session(strange, {.session = session}));
    for (const std::string& call :
         {"learn --check '" + folder + "/1-odd.md'", "decode --full --origins '" + folder + "/odd.ptx'",
          "decode --origins --json '" + folder + "/odd.ptx'", "decode --full '" + folder + "/odd.log'",
          "decode --csv '" + folder + "/odd.log'", "decode '" + folder + "/odd.log'",
          "check --ptx '" + folder + "/odd.ptx'", "explain '" + odd + "'", "cute '" + odd + "'",
          "report '" + strange + "' -o -", "render '" + strange + "' -o '" + strange + ".svg'",
          "decode '" + odd + "'"}) {
        const Ran ran = run(call);
        EXPECT_TRUE(is_clean(ran.out)) << call << "\n" << printable(ran.out.substr(0, 2000));
        EXPECT_TRUE(is_clean(ran.err)) << call << "\n" << printable(ran.err.substr(0, 2000));
    }
}

}  // namespace
}  // namespace tilescope::cli_test
