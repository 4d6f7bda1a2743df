// app/panels/tmem_state.h -- state of the panels of the Tensor Memory screen: map, scales, metadata, addresses.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/widgets/cell_grid.h"
#include "app/widgets/number_box.h"

#include <tilescope/layout/tmem_layout.h>
#include <tilescope/scene/scene.h>
#include <tilescope/scene/tmem_scene.h>

#include <cstdint>
#include <optional>

namespace tilescope::ui {

// A scene, and the inputs that it was built from.
template <class Options>
struct KeptScene {
    std::uint64_t revision = 0;
    std::optional<Options> view_state;  // none: not built yet
    Scene scene;
};
struct TmemPanelState {
    KeptScene<TmemOptions> kept;
    GridView grids[2] = {{}, {.zoom = 5}};  // overview; single cells, zoomed so that their numbers fit
    bool other_grain = false;               // the grain changed: show the same lanes and columns
    ImVec2 corner{0, 0};                    // first visible column and lane
    std::optional<TmemPlace> dragged;       // the region that is dragged
    std::uint32_t drag_from = 0;            // its address at the start of the drag
    float drag_x = 0;                       // pointer position at the start of the drag
    std::uint64_t gesture = 0;
    bool reveal = false;  // pan to the selection, even if it was shown before
};
struct ScalesPanelState {
    KeptScene<ScaleOptions> kept;
    GridView grids[3];      // shared memory, Tensor Memory, global memory
    unsigned row_atom = 0;  // which group of 128 rows is shown
    unsigned batch = 0;     // of the matrix in global memory whose first byte is named
    std::uint64_t gesture = 0;
};
struct SparsePanelState {
    KeptScene<unsigned> kept;
    GridView grids[2];  // codes, metadata
};
struct PlacesPanelState {
    BoxState box;
    std::uint64_t gesture = 0;
};

}  // namespace tilescope::ui
