// app/widgets/tooltip.h -- tooltips that stand beside what they explain, never over it.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/ui/ui_probe.h"

#include <string>

namespace tilescope::ui {

// Where a tooltip of that size goes: below `avoid` if there is room, else above it, right or left of it; as near to the
// pointer as that allows. Where nothing has room, in the largest of the four places, inside the screen.
ImVec2 place_beside(const Rect& avoid, ImVec2 size, ImVec2 pointer, const Rect& screen, float gap);

// Wrapped text in a tooltip beside `avoid`. Marked "tooltip".
void tooltip_beside(const Rect& avoid, const std::string& text);

}  // namespace tilescope::ui
