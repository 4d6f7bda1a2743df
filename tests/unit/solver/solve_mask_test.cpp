// tests/unit/solver/solve_mask_test.cpp -- the solver finds every mask that a word can give and refuses all others.
// SPDX-License-Identifier: MIT
#include <tilescope/solver/solve_mask.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

namespace tilescope {
namespace {

// Returns all sub-masks for two run lengths. A simple model: it writes the runs one after the other and does not use
// positions modulo a period.
std::set<std::uint64_t> submasks_of_runs(unsigned skip, unsigned use, unsigned columns) {
    std::set<std::uint64_t> out;
    for (const bool zeroed_first : {false, true})
        for (unsigned passed = 0; passed < (zeroed_first ? skip : use); ++passed) {
            std::uint64_t bits = 0;
            bool zeroed = zeroed_first;
            unsigned left = (zeroed ? skip : use) - passed;
            for (unsigned j = 0; j < columns; ++j) {
                if (left == 0) zeroed = !zeroed, left = zeroed ? skip : use;
                bits |= std::uint64_t{zeroed} << j;
                --left;
            }
            out.insert(bits);
        }
    return out;
}

// Returns all masks of n columns that a word can give for M.
std::set<std::uint64_t> masks_of(unsigned m, unsigned n) {
    const unsigned parts = submasks_of(m), columns = n / parts;
    std::set<std::uint64_t> out{0};
    for (unsigned skip = 1; skip <= columns + 1; ++skip)
        for (unsigned use = 1; use <= columns + 1; ++use) {
            const auto choices = submasks_of_runs(skip, use, columns);
            std::vector<std::uint64_t> masks{0};
            for (unsigned part = 0; part < parts; ++part) {
                std::vector<std::uint64_t> longer;
                for (const std::uint64_t mask : masks)
                    for (const std::uint64_t sub : choices) longer.push_back(mask | sub << (part * columns));
                masks = std::move(longer);
            }
            out.insert(masks.begin(), masks.end());
        }
    return out;
}

std::vector<bool> columns_of(std::uint64_t bits, unsigned n) {
    std::vector<bool> out(n);
    for (unsigned j = 0; j < n; ++j) out[j] = (bits >> j & 1) != 0;
    return out;
}

std::vector<bool> expanded(const ZeroMask& mask, unsigned m, unsigned n) {
    std::vector<bool> out;
    for (const MaskColumn& c : expand_mask(mask, m, n).columns) out.push_back(c.zeroed);
    return out;
}

TEST(SolveMask, FindsEveryMaskOf32ColumnsThatAWordGives) {
    for (const unsigned m : {128u, 64u, 32u}) {
        const auto masks = masks_of(m, 32);
        for (const std::uint64_t bits : masks) {
            const auto requested = columns_of(bits, 32);
            const auto answer = solve_mask(requested, m);
            ASSERT_TRUE(answer.solution) << "M " << m << std::hex << ", mask 0x" << bits << ": " << answer.why;
            ASSERT_EQ(expanded(answer.solution->mask, m, 32), requested)
                << "M " << m << std::hex << ", mask 0x" << bits;
        }
        std::printf("M %u: %zu masks of 32 columns solved\n", m, masks.size());
        EXPECT_GT(masks.size(), 500u);
    }
}

TEST(SolveMask, RefusesEveryOtherMaskOf16Columns) {
    for (const unsigned m : {128u, 64u, 32u}) {
        const auto masks = masks_of(m, 16);
        for (std::uint64_t bits = 0; bits < 1 << 16; ++bits) {
            const auto answer = solve_mask(columns_of(bits, 16), m);
            ASSERT_EQ(answer.solution.has_value(), masks.contains(bits)) << "M " << m << std::hex << ", 0x" << bits;
            if (answer.solution) continue;
            ASSERT_FALSE(answer.why.empty());
            ASSERT_LT(answer.column, 16u) << "M " << m << std::hex << ", 0x" << bits << ": " << answer.why;
        }
    }
}

TEST(SolveMask, FindsRandomMasksOfEverySize) {
    std::mt19937 random(5);
    const auto up_to = [&](unsigned most) { return 1 + static_cast<unsigned>(random() % most); };
    for (int i = 0; i < 20000; ++i) {
        ZeroMask mask{.nonzero = true, .skip = up_to(i % 2 ? 256 : 12), .use = up_to(i % 3 ? 256 : 12)};
        const unsigned m = 128u >> random() % 3, n = up_to(64) * 4;
        for (unsigned b = 0; b < 4; ++b) {
            mask.fs[b] = random() % 2;
            mask.sc[b] = up_to(mask.fs[b] ? mask.skip : mask.use) - 1;
        }
        mask.column_shift = up_to(33) - 1;
        const auto requested = expanded(mask, m, n);
        const auto answer = solve_mask(requested, m, mask);
        ASSERT_TRUE(answer.solution) << answer.why;
        ASSERT_EQ(expanded(answer.solution->mask, m, n), requested);
        const bool any = std::ranges::find(requested, true) != requested.end();
        ASSERT_EQ(answer.solution->mask.skip, mask.skip) << "the nearest word is the original word";
        ASSERT_EQ(answer.solution->mask.use, mask.use);
        ASSERT_EQ(answer.solution->mask.nonzero, any);
        ASSERT_EQ(answer.solution->mask.column_shift, mask.column_shift);
    }
}

// All lengths in the range give the mask; lengths outside the range do not.
TEST(SolveMask, EverySkipInsideTheReturnedRangeGivesTheMaskAndNoOther) {
    std::mt19937 random(6);
    for (int i = 0; i < 300; ++i) {
        const ZeroMask mask{.sc = {static_cast<unsigned>(random() % 3)},
                            .fs = {random() % 2 == 0},
                            .nonzero = true,
                            .skip = 3 + static_cast<unsigned>(random() % 20),
                            .use = 3 + static_cast<unsigned>(random() % 20)};
        const auto requested = expanded(mask, 128, 32);
        const auto answer = solve_mask(requested, 128);
        ASSERT_TRUE(answer.solution);
        for (unsigned skip = 1; skip <= 64; ++skip) {
            const auto near = solve_mask(requested, 128, {.skip = skip, .use = mask.use});
            const bool inside = skip >= answer.solution->skip.least && skip <= answer.solution->skip.most;
            ASSERT_EQ(near.solution->mask.skip == skip, inside) << skip;
            ASSERT_EQ(expanded(near.solution->mask, 128, 32), requested);
        }
    }
}

// Finds the descriptors for the masks of the examples in PTX ISA 9.1, 9.7.16.4.3.
TEST(SolveMask, FindsTheExamplesOfTheManual) {
    const auto two = solve_mask(columns_of(0x70e1c3870e1c3870, 64), 128);
    ASSERT_TRUE(two.solution);
    EXPECT_EQ(two.solution->mask.skip, 3u);
    EXPECT_EQ(two.solution->mask.use, 4u);
    EXPECT_EQ(two.solution->skip, (RunRange{3, 3}));
    EXPECT_FALSE(two.solution->mask.fs[0]);
    const auto three = solve_mask(columns_of(0x0e1c387070e1c387, 64), 64);
    ASSERT_TRUE(three.solution);
    EXPECT_TRUE(three.solution->mask.fs[0]);
    EXPECT_FALSE(three.solution->mask.fs[1]);
    const auto none = solve_mask(std::vector<bool>(64), 128);
    ASSERT_TRUE(none.solution);
    EXPECT_FALSE(none.solution->mask.nonzero);
}

TEST(SolveMask, NamesTheColumnThatNoWordCanGive) {
    //                                 highest                column 0
    const auto requested = mask_from_text("0000_1111_0001_1100", 16);
    ASSERT_TRUE(requested) << requested.why;
    const auto answer = solve_mask(*requested, 128);
    EXPECT_FALSE(answer.solution);
    EXPECT_EQ(answer.column, 11u);
    EXPECT_EQ(answer.why,
              "columns 8 to 11 are a run of 4 zeroed columns, but columns 2 to 4 are a run of 3 zeroed columns; all "
              "zeroed runs must have the same length, except at the two ends of a sub-mask");
}

TEST(SolveMask, ReadsTheHighestColumnOnTheLeft) {
    EXPECT_EQ(*mask_from_text("0011", 4), (std::vector<bool>{true, true, false, false}));
    EXPECT_EQ(*mask_from_text("0xC", 6), (std::vector<bool>{false, false, true, true, false, false}));
    EXPECT_EQ(mask_from_text("001", 4).why, "the mask has 3 digits; it must have 4, one for each column");
    EXPECT_EQ(mask_from_text("0012", 4).why,
              "character 4 of the mask: use only 0 and 1, with the highest column on the left");
    EXPECT_EQ(mask_from_text("0x1F", 4).why, "the mask has a bit for column 4; the highest column is 3");
}

// The distance to the nearest of all masks with short runs, by trying them.
unsigned least_distance(const std::vector<bool>& zeroed, unsigned m) {
    const auto n = static_cast<unsigned>(zeroed.size());
    auto least = static_cast<unsigned>(std::ranges::count(zeroed, true));
    const unsigned parts = submasks_of(m), longest = n / parts;
    for (unsigned skip = 1; skip <= longest; ++skip)
        for (unsigned use = 1; use <= longest; ++use) {
            unsigned all = 0;
            for (unsigned p = 0; p < parts; ++p) {
                unsigned best = n;
                for (const bool fs : {false, true})
                    for (unsigned sc = 0; sc < (fs ? skip : use); ++sc) {
                        ZeroMask mask{.nonzero = true, .skip = skip, .use = use};
                        mask.fs[p] = fs, mask.sc[p] = sc;
                        const MaskPicture picture = expand_mask(mask, m, n);
                        unsigned different = 0;
                        for (unsigned j = p * longest; j < (p + 1) * longest; ++j)
                            different += picture.columns[j].zeroed != zeroed[j];
                        best = std::min(best, different);
                    }
                all += best;
            }
            least = std::min(least, all);
        }
    return least;
}

TEST(NearestMask, HasTheFewestColumnsThatDiffer) {
    std::mt19937 random(5);
    unsigned inexact = 0;
    for (const unsigned m : {128u, 64u, 32u})
        for (unsigned i = 0; i < 20; ++i) {
            std::vector<bool> zeroed(16);
            for (std::size_t j = 0; j < zeroed.size(); ++j) zeroed[j] = random() % 2 != 0;
            const auto nearest = nearest_mask(zeroed, m);
            ASSERT_TRUE(nearest);
            EXPECT_EQ(nearest->different, least_distance(zeroed, m));
            const MaskPicture picture = expand_mask(nearest->mask, m, 16);
            unsigned different = 0;
            for (std::size_t j = 0; j < zeroed.size(); ++j) different += picture.columns[j].zeroed != zeroed[j];
            EXPECT_EQ(nearest->different, different);
            EXPECT_EQ(different == 0, bool(solve_mask(zeroed, m).solution));
            inexact += different != 0;
        }
    EXPECT_GT(inexact, 20u);
}

TEST(NearestMask, PrefersTheRunLengthsOfTheGivenMask) {
    const std::vector<bool> one = columns_of(0x0010, 16);  // one zeroed column: many run lengths give it
    const auto nearest = nearest_mask(one, 128, {.skip = 1, .use = 13, .column_shift = 8});
    ASSERT_TRUE(nearest);
    EXPECT_EQ(nearest->different, 0u);
    EXPECT_EQ(nearest->mask.use, 13u);
    EXPECT_EQ(nearest->mask.column_shift, 8u);
    EXPECT_FALSE(nearest_mask({}, 128));
    EXPECT_FALSE(nearest_mask(std::vector<bool>(257), 128));
    EXPECT_FALSE(nearest_mask(std::vector<bool>(6), 32));
}

}  // namespace
}  // namespace tilescope
