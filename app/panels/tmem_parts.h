// app/panels/tmem_parts.h -- what the pictures of Tensor Memory have in common: rings, pointing, notes, the CTA.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/panels.h"

#include <optional>
#include <string_view>
#include <vector>

namespace tilescope::ui {

struct TmemGrid {
    const Cells& cells;
    std::string_view id;  // of its marks
    ImVec2 size;          // with its title
    unsigned cta = 0;     // whose lanes are drawn
    bool reveal = false;  // pan until the selection is seen
};

// Title, grid and rings. Pointing at a cell and clicking it are asked for.
GridReply draw_tmem_grid(const View& view, Asks& asks, GridView& grid, const TmemGrid& plan);

// The cells of a grid that the trace lists, each once.
std::vector<std::size_t> tmem_rings(const Trace& trace, const Cells& cells, unsigned cta);

// What a cell stands for; nothing for padding.
std::optional<Focus> tmem_focus(const Cells& cells, std::size_t index, unsigned cta);

// CTA 0 or 1 of a pair, on the line of the last item; nothing for one CTA.
void choose_cta(const View& view, Asks& asks, std::string_view id);

// The CTA that is shown: the look may name one that the form does not have.
unsigned shown_cta(const View& view);

// Why a region is no legal one, and what of it is not confirmed, with its mark "<id>.note".
void region_notes(const View& view, const TmemRegion& region, std::string_view id);

}  // namespace tilescope::ui
