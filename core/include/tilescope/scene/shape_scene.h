// core/include/tilescope/scene/shape_scene.h -- A, B and D as rectangles to scale, with edges that can be dragged.
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tilescope {

// Sizes are in rows and columns of the operands. The caller scales all boxes by the same factor.
struct ShapeBox {
    std::string_view id;  // "a", "b", "d"
    double left, top, width, height;
    std::string label;  // "D  f32, 128 x 96"
};
struct ShapeEdge {
    std::string_view id;  // "m": the bottom of A and D; "n": the right of B and D
    bool horizontal;      // true: the edge moves up and down
    double left, top, length;
};
struct ShapeScene {
    double width, height;
    std::vector<ShapeBox> boxes;
    std::vector<ShapeEdge> edges;
    std::string sentence;
};

struct ShapeInput {
    unsigned m = 128, n = 64, k = 16, cta_group = 1;
    std::string a_type, b_type, d_type;
};

//             N
//           +---+
//         K | B |
//      K    +---+
//    +---+  +---+
//  M | A |  | D |
//    +---+  +---+
ShapeScene shape_scene(const ShapeInput& input);

}  // namespace tilescope
