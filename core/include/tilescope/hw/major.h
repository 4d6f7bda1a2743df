// core/include/tilescope/hw/major.h -- which index of an operand is contiguous in memory.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/word/field.h>

#include <cstdint>
#include <string_view>

namespace tilescope {

// K-major: K is contiguous, transpose bit 0.  MN-major: M (for A) or N (for B) is contiguous, transpose bit 1.
enum class Major : std::uint8_t { k, mn };
inline constexpr NamedValue kMajorNames[] = {{0, "k"}, {1, "mn"}};

constexpr std::string_view name_of(Major m) { return m == Major::k ? "K-major" : "MN-major"; }

}  // namespace tilescope
