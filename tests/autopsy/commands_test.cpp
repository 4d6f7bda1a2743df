// tests/autopsy/commands_test.cpp -- the commands `ts ...` and the printed values, in a running debugger.
// SPDX-License-Identifier: MIT
#include "tests/autopsy/debugger.h"
#include "tests/support/temporary_folder.h"

#include <tilescope/base/say.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope::autopsy_test {
namespace {

void has(const Ran& ran, std::initializer_list<std::string_view> parts) {
    for (const std::string_view part : parts)
        EXPECT_NE(ran.out.find(part), std::string::npos) << part << "\n---\n" << ran.out << "---\n" << ran.err;
    EXPECT_EQ((ran.out + ran.err).find("Traceback"), std::string::npos) << ran.err;
}

// The types have the members of CUTLASS's cute/arch/mma_sm90_desc.hpp and mma_sm100_desc.hpp that matter here.
constexpr std::string_view kProgram = R"(#include <cstdint>
namespace cute {
union GmmaDescriptor { std::uint64_t desc_; std::uint32_t reg32_[2]; };
namespace UMMA {
union SmemDescriptor { std::uint64_t desc_; struct { std::uint32_t lo, hi; }; };
union InstrDescriptor { std::uint32_t desc_; };
}
}
namespace cute { struct DescriptorIterator { UMMA::SmemDescriptor desc_; }; }
struct Params { std::uint64_t desc_a; std::uint64_t a_count; int n; };
volatile std::uint64_t sink;
int main() {
    cute::GmmaDescriptor g{0x4000004000010040u};
    cute::UMMA::SmemDescriptor s{0x4000404000010240u};
    cute::UMMA::InstrDescriptor i{0x08200490u};
    std::uint64_t desc_b = 0x4000404000010040u, number = 0x4000404000010040u;
    std::uint32_t idesc = 0x08200490u, low = 0x10040u, high = 0x40000040u;
    Params params{0x4000004000010040u, 7, 3};
    cute::DescriptorIterator it{s};
    std::uint64_t stage_desc[2] = {0x4000004000010040u, 0x4000004000010440u}, desc_count = 2;
    sink = g.desc_ + s.desc_ + i.desc_ + desc_b + number + idesc + low + high + params.n + it.desc_.desc_ +
        stage_desc[1] + desc_count;
    return 0;
}
)";

class HostProgram : public test::FolderTest {
protected:
    void SetUp() override {
        if (const std::string why = missing(true); !why.empty()) GTEST_SKIP() << why;
        std::ofstream(folder + "/program.cpp") << kProgram;
        const Ran compiled =
            shell(say(TILESCOPE_CXX " -std=c++17 -g -O0 -o ", folder, "/program ", folder, "/program.cpp"));
        ASSERT_EQ(compiled.status, 0) << compiled.err;
    }
    Ran at_the_end(std::vector<std::string> commands) {
        commands.insert(commands.begin(), {"break program.cpp:23", "run"});
        return gdb({}, commands, folder + "/program");
    }
    // The output of each command has these parts.
    struct Row {
        std::string command;
        std::vector<std::string_view> parts;
    };
    void each_has(const std::vector<Row>& rows) {
        std::vector<std::string> commands;
        for (const Row& row : rows) commands.insert(commands.end(), {"echo @@\\n", row.command});
        const Ran ran = at_the_end(commands);
        EXPECT_EQ(ran.err.find("Traceback"), std::string::npos) << ran.err;
        std::size_t at = 0;
        for (const Row& row : rows) {
            at = ran.out.find("@@\n", at);
            ASSERT_NE(at, std::string::npos) << ran.out << ran.err;
            const std::string said = ran.out.substr(at + 3, ran.out.find("@@\n", at + 3) - at - 3);
            at += 3;
            for (const std::string_view part : row.parts)
                EXPECT_NE(said.find(part), std::string::npos) << row.command << ": " << part << '\n' << said << ran.err;
        }
    }
};

