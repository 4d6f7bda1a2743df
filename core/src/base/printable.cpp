// core/src/base/printable.cpp -- makes foreign bytes safe to print inside a message.
// SPDX-License-Identifier: MIT
#include <tilescope/base/letters.h>
#include <tilescope/base/printable.h>

#include <cstddef>

namespace tilescope {
namespace {

// Returns the length in bytes of the first character, or 0 if the text does not start with a printable character.
std::size_t character_length(std::string_view text) {
    const FirstLetter letter = first_letter(text);
    const bool is_control = letter.code < 0x20 || (letter.code >= 0x7f && letter.code < 0xa0);
    return is_control ? 0 : letter.bytes;
}

}  // namespace

std::string printable(std::string_view text) {
    constexpr char kDigits[] = "0123456789abcdef";
    std::string out;
    while (!text.empty()) {
        const std::size_t length = character_length(text);
        if (length == 0) {
            const auto byte = static_cast<unsigned char>(text[0]);
            out += {'\\', 'x', kDigits[byte >> 4], kDigits[byte & 15]};
        } else {
            out += text.substr(0, length);
        }
        text.remove_prefix(length == 0 ? 1 : length);
    }
    return out;
}

std::string excerpt(std::string_view text, std::size_t most) {
    if (text.size() <= most) return printable(text);
    const auto inside = [&](std::size_t i) { return (static_cast<unsigned char>(text[i]) & 0xc0) == 0x80; };
    for (int i = 0; i < 3 && most > 0 && inside(most); ++i) --most;  // do not cut inside a character
    return printable(text.substr(0, most)) + "...";
}

}  // namespace tilescope
