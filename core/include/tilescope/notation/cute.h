// core/include/tilescope/notation/cute.h -- CuTe layouts as text: read, evaluate, recast, print.
// SPDX-License-Identifier: MIT
//
// A CuTe layout is a shape and a stride of the same form. Coordinates run through each mode with the leftmost number
// fastest; the offset is the sum of coordinate x stride:
//
//     Sw<3,4,3> o smem_ptr[16b](0x400) o ((8,16),(8,2)):((64,512),(1,8))
//     |           |         |  |          |       |       rows 0-7: 64 elements apart; every 8 rows 512
//     |           |         |  start      rows    columns: 8 in a row, the next 8 follow directly
//     |           |         the unit of all strides: elements of 16 bits
//     |           a pointer: the swizzle acts on byte addresses
//     Swizzle<bits, base, shift>
//
// Without a pointer (Sw<3,3,3> o 0 o (8,64):(64,1)) the swizzle acts on the offset, in the layout's own unit. Numbers
// may be names or multiples of names, as in PTX's canonical layouts: ((8,m),(T,2k)):((8T,SBO),(1,T)); with_names()
// gives them values. "_8" is CuTe's way to print a constant and means 8; "1024b" counts bits.
//
// Source: CUTLASS include/cute/layout.hpp, swizzle.hpp, swizzle_layout.hpp, pointer_flagged.hpp @7107b055.
#pragma once

#include <tilescope/base/answer.h>
#include <tilescope/layout/scale_layout.h>
#include <tilescope/layout/smem_layout.h>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope {

// A number, a multiple of a name, or a list of such: one side of a layout.
struct CuteTuple {
    std::int64_t number = 0;       // of a leaf; where it has a name, how many of it
    std::string name = {};         // "T", "SBO"; empty for plain numbers
    std::vector<CuteTuple> items;  // not a leaf: what is inside the parentheses
    bool leaf = true;

    friend bool operator==(const CuteTuple&, const CuteTuple&) = default;
};

enum class CuteSpace : std::uint8_t { none, smem, gmem, tmem, descriptor };

struct CuteText {
    std::optional<Swizzle> swizzle;
    CuteSpace space = CuteSpace::none;
    unsigned unit_bits = 0;  // of one step of a stride; 0: the text does not say
    std::optional<std::uint64_t> address;
    std::int64_t offset = 0;  // the "o 0 o" of a swizzled layout without a pointer
    CuteTuple shape, stride;

    friend bool operator==(const CuteText&, const CuteText&) = default;
};

// Reads a whole text; a stride that is left out is the compact one (leftmost mode fastest), as in CuTe. A refusal names
// the column, counted from 1, what stands there and what was expected:
//   parse_cute("((8,2):(1,8)").why == "column 7: have ':', want ',' or ')'"
Answer<CuteText> parse_cute(std::string_view text);

// Prints what parse_cute() reads. `constants` writes numbers as CuTe prints compile-time ones: _8.
std::string to_text(const CuteText& text, bool constants = false);

// The names that are left, in order of appearance, each once.
std::vector<std::string> names_in(const CuteText& text);

struct CuteName {
    std::string_view name;
    std::int64_t value;
};
// Names replaced by numbers; others stay.
CuteText with_names(const CuteText& text, std::span<const CuteName> values);

// One number of shape and stride: `extent` steps of `stride` units.
struct CuteMode {
    std::int64_t extent, stride;
    friend bool operator==(const CuteMode&, const CuteMode&) = default;
};
// All modes of a side by side list, leftmost fastest.
using CuteModes = std::vector<CuteMode>;

std::int64_t size_of(const CuteModes& modes);
// The offset of coordinate `index` of such a list. Indices beyond its size go on with the last mode.
std::int64_t offset_of(const CuteModes& modes, std::int64_t index);

// A layout as list of top-level modes, each flattened. Refused while a name has no value, or where it is larger than
// 2^24 coordinates.
Answer<std::vector<CuteModes>> modes_of(const CuteText& text);

// An operand tile: rows (M or N) and columns (K). Two modes are rows and columns; a first mode that is a pair is an
// instruction's block as CuTe partitions it: ((M,K),more rows,more columns[,stages]).
struct CuteMatrix {
    CuteModes rows, columns, stages;
};
Answer<CuteMatrix> matrix_of(const CuteText& text);

// The bit at which a coordinate begins, counted from address 0 of the space, swizzled. Addresses count bytes, those of
// Tensor Memory cells of 32 bits (lane << 16 | column). `start` counts where the text has no address of its own.
// Requires: text.unit_bits != 0.
std::uint64_t bit_of(const CuteText& text, std::int64_t offset, std::uint64_t start = 0);

// The same coordinates with strides counted in another unit. Refused where a stride is no whole number of it.
Answer<CuteText> in_unit(const CuteText& text, unsigned unit_bits);

// cute::recast_layout: the same memory as coordinates of another width. Upwards groups of units become one, downwards
// each becomes several. `note` says where CuTe's result does not reach all of them.
struct Recast {
    CuteText text;
    std::string note;
};
Answer<Recast> recast(const CuteText& text, unsigned bits);

// What PTX prints for a mode and majorness, with T, m, k, LBO and SBO as names (PTX ISA 9.1, 9.7.16.3.3); the 128B_32B
// row is CUTLASS's.
std::string_view canonical_text(SwizzleMode mode, Major major);

// The layout of a descriptor with all numbers, in elements of its container: what canonical_text() becomes. Refused for
// the absolute leading mode where a tile leaves its line: that is no stride.
Answer<CuteText> cute_of(const SmemLayout& layout);

// D or A in the Tensor Memory of one CTA, its canonical copy: addresses are lane << 16 | column, so a lane is 65536
// cells of 32 bits on. A pair's second CTA has the same text for its half of the rows.
CuteText cute_of(const TmemLayout& layout);

// Scale factors in memory: rows x factors, in bytes.
CuteText cute_of(const ScaleMemory& memory);

}  // namespace tilescope
