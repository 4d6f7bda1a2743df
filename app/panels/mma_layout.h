// app/panels/mma_layout.h -- where each part of the MMA picture is, for a size of the canvas.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/ui/style.h"
#include "app/ui/ui_probe.h"

#include <tilescope/scene/mma_scene.h>

#include <array>
#include <optional>

namespace tilescope::ui {

// Rectangles of the cells, from the upper left corner of the canvas, in window pixels at zoom 1. Captions are above
// their parts, addresses beside the memories; both are inside the canvas too.
struct MmaPlacing {
    std::array<std::optional<Rect>, kPicturePartCount> part;
    Rect corner;            // free: above A, left of B
    float label_width = 0;  // of the addresses
    bool narrow_k = false;  // K is drawn narrower than M and N, because it is much longer

    const std::optional<Rect>& of(PicturePart p) const { return part[static_cast<std::size_t>(p)]; }
};

// A, B and D have one scale: their row m and column n meet in D. The memory of A is left of A; the memory of B and
// Tensor Memory are in a column at the right. With `card`, the corner above A has room for a few lines of text.
MmaPlacing place_mma(const MmaPicture& picture, ImVec2 size, const Style& style, bool card = true);

}  // namespace tilescope::ui
