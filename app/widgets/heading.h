// app/widgets/heading.h -- the name of a part: spaced, not larger.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/ui/style.h"

#include <string_view>

namespace tilescope::ui {

// In capitals as given; `aside` stands at the right, where there is room: FIELDS ... by meaning.
void heading(std::string_view text, const Style& style, std::string_view aside = {});

}  // namespace tilescope::ui
