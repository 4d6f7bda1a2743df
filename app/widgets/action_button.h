// app/widgets/action_button.h -- a button with an icon before its word.
// SPDX-License-Identifier: MIT
//
//     if (action_button(Icon::copy, "Copy")) requests.copy = text;
#pragma once

#include "app/ui/icons.h"

#include <imgui.h>

namespace tilescope::ui {

// Returns true if the button was pressed. Its id is `word`. Size 0: as wide as the icon and the word.
bool action_button(Icon icon, const char* word, ImVec2 size = {});

// The width of such a button, in window pixels.
float action_width(Icon icon, const char* word);

// A button with an icon alone, for places without room. `id` is also its name for the keyboard.
bool icon_button(Icon icon, const char* id, ImVec2 size = {});

}  // namespace tilescope::ui
