// core/include/tilescope/hw/major.h -- which index of an operand is contiguous in memory.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/word/field.h>

#include <cstdint>
#include <string_view>

namespace tilescope {

// K-major: transpose bit 0. MN-major: transpose bit 1, M (of A) or N (of B) contiguous.
enum class Major : std::uint8_t { k, mn };
inline constexpr NamedValue kMajorNames[] = {{0, "k"}, {1, "mn"}};

constexpr std::string_view name_of(Major m) { return m == Major::k ? "K-major" : "MN-major"; }

}  // namespace tilescope
