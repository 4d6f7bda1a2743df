// app/window/frame/fixed_text.h -- texts joined at compile time, for rows that are made from other tables.
// SPDX-License-Identifier: MIT
//
//     constexpr FixedText id = {"save_", "svg"};      id.view() == "save_svg"
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <initializer_list>
#include <string_view>

namespace tilescope::ui {

// At most 63 characters; a longer text stops the build. The text ends with a zero, so view().data() is also a C string.
struct FixedText {
    char text[64] = {};
    std::size_t size = 0;

    consteval FixedText() = default;
    consteval FixedText(std::initializer_list<std::string_view> pieces) {
        for (const std::string_view piece : pieces)
            for (const char c : piece) text[size++] = c;
        text[size] = 0;
    }
    constexpr std::string_view view() const { return {text, size}; }
};

// The rows of several tables as one table.
template <class Row, std::size_t... N>
constexpr auto joined_rows(const std::array<Row, N>&... tables) {
    std::array<Row, (N + ...)> out{};
    std::size_t at = 0;
    (std::ranges::for_each(tables, [&](const Row& row) { out[at++] = row; }), ...);
    return out;
}

}  // namespace tilescope::ui
