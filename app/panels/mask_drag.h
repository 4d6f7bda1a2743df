// app/panels/mask_drag.h -- computes the mask word that a drag of the mask gives.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/layout/zero_mask.h>
#include <tilescope/word/field.h>

#include <cstdint>

namespace tilescope::ui {

// Moves border number `border` of a sub-mask by `columns` and returns the new word. Changes the span of the run before
// the border. All runs of this kind (zeroed or used) have the same span. So the function divides `columns` by the
// number of such runs before the border; then the border stays under the pointer. The field of the span limits it.
std::uint64_t drag_border(const Format& format, std::uint64_t word, const ZeroMask& mask, unsigned submask, int border,
                          int columns);

// Moves the whole row by `columns` and returns the new word. The start count changes, and also the first span if the
// row moves past a border.
std::uint64_t drag_row(const Format& format, std::uint64_t word, const ZeroMask& mask, unsigned submask, int columns);

}  // namespace tilescope::ui