TEST_F(HostProgram, AWordIsAnExpressionOrTwoHalves) {
    each_has({{"ts word g", {"Hopper wgmma", "0x400 (1024 bytes)"}},
              {"ts word s", {"tcgen05 shared-memory descriptor", "0x2400"}},
              {"ts word desc_b", {"0x4000404000010040", "128B"}},
              {"ts word low high", {"0x4000004000010040", "Hopper wgmma"}},
              {"ts word \"(unsigned long)high << 32 | low\"", {"0x4000004000010040"}},
              {"ts word it", {"tcgen05 shared-memory descriptor", "0x2400"}},
              {"ts word stage_desc[1]", {"0x4000004000010440"}},
              {"ts word s --as wgmma", {"Hopper wgmma", "0x2400"}}});
}

TEST_F(HostProgram, AnInstructionDescriptorHasAKind) {
    each_has({{"ts idesc idesc --kind f16", {"kind f16", "128 columns", "bf16"}},
              {"ts idesc i --kind tf32", {"kind tf32"}},
              {"ts idesc \"(unsigned long)idesc << 32\" --kind f16", {"0x08200490", "128 columns"}}});
}

TEST_F(HostProgram, DescriptorsArePrintedWithTheirFields) {
    each_has(
        {{"print g", {"= 0x4000004000010040 (start 1024 bytes (0x400)", "swizzle 128B"}},
         {"print s", {"0x4000404000010240 (start 9216 bytes"}},
         {"print i", {"0x08200490 (", "n 128 columns"}},
         {"print number", {"= 4611756662049538112\n"}},
         {"info locals",
          {"desc_b = 0x4000404000010040 (start", "idesc = 0x08200490 (", "low = 65600", "number = 4611756662049538112",
           "{desc_a = 0x4000004000010040 (start", "a_count = 7", "it = {desc_ = 0x4000404000010240 (start",
           "stage_desc = {0x4000004000010040 (start", "desc_count = 2"}},
         {"ts locals", {"params.desc_a = 0x4000004000010040  start", "g = 0x4000004000010040  start"}}});
}

// Variables are constants, in registers, or gone.
TEST_F(HostProgram, AnOptimizedBuildHasTheWordsThatItKeeps) {
    const Ran compiled =
        shell(say(TILESCOPE_CXX " -std=c++17 -g -O2 -o ", folder, "/program ", folder, "/program.cpp"));
    ASSERT_EQ(compiled.status, 0) << compiled.err;
    const Ran ran = gdb({}, {"break main", "run", "next", "ts locals", "info locals", "ts word it", "ts word s"},
                        folder + "/program");
    has(ran, {"desc_b = 0x4000404000010040  start"});
    EXPECT_EQ(ran.err.find("has no member desc_"), std::string::npos) << ran.err;
    EXPECT_EQ(ran.err.find("Python Exception"), std::string::npos) << ran.err;
}

TEST_F(HostProgram, WithoutTheProgramTilescopeValuesAreStillPrinted) {
    const Ran ran =
        shell(say("env -u TILESCOPE PATH=/usr/bin:/bin gdb -nx -batch -ex 'source assets/debugger/tilescope_gdb.py'"
                  " -ex 'break program.cpp:23' -ex run -ex 'print g' -ex 'ts word g' --args ",
                  folder, "/program"));
    has(ran, {"= 0x4000004000010040\n"});
    EXPECT_NE(ran.err.find("The program tilescope was not found."), std::string::npos) << ran.err;
}

TEST_F(HostProgram, RefusalsAreOneSentence) {
    const std::pair<const char*, const char*> rows[] = {
        {"ts word", "Give one expression, or two halves"},
        {"ts word nothing", "No symbol \"nothing\""},
        {"ts word params", "has 24 bytes; a word has 4 or 8"},
        {"ts word &g", "is a pointer; give what it points to"},
        {"ts word 1.5", "'double' is not the type of a word"},
        {"ts word main", "is not the type of a word"},
        {"ts word $none", "is not the type of a word"},
        {"ts wrod g", "Undefined ts command"},
        {"ts word g s", "half a word has 32 bits"},
        {"ts idesc idesc --kid f16", "The option --kid is unknown"},
        {"ts idesc idesc --kind", "--kind needs a value"},
        {"ts mma", "no MMA"},
        {"ts regs", "no uniform register"},
        {"ts tile", "no MMA"},
        {"ts tile g", "give --type, --rows, --cols"},
        {"ts tile g --type f16 --rows 8 --cols 16", "can be read as shared memory"},
        {"ts why", "No kernel has the focus"},
        {"ts record", "needs the variable"}};
    std::vector<std::string> commands;
    for (const auto& row : rows) commands.emplace_back(row.first);
    const Ran ran = at_the_end(commands);
    for (const auto& [command, part] : rows)
        EXPECT_NE(ran.err.find(part), std::string::npos) << command << '\n' << ran.err;
    EXPECT_EQ(ran.err.find("Traceback"), std::string::npos) << ran.err;
    EXPECT_EQ(ran.err.find("Python Exception"), std::string::npos) << ran.err;
}

