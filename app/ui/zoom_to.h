// app/ui/zoom_to.h -- what a key asks of all pictures on the screen.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace tilescope::ui {

// `all`: the whole picture. `one`: cells in one size, the same in each picture and in each window. `selection`: the
// selected cell in the middle, large enough for all of its text; a picture without it does not move.
enum class ZoomTo : std::uint8_t { none, all, one, selection };

}  // namespace tilescope::ui
