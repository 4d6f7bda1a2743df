// app/widgets/text_fit.h -- cuts or wraps text to fit into its place.
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace tilescope::ui {

// Returns the text if it fits in the current font, else its start with "..". Returns an empty text if not even one
// letter fits.
std::string shortened(std::string_view text, float width);

// Shortens the id of a field and keeps an ending such as "_b": "transpose_b" becomes "tran.._b", or "t_b" in the
// smallest room.
std::string shortened_id(std::string_view id, float width);

// Returns the text in lines that are not wider, as far as its words allow: for a button, which does not wrap.
std::string in_lines(std::string_view text, float width);

// Works like ImGui::TextWrapped, for text that is not a C string.
void wrapped(std::string_view text);

}  // namespace tilescope::ui
