// core/include/tilescope/base/say.h -- joins words and numbers to sentences.
// SPDX-License-Identifier: MIT
#pragma once

#include <charconv>
#include <concepts>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

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

// Returns the texts of a list with ", " between them: list_of(kKinds, &KindRow::id) is "f16, tf32, i8". `text` gives
// what is said of an item, a string or anything that say() takes. Items without a text are left out. `last` stands
// before the last item: list_of(names, std::identity(), ", ", " or ").
template <class List, class Text = std::identity>
std::string list_of(const List& list, Text text = {}, std::string_view between = ", ", std::string_view last = {}) {
    std::string out, newest;
    const auto add = [&out](std::string_view separator, const std::string& item) {
        if (!out.empty()) out += separator;
        out += item;
    };
    for (const auto& item : list) {
        std::string next = say(std::invoke(text, item));
        if (next.empty()) continue;
        if (!newest.empty()) add(between, newest);
        newest = std::move(next);
    }
    if (!newest.empty()) add(last.empty() ? between : last, newest);
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
