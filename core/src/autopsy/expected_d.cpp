// core/src/autopsy/expected_d.cpp -- D as seen, compared with the D that the user expects.
// SPDX-License-Identifier: MIT
#include "expected_d.h"

#include <tilescope/base/say.h>
#include <tilescope/emulator/floats.h>
#include <tilescope/emulator/matrix_product.h>
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
    std::vector<std::uint8_t> older = {};  // 1: the MMAs did not write this number, so it is not compared; empty: none

    double at(std::size_t row, std::size_t column) const { return numbers[row * columns + column]; }
    std::size_t compared() const {
        return numbers.size() - static_cast<std::size_t>(std::ranges::count(older, std::uint8_t{1}));
    }
    // Whether a number is not near that of a matrix in which this one begins at (row, column).
    bool differs(const Grid& from, std::size_t i, std::size_t row, std::size_t column, double close) const {
        return (older.empty() || older[i] == 0) &&
               !(std::fabs(numbers[i] - from.at(row + i / columns, column + i % columns)) <= close);
    }
};

std::string pattern_of(const Grid& seen, const Grid& expected, const DComparison& at, double close,
                       std::string_view name) {
    std::set<unsigned> rows, columns;
    for (std::size_t i = 0; i < seen.numbers.size(); ++i)
        if (seen.differs(expected, i, at.row, at.column, close)) {
            rows.insert(static_cast<unsigned>(at.row + i / seen.columns));
            columns.insert(static_cast<unsigned>(at.column + i % seen.columns));
        }
    const auto text = [](const std::set<unsigned>& s) {
        return list_columns(std::vector<unsigned>(s.begin(), s.end()), 4);
    };
    return say(at.different, " of ", at.count, " numbers of ", name, " are not near the expected ones: rows ",
               text(rows), ", columns ", text(columns), ".");
}

// The block of the expected matrix with the fewest different numbers. Stops counting above `most`.
DComparison best_place(const Grid& seen, const Grid& expected, double close, std::size_t most = ~std::size_t{0}) {
    DComparison best{.different = most};
    std::size_t tried = 0;
    for (std::size_t row = 0; row + seen.rows <= expected.rows; row += seen.rows)
        for (std::size_t column = 0; column + seen.columns <= expected.columns && ++tried <= kMostBlocks;
             column += seen.columns) {
            std::size_t different = 0;
            for (std::size_t i = 0; i < seen.numbers.size() && different < best.different; ++i)
                different += seen.differs(expected, i, row, column, close) ? 1 : 0;
            if (different < best.different)
                best = {.row = row, .column = column, .different = different, .count = seen.compared(), .text = {}};
        }
    return best;
}

// Other types with which the bytes give the expected D; of one operand, if that is enough.
OperandPair<const ElementType*> types_of(const ChainReads& chain, const Grid& expected, double close) {
    using Types = OperandPair<const ElementType*>;
    const MmaShape& shape = chain.known()->shape();
    const Chain& c = *chain.chain;
    const auto fits = [&](const Types& types) {
        const auto d = product_of(c, types, [](std::size_t, GatheredMma&) { return true; });
        if (!d || d->size() != c.seen.size()) return false;
        return best_place({numbers_of(*d, shape.d_type), c.seen.size() / c.n, c.n}, expected, close, 1).different == 0;
    };
    std::vector<Types> one, both;
    for (const ElementType* a : other_types(*shape.a)) one.push_back({a, shape.b});
    for (const ElementType* b : other_types(*shape.b)) one.push_back({shape.a, b});
    for (const ElementType* a : other_types(*shape.a))
        for (const ElementType* b : other_types(*shape.b)) both.push_back({a, b});
    for (auto* tried : {&one, &both}) {
        std::erase_if(*tried, [&](const Types& types) { return !fits(types); });
        if (tried->size() == 1) return tried->front();
        if (!tried->empty()) break;
    }
    return {nullptr, nullptr};
}

}  // namespace

