// app/panels/legality_grid.h -- draws one legality table as a grid of signs.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/ui/view.h"

#include <tilescope/rules/legality.h>

#include <optional>

namespace tilescope::ui {

struct LegalityPlan {
    const LegalityTable& table;
    const LegalityQuery& query;  // the query that the table answers
};

// The cell under the pointer (null: none), and whether it was clicked.
struct LegalityReply {
    const LegalityCell* pointed = nullptr;
    bool clicked = false;
};

// Returns the width of the table in window pixels. A table with many columns shrinks to `room`.
float legality_grid_width(const View& view, const LegalityTable& table, float room);

// Draws title, columns and rows. Rings mark the cells that match the session. A tooltip explains each cell.
// Marks: "legality.<table>.<row>.<column>".
LegalityReply draw_legality_grid(const View& view, const LegalityPlan& plan);

// Returns the edits that store an allowed cell in the session, as one step. Returns no edits if the cell cannot be
// stored.
std::vector<Edit> edits_of_cell(const Session& session, const LegalityQuery& query, const LegalityCell& cell);

// Returns true if the session already has the form, target and fields of the cell.
bool is_chosen(const Session& session, const LegalityPlan& plan, const LegalityCell& cell);

// Returns the form of the session as a query.
LegalityQuery query_of(const Session& session);

}  // namespace tilescope::ui
