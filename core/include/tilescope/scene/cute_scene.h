// core/include/tilescope/scene/cute_scene.h -- a CuTe layout as a table of offsets.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/base/answer.h>
#include <tilescope/notation/cute.h>
#include <tilescope/scene/scene.h>

namespace tilescope {

// One grid, rows x columns, the offset of each coordinate in it (swizzled, in the text's unit), coloured by the offset
// modulo 8. A layout of one mode is one row. Refused as modes_of() does, and above 65536 cells.
Answer<Scene> cute_scene(const CuteText& text);

}  // namespace tilescope
