// core/include/tilescope/scene/scale_scene.h -- scale factors: one atom in shared memory, and its cells.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/layout/tmem_view.h>
#include <tilescope/scene/scene.h>

namespace tilescope {

struct ScaleOptions {
    Operand operand = Operand::a;
    unsigned cta = 0;
    unsigned row_atom = 0;  // index of the block of 128 rows
    unsigned k_step = 0;    // the K step whose factors are lit
    friend bool operator==(const ScaleOptions&, const ScaleOptions&) = default;
};

// Returns the number of atoms of 128 rows for the scale factors of one CTA, at least 1.
unsigned row_atoms(const TileScales& scales);

// Draws two grids, or none if the form has no scale factors:
//
//     grids[0]    the atom in shared memory, 32 lines of 16 bytes; two atoms if the factors of the step are in both
//     grids[1]    all cells of Tensor Memory that get the atom, four bytes per column
//
// Labels are rows of the operand. The bytes that the K step reads are lit.
Scene scale_scene(const TmemView& view, const ScaleOptions& options);

}  // namespace tilescope
