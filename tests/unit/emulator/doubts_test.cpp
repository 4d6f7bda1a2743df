// tests/unit/emulator/doubts_test.cpp -- a run marks exactly the words that an alternative published rule changes.
// SPDX-License-Identifier: MIT
#include "tests/support/mma_jobs.h"

#include <tilescope/emulator/dot.h>
#include <tilescope/emulator/emulation.h>

#include <gtest/gtest.h>

#include <random>

namespace tilescope {
namespace {

// A share of the words (`strange_of_8` of 8) has random bits. The other words are near 1 or 0.
std::vector<std::uint32_t> mixed(std::mt19937& random, std::size_t count, unsigned bits, unsigned strange_of_8) {
    std::vector<std::uint32_t> out(count);
    for (std::uint32_t& word : out) {
        const std::uint32_t any = static_cast<std::uint32_t>(random()) & (bits == 32 ? ~0u : (1u << bits) - 1);
        const bool strange = random() % 8 < strange_of_8;
        const std::uint32_t one = bits == 32 ? 0x3f800000 : 0x3f80;  // f32 and bf16
        word = strange ? any : random() % 8 == 0 ? 0 : one | (any & (bits == 32 ? 0x80ffffff : 0x80ff));
    }
    return out;
}

// Scale factors for fp4. They are near 1. If `far` is true, the first factor of each row is the greatest, and the
// others are among the least.
std::vector<std::uint32_t> factors(std::mt19937& random, std::size_t count, bool far) {
    std::vector<std::uint32_t> out(count);
    for (std::size_t i = 0; i < count; ++i) {
        const std::uint32_t any = static_cast<std::uint32_t>(random());
        out[i] = !far ? 0x38 + any % 4 : i % 4 == 0 ? 0x7e : 1 + any % 7;
    }
    return out;
}

// Makes the products of the first block cancel. Its scale factor still sets the window. So the result comes from the
// other blocks, which are near the end of the window.
void cancel_first_block(EmulatorJob& job) {
    constexpr std::uint32_t kSix = 7, kMinusSix = 15;
    for (std::size_t i = 0; i < job.expected.a.size(); ++i)
        if (i % 64 < 16) job.expected.a[i] = i % 64 == 0 ? kSix : i % 64 == 1 ? kMinusSix : 0;
    for (std::size_t i = 0; i < job.expected.b.size(); ++i)
        if (i % 64 < 2) job.expected.b[i] = kSix;
}

std::size_t check(const EmulatorJob& job) {
    const auto e = emulate(job);
    EXPECT_TRUE(e) << e.why;
    if (!e) return 0;
    const auto shape = shape_of(job.steps[0]);
    std::size_t doubtful = 0;
    DoubtSet present = 0;
    for (unsigned i = 0; i < e->m; ++i)
        for (unsigned j = 0; j < e->n; ++j) {
            const std::size_t k = shape->k, at = std::size_t{i} * e->n + j;
            DotInput in{.a = std::span(job.expected.a).subspan(i * k, k),
                        .b = std::span(job.expected.b).subspan(j * k, k)};
            in.c = job.expected.c[at];
            std::vector<std::uint8_t> sfa, sfb;
            for (unsigned f = 0; shape->scales && f < shape->scales->factors; ++f) {
                sfa.push_back(static_cast<std::uint8_t>(job.expected.sfa[i * shape->scales->factors + f]));
                sfb.push_back(static_cast<std::uint8_t>(job.expected.sfb[j * shape->scales->factors + f]));
            }
            in.scale_a = sfa;
            in.scale_b = sfb;
            const DoubtSet doubts = doubts_of(shape->rule, in);
            EXPECT_EQ(e->doubt[at] != 0, doubts != 0) << i << ' ' << j;
            doubtful += doubts != 0;
            present = static_cast<DoubtSet>(present | doubts);
        }
    EXPECT_EQ(e->doubtful, doubtful);
    std::vector<std::uint8_t> changed(e->d.size());
    for (const OtherD& other : e->others) {
        EXPECT_EQ(other.d.size(), e->d.size());
        for (std::size_t i = 0; i < e->d.size(); ++i) changed[i] |= other.d[i] != e->d[i];
    }
    EXPECT_EQ(std::count(changed.begin(), changed.end(), 1), static_cast<std::ptrdiff_t>(e->doubtful));
    EXPECT_EQ(e->present, present);
    return doubtful;
}

TEST(Doubts, MarkExactlyTheWordsThatAnAlternativeRuleChanges) {
    std::mt19937 random(5);
    std::size_t doubtful = 0, without = 0;
    for (const unsigned strange : {0u, 1u, 8u})
        for (const std::uint32_t tiny_c : {0u, 1u}) {
            EmulatorJob job =
                test::make_job({.a_type = "bf16", .b_type = "bf16", .m = 64, .n = 32, .enable_d = true}).job;
            job.expected.a = mixed(random, job.expected.a.size(), 16, strange);
            job.expected.b = mixed(random, job.expected.b.size(), 16, strange);
            job.expected.c = mixed(random, job.expected.c.size(), 32, strange);
            for (std::size_t i = 0; tiny_c != 0 && i < job.expected.c.size(); ++i) job.expected.c[i] &= 0x80ffffff;
            for (std::size_t i = 0; tiny_c != 0 && i < 32; ++i) job.expected.a[i] = 0;  // two rows of zeros
            const std::size_t found = check(job);
            doubtful += found;
            without += found == 0;
        }
    EXPECT_GT(doubtful, 10u);
    EXPECT_GT(without, 0u);
}

TEST(Doubts, MarkTheSameWordsForFp4Sums) {
    std::mt19937 random(6);
    std::size_t doubtful = 0, without = 0;
    for (const bool far : {false, true})
        for (const unsigned strange : {0u, 1u, 8u}) {
            test::MmaSpec spec{.kind = "mxf4nvf4", .a_type = "e2m1", .b_type = "e2m1", .n = 16};
            spec.variant.scale_block = 16;
            spec.scale_type = "ue4m3";
            spec.enable_d = true;
            EmulatorJob job = test::make_job(spec).job;
            for (std::uint32_t& word : job.expected.a) word = random() & 0xf;
            for (std::uint32_t& word : job.expected.b) word = random() & 0xf;
            job.expected.c = mixed(random, job.expected.c.size(), 32, strange);
            if (far) cancel_first_block(job);
            for (std::uint32_t& word : job.expected.c) word = far && strange == 0 ? 0 : word;
            job.expected.sfa = factors(random, job.expected.sfa.size(), far);
            job.expected.sfb = factors(random, job.expected.sfb.size(), far);
            const std::size_t found = check(job);
            doubtful += found;
            without += found == 0;
        }
    EXPECT_GT(doubtful, 0u);
    EXPECT_GT(without, 0u);
}

// The first step has 16 products below 2^-126. The alternative rule truncates them, because zeros limit its window. The
// second step has products `rest` x `rest`.
std::size_t doubtful_with(std::uint32_t rest) {
    EmulatorJob job = test::make_job({.a_type = "bf16", .b_type = "bf16", .n = 8, .steps = 2}).job;
    for (std::size_t i = 0; i < job.expected.a.size(); ++i) job.expected.a[i] = i % 32 < 16 ? 0x1fff : rest;
    for (std::size_t i = 0; i < job.expected.b.size(); ++i) job.expected.b[i] = i % 32 < 16 ? 0x19fd : rest;
    const auto e = emulate(job);
    EXPECT_TRUE(e) << e.why;
    return e ? e->doubtful : 0;
}

TEST(Doubts, CompareTheEndOfAKLoop) {
    EXPECT_EQ(doubtful_with(0), 128u * 8) << "the result of the first step does not change";
    EXPECT_EQ(doubtful_with(0x3f80), 0u) << "the sum 16 hides the first step with both rules";
}

}  // namespace
}  // namespace tilescope
