// core/include/tilescope/notation/cute.h -- reads, evaluates, recasts and prints CuTe layouts as text.
// SPDX-License-Identifier: MIT
//
// A CuTe layout is a shape and a stride with the same structure. In each mode, the leftmost number of a coordinate
// changes fastest. The offset is the sum of coordinate x stride:
//
//     Sw<3,4,3> o smem_ptr[16b](0x400) o ((8,16),(8,2)):((64,512),(1,8))
//     |           |         |  |          |       |       rows 0-7: distance 64 elements; groups of 8 rows: 512
//     |           |         |  start      rows    columns: 8 contiguous elements, then the next 8
//     |           |         the unit of all strides: elements of 16 bits
//     |           a pointer: the swizzle acts on byte addresses
//     Swizzle<bits, base, shift>
//
// Without a pointer (Sw<3,3,3> o 0 o (8,64):(64,1)) the swizzle acts on the offset, in the unit of the layout. A number
// can be a name or a multiple of a name, as in the canonical layouts of PTX: ((8,m),(T,2k)):((8T,SBO),(1,T)).
// with_names() replaces the names by values. CuTe prints a compile-time constant 8 as "_8". "1024b" is a number of
// bits.
//
// CuTe DSL writes S for Sw. S<3,4,3> o 0 o (128,64):(64,1) is what its make_smem_layout functions return: the swizzle
// of a mode (hw/swizzle_modes.h) acts on byte addresses there, because the DSL moves it to the pointer, and the strides
// count elements. All other S<...> act on the offset. Atoms are also read by their names, and layouts inside the types
// of the DSL:
//
//     UMMA::Layout_K_SW64_Atom<half_t>      Sw<2,4,3> o smem_ptr[16b](unset) o (8,32):(32,1)
//     K_SW64                                Sw<2,4,3> o smem_ptr o (8,4T):(4T,1)
//     !cute.memref<f16, smem, align<1024>, S<3,4,3>, "(8,64):(64,1)">
//
// Source: CUTLASS include/cute/layout.hpp, swizzle.hpp, swizzle_layout.hpp, pointer_flagged.hpp,
// atom/mma_traits_sm90_gmma.hpp @7107b055; CuTe DSL 4.8.1 (layouts that it prints).
#pragma once

#include <tilescope/base/answer.h>
#include <tilescope/layout/scale_layout.h>
#include <tilescope/layout/smem_layout.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope {

// A number, a multiple of a name, or a list of these. The shape and the stride of a layout are each a CuteTuple.
struct CuteTuple {
    std::int64_t number = 0;       // only for a leaf: the number, or the factor of the name
    std::string name = {};         // "T", "SBO"; empty for plain numbers
    std::vector<CuteTuple> items;  // only if it is not a leaf: the elements inside the parentheses
    bool leaf = true;
    bool constant = false;  // written with "_"; CuTe gives stride 0 to a constant mode of extent 1

    friend bool operator==(const CuteTuple&, const CuteTuple&) = default;
};

enum class CuteSpace : std::uint8_t { none, smem, gmem, tmem, descriptor };

struct CuteText {
    std::optional<Swizzle> swizzle;
    CuteSpace space = CuteSpace::none;
    unsigned unit_bits = 0;  // bits of one stride unit; 0: the text has no unit
    std::optional<std::uint64_t> address;
    std::int64_t offset = 0;  // the offset in "o 0 o" of a swizzled layout without a pointer; in units
    CuteTuple shape, stride;

    friend bool operator==(const CuteText&, const CuteText&) = default;
};

// Reads a layout. The layout must be the whole text. If the stride is missing, the layout is compact (leftmost mode
// fastest), as in CuTe.
// Errors: the reason names the column (from 1), the character at that column, and the expected text:
//   parse_cute("((8,2):(1,8)").why == "column 7: have ':', want ',' or ')'"
Answer<CuteText> parse_cute(std::string_view text);

// Prints a layout in the notation that parse_cute() reads. With `constants`, prints numbers as compile-time constants:
// _8.
std::string to_text(const CuteText& text, bool constants = false);

// Returns all names that have no value yet, in the order of the text, each once.
std::vector<std::string> names_in(const CuteText& text);

struct CuteName {
    std::string_view name;
    std::int64_t value;
};
// Replaces names by numbers. Names that are not in `values` stay.
CuteText with_names(const CuteText& text, std::span<const CuteName> values);

// One leaf of shape and stride: `extent` coordinates at a distance of `stride` units.
struct CuteMode {
    std::int64_t extent, stride;
    friend bool operator==(const CuteMode&, const CuteMode&) = default;
};
// A flat list of modes. The leftmost mode changes fastest.
using CuteModes = std::vector<CuteMode>;

// Returns the number of coordinates: the product of all extents.
std::int64_t size_of(const CuteModes& modes);

// Returns the offset of coordinate `index`. An index beyond size_of() continues in the last mode.
std::int64_t offset_of(const CuteModes& modes, std::int64_t index);

