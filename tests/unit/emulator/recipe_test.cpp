// tests/unit/emulator/recipe_test.cpp -- values of operands: coordinates and their digits, random words, text.
// SPDX-License-Identifier: MIT
#include <tilescope/base/hash.h>
#include <tilescope/emulator/floats.h>
#include <tilescope/emulator/recipe.h>
#include <tilescope/layout/sparse_meta.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace tilescope {
namespace {

using Words = std::vector<std::uint32_t>;

Words words(RecipeKind kind, RecipeSize size, unsigned digit = 0, std::uint32_t seed = 1) {
    const auto out = words_of({.kind = kind, .digit = digit, .seed = seed}, size);
    EXPECT_TRUE(out) << out.why;
    return out ? *out : Words{};
}

constexpr std::string_view kFloatTypes[] = {"f16",  "bf16", "tf32",   "e4m3",  "e5m2",  "e2m3",
                                            "e3m2", "e2m1", "e2m1x2", "ue4m3", "ue8m0", "f32"};

TEST(Recipe, OnesAreOneInEveryType) {
    EXPECT_EQ(words(RecipeKind::ones, {"f16", 1, 2}), (Words{0x3c00, 0x3c00}));
    EXPECT_EQ(words(RecipeKind::ones, {"ue8m0", 1, 1}), (Words{0x7f}));
    EXPECT_EQ(words(RecipeKind::ones, {"e2m1x2", 1, 1}), (Words{0x2}));
    EXPECT_EQ(words(RecipeKind::ones, {"tf32", 1, 1}), (Words{0x3f800000}));
    EXPECT_EQ(words(RecipeKind::ones, {"s8", 1, 1}), (Words{1}));
    for (const std::string_view type : kFloatTypes)
        EXPECT_EQ(value_of_word(*find_float(type), words(RecipeKind::ones, {type, 1, 1})[0]), 1.0) << type;
}

TEST(Recipe, IdentityAndZeros) {
    EXPECT_EQ(words(RecipeKind::identity, {"f32", 2, 3}), (Words{0x3f800000, 0, 0, 0, 0x3f800000, 0}));
    EXPECT_EQ(words(RecipeKind::zeros, {"s32", 1, 3}), (Words{0, 0, 0}));
}

// The example of recipe.h, and the bases of some formats computed by hand. With f fraction bits the integers reach
// 2^(f + 1).
TEST(Recipe, ACoordinateIsANumberInTheBaseOfTheType) {
    const RecipeSize size{"bf16", 128, 64};
    const Recipe recipe{.kind = RecipeKind::coordinates};
    EXPECT_EQ(code_digits(recipe, size).base, 257u);
    EXPECT_EQ(code_digits(recipe, size).digits, 2u);
    const FloatFormat& bf16 = *find_float("bf16");
    EXPECT_EQ(value_of_word(bf16, words(RecipeKind::coordinates, size, 0)[17 * 64 + 5]), 65);
    EXPECT_EQ(value_of_word(bf16, words(RecipeKind::coordinates, size, 1)[17 * 64 + 5]), 4);
    EXPECT_EQ(code_digits(recipe, {"e4m3", 128, 64}).base, 17u);
    EXPECT_EQ(code_digits(recipe, {"e2m1", 128, 64}).base, 5u);
    EXPECT_EQ(code_digits(recipe, {"s8", 128, 64}).base, 128u);
    EXPECT_EQ(code_digits(recipe, {"u8", 16, 16}).digits, 1u) << "255 is the last coordinate";
    EXPECT_EQ(code_digits(recipe, {"u8", 16, 17}).digits, 2u);
    EXPECT_EQ(code_digits({.kind = RecipeKind::ones}, size).digits, 1u);
}

TEST(Recipe, TheDigitsOfEveryTypeEncodeRowAndColumn) {
    for (const std::string_view type : {"f16", "bf16", "tf32", "e4m3", "e5m2", "e2m3", "e3m2", "e2m1", "u8", "s8"})
        for (const RecipeKind kind : {RecipeKind::coordinates, RecipeKind::rows, RecipeKind::columns}) {
            const RecipeSize size{type, 100, 33};
            const CodeDigits digits = code_digits({.kind = kind}, size);
            std::vector<double> code(100 * 33, 0);
            double place = 1;
            for (unsigned digit = 0; digit < digits.digits; ++digit, place *= digits.base) {
                const Words have = words(kind, size, digit);
                for (std::size_t i = 0; i < have.size(); ++i)
                    code[i] += place * (find_float(type) ? value_of_word(*find_float(type), have[i]) : have[i]);
            }
            for (std::size_t i = 0; i < code.size(); ++i) {
                const std::size_t want = kind == RecipeKind::coordinates ? i
                                         : kind == RecipeKind::rows      ? i / 33
                                                                         : i % 33;
                ASSERT_EQ(code[i], static_cast<double>(want)) << type;
            }
            EXPECT_FALSE(words_of({.kind = kind, .digit = digits.digits}, size)) << type << " has no more digits";
        }
}

TEST(Recipe, RefusesADigitThatTheCoordinatesDoNotHave) {
    const auto why = [](RecipeKind kind, std::string_view type, unsigned digit) {
        return words_of({.kind = kind, .digit = digit}, {type, 128, 64}).why;
    };
    EXPECT_EQ(why(RecipeKind::coordinates, "e4m3", 7),
              "digit 7 does not exist: coordinates of 128 x 64 elements in e4m3 have only digits 0 to 3");
    EXPECT_EQ(why(RecipeKind::rows, "f16", 1),
              "digit 1 does not exist: coordinates of 128 x 64 elements in f16 have only digit 0");
    EXPECT_EQ(why(RecipeKind::counting, "f16", 1), "") << "counting has no digits";
    EXPECT_EQ(why(RecipeKind::random, "f16", 1), "");
}

TEST(Recipe, CountingContinuesInTheNextRowAndStartsAgain) {
    const Words have = words(RecipeKind::counting, {"e2m1", 2, 4});
    std::vector<double> values;
    for (const std::uint32_t word : have) values.push_back(value_of_word(*find_float("e2m1"), word));
    EXPECT_EQ(values, (std::vector<double>{0, 1, 2, 3, 4, 0, 1, 2}));
}

TEST(Recipe, RandomFloatsAreFiniteAndCoverTheirRange) {
    for (const std::string_view type : kFloatTypes) {
        const FloatFormat& format = *find_float(type);
        double least = 1e300, most = -1e300;
        bool subnormal = false;
        for (const std::uint32_t word : words(RecipeKind::random, {type, 256, 64})) {
            const RawNumber number = decode_number(format, word);
            ASSERT_EQ(number.what, NumberClass::finite) << type;
            ASSERT_EQ(word >> 1 >> (format.bits - 1), 0u) << type << " has bits above its width";
            ASSERT_EQ(word & ((1u << format.ignored_low) - 1), 0u) << type;
            const double value = value_of_word(format, word);
            least = std::min(least, value), most = std::max(most, value);
            subnormal |= value != 0 && std::abs(value) < std::ldexp(1, 1 - format.bias);
        }
        if (type == "ue8m0") {
            EXPECT_EQ(least, 1.0 / 128);
            EXPECT_EQ(most, 128);
        } else if (type == "ue4m3") {
            EXPECT_EQ(least, 1.0 / 512);
            EXPECT_EQ(most, 448);
            EXPECT_TRUE(subnormal);
        } else {
            EXPECT_GT(most, 1) << type;
            EXPECT_LT(least, -1) << type;
            EXPECT_EQ(subnormal, format.exponent_bits < 8) << type;
        }
    }
}

// Magnitudes are from 2^-8 to below 2^9. So the sum of 65536 products is finite, and C is not lost beside them.
TEST(Recipe, RandomFloatsWithEightExponentBitsAreNearOne) {
    for (const std::string_view type : {"bf16", "tf32", "f32"}) {
        std::set<int> exponents;
        std::set<bool> signs;
        for (const std::uint32_t word : words(RecipeKind::random, {type, 64, 64})) {
            const double value = value_of_word(*find_float(type), word);
            exponents.insert(std::ilogb(value));
            signs.insert(value < 0);
        }
        EXPECT_EQ(exponents.size(), 17u) << type;
        EXPECT_EQ(*exponents.begin(), -8) << type;
        EXPECT_EQ(*exponents.rbegin(), 8) << type;
        EXPECT_EQ(signs.size(), 2u) << type;
    }
}

TEST(Recipe, RandomBitsContainNansAndInfinities) {
    bool nan = false, infinite = false;
    for (const std::uint32_t word : words(RecipeKind::random_bits, {"e5m2", 64, 64})) {
        const NumberClass what = decode_number(*find_float("e5m2"), word).what;
        nan |= what == NumberClass::nan, infinite |= what == NumberClass::infinite;
    }
    EXPECT_TRUE(nan && infinite);
}

TEST(Recipe, RandomBitsOfAFactorAreAllBytes) {
    for (const std::string_view type : {"ue4m3", "ue8m0"}) {
        const Words have = words(RecipeKind::random_bits, {type, 64, 64});
        EXPECT_EQ(std::set<std::uint32_t>(have.begin(), have.end()).size(), 256u) << type;
        EXPECT_EQ(*std::ranges::max_element(have), 255u) << type;
    }
}

TEST(Recipe, RandomBytesAreAllBytes) {
    for (const std::string_view type : {"u8", "s8"}) {
        const Words have = words(RecipeKind::random, {type, 64, 64});
        EXPECT_EQ(std::set<std::uint32_t>(have.begin(), have.end()).size(), 256u);
        EXPECT_EQ(*std::ranges::max_element(have), 255u);
    }
}

// These words must never change, because saved sessions depend on them.
TEST(Recipe, TheWordsOfASeedDoNotChange) {
    const auto digest = [](std::string_view type, std::uint32_t seed) {
        std::string bytes;
        for (const std::uint32_t word : words(RecipeKind::random, {type, 16, 16}, 0, seed))
            for (unsigned i = 0; i < 4; ++i) bytes += static_cast<char>(word >> 8 * i);
        return fnv1a(bytes);
    };
    EXPECT_EQ(digest("bf16", 1), 12356473853626652181u);
    EXPECT_EQ(digest("ue8m0", 7), 2062242678875776841u);
    EXPECT_EQ(digest("s32", 0xffffffff), 872223888205749245u);
    EXPECT_NE(digest("s32", 1), digest("s32", 2));
}

TEST(Recipe, AFileGivesItsWordsOrIsRefusedWithBothSizes) {
    const RecipeWords file{2, 2, {1, 2, 3, 4}};
    const Recipe recipe{.kind = RecipeKind::file, .file = "a.npy"};
    EXPECT_EQ(*words_of(recipe, {"f16", 2, 2}, &file), file.words);
    EXPECT_EQ(words_of(recipe, {"f16", 2, 3}, &file).why, "the file 'a.npy' has 2 x 2 values; the operand has 2 x 3");
    EXPECT_EQ(words_of(recipe, {"f16", 2, 2}).why,
              "the file 'a.npy' could not be read; it must be a readable .npy file");
}

TEST(Recipe, RefusesCountingInATypeWithoutIntegersAndUnknownTypes) {
    EXPECT_EQ(words_of({.kind = RecipeKind::counting}, {"ue8m0", 1, 1}).why,
              "ue8m0 cannot store the integers 0, 1, 2, ...; use 'zeros', 'ones', 'random' or a file");
    EXPECT_EQ(words_of({}, {"f64", 1, 1}).why, "unknown element type 'f64'");
    EXPECT_EQ(code_digits({}, {"ue8m0", 128, 4}).base, 0u);
}

TEST(MetaRecipe, GivesOnlyLegalCodes) {
    for (const SparseGrain& grain : kSparseGrains)
        for (const auto kind : {MetaRecipeKind::first, MetaRecipeKind::alternating, MetaRecipeKind::random}) {
            const auto codes = codes_of({.kind = kind}, grain, 32, 8);
            ASSERT_EQ(codes.size(), 32u * 8);
            std::set<unsigned> seen;
            for (const std::uint8_t code : codes) {
                ASSERT_TRUE(kept_by(grain, code)) << grain.name;
                seen.insert(code);
            }
            EXPECT_EQ(seen.size(), kind == MetaRecipeKind::first ? 1 : grain.codes.size()) << grain.name;
        }
    EXPECT_EQ(codes_of({}, kSparseGrains[1], 1, 2), (std::vector<std::uint8_t>{0b0100, 0b0100}));
    EXPECT_EQ(codes_of({.kind = MetaRecipeKind::alternating}, kSparseGrains[1], 2, 2),
              (std::vector<std::uint8_t>{0b0100, 0b0110, 0b1000, 0b1001}));
}

TEST(WordText, IsTheExactValueIfThatIsShort) {
    EXPECT_EQ(text_of_word("bf16", 0x438a), "276");
    EXPECT_EQ(text_of_word("e4m3", 0x36), "0.875");
    EXPECT_EQ(text_of_word("f32", 0x3dcccccd), "0.1");
    EXPECT_EQ(text_of_word("bf16", 0x3dcd), "0.1");
    EXPECT_EQ(text_of_word("f32", 0x4b800000), "16777216");
    EXPECT_EQ(text_of_word("f16", 0x8000), "-0");
    EXPECT_EQ(text_of_word("f16", 0x7c00), "inf");
    EXPECT_EQ(text_of_word("f16", 0xfc00), "-inf");
    EXPECT_EQ(text_of_word("ue8m0", 0xff), "nan");
    EXPECT_EQ(text_of_word("s8", 0x80), "-128");
    EXPECT_EQ(text_of_word("u8", 0x80), "128");
    EXPECT_EQ(text_of_word("s32", 0xffffffff), "-1");
    EXPECT_EQ(text_of_word("f64", 16), "0x10");
}

TEST(WordText, ReadsBackAsTheSameWordForEveryFiniteSmallWord) {
    for (const std::string_view type : {"f16", "bf16", "e4m3", "e5m2", "e2m3", "e3m2", "e2m1", "ue4m3", "ue8m0"}) {
        const FloatFormat& format = *find_float(type);
        for (std::uint32_t word = 0; word < 1u << format.bits; ++word) {
            if (decode_number(format, word).what != NumberClass::finite) continue;
            const double back = std::strtod(text_of_word(type, word).c_str(), nullptr);
            ASSERT_EQ(word_nearest(format, back), word) << type << " " << text_of_word(type, word);
        }
    }
}

}  // namespace
}  // namespace tilescope
