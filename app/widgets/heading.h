// app/widgets/heading.h -- the heading of a part of a panel: extra space above it, no larger font.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/ui/style.h"

#include <string_view>

namespace tilescope::ui {

// Draws `text` unchanged, so callers pass capitals. Draws `aside` at the right end if there is room:
//
//     FIELDS                          by meaning
void heading(std::string_view text, const Style& style, std::string_view aside = {});

}  // namespace tilescope::ui
