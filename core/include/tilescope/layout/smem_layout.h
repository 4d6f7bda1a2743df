// core/include/tilescope/layout/smem_layout.h -- the shared-memory address of each element of an operand, and back.
// SPDX-License-Identifier: MIT
//
// Example: K-major, mode 128B, f16, start 0. A row is 8 chunks of 16 bytes. The picture shows the chunks of each row as
// they are stored:
//
//     line 0   0 1 2 3 4 5 6 7          Line r stores row r. Chunk c of the row is at position c xor r.
//     line 1   1 0 3 2 5 4 7 6          The next 8 rows start SBO bytes later.
//     line 2   2 3 0 1 6 7 4 5
//     ...
//
// An address is a sum, and then an XOR. T is the number of elements in a chunk, W the width of the swizzle in bytes.
// The sum:
//
//     K-major, none    start + (row % 8) x 16 + (row / 8) x SBO + (column / T) x LBO
//     K-major, W       start + (row % 8) x W  + (row / 8) x SBO + (column / T) % (W / 16) x 16
//                            + (column / (T x W / 16)) x atom
//     MN-major, none   start + (column % 8) x 16 + (column / 8) x LBO + (row / T) x SBO
//     MN-major, W      start + (row / T) % (W / 16) x 16 + (row / (T x W / 16)) x LBO
//                            + (column % R) x W + (column / R) x SBO
//
// plus the place inside the chunk. R is 4 for mode 128B_32B and 8 for the other modes. A row is an index of M or N, a
// column is an index of K. LBO and SBO have different roles in different modes. `atom` is the distance from one column
// of atoms to the next: k_atom below. Of the atoms that one instruction reads, the distance is LBO. Only one operand is
// so wide: B of a sparse instruction has 64 bytes of K, two atoms of mode 32B. All other K-major swizzled layouts do
// not use LBO. The formulas are for layouts without absolute_lbo. With absolute_lbo, a K-major 128B slice continues at
// address LBO after its first line.
//
// The XOR changes bits of the sum, which is an absolute address (swizzle.h). base_offset is 0 in these formulas:
//
//     none       nothing                             64B        ^ (address >> 7 & 3) << 4
//     32B        ^ (address >> 7 & 1) << 4           128B       ^ (address >> 7 & 7) << 4
//                                                    128B_32B   ^ (address >> 7 & 3) << 5
//
// In the picture above: row 1, chunk 1 has the sum 0x90. Its bits 7 to 9 are 1, so the chunk is stored at 0x80.
//
// Source: PTX ISA 9.1, 9.7.16.3 (canonical layouts) and 5.5.7 (swizzling modes); CUTLASS include/cute/arch and
// include/cute/atom/mma_traits_sm100.hpp make_umma_desc @7107b055. All four sums, base_offset, and LBO inside one
// instruction: wgmma measured on an H100, 2026-11-26 (27,360 descriptors). tcgen05 was not measured (X34).
#pragma once

#include <tilescope/hw/families.h>
#include <tilescope/hw/operand.h>
#include <tilescope/hw/types.h>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope {

struct SmemLayout {
    SwizzleMode mode = SwizzleMode::none;
    Major major = Major::k;
    const ElementType* type = &kElementTypes[0];
    std::uint32_t start = 0, lbo = 0, sbo = 0;  // in bytes
    // Phase of the pattern at `start`, in lines of 128 bytes. The value is subtracted from the line counter of the XOR.
    // An H100 does this; for Blackwell it is a conclusion (contradiction X14).
    unsigned base_offset = 0;
    // lbo is the absolute address of the bytes after the first 128-byte line (sm_103a, K = 96). Only K-major 128B
    // layouts have this mode. In other layouts lbo is a stride.
    bool absolute_lbo = false;
    int rows = 8, columns = 8;  // M or N, and K
    // For K-major swizzled tiles that are wider than an atom: bytes from one column of atoms to the next. No descriptor
    // field stores this distance, because each instruction has a separate start address. 0: as in assumption_of().
    std::uint32_t k_atom = 0;
    // Columns that one instruction reads. The tile can have the columns of several instructions: `columns`. 0: not
    // stated; then no instruction reads more than one column of atoms.
    int mma_columns = 0;

    friend bool operator==(const SmemLayout&, const SmemLayout&) = default;
};

struct Element {
    int row, column;
    friend bool operator==(const Element&, const Element&) = default;
};

// Returns the number of an element in a list that has a matrix of so many columns, row by row.
constexpr std::size_t index_in(std::integral auto columns, Element e) {
    return static_cast<std::size_t>(e.row) * static_cast<std::size_t>(columns) + static_cast<std::size_t>(e.column);
}

// The first bit of an element: the absolute byte address in shared memory after the swizzle, and the bit in that byte.
struct BitPlace {
    std::uint32_t byte;
    unsigned bit;
    friend bool operator==(const BitPlace&, const BitPlace&) = default;
};

// Returns the place of an element. Never fails: an element outside the tile is placed as if the tile continued.
// Requires: start, lbo and sbo are multiples of 16 if the type has fewer than 16 bits.
//   place_in_memory({.mode = b128, .start = 0x400, .sbo = 1024}, {3, 0}) == {0x5b0, 0}
BitPlace place_in_memory(const SmemLayout& layout, Element element);

// Returns the byte address after the last byte of the element.
std::uint32_t end_of(const SmemLayout& layout, Element element);

// Returns the elements of the tile that have bits in a byte, sorted by row and column. The result can be empty (a gap),
// one element, or several (types below 8 bits, or strides that overlap). The function checks each atom once, not each
// element, so it is fast enough for every movement of the mouse.
//   elements_at({.mode = b128, .start = 0x400, .sbo = 1024}, 0x5b0) == {{3, 0}}
// Requires: start, lbo and sbo are multiples of 16, as in every descriptor.
std::vector<Element> elements_at(const SmemLayout& layout, std::uint32_t byte);

