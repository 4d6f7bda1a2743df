// app/io/base64url.h -- bytes as text without spaces and signs that mean something in a URL: base64url (RFC 4648).
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope::io {

inline constexpr std::string_view kDigits64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

inline std::optional<unsigned> digit64(char c) {
    const std::size_t at = kDigits64.find(c);
    return at == kDigits64.npos ? std::nullopt : std::optional(static_cast<unsigned>(at));
}

// Without padding.
inline std::string to_base64url(std::span<const std::uint8_t> bytes) {
    std::string out;
    std::uint32_t bits = 0;
    unsigned count = 0;
    for (const std::uint8_t byte : bytes) {
        bits = bits << 8 | byte;
        for (count += 8; count >= 6; count -= 6) out += kDigits64[bits >> (count - 6) & 63];
    }
    if (count != 0) out += kDigits64[bits << (6 - count) & 63];
    return out;
}

// The whole bytes. Bits that are left over belong to none. Requires: each character is a digit.
inline std::vector<std::uint8_t> from_base64url(std::string_view text) {
    std::vector<std::uint8_t> out;
    std::uint32_t bits = 0;
    unsigned count = 0;
    for (const char c : text) {
        bits = bits << 6 | digit64(c).value_or(0);
        if ((count += 6) < 8) continue;
        count -= 8;
        out.push_back(static_cast<std::uint8_t>(bits >> count & 0xff));
    }
    return out;
}

}  // namespace tilescope::io
