// tests/exhaustive/sweep_test.cpp -- decodes, judges and encodes millions of instruction descriptors.
// SPDX-License-Identifier: MIT
//
// By default the test uses random words. If TILESCOPE_EXHAUSTIVE is set (./test --exhaustive), it uses all 2^32 words
// of every kind.
#include "tests/exhaustive/sweep.h"
#include "tests/exhaustive/legal_count.h"

#include <tilescope/base/say.h>
#include <tilescope/formats/formats.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <thread>

namespace tilescope::test {
namespace {

std::vector<WordJudge> judges() {
    std::vector<WordJudge> out;
    for (const Sweeper& s : sweepers()) {
        Answer<WordJudge> judge = compile_judge(*s.format, {});
        EXPECT_TRUE(judge) << judge.why;
        if (judge) out.push_back(std::move(*judge));
    }
    return out;
}

TEST(Sweep, CoversEveryKindOfTheEdition) {
    const auto kinds = kinds_of(Edition::v9_1);
    const std::vector<Sweeper> all = sweepers();
    ASSERT_EQ(all.size(), kinds.size());
    for (std::size_t i = 0; i < all.size(); ++i)
        EXPECT_EQ(all[i].format, idesc_format(kinds[i], Edition::v9_1)) << kinds[i];
}

TEST(Sweep, RandomWordsSurviveDecodingAndEncoding) {
    constexpr std::uint64_t kWords = 1 << 24;
    const std::vector<Sweeper> all = sweepers();
    const std::vector<WordJudge> judge = judges();
    ASSERT_EQ(judge.size(), all.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
        const Tally tally = all[i].random(judge[i], i * kWords, kWords);
        EXPECT_EQ(tally.words, kWords);
        EXPECT_FALSE(tally.lost) << all[i].format->kind << " " << hex(tally.lost.value_or(0), 8);
        // The share of legal words must match the share in all 2^32 words, within eight standard deviations plus 8.
        const double expected = static_cast<double>(judge[i].legal_words()) / 256;
        EXPECT_NEAR(static_cast<double>(tally.legal), expected, 8 * std::sqrt(expected) + 8) << all[i].format->kind;
    }
}

// Starts one thread for each processor. Each thread takes the next chunk of any kind until no chunk is left.
std::vector<Tally> sweep_all(const std::vector<Sweeper>& all, const std::vector<WordJudge>& judge) {
    constexpr std::uint64_t kChunk = 1 << 24, kChunks = (std::uint64_t{1} << 32) / kChunk;
    std::atomic<std::uint64_t> next = 0;
    std::vector<std::vector<Tally>> found(std::max(1u, std::thread::hardware_concurrency()));
    std::vector<std::thread> threads;
    for (std::vector<Tally>& mine : found)
        threads.emplace_back([&] {
            mine.resize(all.size());
            for (std::uint64_t i = next++; i < kChunks * all.size(); i = next++) {
                const std::size_t kind = i / kChunks;
                mine[kind].add(all[kind].in_order(judge[kind], i % kChunks * kChunk, kChunk));
            }
        });
    for (std::thread& t : threads) t.join();
    std::vector<Tally> out(all.size());
    for (const std::vector<Tally>& mine : found)
        for (std::size_t kind = 0; kind < all.size(); ++kind) out[kind].add(mine[kind]);
    return out;
}

TEST(Sweep, AllWordsSurviveAndTheLegalCountsMatchTheManual) {
    if (!std::getenv("TILESCOPE_EXHAUSTIVE")) GTEST_SKIP() << "30 billion words; run ./test --exhaustive";
    const auto begin = std::chrono::steady_clock::now();
    const std::vector<Sweeper> all = sweepers();
    const std::vector<WordJudge> judge = judges();
    ASSERT_EQ(judge.size(), all.size());
    const std::vector<Tally> tallies = sweep_all(all, judge);
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
    std::uint64_t words = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
        const std::string kind(all[i].format->kind);
        std::printf("%-9s %llu words, %llu legal\n", kind.c_str(), static_cast<unsigned long long>(tallies[i].words),
                    static_cast<unsigned long long>(tallies[i].legal));
        words += tallies[i].words;
        EXPECT_EQ(tallies[i].words, std::uint64_t{1} << 32) << kind;
        EXPECT_FALSE(tallies[i].lost) << kind << " " << hex(tallies[i].lost.value_or(0), 8);
        EXPECT_EQ(tallies[i].legal, legal_count(kind)->sm_100a) << kind;
    }
    std::printf("%llu words in %.1f seconds, %u threads\n", static_cast<unsigned long long>(words), seconds.count(),
                std::max(1u, std::thread::hardware_concurrency()));
}

}  // namespace
}  // namespace tilescope::test
