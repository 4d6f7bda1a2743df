// core/include/tilescope/layout/placing.h -- the two parts of a linear address: one from the row, one from the column.
// SPDX-License-Identifier: MIT
//
// Each term of the address depends only on the row or only on the column:
//
//     linear address = origin + row part + column part
//     address        = swizzled(linear address)
//
// place_in_memory(), tile_map(), elements_at() and explanation_of() use these functions.
#pragma once

#include <tilescope/hw/memory.h>
#include <tilescope/layout/smem_layout.h>

#include <string_view>

namespace tilescope::placing {

inline constexpr std::uint32_t kChunk = kChunkBytes, kLine = kLineBytes;

struct Unit {
    std::string_view one, many;
};

// How the address changes along one index. `chunk` elements share 16 bytes. `inner` chunks, `inner_bytes` apart, are
// one atom. Atoms are `outer_bytes` apart. Columns of a K-major 128B f16 tile: chunks of 8 elements, 8 chunks of 16
// bytes for each atom.
struct Walk {
    unsigned chunk = 1;
    unsigned inner = 1;
    std::uint32_t inner_bytes = 0;
    std::uint32_t outer_bytes = 0;
    std::string_view field = {};  // the descriptor field that gives outer_bytes; empty: no field does
    Unit inner_unit = {}, outer_unit = {};
    // An instruction that reads `group` atoms: outer_bytes is the distance inside it, and the atoms of the next
    // instruction are group_bytes further.
    unsigned group = 1;
    std::uint32_t group_bytes = 0;
    // Only in the absolute-address mode:
    unsigned skew = 0;   // inner steps before index 0
    bool jumps = false;  // the first outer step is `jump` bytes, not outer_bytes
    std::uint32_t jump = 0;

    // Returns the number of inner steps from the start of the atom of index 0 to this index.
    constexpr unsigned step_of(int index) const { return static_cast<unsigned>(index) / chunk + skew; }
    constexpr std::uint32_t outer_part(unsigned outer) const {
        if (group > 1) return outer / group * group_bytes + outer % group * outer_bytes;
        return outer != 0 && jumps ? jump + (outer - 1) * outer_bytes : outer * outer_bytes;
    }
    // Returns the bytes of all whole steps. bits_in_chunk() gives the place inside the chunk.
    constexpr std::uint32_t bytes_of(int index) const {
        const unsigned step = step_of(index);
        return step % inner * inner_bytes + outer_part(step / inner);
    }
    // Returns how many atoms contain the indices below `extent`.
    constexpr unsigned outers_of(int extent) const { return extent < 1 ? 0 : step_of(extent - 1) / inner + 1; }
};

struct Walks {
    Walk row, column;
    std::uint32_t origin;  // the linear address of index 0 of both walks: start, or the line that contains start
};

Walks walks_of(const SmemLayout& layout);

// Returns the bytes from one column of atoms to the next in a K-major swizzled tile: k_atom, or as in assumption_of().
std::uint32_t atom_column_bytes(const SmemLayout& layout);

// Returns whether lbo is an absolute address in this layout. Bit 52 has a meaning only for K-major 128B layouts. In all
// others, lbo is read as if the bit were 0.
constexpr bool continues_elsewhere(const SmemLayout& layout) {
    return layout.absolute_lbo && layout.major == Major::k && layout.mode == SwizzleMode::b128;
}

// Returns the first bit of an element inside its chunk.
constexpr unsigned bits_in_chunk(const SmemLayout& layout, Element e) {
    const auto along = static_cast<unsigned>(layout.major == Major::k ? e.column : e.row);
    return along % elements_per_chunk(*layout.type) * layout.type->bits;
}

// Applies the XOR of the swizzle to an absolute address. base_offset shifts the line counter. The function is its own
// inverse for every base_offset, because the line counter is above the bits that change.
constexpr std::uint32_t swizzled(const SmemLayout& layout, std::uint32_t linear) {
    const Swizzle s = row_of(layout.mode).swizzle;
    const std::uint32_t shifted = linear - (layout.base_offset << 7);
    return linear ^ ((shifted >> s.shift) & (((1u << s.bits) - 1u) << s.base));
}

// Returns the address of an element before the XOR.
std::uint32_t linear_address(const SmemLayout& layout, Element e);

}  // namespace tilescope::placing
