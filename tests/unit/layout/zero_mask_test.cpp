// tests/unit/layout/zero_mask_test.cpp -- the four masks of the manual, both readings, and edge cases.
// SPDX-License-Identifier: MIT
#include <tilescope/layout/zero_mask.h>

#include <gtest/gtest.h>

#include <random>

namespace tilescope {
namespace {

// Source: PTX ISA 9.1, 9.7.16.4.3, examples 1 to 4, with the printed fields (the manual stores spans minus one).
TEST(ZeroMask, MatchesTheFourMasksOfTheManual) {
    const ZeroMask one{.nonzero = false, .skip = 5, .use = 4};
    EXPECT_EQ(expand_mask(one, 128, 64).hex, "0x0000000000000000");
    const ZeroMask two{.nonzero = true, .skip = 3, .use = 4};
    EXPECT_EQ(expand_mask(two, 128, 64).hex, "0x70e1c3870e1c3870");
    const ZeroMask three{.fs = {true, false}, .nonzero = true, .skip = 3, .use = 4};
    EXPECT_EQ(expand_mask(three, 64, 64).submask_hex, (std::vector<std::string>{"0x70e1c387", "0x0e1c3870"}));
    const ZeroMask four{
        .sc = {0, 1, 2, 1}, .fs = {true, true, false, false}, .nonzero = true, .skip = 3, .use = 4, .column_shift = 2};
    const MaskPicture picture = expand_mask(four, 32, 128);
    EXPECT_EQ(picture.submask_hex, (std::vector<std::string>{"0x70e1c387", "0x3870e1c3", "0xc3870e1c", "0x870e1c38"}));
    EXPECT_EQ(picture.columns[5].source, 7u);
}

TEST(ZeroMask, TheReadingOfTheTextSwapsTheSpansAndIsNotTheDefault) {
    const ZeroMask two{.nonzero = true, .skip = 3, .use = 4};
    EXPECT_EQ(expand_mask(two, 128, 64, MaskReading::text).hex, "0x78f1e3c78f1e3c78");
    EXPECT_NE(expand_mask(two, 128, 64).hex, expand_mask(two, 128, 64, MaskReading::text).hex);
}

TEST(ZeroMask, AStartCountPastItsSpanStartsAtTheLastColumnOfTheSpan) {
    const ZeroMask zeroed_first{.sc = {9}, .fs = {true}, .nonzero = true, .skip = 5, .use = 3};
    EXPECT_EQ(expand_mask(zeroed_first, 128, 64).hex, "0xf1f1f1f1f1f1f1f1");
    EXPECT_TRUE(expand_mask(zeroed_first, 128, 64).saturated);
    const ZeroMask used_first{.sc = {9}, .nonzero = true, .skip = 5, .use = 3};
    EXPECT_EQ(expand_mask(used_first, 128, 64).hex, "0x3e3e3e3e3e3e3e3e");
}

// A simple model: it goes through the columns one by one and counts down the rest of the run.
struct Walker {
    bool zeroed;
    unsigned left, place, run = 0;
    unsigned zeroed_run, used_run;

    void next() {
        ++place;
        if (--left != 0) return;
        zeroed = !zeroed;
        left = zeroed ? zeroed_run : used_run;
        place = 0;
        ++run;
    }
};

TEST(ZeroMask, MatchesASimpleModelColumnByColumn) {
    std::mt19937 rng(3);
    std::size_t zeroed = 0, used = 0;
    for (int round = 0; round < 2000; ++round) {
        const auto pick = [&](unsigned n) { return static_cast<unsigned>(rng() % n); };
        const unsigned most = round % 2 ? 256 : 8;
        ZeroMask mask{.nonzero = true, .skip = 1 + pick(most), .use = 1 + pick(most), .column_shift = pick(64)};
        for (unsigned b = 0; b < 4; ++b) mask.sc[b] = pick(most), mask.fs[b] = pick(2) != 0;
        const unsigned parts = 1u << pick(3), n = parts * (1 + pick(256 / parts));
        const MaskReading reading = pick(2) ? MaskReading::text : MaskReading::examples;
        const bool swapped = reading == MaskReading::text;
        const MaskPicture picture = expand_mask(mask, 128 / parts, n, reading);
        ASSERT_EQ(picture.columns.size(), n);
        for (unsigned b = 0, j = 0; b < parts; ++b) {
            const unsigned zeroed_run = swapped ? mask.use : mask.skip, used_run = swapped ? mask.skip : mask.use;
            Walker w{mask.fs[b], mask.fs[b] ? zeroed_run : used_run, 0, 0, zeroed_run, used_run};
            for (unsigned passed = 0; passed < mask.sc[b] && w.left > 1; ++passed) w.next();
            for (unsigned i = 0; i < n / parts; ++i, ++j, w.next()) {
                const MaskColumn& have = picture.columns[j];
                ASSERT_EQ(have.zeroed, w.zeroed) << "round " << round << " column " << j;
                ASSERT_EQ(have.place, w.place) << "round " << round << " column " << j;
                ASSERT_EQ(have.run, w.run) << "round " << round << " column " << j;
                ASSERT_EQ(have.submask, b) << "round " << round << " column " << j;
                ASSERT_EQ(have.source, j + mask.column_shift) << "round " << round << " column " << j;
                ++(have.zeroed ? zeroed : used);
            }
        }
    }
    EXPECT_GT(zeroed, 10'000u);
    EXPECT_GT(used, 10'000u);
}

TEST(ZeroMask, WritesOneDigitForFourColumns) {
    const ZeroMask all{.fs = {true, true, true, true}, .nonzero = true, .skip = 256, .use = 1};
    EXPECT_EQ(expand_mask(all, 128, 1).hex, "0x1");
    EXPECT_EQ(expand_mask(all, 128, 6).hex, "0x3f");
    EXPECT_EQ(expand_mask(all, 64, 24).submask_hex, (std::vector<std::string>{"0xfff", "0xfff"}));
    EXPECT_EQ(expand_mask(all, 128, 256).hex.size(), 2u + 64u);
}

TEST(ZeroMask, ExplainsAColumn) {
    const ZeroMask three{.fs = {true, false}, .nonzero = true, .skip = 3, .use = 4};
    const MaskPicture picture = expand_mask(three, 64, 64);
    EXPECT_EQ(explain_column(picture, 7), "column 7 of sub-mask 0 is zeroed: position 0 in a run of length 3");
    EXPECT_EQ(explain_column(picture, 32), "column 0 of sub-mask 1 is used: position 0 in a run of length 4");
    EXPECT_EQ(explain_column(picture, 64), "column 64 is outside the mask of 64 columns");
}

TEST(ZeroMask, AcceptsEverySize) {
    for (const unsigned m : {0u, 1u, 32u, 64u, 128u, 256u})
        for (unsigned n = 0; n < 300; n += 7) {
            const MaskPicture p =
                expand_mask({.sc = {255, 255, 255, 255}, .nonzero = true, .skip = 256, .use = 1}, m, n);
            EXPECT_EQ(p.columns.size(), std::min(n, 256u)) << m << " " << n;
        }
}

}  // namespace
}  // namespace tilescope
