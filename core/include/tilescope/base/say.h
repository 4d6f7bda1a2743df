// core/include/tilescope/base/say.h -- joins words and numbers to sentences.
// SPDX-License-Identifier: MIT
#pragma once

#include <charconv>
#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>

namespace tilescope {

inline void say_one(std::string& out, std::string_view text) { out += text; }
inline void say_one(std::string& out, char c) { out += c; }
// A template that accepts only bool. A plain function for bool would also get string literals, because a pointer to
// char converts to bool more readily than to string_view.
template <std::same_as<bool> T>
void say_one(std::string& out, T b) {
    out += b ? "yes" : "no";
}
template <std::integral T>
requires(!std::same_as<T, bool> && !std::same_as<T, char>) void say_one(std::string& out, T number) {
    char digits[24];
    const auto end = std::to_chars(digits, digits + sizeof digits, number).ptr;
    out.append(digits, end);
}

// Returns the parts joined to one string: say("lbo is ", 16, " bytes") is "lbo is 16 bytes". A bool becomes "yes" or
// "no". The result does not depend on the locale.
template <class... Parts>
std::string say(const Parts&... parts) {
    std::string out;
    (say_one(out, parts), ...);
    return out;
}

// Returns "0x" and at least `digits` lower-case hexadecimal digits: hex(1024) is "0x400", hex(16, 8) is "0x00000010".
inline std::string hex(std::uint64_t value, unsigned digits = 1) {
    char text[16];
    const auto end = std::to_chars(text, text + sizeof text, value, 16).ptr;
    const auto have = static_cast<unsigned>(end - text);
    std::string out = "0x";
    out.append(have < digits ? digits - have : 0, '0');
    out.append(text, end);
    return out;
}

}  // namespace tilescope