TEST(GdbInit, ItsLineGivesTheCommands) {
    if (const std::string why = missing(); !why.empty()) GTEST_SKIP() << why;
    const Ran ran = shell("line=$('" TILESCOPE_PROGRAM
                          "' gdb-init); "
                          "env -u TILESCOPE gdb -nx -batch -ex \"$line\" -ex 'ts word 0x10040 0x40000040'");
    has(ran, {"0x4000004000010040", "Hopper wgmma"});
}

class AtAnMma : public test::FolderTest {
protected:
    void SetUp() override {
        if (const std::string why = missing(); !why.empty()) GTEST_SKIP() << why;
    }
    // At the kernel's entry, or at the second MMA of the recording.
    Ran ask(const std::string& name, const std::vector<std::string>& commands, bool at_mma = true) {
        std::vector<std::string> all = {"set pagination off", "standin set cuda break_on_launch application",
                                        "standin run"};
        if (at_mma) all.insert(all.end(), {"standin break *$second_mma", "standin continue"});
        all.insert(all.end(), commands.begin(), commands.end());
        return gdb(standin_settings(say(R"({"recording": ")", recording(name), "\"}")), all);
    }
};

TEST_F(AtAnMma, TheMmaHereHasItsWords) {
    has(ask("wrong_sbo", {"ts mma"}), {"IGMMA.64x64x32.S8.S8 R24,gdesc[UR8],R24", "it runs next", "descriptor of A",
                                       "0x4000004000010042", "descriptor of B", "0x4000002000010242", "512 bytes"});
    has(ask("wrong_sbo", {"ts mma"}, false), {"the first one; the program counter is before it"});
}

// Behind a loop, the compiler closes the group with an MMA of its own.
TEST_F(AtAnMma, TheMmaThatClosesAGroupComputesNothing) {
    constexpr std::string_view kLoop = "tf32_64x64x64_loop";
    if (std::ranges::none_of(recordings(), [](const std::string& name) { return name.ends_with(kLoop); }))
        GTEST_SKIP() << "no " << kLoop;
    has(ask(std::string(kLoop), {"ts mma"}), {"RZ,gdesc[URZ]", "It computes nothing: it only closes a group of MMAs."});
}

TEST_F(AtAnMma, TheRegistersAreShownWithTheirWords) {
    has(ask("wrong_sbo", {"ts regs"}),
        {"UR8=00010042", "UR11=40000020", "UR10  descriptor of B        0x4000002000010242"});
}

TEST_F(AtAnMma, SharedMemoryIsDrawnAsTheTile) {
    const Ran ran = ask("right", {"ts tile b"});
    has(ran, {"0x4004004000010292  f16, k-major, 48 x 16"});
    EXPECT_EQ(std::ranges::count(ran.out.substr(ran.out.find("k-major")), '\n'), 49);
    has(ask("right", {"ts tile 0x4008004000010062 --type f16 --rows 64 --cols 16"}), {"k-major, 64 x 16"});
}

TEST_F(AtAnMma, WhySaysWhatAutopsySays) {
    const Ran ran = ask("wrong_sbo", {"ts why"});
    has(ran, {"s8_64x64x128_q", "0x4000002000010242"});
}

TEST_F(AtAnMma, TheMmaOfAnExceptionIsThatOfErrorpc) {
    const Ran ran = ask("outside", {"standin continue", "ts mma"}, false);
    has(ran, {"where the error is", "0x4000040000010040", "16384 bytes"});
    has(ask("outside", {"standin continue", "ts why"}, false),
        {"Warp Out-of-range Address", "sbo of A is 16384", "Chain 1, warpgroup 1"});
}

}  // namespace
}  // namespace tilescope::autopsy_test
