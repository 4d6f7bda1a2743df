// core/src/export/sheet_number.h -- a position of a sheet as text.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/base/say.h>

#include <cmath>
#include <cstdint>
#include <string>

namespace tilescope {

// Formats with one decimal digit, independent of the locale.
inline std::string num(double value) {
    const auto tenths = static_cast<std::int64_t>(std::llround(value * 10));
    const std::int64_t whole = tenths / 10, rest = std::abs(tenths % 10);
    const char* sign = tenths < 0 && whole == 0 ? "-" : "";
    return rest == 0 ? say(sign, whole) : say(sign, whole, '.', rest);
}

}  // namespace tilescope
