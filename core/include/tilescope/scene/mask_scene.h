// core/include/tilescope/scene/mask_scene.h -- the zero-column mask: one strip a sub-mask.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/layout/zero_mask.h>
#include <tilescope/scene/scene.h>

namespace tilescope {

// One grid per sub-mask, one row of columns each, plus a last grid with the B column that every output column reads
// where the column shift is not 0. Zeroed columns are hatched.
Scene mask_scene(const MaskPicture& picture);

}  // namespace tilescope
