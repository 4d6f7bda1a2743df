// core/include/tilescope/scene/scale_scene.h -- scale factors: an atom in shared memory beside its cells.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/layout/tmem_view.h>
#include <tilescope/scene/scene.h>

namespace tilescope {

struct ScaleLook {
    Operand operand = Operand::a;
    unsigned cta = 0;
    unsigned row_atom = 0;  // which 128 rows
    unsigned k_step = 0;    // whose factors are lit
    friend bool operator==(const ScaleLook&, const ScaleLook&) = default;
};

// Atoms of 128 rows that the factors of one CTA take, at least 1.
unsigned row_atoms(const TileScales& scales);

// grids[0]: the atom as 32 lines of 16 bytes, as it lies in shared memory; two atoms side by side where the factors of
// the step begin in one and end in the next. grids[1]: the cells it is copied to, four bytes a column, all copies.
// Labels are rows of the operand; the bytes that the K step takes are lit. No grid where the form has no factors.
Scene scale_scene(const TmemView& view, const ScaleLook& look);

}  // namespace tilescope
