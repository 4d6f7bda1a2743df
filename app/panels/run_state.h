// app/panels/run_state.h -- state of the panels of the Run screen between frames.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/widgets/cell_grid.h"

#include <tilescope/kernel/launch.h>
#include <tilescope/scene/result_scene.h>

#include <cstdint>
#include <optional>
#include <string>

namespace tilescope::ui {

struct RunPanelState {
    std::string worker;  // the command while the user types it
    bool editing = false;
    std::optional<std::uint32_t> device;                    // no value: the first GPU that runs code for the target
    std::uint32_t timeout_ms = LaunchOptions{}.timeout_ms;  // of each step
    std::uint64_t anyway_revision = 0;                      // "Run anyway" is ticked for this revision of the session
    unsigned shown = 0;                                     // the number of the shown run; 0: the model of this session

    std::optional<LiveColouring> colouring;  // no value: the one that shows more
    struct Key {
        unsigned run = 0;
        std::uint64_t serial = 0;  // of the emulation, if no run is shown
        LiveColouring colouring{};
        friend bool operator==(const Key&, const Key&) = default;
    };
    std::optional<Key> drawn;  // what `scene` shows
    Scene scene;
    GridView grid{.fits = true};  // of both grids
    float words_height = 0;       // of the part below the grids, in the last frame

    std::optional<std::uint64_t> kernel_revision;  // the session that `kernel` belongs to
    std::string kernel, no_kernel;                 // its text, or why there is none
};

}  // namespace tilescope::ui
