// tests/unit/emulator/floats_test.cpp -- decodes numbers of every format, and encodes sums as words.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/emulator/floats.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <random>
#include <utility>
#include <vector>

namespace tilescope {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
const double kQuietNan = std::numeric_limits<double>::quiet_NaN();

const FloatFormat& format(std::string_view id) {
    const FloatFormat* f = find_float(id);
    EXPECT_NE(f, nullptr) << id;
    return f ? *f : kFloats[0];
}

double power_of_two(int exponent) { return std::ldexp(1.0, exponent); }

struct Meaning {
    std::string_view format;
    std::uint32_t word;
    double value;
};

// Computed by hand from the definitions of IEEE 754, the OCP 8-bit and MX formats, and PTX ISA 9.1, 5.2.3.
// clang-format off
const Meaning kMeanings[] = {
    {"f32",   0x3fc00000, 1.5},  {"f32",   0x00000001, power_of_two(-149)}, {"f32",   0x7f7fffff, 0x1.fffffep127}, {"f32",   0xff800000, -kInfinity}, {"f32",   0x7f800001, kQuietNan}, {"f32",   0x80000000, -0.0},
    {"tf32",  0x3f800000, 1.0},  {"tf32",  0x3f801fff, 1.0},          {"tf32",  0x3f802000, 1 + power_of_two(-10)},  {"tf32",  0x00002000, power_of_two(-136)}, {"tf32",  0x00001fff, 0.0}, {"tf32",  0x7f801fff, kInfinity}, {"tf32",  0x7f802000, kQuietNan}, {"tf32",  0x7f7fe000, 0x1.ffcp127},
    {"bf16",  0x3f80, 1.0},      {"bf16",  0x0001, power_of_two(-133)},     {"bf16",  0x0080, power_of_two(-126)},         {"bf16",  0x7f7f, 0x1.fep127},     {"bf16",  0xff80, -kInfinity}, {"bf16",  0x7f81, kQuietNan}, {"bf16",  0x8000, -0.0},
    {"f16",   0x3c00, 1.0},      {"f16",   0x0001, power_of_two(-24)},      {"f16",   0x0400, power_of_two(-14)},          {"f16",   0x7bff, 65504.0},        {"f16",   0x7c00, kInfinity},  {"f16",   0xfc00, -kInfinity}, {"f16",   0x7c01, kQuietNan}, {"f16",   0x8000, -0.0},
    {"e4m3",  0x38, 1.0},        {"e4m3",  0x01, power_of_two(-9)},         {"e4m3",  0x08, power_of_two(-6)},             {"e4m3",  0x78, 256.0},            {"e4m3",  0x7e, 448.0},        {"e4m3",  0xfe, -448.0},       {"e4m3",  0x7f, kQuietNan},   {"e4m3",  0xff, kQuietNan}, {"e4m3",  0x80, -0.0},
    {"e5m2",  0x3c, 1.0},        {"e5m2",  0x01, power_of_two(-16)},        {"e5m2",  0x04, power_of_two(-14)},            {"e5m2",  0x7b, 57344.0},          {"e5m2",  0x7c, kInfinity},    {"e5m2",  0xfc, -kInfinity},   {"e5m2",  0x7d, kQuietNan},   {"e5m2",  0x7f, kQuietNan}, {"e5m2",  0x80, -0.0},
    {"e2m3",  0x08, 1.0},        {"e2m3",  0x01, 0.125},              {"e2m3",  0x1f, 7.5},                    {"e2m3",  0x3f, -7.5},             {"e2m3",  0x20, -0.0},
    {"e3m2",  0x0c, 1.0},        {"e3m2",  0x01, 0.0625},             {"e3m2",  0x04, 0.25},                   {"e3m2",  0x1f, 28.0},             {"e3m2",  0x3f, -28.0},        {"e3m2",  0x20, -0.0},
    {"e2m1",  0x0, 0.0},         {"e2m1",  0x1, 0.5},                 {"e2m1",  0x2, 1.0},                     {"e2m1",  0x3, 1.5},               {"e2m1",  0x4, 2.0},           {"e2m1",  0x5, 3.0},           {"e2m1",  0x6, 4.0},     {"e2m1",  0x7, 6.0},   {"e2m1",  0xf, -6.0}, {"e2m1",  0x8, -0.0},
    {"ue4m3", 0x00, 0.0},        {"ue4m3", 0x01, power_of_two(-9)},         {"ue4m3", 0x38, 1.0},                    {"ue4m3", 0xb8, 1.0},              {"ue4m3", 0x7e, 448.0},        {"ue4m3", 0x7f, kQuietNan},         {"ue4m3", 0xff, kQuietNan},
    {"ue8m0", 0x00, power_of_two(-127)}, {"ue8m0", 0x01, power_of_two(-126)},     {"ue8m0", 0x7f, 1.0},                    {"ue8m0", 0x80, 2.0},              {"ue8m0", 0xfe, power_of_two(127)},  {"ue8m0", 0xff, kQuietNan},
};
// clang-format on

TEST(Floats, WordsHaveTheValuesOfTheirStandards) {
    for (const Meaning& m : kMeanings) {
        const double have = value_of_word(format(m.format), m.word);
        if (std::isnan(m.value)) {
            EXPECT_TRUE(std::isnan(have)) << m.format << " " << hex(m.word);
            continue;
        }
        EXPECT_EQ(have, m.value) << m.format << " " << hex(m.word);
        EXPECT_EQ(std::signbit(have), std::signbit(m.value)) << m.format << " " << hex(m.word);
    }
}

TEST(Floats, SubnormalsKeepTheRawExponentOfTheSmallestNormal) {
    const auto raw = [](std::string_view id, std::uint32_t word) { return decode_number(format(id), word); };
    EXPECT_EQ(raw("bf16", 0x3fc0), (RawNumber{.m = 192, .e = -7, .rho = 0})) << "the example of floats.h";
    EXPECT_EQ(raw("f16", 0x0001), (RawNumber{.m = 1, .e = -24, .rho = -14}));
    EXPECT_EQ(raw("f16", 0x8400), (RawNumber{.m = -1024, .e = -24, .rho = -14, .negative = true}));
    EXPECT_EQ(raw("e4m3", 0x07), (RawNumber{.m = 7, .e = -9, .rho = -6}));
    EXPECT_EQ(raw("e2m1", 0x1), (RawNumber{.m = 1, .e = -1, .rho = 0}));
    EXPECT_EQ(raw("f32", 0x80000000), (RawNumber{.m = 0, .e = -149, .rho = -126, .negative = true}));
    EXPECT_EQ(raw("ue8m0", 0x00), (RawNumber{.m = 1, .e = -127, .rho = -127}))
        << "the format has no zero, so this word is a power of two";
    EXPECT_EQ(raw("tf32", 0x7f801fff).what, NumberClass::infinite)
        << "its low bits are cleared before it is classified";
    EXPECT_EQ(raw("bf16", 0xffff3f80), raw("bf16", 0x3f80)) << "bits above the width of the format are ignored";
}

TEST(Floats, EveryWordOfSixteenBitsOrLessConvertsToItsValueAndBack) {
    for (const FloatFormat& f : kFloats) {
        if (f.bits > 16) continue;
        for (std::uint32_t word = 0; word < 1u << f.bits; ++word) {
            const double value = value_of_word(f, word);
            const std::uint32_t back = word_nearest(f, value);
            if (std::isnan(value))
                EXPECT_TRUE(std::isnan(value_of_word(f, back))) << f.id << " " << hex(word);
            else
                ASSERT_EQ(back, word) << f.id;
        }
    }
}

TEST(Floats, HaveTheNumberOfSpecialWordsOfTheirStandards) {
    const auto count = [](std::string_view id) {
        std::pair<unsigned, unsigned> out;  // infinities, NaNs
        for (std::uint32_t word = 0; word < 1u << format(id).bits; ++word) {
            const NumberClass what = decode_number(format(id), word).what;
            EXPECT_EQ(class_of_number(format(id), word), what) << id << " " << hex(word);
            out.first += what == NumberClass::infinite;
            out.second += what == NumberClass::nan;
        }
        return out;
    };
    using SpecialCounts = std::pair<unsigned, unsigned>;
    EXPECT_EQ(count("f16"), (SpecialCounts{2, 2 * 1023}));
    EXPECT_EQ(count("bf16"), (SpecialCounts{2, 2 * 127}));
    EXPECT_EQ(count("e4m3"), (SpecialCounts{0, 2}));
    EXPECT_EQ(count("e5m2"), (SpecialCounts{2, 6}));
    for (const char* id : {"e2m3", "e3m2", "e2m1"}) EXPECT_EQ(count(id), (SpecialCounts{0, 0})) << id;
    EXPECT_EQ(count("ue4m3"), (SpecialCounts{0, 1}));
    EXPECT_EQ(count("ue8m0"), (SpecialCounts{0, 1}));
}

// ---- sums to words ----

// Truncates with the processor: rounds to nearest, then goes one step back if that moved away from zero.
std::uint32_t cut_by_processor(std::int64_t u, int q) {
    const double exact = std::ldexp(static_cast<double>(u), q);  // u has 53 bits at most
    if (std::fabs(exact) >= power_of_two(128)) return exact < 0 ? 0xff800000 : 0x7f800000;
    auto nearest = static_cast<float>(exact);
    if (std::fabs(static_cast<double>(nearest)) > std::fabs(exact)) nearest = std::nextafter(nearest, 0.0f);
    return nearest == 0 ? 0 : std::bit_cast<std::uint32_t>(nearest);
}

TEST(FloatSums, AreTruncatedToF32LikeOnTheProcessor) {
    std::mt19937_64 rng(5);
    for (int i = 0; i < 200'000; ++i) {
        const int width = static_cast<int>(rng() % 53) + 1, q = static_cast<int>(rng() % 330) - 210;
        const auto magnitude = static_cast<std::int64_t>(rng() >> (64 - width));
        const std::int64_t u = rng() % 2 != 0 ? magnitude : -magnitude;
        ASSERT_EQ(f32_toward_zero(u, q), cut_by_processor(u, q)) << u << " x 2^" << q;
    }
}

TEST(FloatSums, AreTruncatedAtTheCornersOfF32) {
    EXPECT_EQ(f32_toward_zero(0, 5), 0u);
    EXPECT_EQ(f32_toward_zero((1 << 25) + 2, -25), 0x3f800000u);
    EXPECT_EQ(f32_toward_zero((1 << 24) - 1, 104), 0x7f7fffffu);
    EXPECT_EQ(f32_toward_zero((1ll << 25) - 1, 103), 0x7f7fffffu) << "truncated, not rounded up to infinity";
    EXPECT_EQ(f32_toward_zero(1, 128), 0x7f800000u);
    EXPECT_EQ(f32_toward_zero(-1, 128), 0xff800000u);
    EXPECT_EQ(f32_toward_zero(1, -149), 1u);
    EXPECT_EQ(f32_toward_zero(-1, -150), 0u) << "a result that is 0 is +0";
    EXPECT_EQ(f32_toward_zero(-3, -150), 0x80000001u);
    EXPECT_EQ(f32_toward_zero((1 << 24) - 1, -150), 0x007fffffu) << "below the smallest normal number";
    EXPECT_EQ(f32_toward_zero(std::numeric_limits<std::int64_t>::min(), -63), 0xbf800000u);
    EXPECT_EQ(f32_toward_zero(std::numeric_limits<std::int64_t>::max(), -63), 0x3f7fffffu);
}

TEST(FloatSums, KeepThirteenFractionBitsForHopper) {
    EXPECT_EQ(f32_toward_zero_13((1 << 13) - 1, -12), 0x3ffff800u) << "no bits are lost";
    EXPECT_EQ(f32_toward_zero_13((1 << 15) - 1, -14), 0x3ffffc00u);
    EXPECT_EQ(f32_toward_zero_13((1 << 20) - 1, -19), 0x3ffffc00u);
    EXPECT_EQ(f32_toward_zero_13(-((1 << 20) - 1), -19), 0xbffffc00u);
    EXPECT_EQ(f32_toward_zero_13(1, -139), 0x400u) << "subnormal results lose the same bits";
    EXPECT_EQ(f32_toward_zero_13(-1, -140), 0u) << "and may become 0, which is +0";
    EXPECT_EQ(f32_toward_zero_13(-1, 128), 0xff800000u);
}

// Returns all finite f16 magnitudes in ascending order, from the definition.
std::vector<double> f16_magnitudes() {
    std::vector<double> out;
    for (int exponent = 0; exponent < 31; ++exponent)
        for (int fraction = 0; fraction < 1024; ++fraction)
            out.push_back(exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(1024 + fraction, exponent - 25));
    return out;
}

TEST(FloatSums, AreRoundedToTheNearestOfAllF16Numbers) {
    const std::vector<double> all = f16_magnitudes();
    std::mt19937_64 rng(6);
    for (int i = 0; i < 100'000; ++i) {
        const int width = static_cast<int>(rng() % 53) + 1, q = static_cast<int>(rng() % 90) - 80;
        auto magnitude = static_cast<std::int64_t>(rng() >> (64 - width));
        if (i % 4 == 0 && width > 12)
            magnitude = magnitude >> (width - 12) << (width - 12);  // makes ties, which are rare in random numbers
        const double exact = std::ldexp(static_cast<double>(magnitude), q);
        std::uint32_t want = 0x7c00;
        if (exact < 65520) {
            const auto above = static_cast<std::uint32_t>(std::ranges::lower_bound(all, exact) - all.begin());
            want = above;
            if (above == all.size()) want = above - 1;
            const double up = want > 0 && above < all.size() ? all[above] - exact : kInfinity;
            const double down = want > 0 ? exact - all[above - 1] : kInfinity;
            if (want > 0 && (down < up || (down == up && above % 2 == 1))) want = above - 1;
        }
        ASSERT_EQ(f16_nearest(magnitude, q), want) << magnitude << " x 2^" << q;
        ASSERT_EQ(f16_nearest(-magnitude, q), want == 0 ? 0 : want | 0x8000) << -magnitude << " x 2^" << q;
    }
}

TEST(FloatSums, AreRoundedAtTheCornersOfF16) {
    EXPECT_EQ(f16_nearest(0, 0), 0u);
    EXPECT_EQ(f16_nearest(65504, 0), 0x7bffu);
    EXPECT_EQ(f16_nearest(65519, 0), 0x7bffu);
    EXPECT_EQ(f16_nearest(65520, 0), 0x7c00u) << "a tie goes to the even word, which is infinity";
    EXPECT_EQ(f16_nearest(-65520, 0), 0xfc00u);
    EXPECT_EQ(f16_nearest(1, -24), 1u);
    EXPECT_EQ(f16_nearest(1, -25), 0u) << "a tie goes to 0";
    EXPECT_EQ(f16_nearest(-1, -25), 0u) << "which is +0";
    EXPECT_EQ(f16_nearest(3, -26), 1u);
    EXPECT_EQ(f16_nearest(2047, -25), 0x0400u) << "a carry gives the smallest normal number";
    EXPECT_EQ(f16_nearest(4095, -12), 0x3c00u) << "a carry into the next binade";
    EXPECT_EQ(f16_nearest(std::numeric_limits<std::int64_t>::min(), -63), 0xbc00u);
    EXPECT_EQ(f16_nearest(std::numeric_limits<std::int64_t>::min(), -127), 0u);
}

// ---- values that the user enters ----

TEST(FloatWords, AreTheNearestOfAllWords) {
    std::mt19937_64 rng(7);
    for (const FloatFormat& f : kFloats) {
        if (f.bits > 8) continue;
        std::vector<std::pair<double, std::uint32_t>> all;  // finite, not negative
        for (std::uint32_t word = 0; word < 1u << f.bits; ++word)
            if (const double v = value_of_word(f, word); std::isfinite(v) && !std::signbit(v)) all.push_back({v, word});
        for (std::size_t i = 0; i + 1 < all.size(); ++i) {
            const auto [low, low_word] = all[i];
            const auto [high, high_word] = all[i + 1];
            const double middle = low + (high - low) / 2;
            EXPECT_EQ(word_nearest(f, middle), low_word % 2 == 0 ? low_word : high_word) << f.id << " " << middle;
            EXPECT_EQ(word_nearest(f, std::nextafter(middle, 0.0)), low_word) << f.id << " " << middle;
            EXPECT_EQ(word_nearest(f, std::nextafter(middle, kInfinity)), high_word) << f.id << " " << middle;
        }
    }
}

TEST(FloatWords, F32WordsMatchTheProcessor) {
    std::mt19937_64 rng(8);
    for (int i = 0; i < 200'000; ++i) {
        auto value = std::bit_cast<double>(rng());
        if (i % 2 == 0) value = std::ldexp(static_cast<double>(rng() >> 11), static_cast<int>(rng() % 300) - 220);
        if (std::isnan(value)) continue;
        ASSERT_EQ(word_nearest(format("f32"), value), std::bit_cast<std::uint32_t>(static_cast<float>(value))) << value;
    }
}

TEST(FloatWords, ValuesThatAreTooLargeGiveInfinityOrTheGreatestNumber) {
    EXPECT_EQ(word_nearest(format("f16"), 65519.99), 0x7bffu);
    EXPECT_EQ(word_nearest(format("f16"), -65520), 0xfc00u);
    EXPECT_EQ(word_nearest(format("e5m2"), 1e9), 0x7cu);
    EXPECT_EQ(word_nearest(format("e4m3"), 1e9), 0x7eu) << "the format has no infinity";
    EXPECT_EQ(word_nearest(format("e4m3"), -kInfinity), 0xfeu);
    EXPECT_EQ(word_nearest(format("e2m1"), -7), 0xfu);
    EXPECT_EQ(word_nearest(format("ue8m0"), 0.0), 0x00u) << "the format has no zero";
    EXPECT_EQ(word_nearest(format("ue8m0"), 1e300), 0xfeu);
    EXPECT_EQ(word_nearest(format("ue4m3"), -3), 0x00u);
    EXPECT_EQ(word_nearest(format("e2m3"), kQuietNan), 0u);
    EXPECT_EQ(word_nearest(format("tf32"), 1 + power_of_two(-11)), 0x3f800000u)
        << "a tie in the 10 fraction bits that tf32 uses";
    EXPECT_EQ(word_nearest(format("tf32"), 1 + 3 * power_of_two(-11)), 0x3f804000u);
}

TEST(Floats, HoldTheirFirstIntegersExactly) {
    const std::pair<std::string_view, unsigned> want[] = {
        {"f32", 16'777'217}, {"tf32", 2049}, {"bf16", 257}, {"f16", 2049}, {"e4m3", 17}, {"e5m2", 9},
        {"e2m3", 8},         {"e3m2", 9},    {"e2m1", 5},   {"ue4m3", 17}, {"ue8m0", 0}};
    for (const auto& [id, count] : want) {
        EXPECT_EQ(exact_integers(format(id)), count) << id;
        if (count == 0) continue;
        EXPECT_EQ(value_of_word(format(id), word_nearest(format(id), count - 1)), count - 1) << id;
        EXPECT_NE(value_of_word(format(id), word_nearest(format(id), count)), count) << id;
    }
    EXPECT_EQ(std::size(kFloats), std::size(want));
}

TEST(Floats, AreFoundByNameAndPackedFp4IsFp4) {
    EXPECT_EQ(find_float("e2m1x2"), find_float("e2m1"));
    EXPECT_EQ(find_float("s8"), nullptr);
    EXPECT_EQ(find_float(""), nullptr);
    for (const FloatFormat& f : kFloats) {
        EXPECT_FALSE(f.source.empty()) << f.id;
        EXPECT_EQ(f.bits, f.ignored_low + (f.is_signed ? 1 : 0) + f.exponent_bits + f.fraction_bits) << f.id;
    }
}

}  // namespace
}  // namespace tilescope
