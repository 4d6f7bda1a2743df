// core/src/layout/placing.h -- the two halves of an address: what the row adds and what the column adds.
// SPDX-License-Identifier: MIT
//
// Every term of the sum depends on the row alone or on the column alone, so the linear address is start + row part +
// column part. place(), tile_map(), elements_at() and explain() all stand on these.
#pragma once

#include <tilescope/layout/smem_layout.h>

#include <array>

namespace tilescope::placing {

// One stride of a half: `index / divisor % modulus` steps of `bytes`; modulus 0 means no wrap.
struct Step {
    unsigned divisor, modulus;
    std::uint32_t bytes;
    std::string_view field;  // "lbo", "sbo", "" where the mode fixes the stride
    std::string_view unit;   // what one step is
};

struct Half {
    std::array<Step, 3> steps;
    unsigned count = 0;
    bool contiguous = false;  // elements of one chunk follow each other along this index
};

struct Halves {
    Half row, column;
};

Halves halves_of(const SmemLayout& layout);

// Bytes of all whole steps; the place inside the chunk is bits_in_chunk().
constexpr std::uint32_t bytes_of(const Half& half, int index) {
    const auto i = static_cast<std::uint32_t>(index);
    std::uint32_t sum = 0;
    for (unsigned s = 0; s < half.count; ++s) {
        const Step& step = half.steps[s];
        const std::uint32_t n = i / step.divisor;
        sum += (step.modulus ? n % step.modulus : n) * step.bytes;
    }
    return sum;
}

// Where an element begins inside its chunk, in bits.
constexpr unsigned bits_in_chunk(const SmemLayout& layout, Element e) {
    const auto along = static_cast<unsigned>(layout.major == Major::k ? e.column : e.row);
    return along % elements_per_chunk(*layout.type) * layout.type->bits;
}

// The XOR, on absolute addresses; base_offset delays the line counter.
constexpr std::uint32_t swizzled(const SmemLayout& layout, std::uint32_t linear) {
    const Swizzle s = row_of(layout.mode).swizzle;
    const std::uint32_t shifted = linear - (layout.base_offset << 7);
    return linear ^ ((shifted >> s.shift) & (((1u << s.bits) - 1u) << s.base));
}

// start, both halves, the bytes inside the chunk, and the jump of the absolute mode; before the XOR.
std::uint32_t linear_address(const SmemLayout& layout, Element e);

}  // namespace tilescope::placing
