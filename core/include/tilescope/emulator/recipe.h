// core/include/tilescope/emulator/recipe.h -- how the values of an operand are made up.
// SPDX-License-Identifier: MIT
//
// Coordinates are codes: with A the identity and B coded, D shows which element of B was read instead of which. A type
// holds only so many integers exactly (e4m3: 0 to 16), so a code is a number in that base and one run shows one digit:
//
//     bf16, 64 columns, B[17][5]: 17 x 64 + 5 = 1093 = 4 x 257 + 65      digit 0: 65      digit 1: 4
//
// Random words come from a counter: number n of a seed is n + 1 steps of a large odd number from a start that the seed
// chooses, mixed twice. Drawn row by row, again where a word is not wanted; so a seed means the same everywhere.
#pragma once

#include <tilescope/base/answer.h>
#include <tilescope/hw/types.h>

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope {

enum class RecipeKind : std::uint8_t {
    zeros,        // words of zeros; of ue8m0 that is 2^-127
    ones,         // of ue8m0 0x7f
    identity,     // 1 where row and column are equal
    coordinates,  // row x columns + column, one digit of it
    rows,         // the row, one digit
    columns,      // the column, one digit
    counting,     // 0, 1, 2, ... along the row and on in the next, around at the last exact integer
    random,       // finite values, uniform over words, subnormals too; ue4m3 above 0. With 8 exponent bits (bf16, tf32,
                  // f32) magnitudes from 2^-8 to below 2^9, ue8m0 2^-7 to 2^7: then sums stay finite and terms meet
    random_bits,  // any word: NaN and infinities too, and the bit of ue4m3 that is not looked at
    file,         // words of a file, see Recipe::words
    scattered,    // 1, 2 or 3, drawn like random words; of b1 0 or 1. Nothing is multiplied with 0, neighbours differ
                  // in every row and sums stay small, so that every element of D could show a wrong read
};
inline constexpr NamedValue kRecipeNames[] = {{0, "zeros"},       {1, "ones"},    {2, "identity"},  {3, "coordinates"},
                                              {4, "rows"},        {5, "columns"}, {6, "counting"},  {7, "random"},
                                              {8, "random_bits"}, {9, "file"},    {10, "scattered"}};

struct Recipe {
    RecipeKind kind = RecipeKind::counting;
    unsigned digit = 0;      // coordinates, rows, columns
    std::uint32_t seed = 1;  // random, random_bits, scattered
    std::string file;        // .npy, as a session names it
    friend bool operator==(const Recipe&, const Recipe&) = default;
};

// What a file held, already words of the operand's type; core opens no files.
struct RecipeWords {
    unsigned rows = 0, columns = 0;
    std::vector<std::uint32_t> words;
};

// `type` is an id of element types, of scale factors (ue8m0, ue4m3) or of D (f32, f16, s32).
struct RecipeSize {
    std::string_view type = "f16";
    unsigned rows = 0, columns = 0;
};
// Raw words, row by row. The same everywhere and for ever: tests and sessions rely on the numbers of a seed. Refused
// are a type that there is not, codes in a type that has no integers (ue8m0), a digit that codes of the size do not
// have, a file that is not there or has another size.
Answer<std::vector<std::uint32_t>> words_of(const Recipe& recipe, const RecipeSize& size,
                                            const RecipeWords* file = nullptr);

// How many digits the codes of that size need, and their base; one digit for kinds that are no code. Base 0: the type
// has no integers.
struct CodeDigits {
    unsigned base = 0, digits = 1;
};
CodeDigits code_digits(const Recipe& recipe, const RecipeSize& size);

// Sparse metadata: codes of four bits, one a group, `groups` a row. Legal ones of the grain only.
enum class MetaRecipeKind : std::uint8_t { first, alternating, random };
inline constexpr NamedValue kMetaRecipeNames[] = {{0, "first"}, {1, "alternating"}, {2, "random"}};
struct MetaRecipe {
    MetaRecipeKind kind = MetaRecipeKind::first;  // first: the lowest code; alternating: all legal ones in turn
    std::uint32_t seed = 1;
    friend bool operator==(const MetaRecipe&, const MetaRecipe&) = default;
};
struct SparseGrain;
std::vector<std::uint8_t> codes_of(const MetaRecipe& recipe, const SparseGrain& grain, unsigned rows, unsigned groups);

// "277", "-0.875", "nan", "inf": the value itself where that takes at most eight characters, else the shortest decimal
// that reads back as the same word. Of a type that there is not, the word in hexadecimal.
std::string text_of_word(std::string_view type, std::uint32_t word);

}  // namespace tilescope
