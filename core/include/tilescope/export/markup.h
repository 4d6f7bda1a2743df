// core/include/tilescope/export/markup.h -- text inside XML and HTML.
// SPDX-License-Identifier: MIT
//
//     markup_text("A < B")     "A &lt; B"
#pragma once

#include <string>
#include <string_view>

namespace tilescope {

// Returns `text` for an element or for a quoted attribute. Leaves out the control characters that XML 1.0 (2.2) does
// not have. Bytes that are not UTF-8, and the two characters that XML forbids, become U+FFFD.
std::string markup_text(std::string_view text);

}  // namespace tilescope
