// app/panels/address_bits.h -- shows one address in bits: bands for line, chunk and byte, and arrows for the XOR.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/panels.h"

namespace tilescope::ui {

// The height that draw_address_bits() uses, in window pixels.
float address_bits_height(const View& view);

// Draws the address of the element that is pointed at or selected. Without such an element, draws one line of help.
// The [Step] button shows the XOR of that address bit by bit.
void draw_address_bits(const View& view, XorStep& step);

}  // namespace tilescope::ui
