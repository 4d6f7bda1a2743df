// app/widgets/text_fit.h -- text that stays inside its place.
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace tilescope::ui {

// The text as far as it fits in the present font, then "..": never over the edge. Empty where not even a letter fits.
std::string shortened(std::string_view text, float width);

// The same for a field's id: what tells transpose_a from transpose_b stays, "tran.._b", in the least room "t_b".
std::string shortened_id(std::string_view id, float width);

// What TextWrapped does, for text that is not a C string.
void wrapped(std::string_view text);

}  // namespace tilescope::ui
