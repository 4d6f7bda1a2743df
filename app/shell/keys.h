// app/shell/keys.h -- runs the commands whose keys went down in this frame.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/shell/context.h"

namespace tilescope::ui {

void run_pressed_keys(Context c);

}  // namespace tilescope::ui
