// tests/docs/hardened_test.cpp -- the built programs have the protections of cmake/Hardening.cmake.
// SPDX-License-Identifier: MIT
#include "tests/docs/output_of.h"

#include <gtest/gtest.h>

#include <string>

namespace tilescope {
namespace {

class Hardened : public testing::TestWithParam<const char*> {
protected:
    void SetUp() override {
        if (std::string(TILESCOPE_HARDENED) != "ON") GTEST_SKIP() << "the sanitizers have checks of their own";
        if (std::string(GetParam()).empty()) GTEST_SKIP() << "this tree has no window program";
    }
    std::string readelf(const std::string& options) const {
        return output_of("readelf --wide " + options + " '" TILESCOPE_BINARY_DIR "/" + GetParam() + "'");
    }
};

TEST_P(Hardened, IsLoadedAtARandomAddressAndItsTablesAreReadOnly) {
    EXPECT_NE(readelf("-h").find("DYN (Position-Independent Executable"), std::string::npos);
    EXPECT_NE(readelf("-l").find("GNU_RELRO"), std::string::npos);
    const std::string dynamic = readelf("-d");
    EXPECT_NE(dynamic.find("BIND_NOW"), std::string::npos) << dynamic;
}

TEST_P(Hardened, ChecksTheStackAndContainers) {
    const std::string symbols = readelf("--symbols");
    EXPECT_NE(symbols.find("__stack_chk_fail"), std::string::npos);
    EXPECT_NE(symbols.find("__glibcxx_assert_fail"), std::string::npos);
    if (std::string(TILESCOPE_BUILD_TYPE) == "Debug") return;
    EXPECT_NE(symbols.find("_chk@GLIBC"), std::string::npos) << "the checked functions of the C library";
}

INSTANTIATE_TEST_SUITE_P(Of, Hardened, testing::Values("app/cli/tilescope", TILESCOPE_WINDOW),
                         [](const auto& program) { return program.index == 0 ? "CommandLine" : "Window"; });

}  // namespace
}  // namespace tilescope
