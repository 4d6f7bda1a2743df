// core/include/tilescope/layout/smem_layout.h -- where an element of an operand lies in shared memory, and back.
// SPDX-License-Identifier: MIT
//
// K-major, mode 128B, f16, start 0: eight rows of eight chunks, one chunk 16 bytes. Which chunk of the row lies where?
//
//     line 0   0 1 2 3 4 5 6 7          line r holds row r; its chunk c lies at place c xor r.
//     line 1   1 0 3 2 5 4 7 6          The next 8 rows begin SBO bytes further on.
//     line 2   2 3 0 1 6 7 4 5
//     ...
//
// Before the XOR an address is a sum. With T elements a chunk (16 bytes) and W the width of the swizzle:
//
//     K-major, none    start + (row % 8) x 16 + (row / 8) x SBO + (column / T) x LBO
//     K-major, W       start + (row % 8) x W  + (row / 8) x SBO + (column / T) x 16
//     MN-major, none   start + (column % 8) x 16 + (column / 8) x LBO + (row / T) x SBO
//     MN-major, W      start + (row / T) % (W / 16) x 16 + (row / (T x W / 16)) x LBO + (column % R) x W + (column / R)
//     x SBO
//
// and the place inside the chunk; R is 8, and 4 for atoms of 32 bytes. Rows are M or N indices, columns K indices. So
// LBO and SBO change their roles with the mode; LBO is not walked by K-major swizzled layouts at all.
//
// Source: PTX ISA 9.1, 9.7.16.3 (canonical layouts) and 5.5.7 (swizzling modes); CUTLASS include/cute/arch and
// include/cute/atom/mma_traits_sm100.hpp make_umma_desc @7107b055.
#pragma once

#include <tilescope/hw/major.h>
#include <tilescope/hw/types.h>
#include <tilescope/layout/swizzle.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope {

struct SmemLayout {
    SwizzleMode mode = SwizzleMode::none;
    Major major = Major::k;
    const ElementType* type = &kElementTypes[0];
    std::uint32_t start = 0, lbo = 0, sbo = 0;  // bytes
    // Phase of the pattern at `start`, in lines of 128 bytes. How the hardware uses a value other than 0 is known to
    // nobody; it is drawn as if the line counter of the XOR began that much later (contradiction X14).
    unsigned base_offset = 0;
    // lbo is the absolute address of the bytes that follow the first 128-byte line (sm_103a, K = 96). K-major 128B
    // layouts alone have this mode; in others lbo stays a stride.
    bool absolute_lbo = false;
    int rows = 8, columns = 8;  // M or N, and K
    // K-major swizzled tiles wider than an atom: bytes from one column of atoms to the next. No field holds it: each
    // instruction has a start of its own. 0: as assumption_of() says.
    std::uint32_t k_atom = 0;

    friend bool operator==(const SmemLayout&, const SmemLayout&) = default;
};

struct Element {
    int row, column;
    friend bool operator==(const Element&, const Element&) = default;
};

// The first bit of an element: absolute shared-memory byte after the swizzle, and the bit in that byte.
struct BitPlace {
    std::uint32_t byte;
    unsigned bit;
    friend bool operator==(const BitPlace&, const BitPlace&) = default;
};

// Never fails: a row or column outside the tile is placed as if the tile went on.
//   place_in_memory({.mode = b128, .start = 0x400, .sbo = 1024}, {3, 0}) == {0x5b0, 0}
BitPlace place_in_memory(const SmemLayout& layout, Element element);

// The byte after the last one the element has bits in.
std::uint32_t end_of(const SmemLayout& layout, Element element);

// Every element of the tile with bits in that byte: none, one, several (sub-byte types, strides that overlap), by row
// and column. Asks each atom once, not each element: an outline may follow the pointer. Requires, as place() does for
// elements below 16 bits to stay in one piece, what every descriptor has: start, lbo and sbo in multiples of 16.
std::vector<Element> elements_at(const SmemLayout& layout, std::uint32_t byte);

// The lowest and the highest byte that the tile touches.
struct Extent {
    std::uint32_t first, last;
};
Extent extent(const SmemLayout& layout);

// Whether two elements of the tile share bits. `sentence` names the first pair of rows: "rows 0 and 8 share bytes".
struct Overlap {
    bool any = false;
    std::string sentence;
};
Overlap overlap_of(const SmemLayout& layout);

// What a stride field does in a layout of this size. Fields, pictures and rules all ask here.
enum class StrideUse : std::uint8_t {
    walked,   // steps over it
    one,      // would be walked, but this tile has only one step
    ignored,  // the mode does not look at it
    address,  // lbo as an absolute address
};
struct StrideReport {
    StrideUse use;
    std::string_view steps;  // what it steps over: "group of 8 rows", "chunk of K"
    std::string sentence;    // "K-major 128B layouts ignore lbo."
    unsigned count = 1;      // steps in this tile, itself included
};
StrideReport use_of_lbo(const SmemLayout& layout);
StrideReport use_of_sbo(const SmemLayout& layout);

// A K-major swizzled tile wider than the swizzle needs a second column of atoms, and no field says where it is. It is
// drawn where tiles whose atoms repeat along M or N first have it: after the last group of 8 rows, or directly after
// the first atom where there is one group only. Empty where nothing is assumed.
std::string assumption_of(const SmemLayout& layout);

// Elements of a chunk of 16 bytes.
constexpr unsigned elements_per_chunk(const ElementType& type) { return 128 / type.container_bits; }

}  // namespace tilescope
