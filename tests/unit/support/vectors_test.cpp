// tests/unit/support/vectors_test.cpp -- the vector reader, including what must fail.
// SPDX-License-Identifier: MIT
#include "tests/support/vectors.h"

#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>

namespace tilescope::test {
namespace {

TEST(Vectors, CutsCellsAtCommasOutsideQuotes) {
    EXPECT_EQ(csv_cells("a,\"b,c\",,\"say \"\"x\"\"\""), (std::vector<std::string>{"a", "b,c", "", "say \"x\""}));
}

TEST(Vectors, AMissingFileIsAFailure) { EXPECT_NONFATAL_FAILURE(lines_of("no such file.csv"), "no vector file"); }

// The tiles exist packed only, beside the checkout and in it.
TEST(Vectors, APackedFileIsFoundUnderItsPlainName) {
    const std::string plain = "cutlass/tiles/umma_K_INTER_8b_128x64_mnfirst.csv";
    EXPECT_EQ(lines_of(plain), lines_of(plain + ".gz"));
    EXPECT_EQ(lines_of(plain).size(), 128u);
    EXPECT_NONFATAL_FAILURE(lines_of("values.csv.gz"), "no vector file");
}

TEST(Vectors, AnUnknownColumnIsAFailure) {
    EXPECT_NONFATAL_FAILURE({ Vectors("values.csv").text(0, "no such column"); }, "has no cell");
}

}  // namespace
}  // namespace tilescope::test
