// app/panels/mask_strips.h -- draws the strips of a mask, one per sub-mask; they can be dragged.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/panels.h"

#include <tilescope/scene/scene.h>

#include <span>
#include <string_view>

namespace tilescope::ui {

inline constexpr float kLeastStripHeight = 34;  // logical pixels

struct MaskStrips {
    const Scene& scene;
    std::string_view prefix;  // prefix of the marks: "mask." gives "mask.strip.0", "mask.border.0.2" and "mask.source"
    bool handles = true;      // off: only a picture, such as the mask in the manual's other reading
    std::span<const unsigned> different = {};  // columns of the mask with a ring, in ascending order
    float height = 0;                          // of a strip, in window pixels; at least a legible one
};

// Draws the strips with a ruler above and the start values beside them.
// Requests: SetWord of zcm (each drag is one gesture); focus, selection.
void draw_mask_strips(const View& view, PanelStates& states, Requests& requests, const MaskStrips& strips);

}  // namespace tilescope::ui
