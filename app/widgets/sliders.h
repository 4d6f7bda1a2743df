// app/widgets/sliders.h -- a slider over the K steps, and the handle between two regions.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/ui/theme.h"
#include "app/ui/ui_probe.h"

#include <span>

namespace tilescope::ui {

struct KSlider {
    std::string_view id;         // start of the mark ids: "memory.k_step"; a notch is "memory.k_step.2"
    unsigned step = 0;           // the chosen notch
    std::span<const int> units;  // increase of the low word from each notch to the next: one entry fewer than notches
    float width = 0;             // maximum width in window pixels
};

struct KSliderReply {
    std::optional<unsigned> chosen;   // the notch that the user clicked or dragged to, unless it was chosen before
    std::optional<unsigned> hovered;  // the notch under the pointer
};

// Draws a line between two notches if their step differs from the first step: there the start address jumps.
KSliderReply k_slider(const KSlider& slider, const Style& style);

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
