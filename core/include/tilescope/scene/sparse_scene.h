// core/include/tilescope/scene/sparse_scene.h -- sparsity metadata: the codes, and their location in Tensor Memory.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/layout/tmem_view.h>
#include <tilescope/scene/scene.h>

namespace tilescope {

// Draws two grids, or none if the form has no metadata:
//
//     grids[0], "codes"    the sixteen codes, one per row: kept positions in stored order; invalid codes are hatched
//     grids[1], "meta"     lanes of one CTA x four-bit codes, labelled with the row of A
//
// If the location of the codes is not known, grids[1] is missing and the sentence gives the reason.
Scene sparse_scene(const TmemView& view, unsigned cta);

}  // namespace tilescope
