// core/src/emulator/sight.cpp -- finds the elements of D that can show a wrong read.
// SPDX-License-Identifier: MIT
//
// D(m, n) is a sum of A(m, k) x B(n, k). If the instruction reads a neighbor of A(m, k) instead, the sum changes by
//
//     (neighbor - A(m, k)) x B(n, k) x both scale factors
//
// The change is visible if, for at least one k, the neighbor has another value and B(n, k) is not zero:
//
//     A differs from a neighbor     0 1 1 0 0 0 0 0    row m, one bit for each k
//     B is not zero                 1 0 1 1 0 0 0 1    row n
//     both                          0 0 1 0 0 0 0 0    D(m, n) can show a wrong read of A
#include "emulation_parts.h"

#include <tilescope/base/say.h>
#include <tilescope/emulator/floats.h>
#include <tilescope/emulator/recipe.h>
#include <tilescope/layout/sparse_meta.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace tilescope {
namespace {

// One bit for each row and each k.
class BitRows {
public:
    BitRows(unsigned rows, unsigned k) : words_((k + kWord - 1) / kWord), bits_(std::size_t{rows} * words_) {}

    void set(std::size_t row, std::size_t k) { bits_[row * words_ + k / kWord] |= std::uint64_t{1} << k % kWord; }
    bool meets(std::size_t row, const BitRows& other, std::size_t other_row) const {
        for (std::size_t w = 0; w < words_; ++w)
            if ((bits_[row * words_ + w] & other.bits_[other_row * words_ + w]) != 0) return true;
        return false;
    }

private:
    static constexpr unsigned kWord = 64;
    std::size_t words_;
    std::vector<std::uint64_t> bits_;
};

std::vector<double> values_of(std::string_view type, std::span<const std::uint32_t> words) {
    const FloatFormat* format = find_float(type);
    const IntegerType* integer = find_integer(type);
    std::vector<double> out;
    out.reserve(words.size());
    for (const std::uint32_t word : words) {
        if (format != nullptr) {
            out.push_back(value_of_word(*format, word));
            continue;
        }
        const unsigned spare = integer != nullptr ? 32 - integer->bits : 0;
        const std::uint32_t high = word << spare;
        const bool is_signed = integer != nullptr && integer->is_signed;
        out.push_back(is_signed ? static_cast<std::int32_t>(high) >> spare : high >> spare);
    }
    return out;
}

bool differ(double a, double b) { return !(a == b || (std::isnan(a) && std::isnan(b))); }

// One operand as it is stored, row by row.
struct Stored {
    std::vector<double> values;
    std::size_t rows = 0, columns = 0;

    // The neighbors are the elements below and to the right; at the end, the elements above and to the left.
    bool differs_from_neighbor(std::size_t row, std::size_t column) const {
        const double value = values[row * columns + column];
        const auto beside = [](std::size_t at, std::size_t count) { return at + 1 < count ? at + 1 : at - 1; };
        return (columns > 1 && differ(value, values[row * columns + beside(column, columns)])) ||
               (rows > 1 && differ(value, values[beside(row, rows) * columns + column]));
    }
};

// A scale factor that is zero hides the elements of its block.
class Factors {
public:
    Factors(std::string_view type, std::span<const std::uint32_t> words, std::size_t rows, unsigned block)
        : values_(values_of(type, words)), in_row_(rows == 0 ? 0 : words.size() / rows), block_(block) {}
    bool hides(std::size_t row, std::size_t k) const {
        return in_row_ != 0 && values_[row * in_row_ + std::min(k / block_, in_row_ - 1)] == 0;
    }

private:
    std::vector<double> values_;
    std::size_t in_row_;
    unsigned block_;
};

// One bit for each row and each k. Both bits are 0 if the scale factor is zero.
struct Side {
    BitRows nonzero;  // the element is not zero
    BitRows differs;  // the element differs from a neighbor
};

Side side_of(const Stored& s, const Factors& factors, unsigned k_count, const std::vector<std::size_t>& k_of) {
    const auto rows = static_cast<unsigned>(s.rows);
    Side out{BitRows(rows, k_count), BitRows(rows, k_count)};
    for (std::size_t row = 0; row < s.rows; ++row)
        for (std::size_t column = 0; column < s.columns; ++column) {
            const std::size_t k = k_of.empty() ? column : k_of[row * s.columns + column];
            if (factors.hides(row, k)) continue;
            if (s.values[row * s.columns + column] != 0) out.nonzero.set(row, k);
            if (s.differs_from_neighbor(row, column)) out.differs.set(row, k);
        }
    return out;
}

// Returns the logical k of each stored element of a sparse A. Empty if A is dense.
std::vector<std::size_t> kept_k(const SightInput& in) {
    std::vector<std::size_t> out;
    const SparseGrain* grain = in.shape.rule.grain;
    if (!in.shape.sparse || grain == nullptr || in.codes.empty()) return out;
    const std::size_t groups = in.k / grain->group;
    for (std::size_t i = 0; i < in.codes.size(); ++i) {
        const auto legal = kept_by(*grain, in.codes[i]);
        const KeptPositions kept = legal ? *legal : positions_met(*grain, in.codes[i]);
        for (const unsigned at : kept) out.push_back(i % groups * grain->group + at);
    }
    return out;
}

bool is_finite(const FloatFormat* format, std::uint32_t word) {
    return format == nullptr || class_of_number(*format, word) == NumberClass::finite;
}

}  // namespace

