// app/panels/covering.h -- the offer to fill A and B with values that make every wrong read visible in D.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/panels.h"

#include <string_view>

namespace tilescope::ui {

// Draws the button if some elements of D cannot show a wrong read and A and B have other values. It may be there beside
// wrong elements too: more elements can be computed from wrong places than are wrong.
// Requires: there is an emulation.
void draw_covering(const View& view, PanelStates& states, Requests& requests, std::string_view id);

}  // namespace tilescope::ui