std::vector<const ElementType*> other_types(const ElementType& type) {
    std::vector<const ElementType*> out;
    for (const ElementType& t : kElementTypes)
        if (&t != &type && t.bits == type.bits && t.container_bits == type.container_bits) out.push_back(&t);
    return out;
}

std::optional<std::vector<std::uint32_t>> product_of(const Chain& c, OperandPair<const ElementType*> types,
                                                     const std::function<bool(std::size_t, GatheredMma&)>& change) {
    std::vector<std::uint32_t> d = c.before;
    for (std::size_t s = c.first; s < c.last; ++s) {
        GatheredMma g = c.steps[s].read;
        if (!c.steps[s].why.empty() || g.shape.sparse || !g.zeroed.empty() || !g.kept.empty() || !change(s, g))
            return std::nullopt;
        if (types.a != g.shape.a || types.b != g.shape.b) {
            const auto rule = rule_of({.unit = g.shape.family->unit,
                                       .kind = {},
                                       .a_type = std::string(types.a->number),
                                       .b_type = std::string(types.b->number),
                                       .d_type = g.shape.d_type,
                                       .saturate = g.shape.rule.saturate});
            if (!rule || g.shape.family->names_kind) return std::nullopt;
            g.shape.rule = *rule;
        }
        const std::size_t size = std::size_t{g.shape.m} * g.shape.n;
        if (d.empty()) d.assign(size, 0);
        g.c.words = c.steps[s].instruction.enable_d ? d : std::vector<std::uint32_t>();
        d.assign(size, 0);
        MatrixProduct(g.shape.rule, g.input(c.steps[s].instruction)).rows(0, g.shape.m, d);
    }
    return d;
}

Answer<DComparison> compared_d(const ChainReads& chain, const ExpectedArray& array, std::size_t columns) {
    const StepReads* first = chain.known();
    const Chain& c = *chain.chain;
    const bool of_model = c.d_in_tmem && !is_whole(c);
    const std::vector<std::uint32_t>& d = of_model ? c.model : c.seen;
    if (!first || d.empty() || c.n == 0)
        return Refusal("D was not read, so it was not compared with the expected one.");
    const std::string& d_type = first->shape().d_type;
    const std::string type = array.type.empty() ? d_type : array.type;
    const unsigned width = bits_of_d(type) / 8;
    // Lanes that the mask of the first MMA disables have older bits.
    Grid seen{numbers_of(d, d_type), d.size() / c.n, c.n, c.steps.front().read.kept};
    if (seen.compared() == 0)
        return Refusal("The lane mask disables all of D, so it was not compared with the expected one.");
    Grid expected{numbers_of(words_in(array, width), type), 0, 0};
    expected.columns = array.row_bytes != 0                                          ? array.row_bytes / width
                       : columns != 0 && array.bytes.size() % (columns * width) == 0 ? columns
                                                                                     : c.n;
    expected.rows = expected.columns == 0 ? 0 : expected.numbers.size() / expected.columns;
    if (expected.rows < seen.rows || expected.columns < seen.columns ||
        expected.rows * expected.columns != expected.numbers.size())
        return Refusal("The expected D has ", expected.rows, " x ", expected.columns,
                       " numbers, and D of these MMAs has ", seen.rows, " x ", seen.columns,
                       ", so they were not compared: give all of D, M x N.");
    double squares = 0;
    for (const double x : expected.numbers) squares += std::isfinite(x) ? x * x : 0;
    const double close = kClose * std::sqrt(squares / static_cast<double>(expected.numbers.size())) + 1e-30;
    DComparison best = best_place(seen, expected, close);
    const std::string_view name = of_model ? "D of the model" : "D";
    best.text =
        best.different == 0 ? say(name, " is the expected one.") : pattern_of(seen, expected, best, close, name);
    if (best.count != seen.numbers.size())
        best.text += say(" The ", seen.numbers.size() - best.count,
                         " numbers in lanes that the lane mask disables were not compared.");
    if (best.different != 0 && c.why.empty() && c.different == 0 && c.note.empty())
        best.types = types_of(chain, expected, close);
    return best;
}

}  // namespace tilescope::autopsy
