// core/src/autopsy/shape_doubt.h -- whether D may be another block than it should be.
// SPDX-License-Identifier: MIT
#pragma once

#include "study.h"

#include <optional>

namespace tilescope::autopsy {

// M and N move no element, so no word reads a wrong one because of them. Two things are suspicious: rows past the end
// of a matrix that are not zero in memory, as TMA would fill them; and, where one block is all of the grid and all of
// its MMAs were seen, rows that none of them reads. Only for an instruction whose D is not known. No value: neither.
std::optional<Fault> shape_doubt(const Reads& reads, const Study& study, std::size_t index);

// Why the warpgroups of one tile may have their rows of A in a wrong order. Empty: they have the order of their tiles.
// Nothing that was recorded says where each one stores its D.
std::string order_doubt(const Reads& reads, const Study& study, std::size_t index);

// Why the block may be one that no kernel computes: a tile that begins between two tiles and ends past the matrix.
// Where rows repeat, such a one can be read. Empty: it is not.
std::string block_doubt(const Reads& reads, const Study& study, std::size_t index);

// Why no fault of the chain is certain.
std::string doubt_text(const Reads& reads, const Study& study, std::size_t index);

}  // namespace tilescope::autopsy
