// app/panels/batch_rows.h -- draws the rows of the batch table.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/batch_state.h"
#include "app/ui/view.h"

#include <cstddef>

namespace tilescope::ui {

// Draws the table of the shown sheet in the rest of the panel, but leaves `side` window pixels at its right. A click on
// a title sorts, a click on a row selects it, a click with Ctrl selects the row to compare with. Sets state.pointed.
void draw_batch_rows(const View& view, BatchPanelState& state, float side);

// The height of a table that shows so many rows and the titles of the columns, in window pixels.
float height_of_rows(std::size_t count);

// Sorts by the column; if the table is already sorted by it, reverses the order.
void sort_batch(BatchQuery& query, const BatchColumn& column);

}  // namespace tilescope::ui
