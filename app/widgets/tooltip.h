// app/widgets/tooltip.h -- tooltips beside the item that they explain, never over it.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/ui/ui_probe.h"

#include <string>

namespace tilescope::ui {

// Returns the position for a tooltip of that size: below `avoid` if there is room, else above, right or left of it, and
// near the pointer. If no side has enough room, it uses the side with the most room, inside the screen.
ImVec2 place_beside(const Rect& avoid, ImVec2 size, ImVec2 pointer, const Rect& screen, float gap);

// Draws wrapped text in a tooltip below the last item and the row of items below it, so that the row stays readable.
void tooltip_of_item(const std::string& text);

// Draws wrapped text in a tooltip beside `avoid`. Its mark id is "tooltip".
void tooltip_beside(const Rect& avoid, const std::string& text);

}  // namespace tilescope::ui