// Returns the lowest and the highest byte of the tile.
struct Extent {
    std::uint32_t first, last;
};
Extent extent(const SmemLayout& layout);

// Returns whether two elements of the tile share bits. `sentence` names the first pair: "rows 0 and 8 share bytes".
struct Overlap {
    bool any = false;
    std::string sentence;
};
Overlap overlap_of(const SmemLayout& layout);

// How a layout of this size uses a stride field.
enum class StrideUse : std::uint8_t {
    walked,   // the stride between two steps of the tile
    one,      // not used: the mode uses the field, but this tile has only one step
    ignored,  // not used: the mode does not use the field
    address,  // lbo is an absolute address
};
struct StrideReport {
    StrideUse use;
    std::string_view steps;  // the unit of a step: "group of 8 rows", "chunk of K"
    std::string sentence;    // "K-major 128B layouts ignore lbo."
    unsigned count = 1;      // how many such units the tile has
};
StrideReport use_of_lbo(const SmemLayout& layout);
StrideReport use_of_sbo(const SmemLayout& layout);

// Returns the columns of atoms that one instruction reads: more than 1 only if it reads several whole atoms along K,
// and then lbo is the distance between them.
unsigned atoms_of_one_instruction(const SmemLayout& layout);

// Returns a sentence about the assumed place of the next column of atoms, or an empty text if nothing is assumed. A
// K-major swizzled tile that is wider than one instruction and than the swizzle has more columns of atoms. No
// descriptor field gives their place. The program assumes atoms that repeat along M or N first: the next column follows
// the last group of 8 rows, or the first atom if there is only one group.
std::string assumption_of(const SmemLayout& layout);
// The first column whose place rests on that assumption, and with it the places of all later columns. Empty: no place
// does.
std::optional<int> first_assumed_column(const SmemLayout& layout);

// Returns the number of elements in a chunk of 16 bytes.
constexpr unsigned elements_per_chunk(const ElementType& type) { return 128 / type.container_bits; }

// ---- all elements of a tile at once: much faster than a loop over place_in_memory() ----

// Stores bytes[row * columns + column] = place_in_memory(layout, {row, column}).byte. For types below 8 bits,
// first_bit() gives the bit inside the byte. Requires: bytes.size() == rows * columns.
void tile_map(const SmemLayout& layout, std::span<std::uint32_t> bytes);
std::vector<std::uint32_t> tile_map(const SmemLayout& layout);

// Returns the first bit of an element in its byte. It depends only on the index along the contiguous axis.
unsigned first_bit(const SmemLayout& layout, Element element);

// ---- the bytes that two operands have in common ----

// The bytes that elements of both layouts use. `first` is the lowest of them; it means nothing if `count` is 0.
//
//     A: 128 x 16 f16, 128B, start 0x400         reads 32 bytes of each line from 0x400 to 0x4400
//     B:  64 x 16 f16, 128B, start 0x2400        shares 2048 bytes with A, the first one at 0x2400
struct SharedBytes {
    std::uint32_t count = 0, first = 0;
};
SharedBytes shared_bytes(const SmemLayout& a, const SmemLayout& b);

// The same bytes, one by one. Layouts without a common byte have an empty map.
struct SharedMap {
    std::uint32_t first = 0;          // an address
    std::vector<std::uint64_t> used;  // 64 bytes in each number: bit i of them all is the byte first + i

    // Returns whether one of `count` bytes from an address on is shared.
    bool any_in(std::uint32_t address, std::uint32_t count) const {
        for (std::uint32_t i = 0; i < count; ++i) {
            const std::uint64_t byte = std::uint64_t{address} + i, at = byte - first;
            if (byte >= first && at / 64 < used.size() && (used[static_cast<std::size_t>(at / 64)] >> at % 64 & 1) != 0)
                return true;
        }
        return false;
    }
};
SharedMap shared_map(const SmemLayout& a, const SmemLayout& b);

// ---- an address as a sum and an XOR ----

// One term of the sum: "3 rows x 128" is 384 bytes.
struct AddressTerm {
    std::string_view field;  // the descriptor field that gives the term: "start", "lbo", "sbo", or ""
    std::string label;
    std::uint32_t bytes;
    std::uint32_t count = 1, each = 0;  // bytes = count x each; each is 0 if the term is a single number
};

// Example: K-major 128B f16 at 0x400, element (3, 24):
//
//     0x400 + 3 x 128 + 48         start, 3 rows of 128 bytes, 24 columns of 2 bytes
//     = 0x5b0  line 11, chunk 3    before the swizzle
//     chunk 3 xor 3 = 0            the swizzle
//     = 0x580                      the address
//
// `linear` is the sum of the terms. `address` is the result after the XOR of the swizzle. The first term is start. In
// the absolute-address mode, it is lbo for elements after the first 128-byte line. Other terms of 0 bytes are omitted.
struct AddressSum {
    std::vector<AddressTerm> terms;
    std::uint32_t linear = 0, address = 0;
    unsigned bit = 0;                          // the first bit of the element in its first byte
    unsigned line = 0;                         // linear / 128
    unsigned phase = 0;                        // the number that is XORed in; it depends on the line
    std::string_view unit = "chunk";           // what the XOR moves; in the mode 128B_32B a "32-byte unit"
    unsigned unit_before = 0, unit_after = 0;  // its number in the line, before and after the XOR
    std::vector<std::string> lines;            // the same as text, as in the example above
};

// Never fails: an element outside the tile is placed as if the tile continued, as in place_in_memory().
AddressSum explanation_of(const SmemLayout& layout, Element element);

}  // namespace tilescope
