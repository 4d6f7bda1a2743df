// tests/unit/support/vectors_test.cpp -- the reader of test vectors, including the cases that must fail.
// SPDX-License-Identifier: MIT
#include "tests/support/vectors.h"

#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>

namespace tilescope::test {
namespace {

TEST(Vectors, SplitsCellsAtCommasOutsideQuotes) {
    EXPECT_EQ(csv_cells("a,\"b,c\",,\"say \"\"x\"\"\""), (std::vector<std::string>{"a", "b,c", "", "say \"x\""}));
}

TEST(Vectors, AMissingFileIsAFailure) { EXPECT_NONFATAL_FAILURE(lines_of("no such file.csv"), "does not exist"); }

// The tile files exist only in packed form.
TEST(Vectors, FindsAPackedFileUnderItsPlainName) {
    const std::string plain = "cutlass/tiles/umma_K_INTER_8b_128x64_mnfirst.csv";
    EXPECT_EQ(lines_of(plain), lines_of(plain + ".gz"));
    EXPECT_EQ(lines_of(plain).size(), 128u);
    EXPECT_NONFATAL_FAILURE(lines_of("values.csv.gz"), "does not exist");
}

TEST(Vectors, AnUnknownColumnIsAFailure) {
    EXPECT_NONFATAL_FAILURE({ Vectors("values.csv").text(0, "no such column"); }, "has no cell");
}

}  // namespace
}  // namespace tilescope::test
