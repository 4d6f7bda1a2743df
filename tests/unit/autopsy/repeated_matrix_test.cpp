// tests/unit/autopsy/repeated_matrix_test.cpp -- matrices in which elements repeat, so that several faults fit.
// SPDX-License-Identifier: MIT
#include "made_kernel.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <random>
#include <string>
#include <vector>

namespace tilescope::autopsy::test {
namespace {

// Gives a matrix of 8 or 16 bits other elements, and writes it again.
void fill(MadeKernel& kernel, Operand o, const std::function<std::uint32_t(std::size_t, std::size_t)>& element) {
    ExpectedArray& array = pick(o, kernel.expected.a, kernel.expected.b);
    for (std::size_t i = 0; i < array.bytes.size(); ++i) {
        const std::size_t row = i / array.row_bytes, column = i % array.row_bytes / kernel.width();
        array.bytes[i] = static_cast<std::uint8_t>(element(row, column) >> i % kernel.width() * 8);
    }
    for (unsigned w = 0; w < pick(o, unsigned{kernel.plan.warpgroups}, 1u); ++w)
        for (unsigned s = 0; s < kernel.all_steps(); ++s) kernel.write(o, w, s, kernel.layout(o, w, s));
}

// The warpgroups are parts of one tile.
std::vector<Diagnosis> diagnosed_as_tile(const MadeKernel& kernel) {
    const Recording recording = kernel.recording();
    std::vector<Chain> chains = kernel.chains(recording);
    for (std::size_t i = 0; i < chains.size(); ++i)
        chains[i].tile = {0, 1}, chains[i].part = i, chains[i].m = kernel.plan.m;
    return diagnose(recording, chains, kernel.expected);
}

// The block is zero in every type; the rest of the array, which nobody reads, is not.
TEST(RepeatedMatrix, SaysNoTypeByElementsOutsideOfTheBlock) {
    MadeKernel kernel({.type = "e5m2", .more = 128});
    fill(kernel, Operand::a, [](std::size_t row, std::size_t column) { return row < 64 && column < 128 ? 0u : 0x38u; });
    kernel.expected.a.type = "e4m3", kernel.expected.a.is_tried = true;
    EXPECT_EQ(names_in(kernel.diagnosed()), "") << said_in(kernel.diagnosed());
    kernel.expected.b = {};
    EXPECT_EQ(names_in(kernel.diagnosed()), "") << said_in(kernel.diagnosed());
}

// Each of two warpgroups reads the rows of the other one: right only if it also stores D there.
TEST(RepeatedMatrix, DoesNotCallRowsInAnotherOrderRight) {
    MadeKernel kernel({.type = "f16", .warpgroups = 2});
    for (const unsigned w : {0u, 1u})
        for (unsigned s = 0; s < kernel.all_steps(); ++s)
            kernel.write(Operand::a, 1 - w, s, kernel.layout(Operand::a, w, s));
    const auto all = diagnosed_as_tile(kernel);
    EXPECT_EQ(all.at(0).verdict, Verdict::unknown) << said_in(all);
    EXPECT_NE(all.at(0).line.find("rows of A in another order than they lie in memory"), std::string::npos)
        << said_in(all);
    EXPECT_EQ(diagnosed_as_tile(MadeKernel(kernel.plan)).at(0).verdict, Verdict::right);
}

// Rows repeat after 31 rows, and memory has each one a row too early, as a tile from row 32 on would be; but that tile
// ends past A.
TEST(RepeatedMatrix, DoesNotCallABlockBetweenTilesRight) {
    MadeKernel kernel({.type = "f16", .warpgroups = 2});
    const auto element = [](std::size_t row, std::size_t column) { return 0x3c00 + (row * 64 + column) % 31; };
    fill(kernel, Operand::a, element);
    const Expected right = kernel.expected;
    fill(kernel, Operand::a, [&](std::size_t row, std::size_t column) { return element((row + 1) % 128, column); });
    kernel.expected = right;
    const auto all = diagnosed_as_tile(kernel);
    EXPECT_EQ(all.at(0).verdict, Verdict::unknown) << said_in(all);
    EXPECT_EQ(all.at(1).verdict, Verdict::unknown) << said_in(all);
}

// K columns 128 on are those from 0 on, so the bytes of an earlier stage would do too.
TEST(RepeatedMatrix, NamesNoStartOfAnEarlierStageWithEqualElements) {
    MadeKernel kernel({.type = "s8", .n = 8, .steps = 2, .stages = 3, .numbers = Numbers::any_bits});
    fill(kernel, Operand::a, [](std::size_t row, std::size_t column) { return (row + column) % 128; });
    ASSERT_EQ(kernel.diagnosed().at(0).verdict, Verdict::right) << said_in(kernel.diagnosed());
    for (unsigned i = 0; i < 128; ++i) kernel.memory[kernel.layout(Operand::a, 0, 4).start + i] ^= 0x55;
    EXPECT_EQ(names_in(kernel.diagnosed()), "") << said_in(kernel.diagnosed());
}

// Every K step of B reads 16 columns too far, the last one past the matrix. A has the same elements in all of them.
TEST(RepeatedMatrix, KeepsTheStepsInTheMatrix) {
    MadeKernel kernel({.type = "f16", .column = 128});
    fill(kernel, Operand::a, [](std::size_t row, std::size_t column) { return 0x3c00 + row * 16 + column % 16; });
    ASSERT_EQ(kernel.diagnosed().at(0).verdict, Verdict::right) << said_in(kernel.diagnosed());
    kernel.change(Operand::b, [](SmemLayout& l) { l.start += 32; });
    const auto all = kernel.diagnosed();
    EXPECT_EQ(names_in(all), "b.start") << said_in(all);
    EXPECT_NE(all.at(0).line.find("and move that of K steps 1 to 3 as far"), std::string::npos) << said_in(all);
}

// B has the elements of A, so that its right bytes are also where A lies.
TEST(RepeatedMatrix, DoesNotSendBToTheTileOfA) {
    MadeKernel kernel({.type = "bf16"});
    const auto element = [](std::size_t row, std::size_t column) { return 0x3f80 + row * 3 + column * 7; };
    fill(kernel, Operand::a, element);
    fill(kernel, Operand::b, element);
    for (unsigned s = 0; s < kernel.all_steps(); ++s)
        kernel.write(Operand::b, 0, s, kernel.layout(Operand::b, 0, s), false);
    kernel.expected.a = {};
    EXPECT_EQ(names_in(kernel.diagnosed()).find("b.start"), std::string::npos) << said_in(kernel.diagnosed());
}

// Rows of zeros are read with any stride.
TEST(RepeatedMatrix, NamesNoStrideByRowsOfZeros) {
    MadeKernel kernel({.type = "f16", .n = 128, .major = {Major::k, Major::mn}});
    fill(kernel, Operand::b,
         [](std::size_t row, std::size_t column) { return row < 64 ? 0x3c00 + row * 64 + column : 0; });
    kernel.change(Operand::b, [](SmemLayout& l) { l.lbo *= 2; });
    EXPECT_EQ(names_in(kernel.diagnosed()), "") << said_in(kernel.diagnosed());
}

// Each element is that of the next row and column. Both blocks are read rightly together, but A alone elsewhere too.
TEST(RepeatedMatrix, AccusesNoKernelWithTwoToeplitzMatrices) {
    MadeKernel kernel({.type = "f16", .n = 48, .row_a = 64, .row_b = 48, .column = 64});
    for (const Operand o : kBothOperands)
        fill(kernel, o, [](std::size_t row, std::size_t column) { return 0x3c00 + (136 + row - column) % 17; });
    EXPECT_EQ(kernel.diagnosed().at(0).verdict, Verdict::right) << said_in(kernel.diagnosed());
}

// Files of words have no shape. That of B as K x N follows from the K columns of A.
TEST(RepeatedMatrix, FindsTheShapeOfAFileOfWords) {
    MadeKernel kernel({.type = "f16", .n = 48, .more = 64, .b_is_k_by_n = true});
    kernel.expected.a.row_bytes = kernel.expected.b.row_bytes = 0;
    const auto all = kernel.diagnosed();
    EXPECT_EQ(all.at(0).verdict, Verdict::right) << said_in(all);
    EXPECT_NE(all.at(0).line.find("The file of B was read as 128 x 112."), std::string::npos) << said_in(all);
}

// 32 rows further is another chunk of the same line: as if the swizzle pattern began in the middle.
TEST(RepeatedMatrix, NamesNoBaseOffsetThatNoWriterHas) {
    MadeKernel kernel({.type = "f16", .steps = 1, .stages = 3, .major = {Major::mn, Major::k}});
    MadeKernel turned = kernel;
    fill(turned, Operand::a, [&](std::size_t row, std::size_t column) {
        const ExpectedArray& a = kernel.expected.a;
        const std::size_t at = (row + 32) % 64 * a.row_bytes + column * 2;
        return a.bytes[at] + 256u * a.bytes[at + 1];
    });
    turned.write(Operand::a, 0, 0, turned.layout(Operand::a, 0, 0));
    std::copy_n(turned.memory.begin() + turned.layout(Operand::a, 0, 1).start, 1024,
                kernel.memory.begin() + kernel.layout(Operand::a, 0, 1).start);
    std::copy_n(turned.memory.begin() + turned.layout(Operand::a, 0, 1).start + 1024, 1024,
                kernel.memory.begin() + kernel.layout(Operand::a, 0, 1).start + 1024);
    EXPECT_EQ(names_in(kernel.diagnosed()).find("base_offset"), std::string::npos) << said_in(kernel.diagnosed());
}

// A matrix that is its own transpose says nothing of the majorness.
TEST(RepeatedMatrix, NamesNoMajornessOfASymmetricMatrix) {
    MadeKernel kernel({.type = "s8", .warpgroups = 2, .n = 32});
    fill(kernel, Operand::a, [](std::size_t row, std::size_t column) { return (row + column) % 128; });
    std::mt19937 random(1);
    for (unsigned i = 0xb00; i < 0x2b00; ++i) kernel.memory[kernel.begin.a + i] = static_cast<std::uint8_t>(random());
    EXPECT_EQ(names_in(kernel.diagnosed()).find("transpose"), std::string::npos) << said_in(kernel.diagnosed());
}

// Words that read other rows say little of the K columns: what explains all with the fewest faults is right.
TEST(RepeatedMatrix, TakesTheColumnsThatNeedTheFewestFaults) {
    constexpr std::uint32_t kBefore = 0x800;
    MadeKernel kernel({.type = "e4m3",
                       .warpgroups = 2,
                       .n = 8,
                       .steps = 2,
                       .stages = 2,
                       .mode = {SwizzleMode::b64, SwizzleMode::b32},
                       .column = 64,
                       .more = 64});
    kernel.memory.insert(kernel.memory.begin() + 0x400, kBefore, 0);
    for (unsigned w = 0; w < 2; ++w)
        for (unsigned s = 0; s < kernel.all_steps(); ++s) {
            const auto set_start = [](std::uint64_t& word, std::uint32_t start) {
                word = (word & ~bit_mask(14)) | start >> 4;
            };
            set_start(kernel.a[w][s], 0x400 + s / 2 * 0x400 + s % 2 * 0x100);
            set_start(kernel.b[w][s], kernel.layout(Operand::a, w, s).start + kBefore);
        }
    const std::string names = names_in(kernel.diagnosed());
    EXPECT_TRUE(names.empty() || names == "a.start b.start") << names << said_in(kernel.diagnosed());
}

}  // namespace
}  // namespace tilescope::autopsy::test
