// core/include/tilescope/layout/placing.h -- the two halves of an address: what the row adds and what the column adds.
// SPDX-License-Identifier: MIT
//
// Every term of the sum depends on the row alone or on the column alone, so the linear address is origin + row part +
// column part. place(), tile_map(), elements_at() and explain() all stand on these.
#pragma once

#include <tilescope/layout/smem_layout.h>

#include <string_view>

namespace tilescope::placing {

inline constexpr std::uint32_t kChunk = 16, kLine = 128;

struct Unit {
    std::string_view one, many;
};

// How one index walks through memory: `chunk` elements share 16 bytes, `inner` such steps fill an atom along this
// index, and then the outer stride is taken. Columns of a K-major 128B f16 tile: 8 elements, 8 steps of 16 bytes.
struct Walk {
    unsigned chunk = 1;
    unsigned inner = 1;
    std::uint32_t inner_bytes = 0;
    std::uint32_t outer_bytes = 0;
    std::string_view field = {};  // the descriptor's field behind outer_bytes; empty where the mode fixes the stride
    Unit inner_unit = {}, outer_unit = {};
    // Absolute mode alone: inner steps passed before index 0, and the first outer step where it is not outer_bytes.
    unsigned skew = 0;
    bool jumps = false;
    std::uint32_t jump = 0;

    // Steps, inner ones and outer ones together, from the beginning of the atom that index 0 lies in.
    constexpr unsigned step_of(int index) const { return static_cast<unsigned>(index) / chunk + skew; }
    constexpr std::uint32_t outer_part(unsigned outer) const {
        return outer != 0 && jumps ? jump + (outer - 1) * outer_bytes : outer * outer_bytes;
    }
    // Bytes of all whole steps; the place inside the chunk is bits_in_chunk().
    constexpr std::uint32_t bytes_of(int index) const {
        const unsigned step = step_of(index);
        return step % inner * inner_bytes + outer_part(step / inner);
    }
    // How many atoms the indices below `extent` lie in.
    constexpr unsigned outers_of(int extent) const { return extent < 1 ? 0 : step_of(extent - 1) / inner + 1; }
};

struct Walks {
    Walk row, column;
    std::uint32_t origin;  // the linear address at which both walks begin: start, or the line it lies in
};

Walks walks_of(const SmemLayout& layout);

// Bit 52 has a meaning for K-major 128B layouts alone; elsewhere lbo is read as if the bit were clear.
constexpr bool continues_elsewhere(const SmemLayout& layout) {
    return layout.absolute_lbo && layout.major == Major::k && layout.mode == SwizzleMode::b128;
}

// Where an element begins inside its chunk, in bits.
constexpr unsigned bits_in_chunk(const SmemLayout& layout, Element e) {
    const auto along = static_cast<unsigned>(layout.major == Major::k ? e.column : e.row);
    return along % elements_per_chunk(*layout.type) * layout.type->bits;
}

// The XOR, on absolute addresses; base_offset delays the line counter. It undoes itself for every base_offset: the line
// counter lies above the bits that change.
constexpr std::uint32_t swizzled(const SmemLayout& layout, std::uint32_t linear) {
    const Swizzle s = row_of(layout.mode).swizzle;
    const std::uint32_t shifted = linear - (layout.base_offset << 7);
    return linear ^ ((shifted >> s.shift) & (((1u << s.bits) - 1u) << s.base));
}

// The sum before the XOR.
std::uint32_t linear_address(const SmemLayout& layout, Element e);

}  // namespace tilescope::placing
