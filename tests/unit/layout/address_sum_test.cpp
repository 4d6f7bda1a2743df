// tests/unit/layout/address_sum_test.cpp -- checks the terms, the result and the text of address sums.
// SPDX-License-Identifier: MIT
#include <tilescope/layout/smem_layout.h>
#include <tilescope/layout/tile.h>

#include <gtest/gtest.h>

namespace tilescope {
namespace {

TEST(AddressSum, HasTheTextOfTheWorkedExample) {
    const SmemLayout l{.mode = SwizzleMode::b128,
                       .major = Major::k,
                       .type = find_type("f16"),
                       .start = 0x400,
                       .lbo = 16,
                       .sbo = 1024,
                       .rows = 128,
                       .columns = 64};
    const AddressSum sum = explanation_of(l, {3, 24});
    EXPECT_EQ(sum.lines, (std::vector<std::string>{"0x400 + 3 x 128 + 48", "= 0x5b0  line 11, chunk 3",
                                                   "chunk 3 xor 3 = 0", "= 0x580"}));
}

// In this mode the XOR moves pieces of 32 bytes: a text that says "chunk" would be wrong.
TEST(AddressSum, NamesThePieceThatTheXorMoves) {
    SmemLayout l{.mode = SwizzleMode::b128_32,
                 .major = Major::mn,
                 .type = find_type("tf32"),
                 .lbo = 4096,
                 .sbo = 512,
                 .rows = 128,
                 .columns = 32};
    AddressSum sum = explanation_of(l, {0, 1});
    EXPECT_EQ(sum.unit, "32-byte unit");
    EXPECT_EQ(sum.lines[2], "32-byte unit 0 xor 1 = 1");
    l.mode = SwizzleMode::b128;
    EXPECT_EQ(explanation_of(l, {0, 1}).unit, "chunk");
}

SmemLayout big_tile() {
    return {
        .mode = SwizzleMode::b128, .type = find_type("f16"), .start = 0x400, .sbo = 1024, .rows = 128, .columns = 128};
}

TEST(AddressSum, NamesEveryTermAndItsField) {
    const std::vector<AddressTerm> terms = explanation_of(big_tile(), {19, 72}).terms;
    ASSERT_EQ(terms.size(), 5u);
    const char* labels[] = {"start", "2 groups of 8 rows x 1024", "3 rows x 128", "1 column of atoms x 16384",
                            "16 more bytes"};
    const char* fields[] = {"start", "sbo", "", "sbo", ""};
    for (std::size_t i = 0; i < terms.size(); ++i) {
        EXPECT_EQ(terms[i].label, labels[i]) << i;
        EXPECT_EQ(terms[i].field, fields[i]) << i;
        EXPECT_TRUE(terms[i].each == 0 || terms[i].count * terms[i].each == terms[i].bytes) << i;
    }
    EXPECT_EQ(explanation_of(big_tile(), {19, 72}).lines.front(), "0x400 + 2 x 1024 + 3 x 128 + 1 x 16384 + 16");
}

TEST(AddressSum, StatesTheFirstBitOfA4BitElement) {
    SmemLayout l = big_tile();
    l.type = find_type("e2m1x2");
    EXPECT_EQ(explanation_of(l, {1, 33}).lines.back(), "= 0x480, bit 4");
    l.mode = SwizzleMode::none;
    l.lbo = 4096;
    EXPECT_EQ(explanation_of(l, {1, 33}).lines.back(), "= 0x1410  line 40, no swizzle, bit 4");
}

TEST(AddressSum, StartsAtLboForTheSecondChunkOfTheAbsoluteMode) {
    SmemLayout l = big_tile();
    l.type = find_type("e2m1x2");
    l.start = 0x1060;
    l.lbo = 0x5000;
    l.absolute_lbo = true;
    const AddressSum before = explanation_of(l, {1, 32}), after = explanation_of(l, {1, 96});
    EXPECT_EQ(before.lines.front(), "0x1060 + 1 x 128 + 16");
    EXPECT_EQ(before.terms.front().field, "start");
    EXPECT_EQ(after.lines.front(), "0x5000 + 1 x 128 + 16");
    EXPECT_EQ(after.terms.front().field, "lbo");
}

TEST(AddressSum, NamesLboInsideOneInstruction) {
    const SmemLayout l{.mode = SwizzleMode::b32,
                       .type = find_type("f16"),
                       .start = 0x400,
                       .lbo = 2048,
                       .sbo = 256,
                       .rows = 64,
                       .columns = 64,
                       .mma_columns = 32};
    const AddressSum sum = explanation_of(l, {9, 50});  // instruction 1, its second atom, column 2 of it
    EXPECT_EQ(sum.lines.front(), "0x400 + 1 x 256 + 1 x 32 + 1 x 4096 + 1 x 2048 + 4");
    EXPECT_EQ(sum.terms[4].field, "lbo");
}

TEST(AddressSum, TermsAddUpToTheLinearAddressAndTheXorGivesThePlace) {
    for (const SwizzleRow& mode : kSwizzleModes)
        for (const Major major : {Major::k, Major::mn})
            for (const ElementType& type : kElementTypes)
                for (const bool absolute : {false, true}) {
                    const int one = absolute ? 0 : sparse_b_k(type);
                    const SmemLayout l{.mode = mode.mode,
                                       .major = major,
                                       .type = &type,
                                       .start = 0x8420,
                                       .lbo = 0x2100,
                                       .sbo = 0x400,
                                       .absolute_lbo = absolute,
                                       .rows = 64,
                                       .columns = 96,
                                       .mma_columns = one};
                    for (int r = 0; r < l.rows; r += 5)
                        for (int c = 0; c < l.columns; c += 7) {
                            const AddressSum sum = explanation_of(l, {r, c});
                            std::uint32_t total = 0;
                            for (const AddressTerm& t : sum.terms) total += t.bytes;
                            ASSERT_EQ(total, sum.linear) << mode.name << " " << r << " " << c;
                            ASSERT_EQ(sum.address, place_in_memory(l, {r, c}).byte);
                            ASSERT_EQ(mode.swizzle(sum.linear), sum.address);
                            ASSERT_EQ(sum.unit_before ^ sum.phase, sum.unit_after);
                        }
                }
}

}  // namespace
}  // namespace tilescope
