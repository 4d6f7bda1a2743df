// core/src/export/markup.cpp -- text inside XML and HTML.
// SPDX-License-Identifier: MIT
#include <tilescope/export/markup.h>

namespace tilescope {

std::string markup_text(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    for (const char c : text) switch (c) {
        case '&': out += "&amp;"; break;
        case '<': out += "&lt;"; break;
        case '>': out += "&gt;"; break;
        case '"': out += "&quot;"; break;
        default:
            if (static_cast<unsigned char>(c) >= 0x20 || c == '\n' || c == '\t') out += c;
        }
    return out;
}

}  // namespace tilescope
