// core/src/base/printable.cpp -- makes foreign bytes safe to print inside a message.
// SPDX-License-Identifier: MIT
#include <tilescope/base/printable.h>

#include <cstddef>
#include <cstdint>

namespace tilescope {
namespace {

// Returns the length in bytes of the first character, or 0 if the text does not start with a printable character.
// Source: RFC 3629.
std::size_t character_length(std::string_view text) {
    const auto byte = [&](std::size_t i) -> std::uint32_t { return static_cast<unsigned char>(text[i]); };
    if (byte(0) >= 0x20 && byte(0) < 0x7f) return 1;
    const std::size_t length = byte(0) >= 0xf0 ? 4 : byte(0) >= 0xe0 ? 3 : 2;
    if (byte(0) < 0xc2 || byte(0) > 0xf4 || text.size() < length) return 0;
    std::uint32_t code = byte(0) & (0x7fu >> length);
    for (std::size_t i = 1; i < length; ++i) {
        if ((byte(i) & 0xc0) != 0x80) return 0;
        code = code << 6 | (byte(i) & 0x3f);
    }
    constexpr std::uint32_t kLeast[] = {0, 0, 0xa0, 0x800, 0x10000};  // C1 controls are below U+00A0
    const bool surrogate = code >= 0xd800 && code < 0xe000;
    return code >= kLeast[length] && code <= 0x10ffff && !surrogate ? length : 0;
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
