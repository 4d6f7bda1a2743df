// tests/unit/support/block_codec_test.cpp -- block_codec.h gives the same results as codec.h for each word.
// SPDX-License-Identifier: MIT
#include "tests/support/block_codec.h"
#include <tilescope/formats/idesc.h>
#include <tilescope/word/codec.h>

#include <gtest/gtest.h>

#include <memory>
#include <random>

namespace tilescope {
namespace {

WordBlock random_block(unsigned seed) {
    std::mt19937 rng(seed);
    WordBlock out;
    for (std::uint32_t& word : out) word = static_cast<std::uint32_t>(rng());
    return out;
}

template <const Format& F>
void expect_same_as_codec() {
    const WordBlock words = random_block(1);
    const auto fields = std::make_unique<FieldBlock<F>>();
    decode_block<F>(words, *fields);
    for (std::size_t w = 0; w < kBlockWords; ++w) {
        const Decoded alone = decode(F, words[w]);
        for (std::size_t i = 0; i < F.fields.size(); ++i)
            ASSERT_EQ(fields->raw[i][w], alone.raw[i]) << F.kind << " " << F.fields[i].id;
    }

    // Random stored values, with bits above their fields. Those bits must not change neighbouring fields.
    for (std::size_t i = 0; i < F.fields.size(); ++i) fields->raw[i] = random_block(static_cast<unsigned>(2 + i));
    WordBlock again;
    encode_block<F>(*fields, again);
    for (std::size_t w = 0; w < kBlockWords; ++w) {
        Decoded alone{.format = &F, .word = 0, .raw = {}, .problems = {}};
        for (std::size_t i = 0; i < F.fields.size(); ++i) alone.raw.push_back(fields->raw[i][w]);
        ASSERT_EQ(again[w], encode(alone)) << F.kind;
    }
}

TEST(BlockCodec, GivesTheSameResultsAsTheCodecForEachWord) {
    expect_same_as_codec<kIdescF16_91>();
    expect_same_as_codec<kIdescTf32_91>();
    expect_same_as_codec<kIdescF8f6f4_91>();
    expect_same_as_codec<kIdescI8_91>();
    expect_same_as_codec<kIdescMxf8f6f4_91>();
    expect_same_as_codec<kIdescMxf4_91>();
    expect_same_as_codec<kIdescMxf4nvf4_91>();
    expect_same_as_codec<kIdescTi16_94>();
    expect_same_as_codec<kIdescMxf4nvf4_94>();
}

}  // namespace
}  // namespace tilescope
