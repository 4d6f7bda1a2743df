// core/include/tilescope/scene/cute_scene.h -- a CuTe layout as a table of offsets.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/base/answer.h>
#include <tilescope/notation/cute.h>
#include <tilescope/scene/scene.h>

namespace tilescope {

// Draws one grid of rows x columns. Each cell shows the offset of its coordinate (after the swizzle, in the unit of the
// text). The colour is the offset modulo 8. A layout with one mode is one row.
//
//     (2,4):(4,1)      0 1 2 3
//                      4 5 6 7
//
// Errors: modes_of() refuses the text, the layout has more than two modes, or it has more than 65536 cells.
Answer<Scene> cute_scene(const CuteText& text);

}  // namespace tilescope
