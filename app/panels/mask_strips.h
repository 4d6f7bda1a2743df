// app/panels/mask_strips.h -- the strips of a mask, one a sub-mask: pointed at, dragged.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/panels.h"

#include <tilescope/scene/scene.h>

#include <string_view>

namespace tilescope::ui {

struct MaskStrips {
    const Scene& scene;
    std::string_view prefix;  // of the marks: "mask." gives "mask.strip.0", "mask.border.0.2" and "mask.source"
    bool handles = true;      // off: a picture of the other reading, to be looked at
};

// With a ruler above and start values beside them. Asks: SetWord of zcm, one gesture a drag; focus, selection.
void draw_mask_strips(const View& view, PanelStates& states, Asks& asks, const MaskStrips& strips);

}  // namespace tilescope::ui
