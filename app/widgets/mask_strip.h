// app/widgets/mask_strip.h -- a row of zeroed and used columns. The user drags its borders or the whole row.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/ui/theme.h"

#include <optional>
#include <string>
#include <vector>

namespace tilescope::ui {

struct MaskStripOptions {
    std::string id;         // mark id: "mask.strip.0"
    std::string border_id;  // start of the mark ids of the borders: "mask.border.0" gives "mask.border.0.2"
    float width = 0, height = 0;
    std::optional<int> pointed;  // the column with a ring
    // Columns with a ring in the colour of warnings, in ascending order. Their marks are the id and ".ring.5".
    std::vector<int> different = {};
    bool pinned = false;  // true: solid ring; false: dashed ring
    bool dim = false, handles = true;
};

struct MaskStripReply {
    std::optional<int> hovered;         // column
    std::optional<int> border_pressed;  // index of the border where a drag began
    bool row_pressed = false;           // a drag of the whole row began
    bool clicked = false;               // the user clicked the column `hovered`
    bool held = false;                  // the button is still down: the drag continues
    float column_pixels = 1;            // width of a column, to convert a drag to columns
};

// Requires: cells.rows == 1.
MaskStripReply mask_strip(const Cells& cells, const MaskStripOptions& options, const Style& style);

// Draws column numbers over strips of that width: every 8th column, or fewer if there is no room, and the last column.
void mask_ruler(const Cells& cells, float width, const Style& style);

}  // namespace tilescope::ui
