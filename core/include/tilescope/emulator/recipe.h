// core/include/tilescope/emulator/recipe.h -- generates the values of an operand.
// SPDX-License-Identifier: MIT
//
// A coordinate recipe writes the position of each element as its value. If A is the identity, D then shows which
// element of B was read. A type holds only a limited number of integers exactly (e4m3: 0 to 16). This number is the
// base (e4m3: 17) in which the position is written, and one run shows one digit of the position:
//
//     bf16, 64 columns, B[17][5]: 17 x 64 + 5 = 1093 = 4 x 257 + 65      digit 0: 65      digit 1: 4
//
// Random words come from a counter. The seed selects the start. Word n is the start plus n + 1 steps of a large odd
// number, mixed twice. Words are drawn row by row; an unsuitable word is drawn again. So a seed gives the same words on
// every machine.
#pragma once

#include <tilescope/base/answer.h>
#include <tilescope/hw/types.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope {

enum class RecipeKind : std::uint8_t {
    zeros,        // all words are 0; for ue8m0 that is 2^-127
    ones,         // the value 1; for ue8m0 the word 0x7f
    identity,     // 1 if row and column are equal, else 0
    coordinates,  // one digit of row x columns + column
    rows,         // one digit of the row
    columns,      // one digit of the column
    counting,     // 0, 1, 2, ... along each row and on into the next; starts again after the last exact integer
    random,       // finite values, uniform over words, with subnormals; ue4m3 above 0. Types with 8 exponent bits
                  // (bf16, tf32, f32) have magnitudes from 2^-8 to below 2^9, ue8m0 from 2^-7 to 2^7. So sums stay
                  // finite, and the exponents of the terms are close enough to interact
    random_bits,  // any word, with NaN and infinities, and with the ignored bit of ue4m3
    file,         // the words of a file, see RecipeWords
    scattered,    // 1, 2 or 3, drawn like random words; for b1 0 or 1. Nothing is multiplied with 0, neighbors differ
                  // in every row, and sums stay small. So every element of D can show a wrong read
};
inline constexpr auto kRecipeNames = numbered("zeros", "ones", "identity", "coordinates", "rows", "columns", "counting",
                                              "random", "random_bits", "file", "scattered");

struct Recipe {
    RecipeKind kind = RecipeKind::counting;
    unsigned digit = 0;      // coordinates, rows, columns
    std::uint32_t seed = 1;  // random, random_bits, scattered
    std::string file;        // path of a .npy file, as the session stores it
    friend bool operator==(const Recipe&, const Recipe&) = default;
};

// The content of a file, already as words of the operand's type. The core library opens no files.
struct RecipeWords {
    unsigned rows = 0, columns = 0;
    std::vector<std::uint32_t> words;
};

// `type` is the id of an element type, of a scale factor type (ue8m0, ue4m3) or of a type of D (f32, f16, s32).
struct RecipeSize {
    std::string_view type = "f16";
    unsigned rows = 0, columns = 0;
};
// Returns raw words, row by row. The words of a seed must never change: tests and sessions rely on them.
// Errors: an unknown type; coordinates in a type without integers (ue8m0); a digit that the coordinates of this size do
// not have; a missing file or a file with a different size.
Answer<std::vector<std::uint32_t>> words_of(const Recipe& recipe, const RecipeSize& size,
                                            const RecipeWords* file = nullptr);

// Returns the number of digits that the coordinates of this size need, and their base. The number is 1 for kinds
// without coordinates. Base 0: the type has no integers.
struct CodeDigits {
    unsigned base = 0, digits = 1;
};
CodeDigits code_digits(const Recipe& recipe, const RecipeSize& size);

// Sparse metadata: one 4-bit code for each group, `groups` codes in each row. Only legal codes of the grain.
enum class MetaRecipeKind : std::uint8_t { first, alternating, random };
inline constexpr NamedValue kMetaRecipeNames[] = {{0, "first"}, {1, "alternating"}, {2, "random"}};
struct MetaRecipe {
    MetaRecipeKind kind = MetaRecipeKind::first;  // first: the lowest code; alternating: all legal codes in turn
    std::uint32_t seed = 1;
    friend bool operator==(const MetaRecipe&, const MetaRecipe&) = default;
};
struct SparseGrain;
std::vector<std::uint8_t> codes_of(const MetaRecipe& recipe, const SparseGrain& grain, unsigned rows, unsigned groups);

// Returns the value as text: "277", "-0.875", "nan", "inf". It is the exact value if that has at most eight characters,
// else the shortest decimal that reads back as the same word. For an unknown type it is the word in hexadecimal.
std::string text_of_word(std::string_view type, std::uint32_t word);

}  // namespace tilescope
