// app/widgets/k_slider.h -- a slider with one notch for each instruction along K.
// SPDX-License-Identifier: MIT
//
// It marks the places where the step differs from the first step.
#pragma once

#include "app/ui/style.h"

#include <optional>
#include <span>
#include <string_view>

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

}  // namespace tilescope::ui
