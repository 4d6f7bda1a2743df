// core/include/tilescope/scene/mask_scene.h -- the zero-column mask: one strip per sub-mask.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/layout/zero_mask.h>
#include <tilescope/scene/scene.h>

namespace tilescope {

// Draws one grid per sub-mask, with one row of columns. If the column shift is not 0, a last grid shows the column of B
// that each output column reads. Zeroed columns are hatched.
Scene mask_scene(const MaskPicture& picture);

}  // namespace tilescope
