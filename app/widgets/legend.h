// app/widgets/legend.h -- explains the tones and marks of a picture.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/ui/style.h"

#include <tilescope/scene/scene.h>

#include <span>

namespace tilescope::ui {

// Draws a swatch and a label for each entry, on as many lines as the width requires.
void legend(std::span<const LegendEntry> entries, const Style& style);

// Returns the height that legend() takes in the width that is free now; 0: it has no entries.
float legend_height(std::span<const LegendEntry> entries, const Style& style);

}  // namespace tilescope::ui
