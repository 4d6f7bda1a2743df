// core/src/export/sheet_parts.h -- what the exporters share: widths and numbers of a sheet as text.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/base/say.h>
#include <tilescope/export/sheet.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace tilescope {

// Letters, not bytes: a string is UTF-8.
std::size_t letters_in(std::string_view text);
double width_of(std::string_view text);

// Formats with one decimal digit, independent of the locale.
inline std::string num(double value) {
    const auto tenths = static_cast<std::int64_t>(std::llround(value * 10));
    const std::int64_t whole = tenths / 10, rest = std::abs(tenths % 10);
    const char* sign = tenths < 0 && whole == 0 ? "-" : "";
    return rest == 0 ? say(sign, whole) : say(sign, whole, '.', rest);
}

}  // namespace tilescope
