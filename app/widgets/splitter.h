// app/widgets/splitter.h -- the handle between two regions.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/ui/style.h"
#include "app/ui/ui_probe.h"

#include <string_view>

namespace tilescope::ui {

enum class Grows : std::uint8_t { right, left, down, up };  // which way a drag enlarges the region

struct Splitter {
    std::string_view id;
    Rect edge;  // the line between the regions, in window pixels; the handle is wider
    Grows grows = Grows::right;
    float least = 0, most = 0;  // of the region, in logical pixels
};

// True while dragged: `size`, in logical pixels, then follows the pointer. The edge has to follow `size`.
bool splitter(const Splitter& splitter, float& size, const Style& style);

}  // namespace tilescope::ui
