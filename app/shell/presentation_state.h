// app/shell/presentation_state.h -- what the presentation of a picture stores between frames.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/widgets/moving_view.h"

#include <tilescope/session/view_state.h>

#include <cstdint>
#include <vector>

namespace tilescope::ui {

struct Presentation {
    bool on = false;
    bool dark = false;   // it has a theme of its own
    bool spot = false;   // a soft ring follows the pointer
    bool blank = false;  // the window is black
    bool keys = true;    // the last line names the keys; the first step hides them
    // What the end brings back, if the document is still the same.
    std::uint64_t document = 0, revision = 0;  // Document::id, Document::revision
    ViewState view_state;
    std::vector<MovingView> views;  // of all pictures: zoom and place
    bool full_screen = false;
};

}  // namespace tilescope::ui
