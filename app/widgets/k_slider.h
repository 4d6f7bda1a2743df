// app/widgets/k_slider.h -- one notch an instruction along K, with the jumps between them.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/ui/style.h"

#include <optional>
#include <span>
#include <string_view>

namespace tilescope::ui {

struct KSlider {
    std::string_view id;         // of its marks: "memory.k_step", a notch is "memory.k_step.2"
    unsigned step = 0;           // the notch that is chosen
    std::span<const int> units;  // what the low word gains from a notch to the next: one entry fewer than notches
    float width = 0;             // window pixels, at most
};

// The notch that was clicked or dragged to, if it is another one. A line stands between notches whose step differs from
// the first one's: there the start address jumps.
std::optional<unsigned> k_slider(const KSlider& slider, const Style& style);

}  // namespace tilescope::ui
