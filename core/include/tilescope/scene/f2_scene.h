// core/include/tilescope/scene/f2_scene.h -- a layout as a matrix over bits, with what follows from it in words.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/layout/linear_map.h>
#include <tilescope/scene/scene.h>

#include <string>
#include <vector>

namespace tilescope {

// An input bit and what it moves.
struct F2Vector {
    std::string name;  // "row 1"
    Element element;   // the one whose index is this bit alone
    std::string text;  // "0x090 = byte 16 + byte 128"
};

struct F2Picture {
    std::string refused;  // not empty: the layout is linear over no bits, and which element shows it
    LayoutMap map;
    // One grid, cells 0 or 1: a column an input bit, low ones first, then the offset if there is one; a row an output
    // bit.
    Scene scene;
    std::vector<F2Vector> vectors;
    std::vector<std::string> kernel;    // "row 8 + column 1": elements that share a place
    std::vector<Element> kernel_first;  // of each, the element that lies where (0, 0) does
};
F2Picture f2_picture(const SmemLayout& layout);

// The columns of the grid that place this element: the bits of its index. Empty outside the block.
std::vector<unsigned> inputs_of(const LayoutMap& map, Element element);

}  // namespace tilescope
