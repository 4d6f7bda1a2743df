// core/include/tilescope/scene/result_scene.h -- pictures and texts of D: emulated, expected, and that of a GPU.
// SPDX-License-Identifier: MIT
//
// Each cell is one element of D. The tone compares its value with the expected value. The mark shows the verdict:
//
//     tone equal, no mark       the exact product, rounded once
//     tone below or above       differs by some units in the last place (ULP)
//     hatched                   the words request the difference: negated, zeroed, lane disabled
//     crossed                   wrong elements were read
#pragma once

#include <tilescope/base/answer.h>
#include <tilescope/emulator/recipe.h>
#include <tilescope/hw/operand.h>
#include <tilescope/scene/scene.h>
#include <tilescope/word/field.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tilescope {

struct Emulation;
struct EmulatorJob;

enum class ResultShow : std::uint8_t { emulated, expected, difference };
inline constexpr NamedValue kResultShowNames[] = {{0, "emulated"}, {1, "expected"}, {2, "difference"}};
enum class ResultFormat : std::uint8_t { number, hexadecimal, coordinates };
inline constexpr NamedValue kResultFormatNames[] = {{0, "number"}, {1, "hexadecimal"}, {2, "coordinates"}};

// Returns a grid with a cell for each element of D.
Cells d_grid(const Emulation& emulation, std::string id, std::string title);

// Draws one grid of m x n cells with these tones and marks. The legend lists only the tones and marks that occur.
Scene result_scene(const Emulation& emulation);

// Decodes coordinates. If one operand is the identity and the other contains coordinates, each value of D identifies
// the element that was read. Example: if A is the identity, D[5][17] must be B[17][5].
struct CodeReader {
    Operand operand = Operand::b;
    RecipeKind kind = RecipeKind::coordinates;
    unsigned columns = 0, codes = 0;  // `columns` of the coded operand; the number of different codes
    CodeDigits digits;
    unsigned digit = 0;
    unsigned first_k = 0, end_k = 0;  // the K range that the instructions read
};
// Errors: the recipes give no coordinates, the form is sparse, or the run read nothing.
Answer<CodeReader> code_reader(const Recipe& a, const Recipe& b, const EmulatorJob& job, const Emulation& emulation);
// Returns the element that a value of D identifies:
//
//     "B[17][5]"    coordinates
//     "B[17][.]"    row codes
//     "B[.][5]"     column codes
//     "B[17][5]?"   the lowest digit of several: the element with this digit that is nearest to the expected element
//     "B d1=3"      a higher digit
//     ""            the value is not a valid code
std::string text_of_code(const CodeReader& reader, double value, unsigned row, unsigned column);

// How the values are shown. ResultFormat::coordinates without a reader shows numbers.
struct ResultText {
    ResultShow show = ResultShow::emulated;
    ResultFormat format = ResultFormat::number;
    std::optional<CodeReader> codes = {};
};
// Returns the text of a cell: "277", "0x438a8000", "B[17][5]", or a difference in units in the last place: "-1", "+3",
// "0", "far".
std::string text_of_result(const Emulation& emulation, std::size_t index, const ResultText& text);

// Returns the number of elements for each verdict: "11 880 equal, 402 rounding, 6 wrong: columns 64 and up".
std::string counts_in_words(const Emulation& emulation);

// Whether the job runs every instruction along the K of its tile.
bool covers_all_steps(const EmulatorJob& job);
// Says which instructions along K the result is about: "Emulated: K step 0 of 4, not the others.". Empty if the tile
// has only one.
std::string steps_in_words(const EmulatorJob& job);

// Returns the text of sight_in_words() with grouped digits as in counts_in_words().
std::string sight_grouped(const Emulation& emulation);

// Returns the facts about one element, one per line: both words, the verdict and the difference. Empty if the element
// is outside D.
std::vector<std::string> element_lines(const Emulation& emulation, unsigned row, unsigned column);

// Returns D as text for the clipboard. values, hexadecimal: one line per row, with tabs between the elements. csv: a
// heading, then one line per element with row, col, word, value, expected, verdict, places. differences: the same
// without the elements that are equal.
enum class ResultCopy : std::uint8_t { values, hexadecimal, csv, differences };
inline constexpr auto kResultCopyNames = numbered("values", "hexadecimal", "CSV", "differences only");
std::string copy_of(const Emulation& emulation, ResultCopy what);

// ---- D of the model and D of a GPU, side by side ----
//
//     const Scene scene = live_scene(model, comparison.d, LiveColouring::difference);
//     scene.grids[0]      D of the model
//     scene.grids[1]      D of the GPU: a cell for each element, like the first grid
//
// difference: a cell is as dark as its word is far from the model, in units in the last place (ULP). Equal words are
// grey. value: a cell is as light as its value is large, with one range for both grids; words that differ are hatched.
// In both, the first word that differs (row by row) is crossed in the second grid. Words that were not compared have
// the tone of what nobody knows.

enum class LiveColouring : std::uint8_t { difference, value };

// `gpu` has the words of D that the GPU computed, m x n as in the model. Empty: there is no run yet, so the scene has
// only the grid of the model. `colouring` is then of no effect: the grid shows values.
// `unknown` (empty: none) has a 1 for each word that is not compared.
Scene live_scene(const Emulation& model, std::span<const std::uint32_t> gpu, LiveColouring colouring,
                 std::span<const std::uint8_t> unknown = {});

// Describes one element, in lines: its word and value in the model, the same of the GPU, and their distance. Without
// words of a GPU, only the first line. Empty if the element is outside D.
//
//     model  277   0x438a8000
//     GPU    277.5 0x438ac000
//     The GPU is 16384 ULP above the model.
std::vector<std::string> live_element_lines(const Emulation& model, std::span<const std::uint32_t> gpu, unsigned row,
                                            unsigned column);

}  // namespace tilescope
