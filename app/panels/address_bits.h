// app/panels/address_bits.h -- one address in bits: row, chunk and byte bands, and the XOR as arrows from Y to Z.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/panels.h"

namespace tilescope::ui {

// The height draw_address_bits() takes, in window pixels.
float address_bits_height(const View& view);

// For the element that is pointed at or selected; a line of help where there is none. [Step] shows the XOR of the
// selected one bit by bit.
void draw_address_bits(const View& view, XorStep& step);

}  // namespace tilescope::ui
