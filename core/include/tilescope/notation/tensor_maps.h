// core/include/tilescope/notation/tensor_maps.h -- finds tensor maps in any text: their 128 bytes, or printed members.
// SPDX-License-Identifier: MIT
//
// Bytes are read in the forms in which debuggers and programs print memory: 256 hexadecimal digits, hexdump -C, xxd,
// the x command of cuda-gdb, a CUtensorMap as gdb prints it, an array of C, and kernel parameters with a CUtensorMap
// among them. 128 bytes are a tensor map if the measured driver would write the same bytes for it: chance does not make
// such bytes. If the text has no more than 128 bytes, unknown bits can differ.
//
//     tensor_maps_in("$1 = {opaque = {139716158554112, 34359738512, 0, 0, 270582939711, ...}}")     one map
//
// Printed members are those that CUTLASS prints with "Failed to initialize the TMA descriptor".
#pragma once

#include <tilescope/base/answer.h>
#include <tilescope/base/text_span.h>
#include <tilescope/layout/tma_tile.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope {

// ---- the members of a TMA copy as text ----

// clang-format off
enum class TmaMember : std::uint8_t {
    type, swizzle, interleave, dims, strides, box, element_strides, oob_fill, l2_promotion, address, smem, origin
};
// One member. `id` is its key in the JSON of a tensor map.
struct TmaMemberRow {
    TmaMember member;
    std::string_view id, unit, doc;
};
inline constexpr TmaMemberRow kTmaMembers[] = {
    {TmaMember::type,            "type",            "",         "CUtensorMapDataType. Only the element size affects the layout in shared memory."},
    {TmaMember::swizzle,         "swizzle",         "",         "CUtensorMapSwizzle: the XOR pattern on shared-memory addresses."},
    {TmaMember::interleave,      "interleave",      "",         "CUtensorMapInterleave. No document describes the layout of interleaved boxes. tilescope shows such boxes without interleave."},
    {TmaMember::dims,            "dims",            "elements", "globalDim: the size of the tensor, inner dimension first."},
    {TmaMember::strides,         "strides",         "bytes",    "globalStrides: the strides of the tensor. The first value is for dimension 1."},
    {TmaMember::box,             "box",             "elements", "boxDim: the size of the box that one load copies."},
    {TmaMember::element_strides, "element_strides", "",         "elementStrides: the value 2 skips every second element."},
    {TmaMember::oob_fill,        "oob_fill",        "",         "CUtensorMapFloatOOBfill: what a copy writes for elements outside of the tensor, 0 (none) or NaN (nan)."},
    {TmaMember::l2_promotion,    "l2_promotion",    "",         "CUtensorMapL2promotion. It does not affect shared memory."},
    {TmaMember::address,         "address",         "",         "globalAddress of the tensor. The address does not affect shared memory."},
    {TmaMember::smem,            "smem",            "",         "Shared-memory address of the first box."},
    {TmaMember::origin,          "origin",          "",         "Row and column of the matrix at which the operand tile starts. They can be negative: TMA fills what is outside."},
};
// clang-format on
constexpr const TmaMemberRow& row_of(TmaMember member) { return kTmaMembers[static_cast<std::size_t>(member)]; }

// Returns a member as text: "64, 4096", "0x400", "128B".
std::string text_of(const TmaCopy& copy, TmaMember member);

// Returns the copy with one member read from text. A different number of dimensions changes the rank: in each new
// dimension the tensor has no gaps and the box has size 1.
// Errors: the text is not valid for the member. The reason names the member.
Answer<TmaCopy> with_text(const TmaCopy& copy, TmaMember member, std::string_view text);

// Describes a change: "added", "removed", or "swizzle 128B -> 64B; box 64, 128 -> 32, 128".
std::string change_words(const std::optional<TmaCopy>& from, const std::optional<TmaCopy>& to);

// ---- maps in a text ----

struct FoundTensorMap {
    TextSpan span;  // the lines that it was read from
    TensorMap map;
    std::optional<TensorMapWords> words;  // none: the text has the members, not the bytes
};

// Which bytes are a map. any: also 128 bytes that the measured driver never writes, if the user says that they are one:
// bits_problems() names what is not known of them.
enum class TensorMapBytes : std::uint8_t { measured, any };

// Returns the maps in the order of the text. Never fails: a text without a map, or one that is too long for memory that
// somebody printed, has none.
std::vector<FoundTensorMap> tensor_maps_in(std::string_view text, TensorMapBytes which = TensorMapBytes::measured);

// Returns all problems of a found map on a target: of its bits, of the driver's rules, of its address, and what its
// type does to values.
std::vector<Problem> problems_of(const FoundTensorMap& found, std::string_view arch);

// Returns a map in one line: "BFLOAT16 [64, 4096], strides [8192], box [64, 128], 128B, address 0x7f1234000000".
std::string brief_text(const TensorMap& map);

}  // namespace tilescope
