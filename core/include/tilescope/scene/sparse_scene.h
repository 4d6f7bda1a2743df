// core/include/tilescope/scene/sparse_scene.h -- sparsity metadata: where the codes lie, and what each code keeps.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/layout/tmem_view.h>
#include <tilescope/scene/scene.h>

namespace tilescope {

// grids[0], "codes": all sixteen, a row each: kept positions of the group in stored order; codes that mean nothing are
// hatched. grids[1], "meta": lanes of one CTA x four-bit codes, labelled with the row of A; missing where the place is
// unknown, and the sentence says so. Without metadata there is no grid.
Scene sparse_scene(const TmemView& view, unsigned cta);

}  // namespace tilescope
