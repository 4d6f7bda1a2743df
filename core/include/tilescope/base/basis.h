// core/include/tilescope/base/basis.h -- what a value or a picture rests on.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string_view>

namespace tilescope {

// Given: somebody has said the value. Assumed: nobody has, and there is the value of an example or a default. Unknown:
// there is no value. A later one is weaker.
enum class Basis : std::uint8_t { given, assumed, unknown };

constexpr std::string_view name_of(Basis basis) {
    return basis == Basis::unknown ? "unknown" : basis == Basis::assumed ? "assumed" : "given";
}

}  // namespace tilescope
