// core/src/notation/triton_tiles.h -- the extents of an operand of Triton, and its layout as bits.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/notation/triton_layout.h>

#include <array>
#include <cstddef>
#include <vector>

namespace tilescope::triton {

// The last two extents of a memdesc in one CTA, in elements of the memdesc.
struct Extents {
    std::array<unsigned, 2> shape{}, allocation{};
};
// Errors: fewer than two extents; an encoding of another rank; an extent that is no power of two or too large.
Answer<Extents> extents_of(const TritonMemdesc& memory, const std::vector<unsigned>& parts, std::size_t rank);

// Returns the layout of a tile whose offsets are bits, with start 0.
// Errors: the vectors do not fill the allocation; no descriptor reads the layout; `type` is packed or padded.
Answer<SmemLayout> layout_of(const TritonLinear& linear, const TritonMemdesc& memory, Operand operand,
                             const ElementType& type);

}  // namespace tilescope::triton
