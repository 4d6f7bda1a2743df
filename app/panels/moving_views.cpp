// app/panels/moving_views.cpp -- the zooms and places of all pictures.
// SPDX-License-Identifier: MIT
#include "app/panels/panel_states.h"

#include <span>

namespace tilescope::ui {

std::vector<MovingView*> moving_views(PanelStates& states) {
    std::vector<MovingView*> out = {&states.mma.canvas, &states.f2.grid, &states.run.grid, &states.result.whole};
    const auto add = [&](std::span<GridView> views) {
        for (GridView& view : views) out.push_back(&view);
    };
    for (const Operand o : kBothOperands) add(states.memory.grids[o]), add(states.tensor_map.grids[o]);
    add(states.banks.grids);
    add(states.tmem.grids);
    add(states.scales.grids);
    add(states.sparse.grids);
    return out;
}

}  // namespace tilescope::ui
