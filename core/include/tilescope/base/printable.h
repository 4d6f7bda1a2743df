// core/include/tilescope/base/printable.h -- other people's bytes inside our sentences.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace tilescope {

// The text with every byte that is no printable character written as \x1b: a terminal must not obey what was pasted,
// and JSON and fonts want UTF-8. Whole UTF-8 characters stay, from U+00A0 on.
std::string printable(std::string_view text);

// The same of its beginning, at most so many bytes, with "..." where there is more: a page that somebody pasted must
// not become the message about it.
std::string excerpt(std::string_view text, std::size_t most = 40);

}  // namespace tilescope
