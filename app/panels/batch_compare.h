// app/panels/batch_compare.h -- the comparison of two rows, at the right of the batch table.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/batch_state.h"
#include "app/ui/view.h"

namespace tilescope::ui {

// Returns the width of the comparison, in window pixels: at most half of the panel. 0: no two rows are compared.
float comparison_width(const BatchPanelState& state, const BatchSheet& sheet);

// Draws the fields in which the two chosen rows differ, and a button that closes the comparison. It is as high as the
// last item, the table. `width` is that of comparison_width() when the table was drawn; 0: draws nothing.
void draw_comparison(const View& view, BatchPanelState& state, const BatchSheet& sheet, float width);

}  // namespace tilescope::ui
