// tests/support/block_codec.h -- decodes and encodes many words of one format at once.
// SPDX-License-Identifier: MIT
//
//     FieldBlock<kIdescF16_91> fields;
//     decode_block<kIdescF16_91>(words, fields);    // words[0..255] -> fields.raw[field][word]
//     encode_block<kIdescF16_91>(fields, words);    // and back
//
// decode() and encode() (codec.h) loop over the table at run time. The functions here unroll the same table at compile
// time, so that each word costs only a few instructions. Use them to visit all 2^32 words. A unit test compares both
// implementations.
#pragma once

#include <tilescope/word/field.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace tilescope {

inline constexpr std::size_t kBlockWords = 256;  // the words and all their fields fit in the first-level cache
using WordBlock = std::array<std::uint32_t, kBlockWords>;

// The stored values of a block: raw[field][word]. The fields are in the order of the table.
template <const Format& F>
struct FieldBlock {
    static_assert(F.bits == 32, "blocks are for words of 32 bits");
    std::array<WordBlock, F.fields.size()> raw;
};

namespace block {

constexpr std::uint32_t mask32(const Field& f) { return static_cast<std::uint32_t>(bit_mask(f.width)); }

template <const Format& F, std::size_t... I>
void decode_fields(const WordBlock& __restrict words, FieldBlock<F>& __restrict fields, std::index_sequence<I...>) {
    for (std::size_t w = 0; w < kBlockWords; ++w)
        ((fields.raw[I][w] = words[w] >> F.fields[I].lsb & mask32(F.fields[I])), ...);
}

template <const Format& F, std::size_t... I>
void encode_fields(const FieldBlock<F>& __restrict fields, WordBlock& __restrict words, std::index_sequence<I...>) {
    for (std::size_t w = 0; w < kBlockWords; ++w)
        words[w] = (((fields.raw[I][w] & mask32(F.fields[I])) << F.fields[I].lsb) | ...);
}

}  // namespace block

// Stores decode(F, words[w]).raw[i] in fields.raw[i][w], for every word w and field i.
template <const Format& F>
void decode_block(const WordBlock& words, FieldBlock<F>& fields) {
    block::decode_fields<F>(words, fields, std::make_index_sequence<F.fields.size()>());
}

// Stores encode() of the fields in `words`. Bits of a stored value above the width of its field are dropped.
template <const Format& F>
void encode_block(const FieldBlock<F>& fields, WordBlock& words) {
    block::encode_fields<F>(fields, words, std::make_index_sequence<F.fields.size()>());
}

}  // namespace tilescope
