// app/widgets/legend.h -- what the tones and marks of a picture mean.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/ui/style.h"

#include <tilescope/scene/scene.h>

#include <span>

namespace tilescope::ui {

// A swatch and its words each, in as many lines as the width needs.
void legend(std::span<const LegendEntry> entries, const Style& style);

}  // namespace tilescope::ui