void find_sight(Emulation& out, const SightInput& in) {
    const MmaShape& s = in.shape;
    const std::string_view scale = s.rule.scale != nullptr ? s.rule.scale->id : std::string_view();
    const unsigned block = s.scales != nullptr ? std::max(s.k / s.scales->factors, 1u) : 1;
    const Stored a{values_of(in.a_type, in.a), s.m, in.a.size() / s.m};
    const Stored b{values_of(in.b_type, in.b), s.n - in.unread, in.k};
    const Side of_a = side_of(a, Factors(scale, in.sfa, s.m, block), in.k, kept_k(in));
    const Side of_b = side_of(b, Factors(scale, in.sfb, s.n, block), in.k, {});
    const FloatFormat* of_d = find_float(out.d_type);  // null: D has integers
    out.shows.assign(out.d.size(), 0);
    for (std::size_t e = 0; e < out.d.size(); ++e) {
        const std::size_t row = e / out.n, column = e % out.n;
        const bool unused = (!out.zeroed.empty() && out.zeroed[e] != 0) || (!out.kept.empty() && out.kept[e] != 0);
        if (unused) continue;
        ++out.sight.computed;
        if (column >= b.rows || !is_finite(of_d, out.expected[e].word)) continue;
        const bool shows_a = of_a.differs.meets(row, of_b.nonzero, column);
        const bool shows_b = of_b.differs.meets(column, of_a.nonzero, row);
        out.shows[e] = static_cast<std::uint8_t>((shows_a ? kShowsA : 0) | (shows_b ? kShowsB : 0));
        out.sight.a += shows_a ? 1 : 0;
        out.sight.b += shows_b ? 1 : 0;
        if (!shows_a || !shows_b) continue;
        ++out.sight.both;
        out.sight.equal += out.verdicts[e] == Verdict::equal ? 1 : 0;
    }
}

namespace {

// "11264 elements of D are computed from wrong places of memory, but only 1408 of them are wrong."
std::string misplaced_in_words(const Emulation& e, std::string (*number)(std::size_t)) {
    const std::size_t wrong = e.count[static_cast<std::size_t>(Verdict::wrong)];
    if (e.sight.misplaced <= wrong) return {};
    return say(number(e.sight.misplaced), e.sight.misplaced == 1 ? " element of D is" : " elements of D are",
               " computed from wrong places of memory, but ",
               wrong == 0 ? std::string("none") : say("only ", number(wrong)),
               " of them are wrong: the other values are the same by chance.");
}

}  // namespace

std::string sight_in_words(const Emulation& e, std::string (*number)(std::size_t)) {
    const std::string misplaced = misplaced_in_words(e, number);
    const std::size_t equal = e.count[static_cast<std::size_t>(Verdict::equal)], others = equal - e.sight.equal;
    if (equal == 0) return misplaced;
    std::string proof;
    if (others == 0)
        proof = "Each equal element checks both operands: a wrong read of A, or of B, could make it wrong.";
    else if (e.sight.equal == 0)
        proof = say("None of the ", number(equal),
                    " equal elements checks both operands: each can be equal although A or B was read wrongly, so "
                    "they do not prove that the words are right.");
    else
        proof = say(number(e.sight.equal), " of the ", number(equal), " equal elements ",
                    e.sight.equal == 1 ? "checks" : "check", " both operands: a wrong read of A, or of B, could make ",
                    e.sight.equal == 1 ? "it" : "them", " wrong. The other ", number(others),
                    " can be equal although A or B was read wrongly: they do not prove that the words are right.");
    return misplaced.empty() ? proof : say(misplaced, " ", proof);
}

}  // namespace tilescope
