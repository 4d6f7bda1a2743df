// tests/unit/word/block_codec_test.cpp -- a block of words decodes and encodes as each word does alone.
// SPDX-License-Identifier: MIT
#include <tilescope/formats/idesc_91.h>
#include <tilescope/formats/idesc_94.h>
#include <tilescope/formats/idesc_scaled_91.h>
#include <tilescope/formats/idesc_scaled_94.h>
#include <tilescope/word/block_codec.h>
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
void expect_as_one_by_one() {
    const WordBlock words = random_block(1);
    const auto fields = std::make_unique<FieldBlock<F>>();
    decode_block<F>(words, *fields);
    for (std::size_t w = 0; w < kBlockWords; ++w) {
        const Decoded alone = decode(F, words[w]);
        for (std::size_t i = 0; i < F.fields.size(); ++i)
            ASSERT_EQ(fields->raw[i][w], alone.raw[i]) << F.kind << " " << F.fields[i].id;
    }

    // Stored values of other words, with bits above their fields: those must not reach the neighbours.
    for (std::size_t i = 0; i < F.fields.size(); ++i) fields->raw[i] = random_block(static_cast<unsigned>(2 + i));
    WordBlock again;
    encode_block<F>(*fields, again);
    for (std::size_t w = 0; w < kBlockWords; ++w) {
        Decoded alone{.format = &F, .word = 0, .raw = {}, .problems = {}};
        for (std::size_t i = 0; i < F.fields.size(); ++i) alone.raw.push_back(fields->raw[i][w]);
        ASSERT_EQ(again[w], encode(alone)) << F.kind;
    }
}

TEST(BlockCodec, DecodesAndEncodesAsTheTablesDoWordByWord) {
    expect_as_one_by_one<kIdescF16_91>();
    expect_as_one_by_one<kIdescTf32_91>();
    expect_as_one_by_one<kIdescF8f6f4_91>();
    expect_as_one_by_one<kIdescI8_91>();
    expect_as_one_by_one<kIdescMxf8f6f4_91>();
    expect_as_one_by_one<kIdescMxf4_91>();
    expect_as_one_by_one<kIdescMxf4nvf4_91>();
    expect_as_one_by_one<kIdescTi16_94>();
    expect_as_one_by_one<kIdescMxf4nvf4_94>();
}

}  // namespace
}  // namespace tilescope
