// core/include/tilescope/base/printable.h -- makes foreign bytes safe to print inside a message.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace tilescope {

// Replaces each byte that is not part of a printable character by its hexadecimal code: printable("\x1b[31m") is
// "\\x1b[31m". A terminal must not execute control codes from pasted text, and JSON and fonts require valid UTF-8.
// Complete UTF-8 characters from U+00A0 on stay as they are.
std::string printable(std::string_view text);

// Returns printable() of the first `most` bytes, plus "..." if the text is longer. Messages quote pasted text with this
// function, so that a long text does not become a long message.
std::string excerpt(std::string_view text, std::size_t most = 40);

}  // namespace tilescope
