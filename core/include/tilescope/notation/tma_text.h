// core/include/tilescope/notation/tma_text.h -- the members of a TMA copy as people type them.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/base/answer.h>
#include <tilescope/layout/tma_tile.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tilescope {

enum class TmaMember : std::uint8_t {
    type,
    swizzle,
    interleave,
    dims,
    strides,
    box,
    element_strides,
    address,
    smem,
    origin
};
// `id` as in the JSON of a tensor map.
struct TmaMemberRow {
    TmaMember member;
    std::string_view id, unit, doc;
};
// clang-format off
inline constexpr TmaMemberRow kTmaMembers[] = {
    {TmaMember::type,            "type",            "",         "CUtensorMapDataType: sizes alone decide what is written where."},
    {TmaMember::swizzle,         "swizzle",         "",         "CUtensorMapSwizzle: the XOR on shared-memory addresses."},
    {TmaMember::interleave,      "interleave",      "",         "CUtensorMapInterleave. How interleaved boxes lie is said nowhere in words: drawn as if they were not."},
    {TmaMember::dims,            "dims",            "elements", "globalDim: of the tensor, the inner dimension first."},
    {TmaMember::strides,         "strides",         "bytes",    "globalStrides: from dimension 1 on."},
    {TmaMember::box,             "box",             "elements", "boxDim: what one load copies."},
    {TmaMember::element_strides, "element_strides", "",         "elementStrides: 2 leaves out every second element."},
    {TmaMember::address,         "address",         "",         "globalAddress: of the tensor. It moves nothing in shared memory."},
    {TmaMember::smem,            "smem",            "",         "Shared-memory address that the first box goes to."},
    {TmaMember::origin,          "origin",          "",         "Row and column of the matrix where the operand's tile begins."},
};
// clang-format on
constexpr const TmaMemberRow& row_of(TmaMember member) { return kTmaMembers[static_cast<std::size_t>(member)]; }

// "64, 4096", "0x400", "128B".
std::string text_of(const TmaCopy& copy, TmaMember member);

// The copy with that member read from text. Another number of dimensions changes the rank: what is new along them is a
// tensor without gaps and a box of 1. The refusal names the member.
Answer<TmaCopy> with_text(const TmaCopy& copy, TmaMember member, std::string_view text);

// "made", "taken away", "swizzle 128B -> 64B, box 64, 128 -> 32, 128".
std::string change_words(const std::optional<TmaCopy>& from, const std::optional<TmaCopy>& to);

}  // namespace tilescope
