// tests/cli/cases_test.cpp -- output, refusals and exit statuses of the real program: tests/cli/cases.txt.
// SPDX-License-Identifier: MIT
#include "tests/cli/run_program.h"

#include <tilescope/base/say.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope::cli_test {
namespace {

struct Case {
    std::string arguments, input;
    int status = 0;
    std::vector<std::string> out, err;
};

std::vector<Case> all_cases() {
    std::vector<Case> cases;
    std::ifstream in(TILESCOPE_SOURCE_DIR "/tests/cli/cases.txt");
    for (std::string line; std::getline(in, line);) {
        if (line.empty() || line[0] == '#') continue;
        const std::string rest = line.size() > 2 ? line.substr(2) : "";
        switch (line[0]) {
        case '$': cases.push_back({.arguments = rest, .input = {}, .out = {}, .err = {}}); break;
        case '<': cases.back().input += rest + "\n"; break;
        case '?': cases.back().status = std::stoi(rest); break;
        case '|': cases.back().out.push_back(rest); break;
        case '!': cases.back().err.push_back(rest); break;
        default: ADD_FAILURE() << "unknown kind of line: " << line;
        }
    }
    return cases;
}

void expect_in_order(const std::string& text, const std::vector<std::string>& parts, const std::string& arguments) {
    std::size_t at = 0;
    for (const std::string& part : parts) {
        const std::size_t found = text.find(part, at);
        EXPECT_NE(found, std::string::npos) << "tilescope " << arguments << "\nexpected: " << part << "\ngot:\n"
                                            << text;
        at = found == std::string::npos ? at : found + part.size();
    }
}

TEST(Cli, PrintsTheOutputOfEveryCase) {
    const std::vector<Case> cases = all_cases();
    EXPECT_GT(cases.size(), 60u);
    for (const Case& c : cases) {
        const Ran ran = run(c.arguments, c.input);
        EXPECT_EQ(ran.status, c.status) << "tilescope " << c.arguments << "\n" << ran.err;
        expect_in_order(ran.out, c.out, c.arguments);
        expect_in_order(ran.err, c.err, c.arguments);
        // A refusal is one line on standard error. Standard output is empty.
        if (c.status != 2) continue;
        EXPECT_EQ(std::count(ran.err.begin(), ran.err.end(), '\n'), 1) << "tilescope " << c.arguments << "\n"
                                                                       << ran.err;
        EXPECT_TRUE(ran.out.empty()) << "tilescope " << c.arguments << "\n" << ran.out;
        EXPECT_TRUE(ran.err.starts_with("tilescope")) << ran.err;
    }
}

// The verbs of the table that --help lists.
constexpr std::string_view kVerbs[] = {
#define TILESCOPE_VERB(function, name, summary, example) name,
#include "app/cli/verbs.inc"
#undef TILESCOPE_VERB
};

TEST(Cli, TextFitsIn100Columns) {
    std::vector<std::string> calls = {
        "decode 0x4000404000010040",
        "decode 0x0003028100000000",
        "decode 0x5600404000010000",
        "decode 0x08201410 --kind f8f6f4",
        "layout --desc 0x4000404000010040 --major k --type f16 --rows 16 --cols 64",
        "layout --as wgmma --desc 0xc000001001000100 --major k --type f16 --rows 8 --cols 32 --sparse",
        "mask 0x0003028100000000 --m 128 --n 256",
        "formats",
        "formats --edition 9.4",
        "--help",
        "banks --desc 0x4000404000010040 --major k --type f16 --rows 64 --cols 64",
        "emulate tests/data/jobs/wrong_sbo.json",
        "emulate tests/data/jobs/mxf4_ue8m0.json --element 127,127",
        "tmem --m 64 --n 64 --ws --operand a",
        "scale-factors --rows 256 --k 512 --vec 16",
        "explain smem.swizzle idesc.d_type L14 X1 kind::mxf4 128B .sp layout\\ E idesc-mxf4",
        "rules",
        "legality --kind mxf8f6f4 --arch sm_103a --cta-group 2",
        "legality --edition 9.4 --arch sm_107a"};
    for (const std::string_view verb : kVerbs) calls.push_back(std::string(verb) + " --help");
    for (const std::string& arguments : calls) {
        const std::string text = run(arguments).out;
        std::size_t begin = 0;
        for (std::size_t end; (end = text.find('\n', begin)) != std::string::npos; begin = end + 1)
            EXPECT_LE(end - begin, 100u) << arguments << "\n" << text.substr(begin, end - begin);
    }
}

TEST(Cli, AFullDiskIsAnError) {
    const std::string call = "'" TILESCOPE_PROGRAM "' decode 0x1 >/dev/full 2>/dev/null";
    EXPECT_EQ(WEXITSTATUS(std::system(call.c_str())), 2);
}

// Returns the first object in the help as one line. The example of the help reads it from standard input.
std::string shown_input(const std::string& help) {
    const std::size_t begin = help.find("\n  {\""), end = help.find("}\n", begin);
    if (begin == std::string::npos || end == std::string::npos) return {};
    std::string object = help.substr(begin, end + 1 - begin);
    std::erase(object, '\n');
    return object;
}

TEST(Cli, TheHelpOfEveryVerbHasAnExampleThatWorks) {
    for (const std::string_view verb : kVerbs) {
        const Ran help = run(std::string(verb) + " --help");
        EXPECT_EQ(help.status, 0) << verb;
        const std::size_t at = help.out.find("Example:\n  tilescope ");
        ASSERT_NE(at, std::string::npos) << verb << "\n" << help.out;
        const std::size_t begin = at + std::string("Example:\n  tilescope ").size();
        const std::string example = help.out.substr(begin, help.out.find('\n', begin) - begin);
        const Ran ran = run(example, example.ends_with(" -") ? shown_input(help.out) : "");
        // The machine of the test may have no GPU. tests/live runs the example with one.
        const bool lacks_gpu = (verb == "devices" || verb == "run" || verb == "selftest") && ran.status == 3;
        EXPECT_TRUE(ran.status == 0 || lacks_gpu) << example << "\n" << ran.err;
        EXPECT_FALSE(ran.out.empty()) << example;
    }
}

TEST(Cli, RefusesTenMegabytesOfNoiseWithOneSentence) {
    std::mt19937 rng(4);
    std::string noise(10 << 20, ' ');
    for (char& c : noise) c = static_cast<char>(rng() % 256);
    const Ran ran = run("decode -", noise);
    EXPECT_EQ(ran.status, 2);
    EXPECT_NE(ran.err.find("this is not text"), std::string::npos) << ran.err.substr(0, 200);
    EXPECT_LT(ran.err.size(), 200u);
    for (char& c : noise) c = static_cast<char>(' ' + rng() % 95);  // printable characters: some of them are numbers
    const Ran printed = run("decode -", noise);
    EXPECT_TRUE(printed.status >= 0 && printed.status <= 2) << printed.status;
    EXPECT_LT(printed.err.size(), 2000u) << "only the first places, then their number";
    std::string letters(10 << 20, 'z');
    const Ran words = run("decode -", letters);
    EXPECT_EQ(words.status, 2);
    EXPECT_NE(words.err.find("This text contains no descriptor"), std::string::npos) << words.err.substr(0, 200);
    EXPECT_LT(words.err.size(), 500u);
}

// A text that is read as a stream has the same state lines.
TEST(Cli, ALongTextHasItsStateLines) {
    const std::string line = "ts1:HDBTH6vG0upBq9YtkEt6cOmLVFYitZAqjNBKOzS5WgA", rule = std::string(70, '-') + "\n";
    std::string text = "see " + line + " here\n";
    while (text.size() < (1u << 20) + 100'000) text += rule;
    const Ran ran = run("decode -", text);
    EXPECT_EQ(ran.status, 0) << ran.err.substr(0, 300);
    EXPECT_NE(ran.out.find("This is a state line: sm_100a, kind mxf4nvf4."), std::string::npos) << ran.out;
    EXPECT_NE(ran.out.find("a_desc: 0x4000404000010040"), std::string::npos) << ran.out;
    const Ran cut = run("decode -", text + line.substr(0, line.size() - 2) + "\n");
    EXPECT_NE(cut.err.find("state line: it ends after 41 of 43 characters"), std::string::npos) << cut.err;
}

// A mail program breaks lines. What follows is read, and lines keep their numbers.
TEST(Cli, ALongTextHasItsBrokenStateLines) {
    const std::string rule = std::string(70, '-') + "\n", clock = "clock: ts1:\nts1:12\n";
    std::string text = clock + "> see ts1:HDBTH6vG0upBq\n> 9YtkEt6cOmLVFYitZAqjNB\n> KOzS5WgA, which is wrong\n";
    while (text.size() < (1u << 20) + 100'000) text += rule;
    for (const std::string& end : {std::string(), "ts1:HDBTH6vG0upBq=\n" + clock, std::string("ts1:HDBTH6vG0upBq")}) {
        const Ran ran = run("decode - --json", text + end);
        EXPECT_EQ(ran.status, 0) << ran.err.substr(0, 300);
        EXPECT_NE(ran.out.find("0x4000404000010040"), std::string::npos) << ran.out;
        EXPECT_EQ(ran.err.empty(), end.empty()) << ran.err;
    }
    std::string endless = "ts1:";
    for (int i = 0; i < 3000; ++i) endless += std::string(70, '_') + "\n";
    const Ran after = run("decode -", text + endless + "a_desc = 0x4000404000010440\n");
    EXPECT_NE(after.out.find("0x4000404000010440"), std::string::npos) << after.out.substr(0, 3000);
}

// Two words of a long log may share a verdict only if the same rules judge them. These differ in the type of A alone.
TEST(Cli, ALongLogJudgesEveryInstructionDescriptor) {
    std::string log;
    for (unsigned n = 1; n <= 32; ++n)
        log += say("idesc=", hex(0x08000010u | n << 17), "\nidesc=", hex(0x08000390u | n << 17), "\n");
    std::string text;
    while (text.size() < (2u << 20)) text += log;
    const Ran ran = run("decode -", text);
    const std::size_t wrong = text.size() / log.size() * 32;
    EXPECT_NE(ran.out.find(say("In ", wrong, " words, first on line 2:")), std::string::npos)
        << ran.out.substr(0, 3000);
}

TEST(Cli, SaysHowManyGroupsItLeavesOff) {
    std::string text;
    for (const std::string_view stage : {"stage 0: ", "stage 1: "})
        for (int i = 0; i < 52; ++i)
            text += say(stage, static_cast<char>('a' + i / 26), static_cast<char>('a' + i % 26),
                        stage[6] == '0' ? "_desc=0x4000404000010040\n" : "_desc=0x4000408000010440\n");
    const Ran ran = run("decode -", text);
    EXPECT_NE(ran.out.find("sbo differs in words named aa_desc: 1024 in 1 (stage 0), 2048 in 1 (stage 1).\n"),
              std::string::npos)
        << ran.out;
    EXPECT_TRUE(ran.out.ends_with("\n2 more groups differ.\n")) << ran.out;
}

TEST(Cli, LinksNothingThatNeedsADisplay) {
    if (std::system("command -v readelf >/dev/null 2>&1") != 0)
        GTEST_SKIP() << "readelf is not installed (Debian: binutils)";
    const std::string list = "readelf -d '" TILESCOPE_PROGRAM
                             "' | grep NEEDED | grep -iE 'imgui|glfw|libGL|libOpenGL|libX11|cuda' >/dev/null";
    EXPECT_NE(std::system(list.c_str()), 0) << "the command line links a library of the window";
    const std::string any = "readelf -d '" TILESCOPE_PROGRAM "' | grep NEEDED >/dev/null";
    EXPECT_EQ(std::system(any.c_str()), 0) << "the list of needed libraries could not be read";
}

// A copy of the program on a GPU server must start there. The README names the oldest C library.
TEST(Cli, NeedsOnlyLibrariesThatEveryLinuxServerHas) {
    if (std::string_view(TILESCOPE_PORTABLE) != "ON")
        GTEST_SKIP() << "built with TILESCOPE_PORTABLE=OFF, or an archive is missing (the configure step names it)";
    if (std::system("command -v readelf >/dev/null 2>&1") != 0)
        GTEST_SKIP() << "readelf is not installed (Debian: binutils)";
    const std::string needed =
        "readelf -d '" TILESCOPE_PROGRAM
        "' | grep NEEDED | grep -vE '\\[(libc|libm|libgcc_s|libpthread|libdl|ld-linux[a-z0-9-]*)\\.so\\.[0-9]+\\]'";
    EXPECT_NE(std::system(needed.c_str()), 0) << "the program needs a library that a server may not have";
    const std::string newer = "readelf -V '" TILESCOPE_PROGRAM
                              "' | grep -oE 'GLIBC_2\\.[0-9]+' | sort -u | grep -E '2\\.(3[5-9]|[4-9][0-9])'";
    EXPECT_NE(std::system(newer.c_str()), 0) << "the program needs a C library newer than 2.34";
}

}  // namespace
}  // namespace tilescope::cli_test
