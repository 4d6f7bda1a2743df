// app/publish/letters.cpp -- the characters of a UTF-8 text.
// SPDX-License-Identifier: MIT
#include "app/publish/letters.h"

#include <tilescope/base/letters.h>

#include <algorithm>

namespace tilescope::io {

std::vector<std::uint32_t> letters_of(std::string_view utf8) {
    std::vector<std::uint32_t> out;
    out.reserve(utf8.size());
    while (!utf8.empty()) {
        const FirstLetter letter = first_letter(utf8);
        out.push_back(letter.code);
        utf8.remove_prefix(std::max<std::size_t>(letter.bytes, 1));
    }
    return out;
}

}  // namespace tilescope::io
