// core/src/export/markup.cpp -- text inside XML and HTML.
// SPDX-License-Identifier: MIT
#include <tilescope/base/printable.h>
#include <tilescope/export/markup.h>

#include <algorithm>

namespace tilescope {

std::string markup_text(std::string_view text) {
    constexpr std::string_view kNoCharacter = "\xef\xbf\xbd";  // U+FFFD
    std::string out;
    out.reserve(text.size());
    while (!text.empty()) {
        const FirstLetter letter = first_letter(text);
        const std::string_view bytes = text.substr(0, std::max<std::size_t>(letter.bytes, 1));
        text.remove_prefix(bytes.size());
        switch (letter.code) {
        case '&': out += "&amp;"; break;
        case '<': out += "&lt;"; break;
        case '>': out += "&gt;"; break;
        case '"': out += "&quot;"; break;
        case kNoLetter:
        case 0xfffe:
        case 0xffff: out += kNoCharacter; break;
        default:
            if (letter.code >= 0x20 || letter.code == '\n' || letter.code == '\t') out += bytes;
        }
    }
    return out;
}

}  // namespace tilescope
