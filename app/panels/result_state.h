// app/panels/result_state.h -- what the result panel keeps from one frame to the next.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/widgets/cell_grid.h"

#include <tilescope/scene/result_scene.h>
#include <tilescope/session/focus.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tilescope::ui {

struct ResultPanelState {
    std::uint64_t serial = 0;  // of the result that the members up to the explanation are of
    Scene overview;
    std::optional<CodeReader> codes;
    std::string why_no_codes;
    std::optional<ElementFocus> explained;
    std::vector<std::string> explanation;
    GridView whole;                                                  // the overview
    float overview_width = 0, overview_height = 0, fitted_zoom = 1;  // where all of it is seen
    int top = 0, left = 0, rows = 0, columns = 0;                    // what is seen of the numbers
    std::optional<ElementFocus> revealed;                            // the selection that was looked for last
    std::uint64_t measured_serial = 0;                               // what `characters` was found for
    unsigned measured_look = 0;
    int characters = 0;                         // of the widest number
    bool dragging = false;                      // over the overview
    float words_height = 0, legend_height = 0;  // that causes and explanation, and the legend, took in the last frame
};

}  // namespace tilescope::ui
