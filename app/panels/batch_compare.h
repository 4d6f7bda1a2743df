// app/panels/batch_compare.h -- the comparison of two rows of the batch table.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/batch_state.h"
#include "app/ui/view.h"

#include <cstdint>
#include <optional>
#include <string>

namespace tilescope::ui {

// "line 12 b_desc"
std::string title_of_row(const BatchPanelState& state, const BatchRow& row);

// The rows that the comparison shows, as indexes. `kept`: the user chose both; else the second one is under the pointer
// while the user looks for it.
struct ComparedRows {
    std::uint32_t first = 0, second = 0;
    bool kept = false;
};
std::optional<ComparedRows> compared_rows(const BatchPanelState& state, const BatchSheet& sheet);

// Returns the width that the comparison needs, in window pixels.
float comparison_width(const BatchPanelState& state, const BatchSheet& sheet, const ComparedRows& rows);

// Draws which two rows are compared, the fields in which they differ, and a button that closes the comparison.
void draw_comparison(const View& view, BatchPanelState& state, const BatchSheet& sheet, const ComparedRows& rows);

}  // namespace tilescope::ui
