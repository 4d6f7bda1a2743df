// core/src/scene/mma_scene_parts.h -- the parts of mma_picture() that two files share.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/layout/shared_bytes.h>
#include <tilescope/scene/mma_scene.h>

#include <vector>

namespace tilescope {

// Returns the byte where an element is read; kNoKey: it has no place.
std::uint32_t byte_of(const MmaMatrix& operand, int row, int column);

// The tone of an element: its chunk. Without a place in shared memory, `width` columns have one tone.
Tone operand_tone(const MmaMatrix& operand, int row, int column, int width);
bool in_step(const MmaMatrix& operand, unsigned step, int column);

Cells d_cells(const MmaSource& source);
Cells tmem_cells(const MmaSource& source);
// Draws the lines that hold elements as the words read them, and the lines where they were written. `shared` has the
// bytes that the words of both operands read.
Cells memory_cells(const MmaSource& source, Operand operand, const SharedMap& shared,
                   std::unordered_map<std::uint32_t, int>& row_of_line);
// Returns only entries that occur in the picture.
std::vector<LegendEntry> legend_of_mma(const MmaPicture& picture, const MmaSource& source);

}  // namespace tilescope
