// app/panels/mask_making.h -- two ways to make a mask: from a convolution, and by painting its columns.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/panels.h"

#include <tilescope/solver/solve_mask.h>

namespace tilescope::ui {

// What the convolution of the view state needs.
struct ConvolutionNeed {
    bool any = false;  // the view state has a convolution
    std::string why;   // the reason if no word can be given
    std::optional<ConvolutionMask> mask;
    std::optional<std::uint64_t> word;
    std::vector<unsigned> different;  // columns in which the stored mask differs
};
ConvolutionNeed convolution_need(const View& view);

// Draws a box for each argument, the word and its button.
// Requests: SetWord of zcm; the convolution of the view state.
void draw_mask_convolution(const View& view, Requests& requests, const ConvolutionNeed& need);

// Draws the button [Paint a mask].
void draw_paint_button(const View& view, Requests& requests);

// While painting is on, draws the requested columns and the solver's answer below. Clicks and drags paint columns.
void draw_mask_paint(const View& view, PanelStates& states, Requests& requests);

}  // namespace tilescope::ui
