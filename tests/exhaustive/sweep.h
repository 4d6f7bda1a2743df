// tests/exhaustive/sweep.h -- decodes, judges and encodes many words of one table, block by block.
// SPDX-License-Identifier: MIT
#pragma once

#include "tests/support/block_codec.h"
#include "tests/support/word_judge.h"

#include <tilescope/formats/idesc.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace tilescope::test {

struct Tally {
    std::uint64_t words = 0, legal = 0;
    std::optional<std::uint32_t> lost = {};  // a word that was different after decoding and encoding

    void add(const Tally& other) {
        words += other.words;
        legal += other.legal;
        if (!lost) lost = other.lost;
    }
};

// Calls that the compiler cannot optimize together. So encoding reads the values that decoding stored in memory.
template <const Format& F>
[[gnu::noinline]] void decode_apart(const WordBlock& words, FieldBlock<F>& fields) {
    decode_block<F>(words, fields);
}
template <const Format& F>
[[gnu::noinline]] void encode_apart(const FieldBlock<F>& fields, WordBlock& words) {
    encode_block<F>(fields, words);
}

template <const Format& F>
void visit(const WordBlock& words, const WordJudge& judge, FieldBlock<F>& fields, Tally& tally) {
    WordBlock again;
    decode_apart<F>(words, fields);
    encode_apart<F>(fields, again);
    std::uint32_t legal = 0, differ = 0;
    for (std::size_t w = 0; w < kBlockWords; ++w) {
        legal += judge.legal(words[w]);
        differ |= words[w] ^ again[w];
    }
    tally.words += kBlockWords;
    tally.legal += legal;
    if (differ == 0 || tally.lost) return;
    for (std::size_t w = 0; w < kBlockWords && !tally.lost; ++w)
        if (words[w] != again[w]) tally.lost = words[w];
}

// Visits word_at(i) for `count` values of i from `first`. Requires: `count` is a multiple of kBlockWords.
template <const Format& F>
Tally sweep(const WordJudge& judge, std::uint64_t first, std::uint64_t count, auto word_at) {
    const auto fields = std::make_unique<FieldBlock<F>>();
    Tally tally;
    WordBlock words;
    for (std::uint64_t block = first; block < first + count; block += kBlockWords) {
        for (std::size_t w = 0; w < kBlockWords; ++w) words[w] = word_at(block + w);
        visit<F>(words, judge, *fields, tally);
    }
    return tally;
}

// Mixes the bits of a counter (the finalizer of MurmurHash3). This gives random words that are the same in every run.
constexpr std::uint32_t mixed(std::uint64_t i) {
    i = (i ^ i >> 33) * 0xff51afd7ed558ccd;
    i = (i ^ i >> 33) * 0xc4ceb9fe1a85ec53;
    return static_cast<std::uint32_t>(i ^ i >> 33);
}

// One table with its two sweeps: over words in ascending order, and over random words.
struct Sweeper {
    const Format* format;
    Tally (*in_order)(const WordJudge&, std::uint64_t first, std::uint64_t count);
    Tally (*random)(const WordJudge&, std::uint64_t first, std::uint64_t count);
};

template <const Format& F>
Sweeper sweeper() {
    return {&F,
            [](const WordJudge& judge, std::uint64_t first, std::uint64_t count) {
                return sweep<F>(judge, first, count, [](std::uint64_t i) { return static_cast<std::uint32_t>(i); });
            },
            [](const WordJudge& judge, std::uint64_t first, std::uint64_t count) {
                return sweep<F>(judge, first, count, mixed);
            }};
}

// Every instruction descriptor of edition 9.1, in the order of kinds_of().
inline std::vector<Sweeper> sweepers() {
    return {sweeper<kIdescF16_91>(),      sweeper<kIdescTf32_91>(), sweeper<kIdescF8f6f4_91>(),  sweeper<kIdescI8_91>(),
            sweeper<kIdescMxf8f6f4_91>(), sweeper<kIdescMxf4_91>(), sweeper<kIdescMxf4nvf4_91>()};
}

}  // namespace tilescope::test
