// tests/support/colour_science.h -- measures how different two colours look, also for people with colour blindness.
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <string_view>

namespace tilescope::colour {

struct Rgb {
    double r, g, b;  // sRGB, 0 to 1
};
struct Lab {
    double l, a, b;  // CIE L*a*b*, D65
};

Lab to_lab(Rgb colour);

// Returns the CIEDE2000 difference. A difference of about 1 is just visible.
double ciede2000(Lab one, Lab two);

// Returns the WCAG 2 contrast, 1 to 21.
double contrast(Rgb one, Rgb two);

enum class Sight { normal, protanopia, deuteranopia, tritanopia };
inline constexpr std::array<std::string_view, 4> kSightNames = {"normal", "protanopia", "deuteranopia", "tritanopia"};

// Returns the colour that a person with this sight sees: Machado, Oliveira and Fernandes, 2009, severity 1.
Rgb as_seen_with(Sight sight, Rgb colour);

}  // namespace tilescope::colour
