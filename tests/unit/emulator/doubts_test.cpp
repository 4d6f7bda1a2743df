// tests/unit/emulator/doubts_test.cpp -- a run marks exactly the words that another published rule would change.
// SPDX-License-Identifier: MIT
#include "tests/support/mma_jobs.h"

#include <tilescope/emulator/dot.h>
#include <tilescope/emulator/emulation.h>

#include <gtest/gtest.h>

#include <random>

namespace tilescope {
namespace {

// Words of which a share is taken from all bits, the rest from around 1: ordinary numbers with strange ones among them.
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
            DotInput in{.a = std::span(job.meant.a).subspan(i * k, k), .b = std::span(job.meant.b).subspan(j * k, k)};
            in.c = job.meant.c[at];
            const DoubtSet doubts = doubts_of(shape->rule, in);
            EXPECT_EQ(e->doubt[at] != 0, doubts != 0) << i << ' ' << j;
            doubtful += doubts != 0;
            present = static_cast<DoubtSet>(present | doubts);
        }
    EXPECT_EQ(e->doubtful, doubtful);
    EXPECT_EQ(e->present, present);
    return doubtful;
}

TEST(Doubts, are_marked_where_another_rule_gives_another_word_and_nowhere_else) {
    std::mt19937 random(5);
    std::size_t doubtful = 0, clean = 0;
    for (const unsigned strange : {0u, 1u, 8u})
        for (const std::uint32_t tiny_c : {0u, 1u}) {
            EmulatorJob job =
                test::make_job({.a_type = "bf16", .b_type = "bf16", .m = 64, .n = 32, .enable_d = true}).job;
            job.meant.a = mixed(random, job.meant.a.size(), 16, strange);
            job.meant.b = mixed(random, job.meant.b.size(), 16, strange);
            job.meant.c = mixed(random, job.meant.c.size(), 32, strange);
            for (std::size_t i = 0; tiny_c != 0 && i < job.meant.c.size(); ++i) job.meant.c[i] &= 0x80ffffff;
            for (std::size_t i = 0; tiny_c != 0 && i < 32; ++i) job.meant.a[i] = 0;  // two rows of zeros
            const std::size_t found = check(job);
            doubtful += found;
            clean += found == 0;
        }
    EXPECT_GT(doubtful, 10u);
    EXPECT_GT(clean, 0u);
}

}  // namespace
}  // namespace tilescope
