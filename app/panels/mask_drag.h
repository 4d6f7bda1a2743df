// app/panels/mask_drag.h -- what dragging a mask means for its word.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/layout/zero_mask.h>
#include <tilescope/word/field.h>

#include <cstdint>

namespace tilescope::ui {

// The border number `border` of a sub-mask, moved by `columns`: the run before it grows or shrinks, and so do all runs
// of its sort, so that the border stays under the pointer. Spans keep to what the field can store.
std::uint64_t drag_border(const Format& format, std::uint64_t word, const ZeroMask& mask, unsigned submask, int border,
                          int columns);

// The whole row moved by `columns`: another start count, and another first span where it moves past one.
std::uint64_t drag_row(const Format& format, std::uint64_t word, const ZeroMask& mask, unsigned submask, int columns);

}  // namespace tilescope::ui
