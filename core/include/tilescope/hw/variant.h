// core/include/tilescope/hw/variant.h -- what is text in the instruction, and so in no word.
// SPDX-License-Identifier: MIT
//
// Source of names and forms: PTX ISA 9.1, 9.7.16.10 (tcgen05.mma); which go together is the assembler's verdict
// (ptx/accept.h).
#pragma once

#include <tilescope/hw/kinds.h>

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace tilescope {

struct Variant {
    std::string kind = "f16";  // of kinds_of(edition)
    unsigned cta_group = 1;    // 1 or 2
    bool ws = false, sparse = false, a_in_tmem = false;
    unsigned scale_block = 0;  // elements a factor of block-scaled kinds: 16 or 32; 0: what the kind has without one
    bool scale_vec = false;    // the size is spelled .scale_vec::NX, not .blockN
    std::string collector;     // "a::fill", "b2::use"; empty: none, which is a::discard (.ws: b0::discard)
    bool ashift = false;       // A in Tensor Memory is shifted by a row
    bool lane_mask = false;    // disable-output-lane: 4 words, 8 for a pair of CTAs
    std::optional<unsigned> scale_d;  // D is multiplied by 2 to the power of minus this
    bool b1 = false;  // wgmma, kind i8: A and B are single bits, whatever the kind's types; .b1.b1.and.popc
    friend bool operator==(const Variant&, const Variant&) = default;
};

inline constexpr unsigned kMostScaleD = 15;

// Whether A and B are single bits. No tcgen05 has them, so no kind and no field does: i8 lends N and a D of s32.
bool multiplies_bits(const Variant& variant, std::string_view arch);
inline constexpr unsigned kBitsK = 256;  // columns one such instruction reads: PTX ISA 9.1, 9.7.15.2

// The collector's buffers and what is done with one: PTX ISA 9.1, 9.7.16.10.6.
inline constexpr std::string_view kCollectorOps[] = {"fill", "use", "lastuse", "discard"};
inline constexpr std::string_view kCollectorsOfA[] = {"a"}, kCollectorsOfB[] = {"b0", "b1", "b2", "b3"};
constexpr std::span<const std::string_view> collector_buffers(bool ws) {
    return ws ? std::span<const std::string_view>(kCollectorsOfB) : std::span<const std::string_view>(kCollectorsOfA);
}

// Whether a text like "b2::use" names a buffer and what is done with it.
bool is_collector(std::string_view text);

// The size of a block-scaled kind as the instruction spells it: "block32", "scale_vec::2X". Without a size the kinds
// that may stay silent do, mxf4nvf4 must name one. Empty for kinds without scale factors.
// Source: PTX ISA 9.1, 9.7.16.10.7 (Tables 55 and 57); ptxas 13.0.88 for what may be left out.
std::string scale_size_text(const Variant& variant);

// Elements that share a factor: of the size, or the kind's own where none is named; 0 without scale factors.
unsigned scale_block_of(const Variant& variant);

}  // namespace tilescope
