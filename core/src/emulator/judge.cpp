// core/src/emulator/judge.cpp -- gives every element of D a verdict, and finds the elements that can show a wrong read.
// SPDX-License-Identifier: MIT
#include "emulation_parts.h"

#include <tilescope/base/say.h>
#include <tilescope/emulator/floats.h>
#include <tilescope/emulator/recipe.h>
#include <tilescope/layout/sparse_meta.h>
#include <tilescope/layout/tile.h>

#include <algorithm>
#include <cmath>

namespace tilescope {
namespace {

// Marks the rows of A and of B (columns of D) that were read wrong, and the elements of D whose C was read wrong.
struct WrongReads {
    std::vector<bool> rows, columns, elements;
};

// Marks the rows whose words differ from the reference. `read` has the columns of one step, `in_one` in each row;
// `reference` has the columns of all steps.
template <class T, class U>
void compare(std::vector<bool>& hit, const std::vector<T>& read, const std::vector<U>& reference, std::size_t in_one,
             std::size_t step) {
    const std::size_t rows = hit.size(), all = reference.size() / std::max<std::size_t>(rows, 1);
    for (std::size_t row = 0; row < rows && in_one != 0; ++row)
        for (std::size_t c = 0; c < in_one && !hit[row]; ++c)
            hit[row] = read[row * in_one + c] != reference[row * all + step * in_one + c];
}

// With the column shift of the zero-column mask, column j of D must read column j + shift of B.
std::vector<std::uint32_t> shifted(const std::vector<std::uint32_t>& b, const GatheredMma& g, std::size_t columns) {
    if (g.column_shift == 0) return b;
    std::vector<std::uint32_t> out(b.begin() + static_cast<std::ptrdiff_t>(g.column_shift * columns), b.end());
    out.resize(b.size(), kUnwrittenCell);
    return out;
}

// With .ashift, row i of D must read the shifted row of A.
std::vector<std::uint32_t> moved_rows(const std::vector<std::uint32_t>& a, const MmaInstruction& i, const MmaShape& s) {
    if (!i.variant.ashift || !i.variant.a_in_tmem || s.path == nullptr) return a;
    const std::size_t columns = a.size() / s.m;
    const TmemLayout layout{.operand = TmemOperand::a, .path = s.path, .columns = stored_k(s.k, true, s.sparse)};
    std::vector<std::uint32_t> out(a.size());
    for (unsigned row = 0; row < s.m; ++row) {
        const auto from = a.begin() + static_cast<std::ptrdiff_t>(shifted_row(layout, row) * columns);
        std::copy_n(from, columns, out.begin() + static_cast<std::ptrdiff_t>(row * columns));
    }
    return out;
}

WrongReads wrong_reads_of(const EmulatorJob& job, const std::vector<GatheredMma>& steps,
                          const ReferenceOperands& columns) {
    const MmaShape& s = steps.front().shape;
    WrongReads out{std::vector<bool>(s.m), std::vector<bool>(s.n), std::vector<bool>(std::size_t{s.m} * s.n)};
    const std::vector<std::uint32_t>& c = steps.front().c.words;
    for (std::size_t e = 0; e < c.size() && e < columns.c.size(); ++e) out.elements[e] = c[e] != columns.c[e];
    const std::vector<std::uint32_t> a = moved_rows(columns.a, job.steps.front(), s);
    const auto other_type = [&](Operand o) {
        const ElementType* written = job.written_type[o];
        return written != nullptr && written != pick(o, s.a, s.b);
    };
    if (other_type(Operand::a)) out.rows.assign(s.m, true);
    if (other_type(Operand::b)) out.columns.assign(s.n, true);
    for (std::size_t step = 0; step < steps.size(); ++step) {
        const GatheredMma& g = steps[step];
        compare(out.rows, g.a.words, a, g.a.columns, step);
        compare(out.columns, g.b.words, shifted(columns.b, g, columns.k), g.b.columns, step);
        if (s.scales) {
            compare(out.rows, g.scale_a, columns.sfa, s.scales->factors, step);
            compare(out.columns, g.scale_b, columns.sfb, s.scales->factors, step);
        }
        if (s.rule.grain) compare(out.rows, g.codes, columns.codes, s.k / s.rule.grain->group, step);
    }
    return out;
}

// The elements of D that differ because the words of the instruction request it.
struct Requested {
    bool all = false;                    // negation, scaling, a shift: every element
    std::vector<std::uint8_t> columns;   // zeroed by the mask
    std::vector<std::uint8_t> elements;  // kept, because their lanes are disabled
};

Requested requested_by(const EmulatorJob& job, const std::vector<GatheredMma>& steps) {
    Requested out;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const GatheredMma& g = steps[i];
        const Variant& form = job.steps[i].variant;
        out.all |= g.shape.negate_a || g.shape.negate_b || form.scale_d.value_or(0) != 0 || g.column_shift != 0;
        out.all |= form.ashift && form.a_in_tmem;
        if (!g.zeroed.empty()) out.columns = g.zeroed;
        if (!g.kept.empty()) out.elements = g.kept;
    }
    return out;
}

bool is_unused(const Emulation& e, std::size_t at) {
    return (!e.zeroed.empty() && e.zeroed[at] != 0) || (!e.kept.empty() && e.kept[at] != 0);
}

void name_pattern(Emulation& out) {
    std::vector<bool> rows(out.m), columns(out.n);
    std::size_t wrong = 0;
    for (std::size_t e = 0; e < out.verdicts.size(); ++e) {
        if (out.verdicts[e] != Verdict::wrong) continue;
        rows[e / out.n] = columns[e % out.n] = true;
        ++wrong;
    }
    if (wrong == 0) return;
    const bool all_rows = std::count(rows.begin(), rows.end(), true) == static_cast<long>(out.m);
    const bool all_columns = std::count(columns.begin(), columns.end(), true) == static_cast<long>(out.n);
    if (all_rows && all_columns)
        out.pattern = "everywhere";
    else if (all_rows)
        out.pattern = pattern_of(columns, "column");
    else if (all_columns)
        out.pattern = pattern_of(rows, "row");
    else
        out.pattern = say(pattern_of(rows, "row"), " in ", pattern_of(columns, "column"));
}

// ---- sight: the elements of D that can show a wrong read ----
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
struct SightBits {
    BitRows nonzero;  // the element is not zero
    BitRows differs;  // the element differs from a neighbor
};

SightBits sight_bits_of(const Stored& s, const Factors& factors, unsigned k_count,
                        const std::vector<std::size_t>& k_of) {
    const auto rows = static_cast<unsigned>(s.rows);
    SightBits out{BitRows(rows, k_count), BitRows(rows, k_count)};
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
std::vector<std::size_t> kept_k(const MmaShape& s, const ReferenceOperands& columns) {
    std::vector<std::size_t> out;
    const SparseGrain* grain = s.rule.grain;
    if (!s.sparse || grain == nullptr || columns.codes.empty()) return out;
    const std::size_t groups = columns.k / grain->group;
    for (std::size_t i = 0; i < columns.codes.size(); ++i) {
        const auto legal = kept_by(*grain, columns.codes[i]);
        for (const unsigned at : legal ? *legal : positions_met(*grain, columns.codes[i]))
            out.push_back(i % groups * grain->group + at);
    }
    return out;
}

// Fills out.shows and counts them. The last columns of D have no column of B if the mask shifts them past its end.
void find_sight(Emulation& out, const EmulatorJob& job, const MmaShape& s, const ReferenceOperands& columns) {
    const auto type = [&](Operand o) {
        const ElementType* written = job.written_type[o];
        return written != nullptr ? written->id : pick(o, s.a, s.b)->id;
    };
    const std::vector<std::uint32_t> a_words = moved_rows(columns.a, job.steps.front(), s);
    const std::size_t unread = std::min(out.column_shift, s.n);
    const std::string_view scale = s.rule.scale != nullptr ? s.rule.scale->id : std::string_view();
    const unsigned block = s.scales != nullptr ? std::max(s.k / s.scales->factors, 1u) : 1, k = columns.k;
    const Stored a{values_of(type(Operand::a), a_words), s.m, a_words.size() / s.m};
    const Stored b{values_of(type(Operand::b), std::span(columns.b).subspan(unread * k)), s.n - unread, k};
    const SightBits of_a = sight_bits_of(a, Factors(scale, columns.sfa, s.m, block), k, kept_k(s, columns));
    const SightBits of_b = sight_bits_of(b, Factors(scale, columns.sfb, s.n, block), k, {});
    const FloatFormat* of_d = find_float(out.d_type);  // null: D has integers
    out.shows.assign(out.d.size(), 0);
    for (std::size_t e = 0; e < out.d.size(); ++e) {
        const std::size_t row = e / out.n, column = e % out.n;
        if (is_unused(out, e)) continue;
        ++out.sight.computed;
        const bool finite = of_d == nullptr || class_of_number(*of_d, out.expected[e].word) == NumberClass::finite;
        if (column >= b.rows || !finite) continue;
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

// Marks the rows of one operand of which an element was read at another place than where it was written.
std::vector<bool> misplaced_rows(const EmulatorJob& job, const std::vector<GatheredMma>& steps, Operand o) {
    const WrittenPlaces& places = job.places[o];
    std::vector<bool> out(pick(o, steps.front().shape.m, steps.front().shape.n));
    for (std::size_t step = 0; step < steps.size() && !places.first_bit.empty(); ++step) {
        const ReadOperand& read = pick(o, steps[step].a, steps[step].b);
        for (std::size_t i = 0; i < read.first_bit.size(); ++i) {
            const auto row = static_cast<int>(i / read.columns), column = static_cast<int>(i % read.columns);
            const int k = static_cast<int>((job.first_step + step) * read.columns) + column;
            const bool right = k < places.columns && places.at({row % places.rows, k}) == read.first_bit[i];
            if (!right && static_cast<std::size_t>(row) < out.size()) out[static_cast<std::size_t>(row)] = true;
        }
    }
    return out;
}

// With a column shift, column j of D has another row of B; what it reads is then told by its words alone.
void count_misplaced(Emulation& out, const EmulatorJob& job, const std::vector<GatheredMma>& steps) {
    const std::vector<bool> rows = misplaced_rows(job, steps, Operand::a);
    const std::vector<bool> columns =
        out.column_shift == 0 ? misplaced_rows(job, steps, Operand::b) : std::vector<bool>(out.n);
    for (std::size_t e = 0; e < out.d.size(); ++e) {
        if (!is_unused(out, e) && (rows[e / out.n] || columns[e % out.n])) ++out.sight.misplaced;
    }
}

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

void judge(Emulation& out, const EmulatorJob& job, const ReferenceOperands& columns) {
    const std::vector<GatheredMma>& steps = out.reads;
    const GatheredMma& last = steps.back();
    const WrongReads wrong = wrong_reads_of(job, steps, columns);
    const Requested requested = requested_by(job, steps);
    out.kept = requested.elements;
    out.column_shift = last.column_shift;
    for (std::size_t e = 0; !requested.columns.empty() && e < out.d.size(); ++e)
        out.zeroed.push_back(requested.columns[e % out.n]);
    out.verdicts.resize(out.d.size());
    out.places.resize(out.d.size());
    for (std::size_t e = 0; e < out.d.size(); ++e) {
        const std::size_t i = e / out.n, j = e % out.n;
        out.places[e] = ulp_distance(last.shape.rule.d, out.d[e], out.expected[e].word);
        const bool as_requested = (!requested.columns.empty() && requested.columns[j]) ||
                                  (!requested.elements.empty() && requested.elements[e]);
        const Verdict verdict = out.d[e] == out.expected[e].word || out.places[e] == 0   ? Verdict::equal
                                : as_requested                                           ? Verdict::requested
                                : wrong.rows[i] || wrong.columns[j] || wrong.elements[e] ? Verdict::wrong
                                : requested.all                                          ? Verdict::requested
                                                                                         : Verdict::rounding;
        out.verdicts[e] = verdict;
        ++out.count[static_cast<std::size_t>(verdict)];
        const std::int64_t far = out.places[e] < 0 ? -out.places[e] : out.places[e];
        if (far < kFar) out.most_ulps = std::max(out.most_ulps, far);
    }
    name_pattern(out);
    find_sight(out, job, last.shape, columns);
    count_misplaced(out, job, steps);
}

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
