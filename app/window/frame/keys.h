// app/window/frame/keys.h -- runs the commands whose keys went down in this frame.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/window/frame/context.h"

namespace tilescope::ui {

void run_pressed_keys(Context c);

}  // namespace tilescope::ui
