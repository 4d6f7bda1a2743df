// tests/support/colour_science.cpp -- published formulas for colours, independent of the code of the program.
// SPDX-License-Identifier: MIT
#include "tests/support/colour_science.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace tilescope::colour {
namespace {

double to_linear(double v) { return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4); }
double to_srgb(double v) {
    const double c = std::clamp(v, 0.0, 1.0);
    return c <= 0.0031308 ? c * 12.92 : 1.055 * std::pow(c, 1 / 2.4) - 0.055;
}
double degrees(double radians) { return radians * 180 / std::numbers::pi; }
double radians(double degrees) { return degrees * std::numbers::pi / 180; }

// Returns the hue angle in degrees, 0 to 360. Grey has no hue; its angle is 0.
double hue(double a, double b) {
    if (a == 0 && b == 0) return 0;
    const double angle = degrees(std::atan2(b, a));
    return angle < 0 ? angle + 360 : angle;
}

double luminance(Rgb c) { return 0.2126 * to_linear(c.r) + 0.7152 * to_linear(c.g) + 0.0722 * to_linear(c.b); }

// Chroma and hue, as CIEDE2000 defines them.
struct Polar {
    double chroma, hue;
};

double mean_hue(Polar one, Polar two) {
    const double sum = one.hue + two.hue;
    if (one.chroma * two.chroma == 0) return sum;
    if (std::abs(one.hue - two.hue) <= 180) return sum / 2;
    return sum < 360 ? (sum + 360) / 2 : (sum - 360) / 2;
}

double hue_difference(Polar one, Polar two) {
    if (one.chroma * two.chroma == 0) return 0;
    double d = two.hue - one.hue;
    if (d > 180) d -= 360;
    if (d < -180) d += 360;
    return 2 * std::sqrt(one.chroma * two.chroma) * std::sin(radians(d / 2));
}

}  // namespace

Lab to_lab(Rgb c) {
    const double r = to_linear(c.r), g = to_linear(c.g), b = to_linear(c.b);
    const double x = (0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047;
    const double y = 0.2126729 * r + 0.7151522 * g + 0.0721750 * b;
    const double z = (0.0193339 * r + 0.1191920 * g + 0.9503041 * b) / 1.08883;
    const auto f = [](double t) { return t > 216.0 / 24389 ? std::cbrt(t) : (24389.0 / 27 * t + 16) / 116; };
    return {116 * f(y) - 16, 500 * (f(x) - f(y)), 200 * (f(y) - f(z))};
}

// Source: Sharma, Wu and Dalal, 2005. The variables have the names of that paper.
double ciede2000(Lab one, Lab two) {
    const auto pow7 = [](double v) { return std::pow(v, 7); };
    const double c_mean = (std::hypot(one.a, one.b) + std::hypot(two.a, two.b)) / 2;
    const double g = 0.5 * (1 - std::sqrt(pow7(c_mean) / (pow7(c_mean) + pow7(25))));
    const auto polar = [&](Lab v) { return Polar{std::hypot((1 + g) * v.a, v.b), hue((1 + g) * v.a, v.b)}; };
    const Polar p1 = polar(one), p2 = polar(two);

    const double dl = two.l - one.l, dc = p2.chroma - p1.chroma, dh = hue_difference(p1, p2);
    const double l = (one.l + two.l) / 2, c = (p1.chroma + p2.chroma) / 2, h = mean_hue(p1, p2);
    const double t = 1 - 0.17 * std::cos(radians(h - 30)) + 0.24 * std::cos(radians(2 * h)) +
                     0.32 * std::cos(radians(3 * h + 6)) - 0.20 * std::cos(radians(4 * h - 63));
    const double sl = 1 + 0.015 * (l - 50) * (l - 50) / std::sqrt(20 + (l - 50) * (l - 50));
    const double sc = 1 + 0.045 * c, sh = 1 + 0.015 * c * t;
    const double turn = 30 * std::exp(-std::pow((h - 275) / 25, 2));
    const double rt = -std::sin(radians(2 * turn)) * 2 * std::sqrt(pow7(c) / (pow7(c) + pow7(25)));
    const double x = dl / sl, y = dc / sc, z = dh / sh;
    return std::sqrt(x * x + y * y + z * z + rt * y * z);
}

double contrast(Rgb one, Rgb two) {
    const double a = luminance(one) + 0.05, b = luminance(two) + 0.05;
    return std::max(a, b) / std::min(a, b);
}

Rgb as_seen_with(Sight sight, Rgb c) {
    using Matrix = std::array<double, 9>;
    // clang-format off
    constexpr std::array<Matrix, 4> matrices = {{
        {1, 0, 0,  0, 1, 0,  0, 0, 1},
        { 0.152286,  1.052583, -0.204868,   0.114503, 0.786281,  0.099216,  -0.003882, -0.048116, 1.051998},
        { 0.367322,  0.860646, -0.227968,   0.280085, 0.672501,  0.047413,  -0.011820,  0.042940, 0.968881},
        { 1.255528, -0.076749, -0.178779,  -0.078411, 0.930809,  0.147602,   0.004733,  0.691367, 0.303900},
    }};
    // clang-format on
    const Matrix& m = matrices[static_cast<std::size_t>(sight)];
    const double r = to_linear(c.r), g = to_linear(c.g), b = to_linear(c.b);
    return {to_srgb(m[0] * r + m[1] * g + m[2] * b), to_srgb(m[3] * r + m[4] * g + m[5] * b),
            to_srgb(m[6] * r + m[7] * g + m[8] * b)};
}

}  // namespace tilescope::colour
