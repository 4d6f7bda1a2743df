// core/include/tilescope/hw/variant.h -- the qualifiers and immediates of an MMA: everything that no descriptor stores.
// SPDX-License-Identifier: MIT
//
//     tcgen05.mma.ws.cta_group::1.kind::f16.collector::b2::use ...
//     {.kind = "f16", .cta_group = 1, .ws = true, .collector = "b2::use"}
//
// Source of names and forms: PTX ISA 9.1, 9.7.16.10 (tcgen05.mma). ptx/accept.h decides which combinations the
// assembler accepts.
#pragma once

#include <tilescope/hw/kinds.h>

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace tilescope {

struct Variant {
    std::string kind = "f16";  // one of kinds_of(edition)
    unsigned cta_group = 1;    // 1 or 2
    bool ws = false, sparse = false, a_in_tmem = false;
    unsigned scale_block = 0;  // elements for each scale factor: 16 or 32; 0: the default of the kind
    bool scale_vec = false;    // the size is written as .scale_vec::NX, not as .blockN
    std::string collector;     // "a::fill", "b2::use"; empty: not written, which means a::discard (.ws: b0::discard)
    bool ashift = false;       // A in Tensor Memory is shifted by one row
    bool lane_mask = false;    // disable-output-lane: 4 words, 8 words for a pair of CTAs
    std::optional<unsigned> scale_d;  // s of scale-input-d: D is multiplied by 2^-s
    bool b1 = false;  // wgmma, kind i8: A and B are single bits, not the types of the kind; .b1.b1.and.popc
    friend bool operator==(const Variant&, const Variant&) = default;
};

inline constexpr unsigned kMostScaleD = 15;

// Returns whether A and B are single bits. tcgen05 does not have single bits, so there is no kind and no field for
// them. The program uses kind i8 instead: it has the same N and the same D of type s32.
bool multiplies_bits(const Variant& variant, std::string_view arch);
inline constexpr unsigned kBitsK = 256;  // columns of K that such an instruction reads: PTX ISA 9.1, 9.7.15.2

// The collector buffers and their operations: PTX ISA 9.1, 9.7.16.10.6.
inline constexpr std::string_view kCollectorOps[] = {"fill", "use", "lastuse", "discard"};
inline constexpr std::string_view kCollectorsOfA[] = {"a"}, kCollectorsOfB[] = {"b0", "b1", "b2", "b3"};
constexpr std::span<const std::string_view> collector_buffers(bool ws) {
    return ws ? std::span<const std::string_view>(kCollectorsOfB) : std::span<const std::string_view>(kCollectorsOfA);
}

// Returns whether the text names a buffer and an operation: "b2::use".
bool is_collector(std::string_view text);

// Returns the scale vector size as the instruction writes it: "block32", "scale_vec::2X". If the variant has no size,
// returns an empty text for kinds that can omit the size, and the default size for mxf4nvf4, which must state it.
// Returns an empty text for kinds without scale factors.
// Source: PTX ISA 9.1, 9.7.16.10.7 (Tables 55 and 57); ptxas 13.0.88 for the optional size.
std::string scale_size_text(const Variant& variant);

// Returns how many elements share a scale factor: the size of the variant, or the default of the kind. 0 for kinds
// without scale factors.
unsigned scale_block_of(const Variant& variant);

}  // namespace tilescope
