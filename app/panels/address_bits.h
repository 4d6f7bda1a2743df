// app/panels/address_bits.h -- shows one address in bits: bands for line, chunk and byte, and arrows for the XOR.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/panels.h"

namespace tilescope::ui {

// Draws the address of the element that is pointed at or selected, over the available width. Draws nothing without such
// an element. The [Step] button shows the XOR of that address bit by bit.
void draw_address_bits(const View& view, XorStep& step);

}  // namespace tilescope::ui
