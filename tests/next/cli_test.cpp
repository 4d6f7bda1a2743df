// tests/next/cli_test.cpp -- the command line with the rows of rows.cmake: lists, help and results.
// SPDX-License-Identifier: MIT
#include "tests/cli/run_program.h"

#include <gtest/gtest.h>

#include <string>

namespace tilescope::cli_test {
namespace {

void expect_has(const Ran& ran, const std::string& text) {
    EXPECT_NE((ran.out + ran.err).find(text), std::string::npos) << "'" << text << "' is missing in:\n"
                                                                 << ran.out << ran.err;
}

TEST(NextProgram, ListsTheRowsInHelpAndRefusals) {
    const Ran help = run("--help");
    expect_has(help, "9.1, 9.4 or 9.5");
    expect_has(help, "sm_130a");
    expect_has(run("--version"), "9.1, 9.4 and 9.5");
    expect_has(run("--edition 9.5 --arch sm_1 decode 0"), "sm_130a");
    expect_has(run("--edition 9.5 encode idesc --kind none"), "f9");
    expect_has(run("tile --major k --type e9m9 --rows 8 --cols 16"), "e5m3");
}

TEST(NextProgram, DecodesEncodesAndChecks) {
    const Ran decoded = run("--edition 9.5 --arch sm_130a decode 0x40c0404000010040 --as smem");
    EXPECT_EQ(decoded.status, 0) << decoded.err;
    expect_has(decoded, "stream");
    const Ran encoded = run("--edition 9.5 encode idesc --kind f9 a_type=e5m3 b_type=e4m3 d_type=f32 m=128 n=64");
    EXPECT_EQ(encoded.status, 0) << encoded.err;
    const Ran check =
        run("--edition 9.5 --arch sm_130a check --mma "
            "'tcgen05.mma.cta_group::1.kind::f9 [d], a, b, idesc, p;'");
    EXPECT_EQ(check.status, 0) << check.out << check.err;
    expect_has(run("--edition 9.5 legality --kind f9"), "e5m3");
    expect_has(run("--edition 9.5 explain sm_130a"), "13.0");
}

TEST(NextProgram, Multiplies) {
    const Ran dot =
        run("dot", R"({"kind":"f9","a_type":"e5m3","b_type":"e5m3","d_type":"f32","a":["0x7c"],"b":["0x80"]})");
    EXPECT_EQ(dot.status, 0) << dot.err;
    expect_has(dot, "0x40400000");
}

}  // namespace
}  // namespace tilescope::cli_test
