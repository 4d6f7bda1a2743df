// core/include/tilescope/base/letters.h -- the characters of a UTF-8 text.
// SPDX-License-Identifier: MIT
//
//     first_letter("\xc3\xbc.")     U+00FC, 2 bytes
//     first_letter("\xff.")         U+FFFD, 0 bytes
#pragma once

#include <cstddef>
#include <cstdint>
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

}  // namespace tilescope
