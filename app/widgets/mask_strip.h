// app/widgets/mask_strip.h -- a row of zeroed and used columns whose borders and whole row can be dragged.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/ui/style.h"

#include <tilescope/scene/scene.h>

#include <optional>
#include <string>

namespace tilescope::ui {

struct MaskStripAsk {
    std::string id;         // of the marks: "mask.strip.0", its borders "mask.border.0.2"
    std::string border_id;  // "mask.border.0"
    float width = 0, height = 0;
    std::optional<int> pointed;  // column with a ring
    bool pinned = false;         // solid ring; else dashed
    bool dim = false, handles = true;
};

struct MaskStripReply {
    std::optional<int> hovered;         // column
    std::optional<int> border_pressed;  // index of the border a drag began at
    bool row_pressed = false;           // a drag began on the row itself
    bool clicked = false;               // pressed and released in place: `hovered` is meant
    bool held = false;                  // the strip has the pointer: whatever drag there was goes on
    float column_pixels = 1;            // for turning a drag into columns
};

// Requires: cells.rows == 1.
MaskStripReply mask_strip(const Cells& cells, const MaskStripAsk& ask, const Style& style);

// Numbers of columns over strips of that width: every eighth, or as many as have room, and the last one.
void mask_ruler(const Cells& cells, float width, const Style& style);

}  // namespace tilescope::ui
