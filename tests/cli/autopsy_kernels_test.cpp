// tests/cli/autopsy_kernels_test.cpp -- kernels of two warpgroups: their machine code gives the D that an H100 stored.
// SPDX-License-Identifier: MIT
#include "tests/cli/run_program.h"

#include <tilescope/base/say.h>

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

namespace tilescope::cli_test {
namespace {

namespace fs = std::filesystem;

const fs::path kKernels = fs::path(TILESCOPE_SOURCE_DIR) / ".." / "shared" / "vectors" / "silicon" / "autopsy";

// M = 128: A of the second warpgroup is 64 rows further. Machine code does not state the threads of a block, and A has
// the rows of two warpgroups.
std::string emulate(const std::string& name) {
    const std::string files = (kKernels / name).string();
    return say("emulate ", files, "/sass.txt.gz --chain 0 --a ", files, "/A.bin --b ", files, "/B.bin --against ",
               files, "/D.bin");
}

// In the first one, lbo of B is wrong, and D is what a GPU reads with it. The second one has two stages along K.
TEST(AutopsyKernels, TilesOfTwoWarpgroupsGiveEveryWordOfD) {
    if (!fs::exists(kKernels)) GTEST_SKIP() << "no " << kKernels << ": the project does not contain these recordings";
    for (const char* name : {"bf16_128x128x64_mn", "f16_128x64x128_tma"}) {
        const Ran ran = run(emulate(name));
        EXPECT_EQ(ran.status, 0) << name << "\n" << ran.out << ran.err;
        EXPECT_NE(ran.out.find("words of the dump are equal to the model."), std::string::npos) << name << ran.out;
        EXPECT_NE(ran.err.find("D has the rows of 2 warpgroups"), std::string::npos) << name << ran.err;
    }
}

}  // namespace
}  // namespace tilescope::cli_test
