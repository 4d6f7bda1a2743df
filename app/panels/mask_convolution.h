// app/panels/mask_convolution.h -- the mask that a convolution needs, compared with the stored one.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/panels.h"

#include <tilescope/solver/convolution_mask.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

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

inline constexpr std::size_t kMostListed = 12;  // columns and runs of columns in a sentence

// Returns whether the mask on the card is this word, with all bits known.
bool stores_mask(const View& view, std::uint64_t word);

}  // namespace tilescope::ui
