// tests/support/colour_science.h -- how different two colours look, also to eyes that lack a cone.
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

// CIEDE2000: about 1 is a difference that is just seen.
double ciede2000(Lab one, Lab two);

// WCAG 2 contrast: 1 to 21.
double contrast(Rgb one, Rgb two);

enum class Sight { normal, protanopia, deuteranopia, tritanopia };
inline constexpr std::array<std::string_view, 4> kSightNames = {"normal", "protanopia", "deuteranopia", "tritanopia"};

// Machado, Oliveira and Fernandes, 2009, severity 1: what such eyes see.
Rgb as_seen_with(Sight sight, Rgb colour);

}  // namespace tilescope::colour
