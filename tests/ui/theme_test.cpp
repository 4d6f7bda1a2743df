// tests/ui/theme_test.cpp -- tests that colours differ for each kind of colour vision.
// SPDX-License-Identifier: MIT
//
// Also tests that text on them is readable.
#include "app/ui/theme.h"
#include "app/gui/fonts.h"
#include "app/ui/icons.h"
#include "tests/support/colour_science.h"
#include "tests/support/ui_harness.h"

#include <tilescope/export/palette.h>

#include <gtest/gtest.h>

#include <array>
#include <cmath>

namespace tilescope::ui {
namespace {

using colour::Rgb;
using colour::Sight;

// WCAG requires 4.5. The lowest contrast in the table is 4.594, white on the dark stride colour.
constexpr double kTextContrast = 4.59, kApart = 13, kApartSimulated = 8;
constexpr std::size_t kStepCount = 8;
constexpr std::array kSights = {Sight::normal, Sight::protanopia, Sight::deuteranopia, Sight::tritanopia};
constexpr std::array<const char*, kRoleCount> kRoleNames = {"address", "stride", "mode",  "type", "shape",
                                                            "sign",    "sparse", "scale", "fixed"};

Rgb rgb_of(ImU32 packed) {
    const ImVec4 c = as_vec4(packed);
    return {c.x, c.y, c.z};
}

double apart(ImU32 one, ImU32 two, Sight sight) {
    const auto seen = [&](ImU32 c) { return colour::to_lab(colour::as_seen_with(sight, rgb_of(c))); };
    return colour::ciede2000(seen(one), seen(two));
}

// Rows of the test data of Sharma, Wu and Dalal for implementations.
TEST(Colours, DistancesMatchThePublishedTestData) {
    struct Row {
        colour::Lab one, two;
        double want;
    };
    const Row rows[] = {{{50, 2.6772, -79.7751}, {50, 0, -82.7485}, 2.0425},
                        {{50, -1.3802, -84.2814}, {50, 0, -82.7485}, 1.0000},
                        {{50, 2.5, 0}, {50, 0, -2.5}, 4.3065},
                        {{50, 2.5, 0}, {73, 25, -18}, 27.1492},
                        {{60.2574, -34.0099, 36.2677}, {60.4626, -34.1751, 39.4387}, 1.2644},
                        {{22.7233, 20.0904, -46.6940}, {23.0331, 14.9730, -42.5619}, 2.0373},
                        {{90.8027, -2.0831, 1.4410}, {91.1528, -1.6435, 0.0447}, 1.4441}};
    for (const Row& row : rows) EXPECT_NEAR(colour::ciede2000(row.one, row.two), row.want, 1e-4) << row.one.a;
}

TEST(Colours, ContrastOfBlackAndWhiteIs21) { EXPECT_NEAR(colour::contrast({0, 0, 0}, {1, 1, 1}), 21, 1e-9); }

TEST(Colours, RolesDifferForEachKindOfColourVision) {
    int pairs = 0;
    for (const bool dark : {false, true})
        for (const Sight sight : kSights)
            for (std::size_t i = 0; i < kRoleCount; ++i)
                for (std::size_t j = 0; j < i; ++j, ++pairs) {
                    const double want = sight == Sight::normal ? kApart : kApartSimulated;
                    EXPECT_GE(apart(theme(dark).roles[i], theme(dark).roles[j], sight), want)
                        << kRoleNames[i] << " and " << kRoleNames[j] << (dark ? ", dark, " : ", light, ")
                        << colour::kSightNames[static_cast<std::size_t>(sight)];
                }
    EXPECT_EQ(pairs, 2 * 4 * 36);
}

// A difference of 1 is just visible side by side. The steps are told apart at a distance, and those that are not
// neighbours differ about twice as much. A wrong cell, and one that is only used, look like none
// of them.
TEST(Colours, NeighbouringStepsDiffer) {
    for (const bool dark : {false, true}) {
        const double want = dark ? 7.5 : 9;
        const auto step = [&](std::size_t i) { return colour_of(theme(dark), step_tone(i)); };
        for (const Sight sight : kSights)
            for (std::size_t i = 0; i < kStepCount; ++i) {
                for (std::size_t j = 0; j < i; ++j)
                    EXPECT_GE(apart(step(i), step(j), sight), i == j + 1 ? want : 2 * want * 0.95)
                        << "steps " << j << " and " << i << (dark ? ", dark, " : ", light, ")
                        << colour::kSightNames[static_cast<std::size_t>(sight)];
                for (const Tone tone : {Tone::wrong, Tone::used})
                    EXPECT_GE(apart(step(i), colour_of(theme(dark), tone), sight),
                              sight == Sight::normal ? kApart : kApartSimulated)
                        << "step " << i;
            }
    }
}

// WCAG requires 3 for what is not text; half of the ink has a little less on fills of medium lightness.
TEST(Colours, PatternsAreSeenOnEveryFill) {
    for (std::size_t palette = 0; palette < std::size(kPaletteNames); ++palette)
        for (std::size_t tone = 0; tone < kToneCount; ++tone) {
            const Inked cell = ink_of(static_cast<Tone>(tone), static_cast<Palette>(palette));
            const auto of = [](tilescope::Rgb c) { return Rgb{c.r / 255.0, c.g / 255.0, c.b / 255.0}; };
            EXPECT_GE(colour::contrast(of(pattern_on(cell)), of(cell.fill)), 2) << "tone " << tone << " of " << palette;
            EXPECT_GE(colour::contrast(of(cell.ink), of(cell.fill)), kTextContrast)
                << "tone " << tone << " of " << palette;
        }
}

TEST(Colours, VerdictsDifferForEachKindOfColourVision) {
    for (const bool dark : {false, true}) {
        const Theme& t = theme(dark);
        constexpr std::array kVerdicts = {Tone::equal, Tone::rounding, Tone::wrong, Tone::below, Tone::above};
        for (const Sight sight : kSights)
            for (std::size_t i = 0; i < kVerdicts.size(); ++i)
                for (std::size_t j = 0; j < i; ++j)
                    EXPECT_GE(apart(colour_of(t, kVerdicts[i]), colour_of(t, kVerdicts[j]), sight), kApartSimulated)
                        << i << " and " << j << (dark ? ", dark, " : ", light, ")
                        << colour::kSightNames[static_cast<std::size_t>(sight)];
    }
}

// A large bright area beside dark panels is hard to look at. The brightest fill has three quarters of white's
// lightness.
TEST(Colours, NoFillOfTheDarkThemeGlares) {
    const Theme& t = theme(true);
    const auto is_calm = [](ImU32 fill) { return colour::to_lab(rgb_of(fill)).l <= 75; };
    for (std::size_t i = 0; i < kToneCount; ++i)
        EXPECT_TRUE(is_calm(colour_of(t, static_cast<Tone>(i)))) << "tone " << i;
    for (std::size_t i = 0; i < kRoleCount; ++i) EXPECT_TRUE(is_calm(t.roles[i])) << kRoleNames[i];
    for (const ImU32 fill : {t.window, t.panel}) EXPECT_TRUE(is_calm(fill));
}

TEST(Colours, TextIsReadableOnEveryBackground) {
    for (const bool dark : {false, true}) {
        const Theme& t = theme(dark);
        const auto readable = [&](ImU32 text, ImU32 on, const char* what, std::size_t i = 0) {
            EXPECT_GE(colour::contrast(rgb_of(text), rgb_of(on)), kTextContrast)
                << what << " " << i << (dark ? ", dark" : ", light");
        };
        for (std::size_t i = 0; i < kRoleCount; ++i) readable(t.text_on_role, t.roles[i], kRoleNames[i]);
        for (const ImU32 back : {t.window, t.panel})
            for (const ImU32 text : {t.text, t.dim, t.accent, t.good, t.warn, t.error, t.live})
                readable(text, back, "text on window or panel");
        for (std::size_t i = 0; i < kToneCount; ++i)
            readable(text_on(t, static_cast<Tone>(i)), colour_of(t, static_cast<Tone>(i)), "tone", i);
    }
}

TEST(Sizes, GrowWithTheScaleAndAreWholePixels) {
    for (const float scale : {0.75f, 1.0f, 1.25f, 1.5f, 2.0f}) {
        const Sizes px = sizes_at(scale);
        for (const float size : {px.line, px.ring, px.text, px.mono, px.row, px.gap, px.pad, px.handle})
            EXPECT_EQ(size, std::round(size)) << "scale " << scale;
        EXPECT_EQ(px.line, scale > 1.5f ? 2 : 1) << "scale " << scale;
    }
    EXPECT_EQ(sizes_at(1).row, 24);
    EXPECT_EQ(sizes_at(2).text, 32);
}

// 1.92 creates glyphs on demand, so a font has no list of its glyphs.
bool has_glyph(ImFont& font, ImWchar character) {
#if IMGUI_VERSION_NUM >= 19200
    return font.IsGlyphInFont(character);
#else
    return font.FindGlyphNoFallback(character) != nullptr;
#endif
}

TEST(Fonts, HaveEveryCharacterThatTextsMayUse) {
    ImFontAtlas atlas;
    const Fonts fonts = build_fonts(atlas, 1);
    ASSERT_TRUE(atlas.Build());
    const std::span<const ImWchar> ranges = glyph_ranges();
    int looked = 0;
    for (std::size_t i = 0; i + 1 < ranges.size() && ranges[i] != 0; i += 2)
        for (unsigned c = ranges[i]; c <= ranges[i + 1]; ++c) {
            const auto character = static_cast<ImWchar>(c);
            if (c >= 0x7f && c <= 0x9f) continue;  // controls
            EXPECT_TRUE(has_glyph(*fonts.text, character)) << "Inter lacks " << std::hex << c;
            EXPECT_TRUE(has_glyph(*fonts.mono, character)) << "JetBrains Mono lacks " << std::hex << c;
            ++looked;
        }
    for (const char16_t icon : kIconCodes) EXPECT_TRUE(has_glyph(*fonts.text, icon)) << "no icon " << std::hex << +icon;
    EXPECT_GT(looked, 200);
}

TEST(Keys, HaveTheirUsualNames) {
    EXPECT_EQ(key_named("Z"), Key::z);
    EXPECT_EQ(key_named("["), Key::left_bracket);
    EXPECT_EQ(key_named("\\"), Key::backslash);
    EXPECT_EQ(key_named("F11"), Key::f11);
    EXPECT_EQ(key_named("PageDown"), Key::page_down);
    EXPECT_EQ(key_named("z"), std::nullopt);
    EXPECT_EQ(key_named("F13"), std::nullopt);
    EXPECT_EQ(key_named(""), std::nullopt);
}

}  // namespace
}  // namespace tilescope::ui
