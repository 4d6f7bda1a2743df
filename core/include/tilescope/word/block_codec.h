// core/include/tilescope/word/block_codec.h -- many words of one table at once: decoded field by field, and encoded.
// SPDX-License-Identifier: MIT
//
// decode() and encode() loop over a table while the program runs. Here the compiler has unrolled the same table, so
// that a block of words costs a few instructions a word: for whoever visits all 2^32 of them. A unit test holds both
// ways against each other.
#pragma once

#include <tilescope/word/field.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace tilescope {

inline constexpr std::size_t kBlockWords = 256;  // with all their fields they stay in the first-level cache
using WordBlock = std::array<std::uint32_t, kBlockWords>;

// The stored values of a block: raw[field][word], fields in the order of the table.
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

// decode(F, words[w]).raw[i] for every word w and field i.
template <const Format& F>
void decode_block(const WordBlock& words, FieldBlock<F>& fields) {
    block::decode_fields<F>(words, fields, std::make_index_sequence<F.fields.size()>());
}

// The words again; as in encode(), bits of a stored value above its field are dropped.
template <const Format& F>
void encode_block(const FieldBlock<F>& fields, WordBlock& words) {
    block::encode_fields<F>(fields, words, std::make_index_sequence<F.fields.size()>());
}

}  // namespace tilescope
