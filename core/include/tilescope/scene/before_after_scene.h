// core/include/tilescope/scene/before_after_scene.h -- eight rows in shared memory without and with the swizzle, and
// the banks of one read.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/base/answer.h>
#include <tilescope/hw/operand.h>
#include <tilescope/layout/smem_layout.h>
#include <tilescope/scene/scene.h>

#include <cstdint>
#include <vector>

namespace tilescope {

// A chunk of 16 bytes of the eight rows: its first element, and its byte address without and with the swizzle.
struct CrossedChunk {
    Element first;
    int line = 0, chunk = 0;  // its row of the eight (MN-major: its column of K), and its number in the swizzle row
    std::uint32_t before = 0, after = 0;
    bool read = false;  // the read of the picture has it
};

// The chunks that the picture of this element has: the eight rows of its core matrix, one swizzle row wide. They are
// in the order of the rows. Element (3, 24) of 64 x 64 f16 with the 128B swizzle: rows 0 to 7, columns 0 to 63.
std::vector<CrossedChunk> crossed_chunks(const SmemLayout& layout, const Element& from);

// Draws these chunks twice, and below each drawing the banks of one read: that of the chunk of `from` in all eight
// rows, as ldmatrix and the MMA read it.
//
//     grids[0]  before: lines of 128 bytes without the XOR      grids[1]  after: the same lines with it
//     grids[2]  its banks: four a column, a turn a row          grids[3]  its banks
//
// A column of memory is above its four banks. The chunks that are read are lit. A word that waits for its bank is
// red and crossed, and so is the one that it waits for. The key of a chunk is its address in shared memory in all four
// grids: that of `after`.
//
//     const Answer<Scene> scene = before_after_scene(layout, Operand::a, {3, 24});
//     if (scene) std::string svg = to_svg(sheet_of(*scene));
//
// Errors: the layout has no swizzle, so both pictures would be the same; the element is outside the tile; the eight
// rows share bytes.
Answer<Scene> before_after_scene(const SmemLayout& layout, Operand operand, const Element& from);

}  // namespace tilescope
