// app/panels/mma_state.h -- state of the MMA panel between frames.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/label_state.h"
#include "app/widgets/moving_view.h"

#include <tilescope/view/mma_view.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tilescope::ui {

struct MmaPanelState {
    struct Key {
        std::uint64_t revision = 0, serial = 0;
        bool judged = false;  // D is coloured by verdict
        MmaLook look;
        friend bool operator==(const Key&, const Key&) = default;
    };
    std::optional<Key> drawn;  // none: not built yet
    MmaPicture picture;
    MovingView canvas;  // zoom 1: all of the picture; its units are pixels at zoom 1
    Focus revealed;     // the selection that was last brought into view
    bool playing = false;
    double stepped = 0;    // time of the last step while playing
    float shown_step = 0;  // the K step of the moving window; on its way to ViewState::k_step
    std::optional<ElementFocus> explained;
    std::uint64_t explained_serial = 0;
    std::vector<std::string> explanation;
    MmaLabelStore labels;
};

}  // namespace tilescope::ui
