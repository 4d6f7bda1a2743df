// tests/unit/layout/address_sum_test.cpp -- the sum adds up, and reads as it should.
// SPDX-License-Identifier: MIT
#include <tilescope/layout/address_sum.h>

#include <gtest/gtest.h>

namespace tilescope {
namespace {

TEST(AddressSum, ReadsAsTheWorkedExample) {
    const SmemLayout l{.mode = SwizzleMode::b128,
                       .major = Major::k,
                       .type = find_type("f16"),
                       .start = 0x400,
                       .lbo = 16,
                       .sbo = 1024,
                       .rows = 128,
                       .columns = 64};
    const AddressSum sum = explain(l, {3, 24});
    EXPECT_EQ(sum.lines, (std::vector<std::string>{"0x400 + 3 x 128 + 3 x 16", "= 0x5b0  line 11, chunk 3",
                                                   "chunk 3 xor 3 = 0", "= 0x580"}));
}

TEST(AddressSum, ItsTermsAddUpToTheLinearAddressAndTheXorGivesThePlace) {
    for (const SwizzleRow& mode : kSwizzleModes)
        for (const Major major : {Major::k, Major::mn})
            for (const ElementType& type : kElementTypes)
                for (const bool absolute : {false, true}) {
                    const SmemLayout l{.mode = mode.mode,
                                       .major = major,
                                       .type = &type,
                                       .start = 0x8420,
                                       .lbo = 0x2100,
                                       .sbo = 0x400,
                                       .absolute_lbo = absolute,
                                       .rows = 64,
                                       .columns = 96};
                    for (int r = 0; r < l.rows; r += 5)
                        for (int c = 0; c < l.columns; c += 7) {
                            const AddressSum sum = explain(l, {r, c});
                            std::uint32_t total = 0;
                            for (const AddressTerm& t : sum.terms) total += t.bytes;
                            ASSERT_EQ(total, sum.linear) << mode.name << " " << r << " " << c;
                            ASSERT_EQ(sum.address, place(l, {r, c}).byte);
                            ASSERT_EQ(mode.swizzle(sum.linear), sum.address);
                            ASSERT_EQ(sum.unit_before ^ sum.phase, sum.unit_after);
                        }
                }
}

}  // namespace
}  // namespace tilescope
