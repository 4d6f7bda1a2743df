// app/panels/tmem_parts.h -- code that the pictures of Tensor Memory share: rings, pointing, notes, CTA.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/panels.h"

namespace tilescope::ui {

struct TmemGrid {
    const Cells& cells;
    std::string_view id;             // prefix of its marks
    ImVec2 size;                     // includes the title
    unsigned cta = 0;                // the CTA whose lanes are drawn
    bool reveal = false;             // pan to the selection, even if it was shown before
    const CellText* text = nullptr;  // null: the cells show the numbers of the scene
    bool numbers = true;             // as in GridOptions
};

// Draws title, grid and rings. Requests: focus on the cell under the pointer; a click requests the selection.
GridReply draw_tmem_grid(const View& view, Requests& requests, GridView& grid, const TmemGrid& plan);

// Draws the choice between CTA 0 and CTA 1 of a pair, on the line of the last item. Draws nothing for one CTA.
void choose_cta(const View& view, Requests& requests, std::string_view id);

// Returns the CTA that is shown. The view state can name a CTA that the form does not have, so the value is limited.
unsigned shown_cta(const View& view);

// Draws why a region is illegal (mark "<id>.why_not") and what is not confirmed about it (mark "<id>.note").
void region_notes(const View& view, const TmemRegion& region, std::string_view id);

}  // namespace tilescope::ui
