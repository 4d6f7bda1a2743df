// app/widgets/cell_grid_labels.h -- the labels of rows and columns beside a grid.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/widgets/cell_grid_outlines.h"

#include <string>
#include <vector>

namespace tilescope::ui {

// Returns the space left of the cells for row labels, and above them for column labels.
ImVec2 label_space(const Cells& cells, const Style& style);

// Returns the rows whose labels are drawn, if a row is `cell` high and a label needs `needed`: rows after a gap first,
// so that no gap is hidden, then every row, or each second, fourth, ...
std::vector<int> labelled_rows(const std::vector<std::string>& labels, int begin, int end, float cell, float needed);

void draw_row_labels(const Cells& cells, const Seen& seen, const GridPlaces& at, const Style& style);
void draw_column_labels(const Cells& cells, const Seen& seen, const GridPlaces& at, const Style& style);

}  // namespace tilescope::ui
