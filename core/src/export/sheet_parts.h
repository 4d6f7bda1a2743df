// core/src/export/sheet_parts.h -- what the exporters share: widths and numbers of a sheet as text, and its colours.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/base/say.h>
#include <tilescope/export/sheet.h>

#include <array>
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

// ---- colours: paper, lines, and the cells of each tone ----

constexpr Rgb hex_rgb(std::uint32_t v) {
    return {static_cast<std::uint8_t>(v >> 16), static_cast<std::uint8_t>(v >> 8), static_cast<std::uint8_t>(v)};
}

struct Inked {
    Rgb fill, ink;
};
inline constexpr Rgb kBlack = hex_rgb(0x14171A), kWhitePaper = hex_rgb(0xFFFFFF), kPale = hex_rgb(0xE6E8EB),
                     kNight = hex_rgb(0x16191E);

// What does not belong to a tone. accent: arrows, with a border in the paper colour.
struct SheetInks {
    Rgb paper, ink, line, accent;
};
constexpr SheetInks inks_of(Palette palette) {
    switch (palette) {
    case Palette::grey: return {kWhitePaper, kBlack, hex_rgb(0x5A6370), kBlack};
    case Palette::dark: return {kNight, kPale, hex_rgb(0x8C96A3), hex_rgb(0xFF9A4D)};
    default: return {kWhitePaper, kBlack, hex_rgb(0x5A6370), hex_rgb(0xC4570A)};
    }
}

// The colours of Tone::step0 to Tone::step7, in this order.
// clang-format off
inline constexpr std::array<Inked, 8> kScreenSteps = {{{hex_rgb(0x12306B), kWhitePaper}, {hex_rgb(0x424671), kWhitePaper}, {hex_rgb(0x635E77), kWhitePaper}, {hex_rgb(0x7C7177), kWhitePaper},
                                                       {hex_rgb(0xA09181), kBlack}, {hex_rgb(0xBEAC85), kBlack}, {hex_rgb(0xDDC888), kBlack}, {hex_rgb(0xFBE58A), kBlack}}};
inline constexpr std::array<Inked, 8> kGreySteps = {{{hex_rgb(0x3A3A3A), kWhitePaper}, {hex_rgb(0x565656), kWhitePaper}, {hex_rgb(0x707070), kWhitePaper}, {hex_rgb(0x8C8C8C), kBlack},
                                                     {hex_rgb(0xA6A6A6), kBlack}, {hex_rgb(0xC0C0C0), kBlack}, {hex_rgb(0xD8D8D8), kBlack}, {hex_rgb(0xF0F0F0), kBlack}}};
inline constexpr std::array<Inked, 8> kCuteSteps = {{{hex_rgb(0xAFAFFF), kBlack}, {hex_rgb(0xAFFFAF), kBlack}, {hex_rgb(0xFFFFAF), kBlack}, {hex_rgb(0xFFAFAF), kBlack},
                                                     {hex_rgb(0xD2D2FF), kBlack}, {hex_rgb(0xD2FFD2), kBlack}, {hex_rgb(0xFFFFD2), kBlack}, {hex_rgb(0xFFD2D2), kBlack}}};
// clang-format on

constexpr Inked step_of(std::size_t step, Palette palette) {
    return palette == Palette::grey   ? kGreySteps[step]
           : palette == Palette::cute ? kCuteSteps[step]
                                      : kScreenSteps[step];
}

constexpr Inked ink_of(Tone tone, Palette palette) {
    const auto index = static_cast<std::size_t>(tone);
    if (index < kScreenSteps.size()) return step_of(index, palette);
    const bool grey = palette == Palette::grey, dark = palette == Palette::dark;
    switch (tone) {
    case Tone::used: return {grey ? kWhitePaper : hex_rgb(0x7ED0AC), kBlack};
    case Tone::d: return {grey ? hex_rgb(0xF0F0F0) : hex_rgb(0xB1DBF6), kBlack};
    case Tone::a: return {grey ? hex_rgb(0xD8D8D8) : hex_rgb(0xDF90BF), kBlack};
    case Tone::sfa: return {grey ? hex_rgb(0xC0C0C0) : hex_rgb(0x5E8FD0), kBlack};
    case Tone::sfb: return {grey ? hex_rgb(0xA6A6A6) : hex_rgb(0xF0B74A), kBlack};
    case Tone::meta: return {grey ? hex_rgb(0x8C8C8C) : hex_rgb(0xDE7F5C), kBlack};
    case Tone::below: return {grey ? hex_rgb(0x3A3A3A) : hex_rgb(0x2B6CB0), kWhitePaper};
    case Tone::equal:
        return dark ? Inked{hex_rgb(0x2B3038), kPale} : Inked{grey ? kWhitePaper : hex_rgb(0xE9ECEF), kBlack};
    case Tone::above: return {grey ? hex_rgb(0xA6A6A6) : hex_rgb(0xD9822B), kBlack};
    case Tone::rounding: return {grey ? hex_rgb(0xD8D8D8) : hex_rgb(0xF6E3B4), kBlack};
    case Tone::wrong: return {grey ? hex_rgb(0x565656) : hex_rgb(0xC0322B), kWhitePaper};
    case Tone::empty: return dark ? Inked{kNight, kPale} : Inked{kWhitePaper, kBlack};
    default: break;  // zeroed
    }
    return dark ? Inked{hex_rgb(0x434A54), kPale} : Inked{hex_rgb(0xDBDDE1), kBlack};
}

}  // namespace tilescope
