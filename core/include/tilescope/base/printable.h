// core/include/tilescope/base/printable.h -- the characters of a UTF-8 text, and foreign bytes made safe to print.
// SPDX-License-Identifier: MIT
//
//     first_letter("\xc3\xbc.")     U+00FC, 2 bytes
//     first_letter("\xff.")         U+FFFD, 0 bytes
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace tilescope {

inline constexpr std::uint32_t kNoLetter = 0xfffd;  // U+FFFD stands for bytes that are not a character

struct FirstLetter {
    std::uint32_t code = kNoLetter;
    std::size_t bytes = 0;  // 0: the text does not begin with a complete character
};

// Returns the character with which the text begins. Source: RFC 3629.
constexpr FirstLetter first_letter(std::string_view text) {
    if (text.empty()) return {};
    const auto byte = [&](std::size_t i) -> std::uint32_t { return static_cast<unsigned char>(text[i]); };
    if (byte(0) < 0x80) return {byte(0), 1};
    const std::size_t length = byte(0) >= 0xf0 ? 4 : byte(0) >= 0xe0 ? 3 : 2;
    if (byte(0) < 0xc2 || byte(0) > 0xf4 || text.size() < length) return {};
    std::uint32_t code = byte(0) & (0x7fu >> length);
    for (std::size_t i = 1; i < length; ++i) {
        if ((byte(i) & 0xc0) != 0x80) return {};
        code = code << 6 | (byte(i) & 0x3f);
    }
    constexpr std::uint32_t kLeast[] = {0, 0, 0x80, 0x800, 0x10000};
    const bool surrogate = code >= 0xd800 && code < 0xe000;
    return code >= kLeast[length] && code <= 0x10ffff && !surrogate ? FirstLetter{code, length} : FirstLetter{};
}

// Replaces each byte that is not part of a printable character by its hexadecimal code: printable("\x1b[31m") is
// "\\x1b[31m". A terminal must not execute control codes from pasted text, and JSON and fonts require valid UTF-8.
// Complete UTF-8 characters from U+00A0 on stay as they are.
inline std::string printable(std::string_view text) {
    constexpr char digits[] = "0123456789abcdef";
    std::string out;
    while (!text.empty()) {
        const FirstLetter letter = first_letter(text);
        const bool is_control = letter.code < 0x20 || (letter.code >= 0x7f && letter.code < 0xa0);
        const auto byte = static_cast<unsigned char>(text[0]);
        if (is_control || letter.bytes == 0)
            out += {'\\', 'x', digits[byte >> 4], digits[byte & 15]};
        else
            out += text.substr(0, letter.bytes);
        text.remove_prefix(is_control || letter.bytes == 0 ? 1 : letter.bytes);
    }
    return out;
}

// Returns printable() of the first `most` bytes, plus "..." if the text is longer. Messages quote pasted text with this
// function, so that a long text does not become a long message.
inline std::string excerpt(std::string_view text, std::size_t most = 40) {
    if (text.size() <= most) return printable(text);
    const auto inside = [&](std::size_t i) { return (static_cast<unsigned char>(text[i]) & 0xc0) == 0x80; };
    for (int i = 0; i < 3 && most > 0 && inside(most); ++i) --most;  // do not cut inside a character
    return printable(text.substr(0, most)) + "...";
}

}  // namespace tilescope