// Returns the result of the CuTe layout for a coordinate with this offset. Without a pointer the result includes the
// swizzle. With a pointer the swizzle belongs to the pointer and is not included.
std::int64_t shown_offset(const CuteText& text, std::int64_t offset);

// Returns the top-level modes of a layout, each flattened.
// Errors: a name has no value; a mode has no coordinate; the layout has more than 2^24 coordinates; a stride has more
// than 2^32 units; the layout reaches below address 0.
Answer<std::vector<CuteModes>> modes_of(const CuteText& text);

// An operand tile: rows (M or N), columns (K) and, as an optional third mode, pipeline stages. If the first mode is a
// pair and the second mode is a number, the layout is a CuTe partition by instructions:
// ((M,K),rows,columns[,stages]).
struct CuteMatrix {
    CuteModes rows, columns, stages;
};
Answer<CuteMatrix> matrix_of(const CuteText& text);

// Returns the position of the first bit of the element at `offset`, from address 0 of the memory space, with the
// swizzle applied. Shared-memory and global addresses are in bytes. Tensor Memory addresses are in 32-bit cells
// (lane << 16 | column). Uses `start` as the address if the text has no address.
// Requires: text.unit_bits != 0.
std::uint64_t bit_of(const CuteText& text, std::int64_t offset, std::uint64_t start = 0);

// Converts the strides to another unit; the coordinates stay the same.
// Errors: a stride is not a multiple of the new unit.
Answer<CuteText> in_unit(const CuteText& text, unsigned unit_bits);

// The result of cute::recast_layout: the same memory with elements of another width. A recast to a wider element joins
// several units to one. A recast to a narrower element splits each unit.
// `note` is not empty if the result has no coordinate for some units.
struct Recast {
    CuteText text;
    std::string note;
};
// Errors: CuTe would round the result.
Answer<Recast> recast(const CuteText& text, unsigned bits);

// Returns the canonical layout that PTX prints for a swizzle mode and a major mode, with the names T, m, k, LBO and SBO
// (PTX ISA 9.1, 9.7.16.3.3). The source of the 128B_32B row is CUTLASS.
std::string_view canonical_text(SwizzleMode mode, Major major);

// Returns the layout of a descriptor: canonical_text() with numbers instead of names. The unit is one element
// container. Errors: the descriptor has the absolute leading mode and the tile is wider than one line. No stride
// describes that.
Answer<CuteText> cute_of(const SmemLayout& layout);

// Returns the canonical layout of D or A in the Tensor Memory of one CTA. An address is lane << 16 | column, so the
// next lane is 65536 cells of 32 bits further. The second CTA of a pair has the same layout for its half of the rows.
CuteText cute_of(const TmemLayout& layout);

// Returns the layout of scale factors in memory: rows x scale factors, in bytes.
CuteText cute_of(const ScaleMemory& memory);

// ---- operand fragments ----

// A CuTe kernel prints its operand fragments as layouts of descriptors. The strides count 16 bytes, as the start field
// of a descriptor does. The modes are: one instruction, instructions along M or N, instructions along K, and often the
// stages of a pipeline:
//
//     tCrA: GMMA::DescriptorIterator o (_1,_2,(_4,_2),(_1,_2)):(_0,_1024,(_2,_2048),(_0,_4096))
//     |                                 |  |   |   |   |                    |
//     name               one instruction   |   |   |   stages               the K step: 2 units = 32 bytes
//                                    M or N    K: four steps of 2 units, then the next atom, 2048 units further
//
// A kernel can slice modes away, so fragments of one or two modes have no certain K mode. In a fragment of three modes,
// the third mode is K, or the stages if the kernel sliced K away: `k_is_certain` is false.
//
// Source: CUTLASS include/cute/atom/mma_atom.hpp make_fragment_A, partition_shape_A; mma_traits_sm90_gmma.hpp
// DescriptorIterator @7107b055.
inline constexpr std::int64_t kFragmentUnitBytes = 16;

struct CuteFragment {
    std::string name;                   // "tCrA"; empty if the text has none
    std::string_view instruction;       // "wgmma" for GMMA, "tcgen05" for UMMA; empty if the text names neither
    CuteText layout;                    // shape and stride; the unit is 128 bits
    std::vector<CuteModes> modes;       // the top-level modes of `layout`, each flattened
    std::optional<std::size_t> k_mode;  // index into `modes`
    bool k_is_certain = false;
    CuteMode k_step{1,
                    0};  // the innermost step of the K mode: number of steps, and units of 16 bytes; {1, 0}: one step
};

// Reads one fragment, with or without a name and a colon before it, and with or without a colon after it.
// Errors: the text has no DescriptorIterator; the layout cannot be read (see parse_cute()) or evaluated (modes_of()).
Answer<CuteFragment> parse_fragment(std::string_view text);

// Returns the fragments of all lines that have one. Lines without a fragment, or with one that cannot be read, are not
// in the result.
std::vector<CuteFragment> fragments_in(std::string_view text);

// Returns a sentence: "tCrA is a layout of wgmma descriptors. A K step adds 2 units of 16 bytes = 32 bytes."
std::string sentence_of(const CuteFragment& fragment);

}  // namespace tilescope
