// app/panels/legality_grid.h -- one table of what is allowed, as a grid of signs.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/ui/view.h"

#include <tilescope/rules/legality.h>

#include <optional>

namespace tilescope::ui {

struct LegalityPlan {
    const LegalityTable& table;
    const LegalityQuery& query;  // that the table answers
};

// What the pointer is over, and whether it was clicked.
struct LegalityReply {
    const LegalityCell* pointed = nullptr;
    bool clicked = false;
};

// Window pixels that the table wants; wide ones give way to `room`.
float legality_grid_width(const View& view, const LegalityTable& table, float room);

// Title, columns, rows. Cells of the session's own choice are ringed; a tooltip says why. Marks:
// "legality.<table>.<row>.<column>".
LegalityReply draw_legality_grid(const View& view, const LegalityPlan& plan);

// What an allowed cell means for the session, as edits of one step; nothing for a cell that cannot be stored.
std::vector<Edit> edits_of_cell(const Session& session, const LegalityQuery& query, const LegalityCell& cell);

// Whether the session is where the cell says.
bool is_chosen(const Session& session, const LegalityPlan& plan, const LegalityCell& cell);

// The form that a session has, as a query.
LegalityQuery query_of(const Session& session);

}  // namespace tilescope::ui
