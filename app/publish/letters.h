// app/publish/letters.h -- the characters of a UTF-8 text.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace tilescope::io {

// Returns the code points of the text. A byte that is no valid UTF-8 becomes U+FFFD.
std::vector<std::uint32_t> letters_of(std::string_view utf8);

}  // namespace tilescope::io
