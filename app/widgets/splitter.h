// app/widgets/splitter.h -- the draggable handle between two regions.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/ui/style.h"
#include "app/ui/ui_probe.h"

#include <string_view>

namespace tilescope::ui {

enum class Grows : std::uint8_t { right, left, down, up };  // the drag direction that enlarges the region

struct Splitter {
    std::string_view id;
    Rect edge;  // the line between the regions, in window pixels; the handle is wider
    Grows grows = Grows::right;
    float least = 0, most = 0;  // limits of the region's size, in logical pixels
};

// Returns true if a drag changed `size` (logical pixels). The caller must derive the edge of the next frame from
// `size`.
bool splitter(const Splitter& splitter, float& size, const Style& style);

}  // namespace tilescope::ui
