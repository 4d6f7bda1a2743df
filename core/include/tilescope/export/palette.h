// core/include/tilescope/export/palette.h -- the colours of pictures, in the window and in files: one table.
// SPDX-License-Identifier: MIT
//
//     const Inked cell = ink_of(Tone::step3, Palette::screen);   // its fill, and the colour of the number on it
//
// docs/design.md says what each colour means. Tests measure that neighbouring steps differ for each kind of colour
// vision, and that numbers and patterns are seen on every fill.
#pragma once

#include <tilescope/scene/scene.h>
#include <tilescope/word/field.h>

#include <array>
#include <cstddef>
#include <cstdint>

namespace tilescope {

struct Rgb {
    std::uint8_t r, g, b;
    friend bool operator==(const Rgb&, const Rgb&) = default;
};
constexpr Rgb hex_rgb(std::uint32_t v) {
    return {static_cast<std::uint8_t>(v >> 16), static_cast<std::uint8_t>(v >> 8), static_cast<std::uint8_t>(v)};
}

// The colours: those of the light window, greys for print, the pastel colours of CuTe's drawings, or those of the dark
// window.
enum class Palette : std::uint8_t { screen, grey, cute, dark };
inline constexpr NamedValue kPaletteNames[] = {{0, "screen"}, {1, "grey"}, {2, "cute"}, {3, "dark"}};

// What does not belong to a tone. accent: arrows, with a border in the paper colour.
struct SheetInks {
    Rgb paper, ink, line, accent;
};
// The fill of a cell, and the colour of its number.
struct Inked {
    Rgb fill, ink;
};

// clang-format off
inline constexpr Rgb kDarkInk = hex_rgb(0x14171A), kWhiteInk = hex_rgb(0xFFFFFF), kPaleInk = hex_rgb(0xF2F4F7), kNight = hex_rgb(0x16181C);

// Tone::step0 to Tone::step7. Lightness rises evenly and the hue turns one way, so the order is seen without the hue.
inline constexpr std::array<Inked, 8> kScreenSteps = {{{hex_rgb(0x1C2853), kWhiteInk}, {hex_rgb(0x174C75), kWhiteInk}, {hex_rgb(0x166C8E), kWhiteInk}, {hex_rgb(0x2D8EA1), kDarkInk},
                                                       {hex_rgb(0x54AFAF), kDarkInk}, {hex_rgb(0x85CFB8), kDarkInk}, {hex_rgb(0xB5E1B1), kDarkInk}, {hex_rgb(0xEBF19C), kDarkInk}}};
// For a dark window: no step is as bright as the text beside it, and the first is not the colour of the window.
inline constexpr std::array<Inked, 8> kDarkSteps = {{{hex_rgb(0x093251), kWhiteInk}, {hex_rgb(0x0F4E66), kWhiteInk}, {hex_rgb(0x1E6775), kWhiteInk}, {hex_rgb(0x327F80), kWhiteInk},
                                                     {hex_rgb(0x529683), kDarkInk}, {hex_rgb(0x76A882), kDarkInk}, {hex_rgb(0x95B372), kDarkInk}, {hex_rgb(0xBFBA53), kDarkInk}}};
inline constexpr std::array<Inked, 8> kGreySteps = {{{hex_rgb(0x3A3A3A), kWhiteInk}, {hex_rgb(0x565656), kWhiteInk}, {hex_rgb(0x707070), kWhiteInk}, {hex_rgb(0x8C8C8C), kDarkInk},
                                                     {hex_rgb(0xA6A6A6), kDarkInk}, {hex_rgb(0xC0C0C0), kDarkInk}, {hex_rgb(0xD8D8D8), kDarkInk}, {hex_rgb(0xF0F0F0), kDarkInk}}};
inline constexpr std::array<Inked, 8> kCuteSteps = {{{hex_rgb(0xAFAFFF), kDarkInk}, {hex_rgb(0xAFFFAF), kDarkInk}, {hex_rgb(0xFFFFAF), kDarkInk}, {hex_rgb(0xFFAFAF), kDarkInk},
                                                     {hex_rgb(0xD2D2FF), kDarkInk}, {hex_rgb(0xD2FFD2), kDarkInk}, {hex_rgb(0xFFFFD2), kDarkInk}, {hex_rgb(0xFFD2D2), kDarkInk}}};

// The other tones, in the order of Tone, from Tone::empty on.
inline constexpr std::array<Inked, kToneCount - 8> kScreenTones = {{
    {kWhiteInk, kDarkInk}, {hex_rgb(0xB9B0ED), kDarkInk}, {hex_rgb(0xDBDDE1), kDarkInk},                           // empty, used, zeroed
    {hex_rgb(0xB1DBF6), kDarkInk}, {hex_rgb(0xDF90BF), kDarkInk}, {hex_rgb(0x5E8FD0), kDarkInk},                   // d, a, sfa
    {hex_rgb(0xF0B74A), kDarkInk}, {hex_rgb(0xDE7F5C), kDarkInk},                                                  // sfb, meta
    {hex_rgb(0x2B6CB0), kWhiteInk}, {hex_rgb(0xE9ECEF), kDarkInk}, {hex_rgb(0xD9822B), kDarkInk},                  // below, equal, above
    {hex_rgb(0xF6E3B4), kDarkInk}, {hex_rgb(0xC0322B), kWhiteInk}}};                                               // rounding, wrong
inline constexpr std::array<Inked, kToneCount - 8> kDarkTones = {{
    {kNight, kPaleInk}, {hex_rgb(0x6253AD), kPaleInk}, {hex_rgb(0x3B3F44), kPaleInk},
    {hex_rgb(0x436F90), kPaleInk}, {hex_rgb(0x953C72), kPaleInk}, {hex_rgb(0x1A4289), kPaleInk},
    {hex_rgb(0x8C6836), kPaleInk}, {hex_rgb(0x713C2D), kPaleInk},
    {hex_rgb(0x2B6CB0), kWhiteInk}, {hex_rgb(0x2C3138), kWhiteInk}, {hex_rgb(0x9C5A16), kWhiteInk},
    {hex_rgb(0x52471E), kWhiteInk}, {hex_rgb(0xE64A50), kDarkInk}}};
inline constexpr std::array<Inked, kToneCount - 8> kGreyTones = {{
    {kWhiteInk, kDarkInk}, {kWhiteInk, kDarkInk}, {hex_rgb(0xDBDDE1), kDarkInk},
    {hex_rgb(0xF0F0F0), kDarkInk}, {hex_rgb(0xD8D8D8), kDarkInk}, {hex_rgb(0xC0C0C0), kDarkInk},
    {hex_rgb(0xA6A6A6), kDarkInk}, {hex_rgb(0x8C8C8C), kDarkInk},
    {hex_rgb(0x3A3A3A), kWhiteInk}, {kWhiteInk, kDarkInk}, {hex_rgb(0xA6A6A6), kDarkInk},
    {hex_rgb(0xD8D8D8), kDarkInk}, {hex_rgb(0x565656), kWhiteInk}}};
// clang-format on

constexpr SheetInks inks_of(Palette palette) {
    switch (palette) {
    case Palette::grey: return {kWhiteInk, kDarkInk, hex_rgb(0x5A6370), kDarkInk};
    case Palette::dark: return {kNight, kPaleInk, hex_rgb(0x8C96A3), hex_rgb(0xFF9A4D)};
    default: return {kWhiteInk, kDarkInk, hex_rgb(0x5A6370), hex_rgb(0xC4570A)};
    }
}

constexpr Inked ink_of(Tone tone, Palette palette) {
    constexpr std::size_t kSteps = kScreenSteps.size();
    const auto index = static_cast<std::size_t>(tone);
    switch (palette) {
    case Palette::grey: return index < kSteps ? kGreySteps[index] : kGreyTones[index - kSteps];
    case Palette::dark: return index < kSteps ? kDarkSteps[index] : kDarkTones[index - kSteps];
    case Palette::cute: return index < kSteps ? kCuteSteps[index] : kScreenTones[index - kSteps];
    case Palette::screen: break;
    }
    return index < kSteps ? kScreenSteps[index] : kScreenTones[index - kSteps];
}

// The lines of a pattern on such a cell have the colour of its number, which is seen on its fill. They have about half
// of its strength, so that the number is seen on them.
inline constexpr double kPatternStrength = 0.55;
constexpr Rgb pattern_on(Inked cell) {
    const auto mixed = [](std::uint8_t fill, std::uint8_t ink) {
        return static_cast<std::uint8_t>(fill + (ink - fill) * kPatternStrength + 0.5);
    };
    return {mixed(cell.fill.r, cell.ink.r), mixed(cell.fill.g, cell.ink.g), mixed(cell.fill.b, cell.ink.b)};
}

}  // namespace tilescope
