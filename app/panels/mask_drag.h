// app/panels/mask_drag.h -- computes the mask word that a drag of the mask gives.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/layout/zero_mask.h>
#include <tilescope/word/field.h>

#include <cstdint>

namespace tilescope::ui {

// Moves border number `border` of a sub-mask by `columns` and returns the new word. All runs of the same kind (zeroed
// or used) as the run before the border change by the same length, so that the border stays under the pointer. The span
// is limited to the values that its field can store.
std::uint64_t drag_border(const Format& format, std::uint64_t word, const ZeroMask& mask, unsigned submask, int border,
                          int columns);

// Moves the whole row by `columns` and returns the new word. The start count changes, and also the first span if the
// row moves past a border.
std::uint64_t drag_row(const Format& format, std::uint64_t word, const ZeroMask& mask, unsigned submask, int columns);

}  // namespace tilescope::ui
