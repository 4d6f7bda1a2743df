// core/include/tilescope/scene/layout_scene.h -- a layout as a table of offsets (CuTe), and as a matrix over bits.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/base/answer.h>
#include <tilescope/layout/linear_map.h>
#include <tilescope/notation/cute.h>
#include <tilescope/scene/scene.h>

#include <string>
#include <vector>

namespace tilescope {

// Draws one grid of rows x columns. Each cell shows the offset of its coordinate (after the swizzle, in the unit of the
// text). The colour is the offset modulo 8. A layout with one mode is one row.
//
//     (2,4):(4,1)      0 1 2 3
//                      4 5 6 7
//
// Errors: modes_of() refuses the text, the layout has more than two modes, or it has more than 65536 cells.
Answer<Scene> cute_scene(const CuteText& text);

// ---- the matrix over bits, with its vectors and kernel ----

// An input bit and the address bits that it changes.
struct F2Vector {
    std::string name;  // "row 1"
    Element element;   // the element whose index has only this bit set
    std::string text;  // "0x090 = byte 16 + byte 128"
};

struct F2Picture {
    std::string refused;  // why there is no map: the layout is not linear, for example; empty if there is one
    LayoutMap map;
    // One grid with cells 0 or 1. Each column is an input bit (lowest bit first), and the last column is the offset if
    // there is one. Each row is an output bit.
    Scene scene;
    std::vector<F2Vector> vectors;
    std::vector<std::string> kernel;    // "row 8 + column 1": elements that share an address
    std::vector<Element> kernel_first;  // for each kernel entry, the element at the address of (0, 0)
};
F2Picture f2_picture(const SmemLayout& layout);

// Returns the columns of the grid that give the address of an element: the set bits of its index. Empty if the element
// is outside the block.
std::vector<unsigned> inputs_of(const LayoutMap& map, Element element);

}  // namespace tilescope
