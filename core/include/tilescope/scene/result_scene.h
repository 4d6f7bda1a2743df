// core/include/tilescope/scene/result_scene.h -- D as it came out beside D as it was meant.
// SPDX-License-Identifier: MIT
//
// One cell an element of D. The tone says on which side of the expected word it lies, the mark what that means:
//
//     tone equal, unmarked      the exact product, rounded once
//     tone below or above       differs in last places
//     hatched                   as the words ask for: negated, zeroed, lane switched off
//     crossed                   other elements were read than meant
#pragma once

#include <tilescope/base/answer.h>
#include <tilescope/emulator/recipe.h>
#include <tilescope/hw/operand.h>
#include <tilescope/scene/scene.h>
#include <tilescope/word/field.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tilescope {

struct Emulation;
struct EmulatorJob;

enum class ResultShow : std::uint8_t { emulated, expected, difference };
inline constexpr NamedValue kResultShowNames[] = {{0, "emulated"}, {1, "expected"}, {2, "difference"}};
enum class ResultFormat : std::uint8_t { number, hexadecimal, coordinates };
inline constexpr NamedValue kResultFormatNames[] = {{0, "number"}, {1, "hexadecimal"}, {2, "coordinates"}};

// One grid, m x n, marked and toned as above. The legend names what occurs in it.
Scene result_scene(const Emulation& emulation);

// Where one operand is the identity and the other is coded, a value of D names the element that was read: with A the
// identity, D[5][17] should be B[17][5].
struct CodeReader {
    Operand operand = Operand::b;
    RecipeKind kind = RecipeKind::coordinates;
    unsigned columns = 0, codes = 0;  // of the coded operand; how many different codes there are
    CodeDigits digits;
    unsigned digit = 0;
    unsigned first_k = 0, end_k = 0;  // what the instructions read; outside of it the identity reads nothing
};
// Refused with the sentence that says which recipes it takes.
Answer<CodeReader> code_reader(const Recipe& a, const Recipe& b, const EmulatorJob& job, const Emulation& emulation);
// "B[17][5]", "B[17][.]" for coded rows, "B[.][5]" for columns. A digit does not say everything: of all elements with
// that lowest digit the nearest to the one that was meant is named, "B[17][5]?", and of a higher one the digit, "B
// d1=3". Empty: no code that exists.
std::string text_of_code(const CodeReader& reader, double value, unsigned row, unsigned column);

// How the numbers are shown. Coordinates without a reader are numbers.
struct ResultText {
    ResultShow show = ResultShow::emulated;
    ResultFormat format = ResultFormat::number;
    std::optional<CodeReader> codes = {};
};
// What stands in a cell: "277", "0x438a8000", "B[17][5]"; a difference in last places, "-1", "+3", "0", "far".
std::string text_of_result(const Emulation& emulation, std::size_t index, const ResultText& text);

// "11 880 equal, 402 rounding, 6 wrong: columns 64 and up".
std::string counts_in_words(const Emulation& emulation);

// sight_in_words() with numbers like those of counts_in_words().
std::string sight_grouped(const Emulation& emulation);

// What is known of one element, a line each: both words, and what lies between them. Empty outside of D.
std::vector<std::string> element_lines(const Emulation& emulation, unsigned row, unsigned column);

// The whole of D as text to copy. Values and hexadecimal: rows of tabs; the others: row, col, word, value, expected,
// verdict, places, with a heading.
enum class ResultCopy : std::uint8_t { values, hexadecimal, csv, differences };
inline constexpr NamedValue kResultCopyNames[] = {
    {0, "values"}, {1, "hexadecimal"}, {2, "CSV"}, {3, "differences only"}};
std::string copy_of(const Emulation& emulation, ResultCopy what);

}  // namespace tilescope
