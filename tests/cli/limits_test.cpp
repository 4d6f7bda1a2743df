// tests/cli/limits_test.cpp -- limits of memory, threads, files and output: one sentence, no crash, no endless wait.
// SPDX-License-Identifier: MIT
#include "app/io/file.h"
#include "app/io/folder.h"
#include "app/io/prefs_file.h"
#include "app/io/program.h"
#include "app/io/row_pool.h"
#include "tests/cli/run_program.h"
#include "tests/support/sanitized.h"
#include "tests/support/temporary_folder.h"

#include <tilescope/base/say.h>
#include <tilescope/formats/idesc.h>
#include <tilescope/formats/smem.h>

#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <stdexcept>
#include <thread>

namespace tilescope::cli_test {
namespace {

namespace fs = std::filesystem;

class Limits : public test::FolderTest {
protected:
    void SetUp() override {
        alarm(120);  // ends a test that waits forever
    }
    void TearDown() override { alarm(0); }

    // Runs a shell line in which $T is the program. Stores the text of both output streams in `output`.
    int shell(const std::string& line) {
        const std::string out = folder + "/output";
        const int status = std::system(
            ("cd '" TILESCOPE_SOURCE_DIR "' && T='" TILESCOPE_PROGRAM "'; { " + line + "; } >'" + out + "' 2>&1")
                .c_str());
        output = *io::read_text(out);
        return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
    }
    void expect_sentence(const std::string& line, int status, const std::string& part) {
        EXPECT_EQ(shell(line), status) << line << "\n" << output;
        EXPECT_EQ(std::ranges::count(output, '\n'), 1) << line << "\n" << output;
        EXPECT_NE(output.find(part), std::string::npos) << line << "\n" << output;
    }
    std::string output;
};

TEST_F(Limits, ReportsOutputThatIsFullOrClosed) {
    for (const char* call : {"--help", "--version", "decode --help", "decode 0x1", "decode 0x1 --json", "rules --csv",
                             "cute '(512,512):(512,1)' --csv"}) {
        expect_sentence(std::string("\"$T\" ") + call + " >/dev/full", 2,
                        "standard output cannot be written: No space");
        expect_sentence(std::string("\"$T\" ") + call + " >&-", 2, "standard output cannot be written: Bad file");
    }
    expect_sentence("\"$T\" emulate - <&-", 2, "standard input: cannot be read: Bad file descriptor");
    expect_sentence("\"$T\" decode </tmp", 2, "standard input: cannot be read: Is a directory");
}

TEST_F(Limits, AFileOpenedWhileOutputIsClosedGetsNoOutput) {
    const std::string svg = folder + "/a.svg";
    EXPECT_EQ(
        shell("\"$T\" layout --desc 0x4000404000010040 --major k --type f16 --rows 8 --cols 64 --svg " + svg + " >&-"),
        2);
    EXPECT_TRUE(io::read_text(svg)->ends_with("</svg>\n"));
}

TEST_F(Limits, RefusesInputWithoutEnd) {
    const std::string compare =
        "compare --desc 0x4000404000010040 --major k --type f16 --rows 8 --cols 64 --tensor-map ";
    for (const std::string& call : {std::string("emulate "), compare, std::string("dot ")}) {
        expect_sentence("\"$T\" " + call + "/dev/zero", 2, "/dev/zero: is not a file; give a file.");
        expect_sentence("\"$T\" " + call + "- </dev/zero", 2, "has more than 67108864 bytes");
    }
    const std::string big = folder + "/big.json";
    std::ofstream(big) << "{";
    fs::resize_file(big, 256u << 20);
    for (const std::string& call : {std::string("emulate "), compare})
        expect_sentence("\"$T\" " + call + big, 2, "has 268435456 bytes; the limit is 67108864.");
}

TEST_F(Limits, ReadsAPipeOnlyIfTheUserNamesIt) {
    const std::string pipe = folder + "/prefs.json";
    ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
    EXPECT_EQ(io::load_prefs(pipe).why, pipe + ": is not a file; give a file. The defaults are used.");
    EXPECT_NE(io::load_prefs("/dev/zero").why.find("is not a file"), std::string::npos);
    std::thread writer([&] { std::ofstream(pipe) << "from a pipe"; });
    EXPECT_EQ(*io::read_text(pipe), "from a pipe");
    writer.join();
    std::stop_source stop;
    std::thread stopper([&] { stop.request_stop(); });
    EXPECT_NE(io::read_text(pipe, 10, stop.get_token()).why.find("canceled"), std::string::npos);
    stopper.join();
    std::ofstream(folder + "/eleven") << "eleven char";
    EXPECT_EQ(io::read_text(folder + "/eleven", 10).why, folder + "/eleven: has 11 bytes; the limit is 10.");
}

TEST_F(Limits, ReportsTooLittleMemoryWithOneSentence) {
    if (test::kSanitized) GTEST_SKIP() << "the sanitizer reserves more address space than any limit";
    expect_sentence("head -c 60000000 /dev/zero | (ulimit -v 60000; \"$T\" emulate -)", 2,
                    "there is not enough memory");
}

// 10 MB of a log with 16,000 different words.
TEST_F(Limits, ReadsALongLogWithLittleMemory) {
    if (test::kSanitized) GTEST_SKIP() << "the sanitizer reserves more address space than any limit";
    const std::string log =
        "seq 120000 | awk '{printf \"[%d] a_desc=0x40004040%08x idesc=0x08200490\\n\", $1, 65600 + $1 % 16000}'";
    ASSERT_EQ(shell(log + " | (ulimit -v 65536; \"$T\" decode)"), 0) << output;
    EXPECT_NE(output.find("120000 words, 16000 different"), std::string::npos) << output;
    EXPECT_LT(output.size(), 5000u) << "a screen";
    ASSERT_EQ(shell(log + " | (ulimit -v 65536; \"$T\" decode --csv) | wc -l"), 0);
    EXPECT_EQ(output, say(1 + 16000 * kSmem91.fields.size() + kIdescF16_91.fields.size(), "\n"));
}

// Some of many random numbers have the bits of a descriptor. paste() sees a block of a log only.
TEST_F(Limits, ALogOfOtherNumbersHasNoWord) {
    std::mt19937_64 random(5);
    const auto write = [&](const char* name, bool words) {
        std::ofstream out(folder + name);
        for (unsigned i = 0; i < 2000; ++i) {
            out << "t=" << i << " key=" << hex(random(), 16) << " val=" << hex(random(), 16);
            if (words) out << " x=" << hex(0x4000404000010000 + i % 64 * 2, 16);
            out << "\n";
        }
    };
    write("/other.log", false);
    expect_sentence("\"$T\" decode '" + folder + "/other.log'", 2, "no descriptor");
    write("/mixed.log", true);
    EXPECT_EQ(shell("\"$T\" decode --csv '" + folder + "/mixed.log'"), 0);
    EXPECT_EQ(std::ranges::count(output, '\n'), 1 + 64 * static_cast<long>(kSmem91.fields.size()))
        << output.substr(0, 2000);
}

// A line of 1.3 MB is read in parts, which end between numbers.
TEST_F(Limits, ALongLineLosesAndInventsNoWord) {
    std::ofstream out(folder + "/line.txt");
    out << "0x4000404000010046 ";
    for (unsigned i = 0; i < 70'000; ++i) out << "0x4000404000010040 ";
    out.close();
    EXPECT_EQ(shell("\"$T\" decode '" + folder + "/line.txt'"), 0) << output.substr(0, 2000);
    EXPECT_NE(output.find("70001 words"), std::string::npos) << output.substr(0, 2000);
    for (const char* word : {"1     0x4000404000010046", "1     0x4000404000010040"})
        EXPECT_NE(output.find(word), std::string::npos) << output.substr(0, 2000);
}

TEST_F(Limits, MoreWordsThanOnePasteKeepsAreAllPrinted) {
    std::ofstream out(folder + "/words.txt");
    for (unsigned i = 0; i < 12'000; ++i) out << hex(0x4000404000010000 + i, 16) << "\n";
    out.close();
    EXPECT_EQ(shell("\"$T\" decode --csv '" + folder + "/words.txt' | cut -d, -f2 | uniq | wc -l"), 0);
    EXPECT_EQ(output, "12001\n");
}

TEST_F(Limits, ALongTextIsRefusedLikeAShortOne) {
    expect_sentence("yes 0x4000404000010040 | head -n 70000 | \"$T\" decode --as idesc", 2, "more than the 32 bits");
    expect_sentence("\"$T\" decode tests", 2, "'tests' is a folder. Give the name of a file.");
    EXPECT_EQ(shell("\"$T\" decode --json 0x4000404000010040 hello 2>/dev/null | tail -n 1"), 0);
    EXPECT_EQ(output, "]\n") << "the words before the refusal are a whole document";
}

// The disassembler is a script without an end. The file is so large that its output has no limit here.
TEST_F(Limits, CtrlCEndsTheDisassemblerToo) {
    ASSERT_EQ(shell("printf '#!/bin/sh\\nexec yes desc_a=0x4000404000010040\\n' >'" + folder +
                    "/cuobjdump'; chmod +x '" + folder + "/cuobjdump'; printf '\\177ELF' >'" + folder +
                    "/k.cubin'; truncate -s 1G '" + folder + "/k.cubin'"),
              0);
    EXPECT_EQ(shell("PATH='" + folder + "':\"$PATH\" timeout --preserve-status -s INT 1 \"$T\" decode '" + folder +
                    "/k.cubin'"),
              130);
    EXPECT_NE(output.find("desc_a: 0x4000404000010040"), std::string::npos) << output.substr(0, 500);
}

TEST_F(Limits, ADisassemblerThatPrintsForEverIsEnded) {
    ASSERT_EQ(shell("printf '#!/bin/sh\\nexec yes desc_a=0x4000404000010040\\n' >'" + folder +
                    "/cuobjdump'; chmod +x '" + folder + "/cuobjdump'; printf '\\177ELF' >'" + folder + "/k.cubin'"),
              0);
    expect_sentence("PATH='" + folder + "':\"$PATH\" \"$T\" decode '" + folder + "/k.cubin'", 2,
                    "has printed more than 16781216 bytes and was ended. Run it yourself, and give its output");
}

TEST_F(Limits, EndlessInputStopsWithCtrlCAndItsWordsArePrinted) {
    // The shell keeps the pipe open for writing as long as the program runs.
    const std::string pipe = folder + "/pipe";
    EXPECT_EQ(shell("mkfifo " + pipe + " && exec 3<>" + pipe +
                    " && echo a_desc=0x4000404000010040 >&3 && "
                    "timeout --preserve-status -s INT 1 \"$T\" decode <" +
                    pipe),
              130);
    EXPECT_NE(output.find("a_desc: 0x4000404000010040"), std::string::npos) << output;
    EXPECT_EQ(shell("yes '[0] a_desc=0x4000404000010040 idesc=0x08200490' | timeout --preserve-status -s INT 2 \"$T\" "
                    "decode --json | tail -n 2"),
              0);
    EXPECT_EQ(output, "  }\n]\n") << "the document is complete";
}

// The disassembler is a script that prints a listing, so the test needs no CUDA toolkit.
TEST_F(Limits, CompiledCodeIsReadAsItsDisassembly) {
    std::ofstream(folder + "/kernel.cubin") << "\x7f"
                                               "ELF with machine code";
    std::ofstream(folder + "/cuobjdump")
        << "#!/bin/sh\n[ \"$1 $2\" = \"-sass " << folder << "/kernel.cubin\" ] || exit 5\n"
        << "echo '/*0000*/ UMOV UR4, 0x10040 ;'\necho '/*0010*/ UMOV UR5, 0x40004040 ;'\n"
        << "echo '/*0020*/ UMOV UR6, 0x10440 ;'\necho '/*0030*/ UMOV UR7, 0x40004040 ;'\n"
        << "echo '/*0040*/ UMOV UR9, 0x8200490 ;'\n"
        << "echo '/*0050*/ UTCHMMA gdesc[UR4], gdesc[UR6], tmem[UR8], tmem[UR8], idesc[UR9], !UPT ;'\n";
    fs::permissions(folder + "/cuobjdump", fs::perms::owner_all);
    EXPECT_EQ(shell("PATH=\"" + folder + ":$PATH\" \"$T\" decode " + folder + "/kernel.cubin"), 0) << output;
    EXPECT_NE(output.find("0x4000404000010040"), std::string::npos) << output;
    EXPECT_EQ(shell("PATH=\"" + folder + ":$PATH\" \"$T\" decode - < " + folder + "/kernel.cubin"), 2);
    EXPECT_NE(output.find("give the name of its file"), std::string::npos) << output;
    EXPECT_EQ(shell("gzip -c '" TILESCOPE_SOURCE_DIR "/tests/data/programs/k_loop.ptx' | \"$T\" check --ptx -"), 0)
        << output;
    EXPECT_NE(output.find("3 instructions were checked; 0 have a problem"), std::string::npos) << output;
    std::ofstream(folder + "/cuobjdump") << "#!/bin/sh\nexit 255\n";
    EXPECT_EQ(shell("PATH=\"" + folder + ":$PATH\" \"$T\" decode " + folder + "/kernel.cubin"), 2);
    EXPECT_NE(output.find("ended with an error"), std::string::npos) << output;
}

// The machine lacks what is needed: this is not a mistake of the call.
TEST_F(Limits, CompiledCodeNeedsADisassembler) {
    if (fs::exists("/usr/local/cuda/bin/cuobjdump") || fs::exists("/usr/local/cuda/bin/nvdisasm"))
        GTEST_SKIP() << "a disassembler is where CUDA is usually installed";
    std::ofstream(folder + "/kernel.cubin") << "\x7f"
                                               "ELF with machine code";
    for (const char* verb : {"decode", "session", "emulate", "report -o -", "export --to ptx"})
        expect_sentence(
            "PATH='" + folder + "' CUDA_HOME='" + folder + "' \"$T\" " + verb + " '" + folder + "/kernel.cubin'", 3,
            "neither cuobjdump nor nvdisasm is installed");
}

// A quarter of a million elements: a JSON tree or rows of cells would not fit in the memory.
TEST_F(Limits, WritesLongAnswersWithLittleMemory) {
    if (test::kSanitized) GTEST_SKIP() << "the sanitizer reserves more address space than any limit";
    const std::string tile = "--desc 0x4000404000010040 --major k --type f16 --rows 512 --cols 512";
    EXPECT_EQ(shell("(ulimit -v 60000; \"$T\" layout " + tile + " --json 2>/dev/null) | tail -n 9"), 0);
    EXPECT_EQ(output.substr(0, output.find("\"byte\"")), "      \"row\": 511,\n      \"col\": 511,\n      ") << output;
    EXPECT_TRUE(output.ends_with("    }\n  ]\n}\n")) << output;
    EXPECT_EQ(shell("(ulimit -v 60000; \"$T\" cute '(512,512):(512,1)' --csv) | tail -n 1"), 0);
    EXPECT_EQ(output, "511,511,262143\n");
}

TEST_F(Limits, WithoutMoreThreadsOneThreadDoesTheWork) {
    if (test::kSanitized) GTEST_SKIP() << "the sanitizer reserves more address space than any limit";
    // The stack of a thread has the size of the stack limit, which is larger than all memory here.
    ASSERT_EQ(shell("(ulimit -v 700000; ulimit -s 4000000; \"$T\" emulate tests/data/jobs/wrong_sbo.json)"), 0)
        << output;
    const std::string alone = output;
    ASSERT_EQ(shell("\"$T\" emulate tests/data/jobs/wrong_sbo.json"), 0);
    EXPECT_EQ(output, alone);
}

TEST(RowPoolLimits, AnExceptionInAnyThreadReachesTheCallerAndThePoolStillWorks) {
    io::RowPool pool(4);
    for (int i = 0; i < 20; ++i)
        EXPECT_THROW(pool.run(1000,
                              [](unsigned first, unsigned) {
                                  if (first > 300) throw std::bad_alloc();
                              }),
                     std::bad_alloc);
    std::atomic<unsigned> rows = 0;
    pool.run(1000, [&](unsigned first, unsigned last) { rows += last - first; });
    EXPECT_EQ(rows, 1000u);
}

TEST(Options, AnAmountMustBeFiniteAndInItsRange) {
    EXPECT_EQ(*io::read_amount("1.5", 0.5, 4), 1.5);
    EXPECT_EQ(*io::read_amount("0", 0, 10), 0);
    EXPECT_EQ(*io::read_amount("1e-3", 0, 10), 0.001);
    for (const char* text : {"nan", "inf", "-inf", "infinity", "", " 1", "1 ", "1,5", "-1", "11", "1e999", "0x1"})
        EXPECT_EQ(io::read_amount(text, 0, 10).why, std::string("'") + text + "' is not a number from 0 to 10");
}

TEST_F(Limits, UserFoldersAreAbsoluteAndForTheirOwnerOnly) {
    const auto set = [](const char* name, const std::string& value) { setenv(name, value.c_str(), 1); };
    const std::string home = std::getenv("HOME") ? std::getenv("HOME") : "";
    set("HOME", folder);
    for (const char* relative : {"", "relative", "./here", "~"}) {
        set("XDG_STATE_HOME", relative);
        set("XDG_CONFIG_HOME", relative);
        EXPECT_EQ(io::state_folder(), folder + "/.local/state/tilescope");
        EXPECT_EQ(io::config_folder(), folder + "/.config/tilescope");
        EXPECT_EQ(io::prefs_path(), folder + "/.config/tilescope/prefs.json");
    }
    set("XDG_STATE_HOME", folder + "/state");
    EXPECT_EQ(io::state_folder(), folder + "/state/tilescope");
    set("HOME", "relative");
    EXPECT_EQ(io::config_folder(), "");
    set("HOME", home);
    unsetenv("XDG_STATE_HOME");
    unsetenv("XDG_CONFIG_HOME");
    const auto mode_of = [](const std::string& path) {
        struct stat about {};
        return stat(path.c_str(), &about) == 0 ? about.st_mode & 07777 : 0;
    };
    ASSERT_TRUE(io::make_user_folder(folder + "/state/tilescope"));
    EXPECT_EQ(mode_of(folder + "/state"), 0700u);
    EXPECT_EQ(mode_of(folder + "/state/tilescope"), 0700u);
    ASSERT_EQ(chmod((folder + "/state/tilescope").c_str(), 0755), 0);
    ASSERT_TRUE(io::write_text(folder + "/state/tilescope/.tilescope-0123456789abcdef.new", "left"));
    ASSERT_TRUE(io::make_user_folder(folder + "/state/tilescope"));
    EXPECT_EQ(mode_of(folder + "/state/tilescope"), 0700u);
    EXPECT_TRUE(fs::is_empty(folder + "/state/tilescope")) << "partial files of killed programs are removed";
    EXPECT_FALSE(io::make_user_folder(""));
}

TEST_F(Limits, RefusesALongTextThatIsNoTopicAtOnce) {
    expect_sentence("timeout 20 \"$T\" explain \"$(head -c 100000 /dev/zero | tr '\\0' a)\"", 2, "is not a topic");
    EXPECT_LT(output.size(), 500u);
}

}  // namespace
}  // namespace tilescope::cli_test
