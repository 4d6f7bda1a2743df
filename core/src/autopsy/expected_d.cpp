// core/src/autopsy/expected_d.cpp -- D as seen, compared with the D that the user expects.
// SPDX-License-Identifier: MIT
#include "expected_d.h"

#include <tilescope/base/say.h>
#include <tilescope/emulator/floats.h>
#include <tilescope/solver/solve_mask.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

namespace tilescope::autopsy {
namespace {

constexpr double kClose = 1.0 / 64;  // of the greatest numbers: far more than rounding, far less than a wrong element
constexpr std::size_t kMostBlocks = 4096;  // blocks that are tried

// Numbers of a type of D. Integers are those of s32.
std::vector<double> numbers_of(std::span<const std::uint32_t> words, std::string_view type) {
    const FloatFormat* format = find_float(type);
    std::vector<double> out;
    out.reserve(words.size());
    for (const std::uint32_t word : words)
        out.push_back(format ? value_of_word(*format, word) : static_cast<double>(static_cast<std::int32_t>(word)));
    return out;
}

std::vector<std::uint32_t> words_in(const ExpectedArray& array, unsigned width) {
    std::vector<std::uint32_t> out;
    for (std::size_t at = 0; at + width <= array.bytes.size(); at += width) {
        std::uint32_t word = 0;
        for (unsigned i = 0; i < width; ++i) word |= std::uint32_t{array.bytes[at + i]} << 8 * i;
        out.push_back(word);
    }
    return out;
}

struct Grid {
    std::vector<double> numbers;
    std::size_t rows = 0, columns = 0;
    double at(std::size_t row, std::size_t column) const { return numbers[row * columns + column]; }
};

std::string pattern_of(const Grid& seen, const Grid& expected, const DComparison& at, double close,
                       std::string_view name) {
    std::set<unsigned> rows, columns;
    for (std::size_t r = 0; r < seen.rows; ++r)
        for (std::size_t c = 0; c < seen.columns; ++c)
            if (!(std::fabs(seen.at(r, c) - expected.at(at.row + r, at.column + c)) <= close)) {
                rows.insert(static_cast<unsigned>(at.row + r));
                columns.insert(static_cast<unsigned>(at.column + c));
            }
    const auto text = [](const std::set<unsigned>& s) {
        return list_columns(std::vector<unsigned>(s.begin(), s.end()), 4);
    };
    return say(at.different, " of ", at.count, " numbers of ", name, " are not near the expected ones: rows ",
               text(rows), ", columns ", text(columns), ".");
}

}  // namespace

std::optional<DComparison> compared_d(const ChainReads& chain, const ExpectedArray& array) {
    const StepReads* first = chain.known();
    const Chain& c = *chain.chain;
    const std::vector<std::uint32_t>& d = c.d_in_tmem ? c.model : c.seen;
    if (!first || array.bytes.empty() || d.empty() || c.n == 0) return std::nullopt;
    const std::string& d_type = first->shape().d_type;
    const std::string type = array.type.empty() ? d_type : array.type;
    const unsigned width = bits_of_d(type) / 8;
    Grid seen{numbers_of(d, d_type), d.size() / c.n, c.n};
    Grid expected{numbers_of(words_in(array, width), type), 0, 0};
    expected.columns = array.row_bytes != 0 ? array.row_bytes / width : c.n;
    if (expected.columns == 0 || expected.numbers.size() % expected.columns != 0) return std::nullopt;
    expected.rows = expected.numbers.size() / expected.columns;
    if (expected.rows < seen.rows || expected.columns < seen.columns) return std::nullopt;
    double squares = 0;
    for (const double x : expected.numbers) squares += std::isfinite(x) ? x * x : 0;
    const double close = kClose * std::sqrt(squares / static_cast<double>(expected.numbers.size())) + 1e-30;
    std::optional<DComparison> best;
    std::size_t tried = 0;
    for (std::size_t row = 0; row + seen.rows <= expected.rows; row += seen.rows)
        for (std::size_t column = 0; column + seen.columns <= expected.columns; column += seen.columns) {
            if (++tried > kMostBlocks) break;
            DComparison now{row, column, 0, seen.numbers.size(), {}};
            for (std::size_t i = 0; i < seen.numbers.size() && (!best || now.different < best->different); ++i)
                now.different += !(std::fabs(seen.numbers[i] - expected.at(row + i / c.n, column + i % c.n)) <= close);
            if (!best || now.different < best->different) best = now;
        }
    const std::string_view name = c.d_in_tmem ? "D of the model" : "D";
    if (best)
        best->text =
            best->different == 0 ? say(name, " is the expected one.") : pattern_of(seen, expected, *best, close, name);
    return best;
}

}  // namespace tilescope::autopsy
