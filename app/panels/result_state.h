// app/panels/result_state.h -- state of the result panel between frames.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/widgets/cell_grid.h"

#include <tilescope/document/focus.h>
#include <tilescope/scene/result_scene.h>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tilescope::ui {

struct ResultPanelState {
    std::uint64_t serial = 0;  // the result that the members up to `explanation` belong to
    Scene overview;
    std::optional<CodeReader> codes;
    std::string why_no_codes;
    std::optional<ElementFocus> explained;
    std::vector<std::string> explanation;
    GridView whole{.fits = true};                  // of the overview: all of D until the user zooms
    int top = 0, left = 0, rows = 0, columns = 0;  // the visible part of the numbers
    std::optional<ElementFocus> revealed;          // the last selection that was scrolled to
    std::uint64_t measured_serial = 0;             // the result that `characters` was measured for
    unsigned measured_view = 0;
    std::vector<std::string> texts;             // the visible numbers, row by row
    std::array<std::uint64_t, 6> texts_of{};    // the result, the notation and the part of D that they belong to
    int characters = 0;                         // length of the widest number
    bool dragging = false;                      // a drag over the overview is active
    float words_height = 0, legend_height = 0;  // heights in the last frame: causes and explanation; legend
};

}  // namespace tilescope::ui
