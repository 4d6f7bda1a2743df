// app/ui/key.h -- keys and their names in the command table.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace tilescope::ui {

// The numbers are those of GLFW. If a key has a character, its number is the ASCII code.
// clang-format off
enum class Key : std::uint16_t {
    none = 0, space = 32, apostrophe = 39, comma = 44, minus = 45, period = 46, slash = 47,
    n0 = 48, n1, n2, n3, n4, n5, n6, n7, n8, n9, semicolon = 59, equal = 61,
    a = 65, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z,
    left_bracket = 91, backslash = 92, right_bracket = 93,
    escape = 256, enter, tab, backspace, insert, del, right, left, down, up, page_up, page_down, home, end,
    f1 = 290, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12,
};

struct KeyName { std::string_view name; Key key; };
// The keys whose name is not a character. The name of a letter, digit or sign is its character.
inline constexpr KeyName kKeyNames[] = {
    {"Space", Key::space}, {"Esc", Key::escape}, {"Enter", Key::enter}, {"Tab", Key::tab},
    {"Backspace", Key::backspace}, {"Ins", Key::insert}, {"Del", Key::del},
    {"Right", Key::right}, {"Left", Key::left}, {"Down", Key::down}, {"Up", Key::up},
    {"PageUp", Key::page_up}, {"PageDown", Key::page_down}, {"Home", Key::home}, {"End", Key::end},
    {"F1", Key::f1}, {"F2", Key::f2}, {"F3", Key::f3}, {"F4", Key::f4}, {"F5", Key::f5}, {"F6", Key::f6},
    {"F7", Key::f7}, {"F8", Key::f8}, {"F9", Key::f9}, {"F10", Key::f10}, {"F11", Key::f11}, {"F12", Key::f12},
};
// clang-format on

// key_named("Z") is Key::z, key_named("F2") is Key::f2, key_named("[") is Key::left_bracket.
constexpr std::optional<Key> key_named(std::string_view name) {
    for (const KeyName& row : kKeyNames)
        if (row.name == name) return row.key;
    constexpr std::string_view signs = "',-./;=[\\]";
    if (name.size() != 1) return std::nullopt;
    const char c = name[0];
    const bool known = (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || signs.find(c) != std::string_view::npos;
    return known ? std::optional(static_cast<Key>(c)) : std::nullopt;
}

}  // namespace tilescope::ui
