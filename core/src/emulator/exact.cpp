// core/src/emulator/exact.cpp -- the exact result of each element of D.
// SPDX-License-Identifier: MIT
#include <tilescope/emulator/exact.h>

#include "exact_sum.h"
#include "matrix_input.h"
#include "matrix_rows.h"

#include <algorithm>
#include <bit>
#include <limits>

namespace tilescope {
namespace {

// One element, already multiplied by its scale factor: m x 2^e.
struct Part {
    std::int32_t m;
    std::int32_t e;
};

// Rows of A or columns of B, decoded once.
struct Parts {
    std::size_t entries = 0;
    std::vector<Part> all;
    struct Reach {
        std::int32_t least = 0, most = 0;  // the range of the exponents of the nonzero elements
        bool special = false;              // the row has an infinity or a NaN
    };
    std::vector<Reach> reach;

    const Part* lane(std::size_t i) const { return all.data() + i * entries; }
};

struct PartsInput {
    const FloatFormat *format, *scale;
    std::size_t lanes, entries, scale_block, blocks;
    std::span<const std::uint32_t> words;
    std::span<const std::uint8_t> scales;
    bool negate;
};

Parts parts_of(const PartsInput& in) {
    Parts out{.entries = in.entries};
    out.all.reserve(in.lanes * in.entries);
    for (std::size_t i = 0; i < in.lanes; ++i) {
        Parts::Reach reach;
        bool any = false;
        for (std::size_t p = 0; p < in.entries; ++p) {
            const RawNumber n = decode_number(*in.format, in.words[i * in.entries + p]);
            RawNumber factor{.m = 1};
            if (in.scale != nullptr) factor = decode_number(*in.scale, in.scales[i * in.blocks + p / in.scale_block]);
            reach.special |= n.what != NumberClass::finite || factor.what != NumberClass::finite;
            const Part part{(in.negate ? -n.m : n.m) * factor.m, n.e + factor.e};
            out.all.push_back(part);
            if (part.m == 0) continue;
            reach.least = any ? std::min(reach.least, part.e) : part.e;
            reach.most = any ? std::max(reach.most, part.e) : part.e;
            any = true;
        }
        out.reach.push_back(reach);
    }
    return out;
}

// Computes exact rows of D.
class ExactRows {
public:
    ExactRows(const DotRule& rule, const MatrixInput& in) : input_(rule, in), meetings_(meetings_of(rule, in)) {
        if (rule.a == nullptr) return;
        const std::size_t half = rule.grain != nullptr ? 2 : 1;
        a_ = parts_of({rule.a, rule.scale, in.m, input_.stored, rule.scale_block, input_.blocks, input_.a,
                       input_.scale_a, in.negate_a});
        b_ = parts_of({rule.b, rule.scale, in.n, input_.entries, half * rule.scale_block, input_.blocks, input_.b,
                       input_.scale_b, in.negate_b});
    }

    void row(unsigned i, std::span<ExactWord> out) const {
        const std::vector<std::uint32_t> a = input_.row_of_a(i);
        for (unsigned j = 0; j < input_.n; ++j) {
            const DotInput element = input_.element({a, i, j});
            if (input_.rule.a == nullptr)
                out[j] = integer_word(element, i, j);
            else
                out[j] = float_word(element, i, j);
        }
    }

private:
    ExactWord integer_word(const DotInput& element, unsigned i, unsigned j) const {
        std::int64_t total = element.has_c ? static_cast<std::int32_t>(element.c) : 0;
        const std::uint32_t* at = meetings_.row(i);
        for (std::size_t p = 0; p < input_.stored; ++p) {
            const std::uint32_t x = input_.a[i * input_.stored + p], y = input_.b[j * input_.entries + at[p]];
            total += input_.rule.bits ? std::popcount(x & y)
                                      : byte_of(x, input_.rule.a_signed) * byte_of(y, input_.rule.b_signed);
        }
        using Limits = std::numeric_limits<std::int32_t>;
        const std::int64_t clamped = std::clamp<std::int64_t>(total, Limits::min(), Limits::max());
        const std::int64_t kept = input_.rule.saturate ? clamped : total;
        return {static_cast<std::uint32_t>(kept & 0xffffffff), clamped == total};
    }
    static std::int64_t byte_of(std::uint32_t word, bool is_signed) {
        const std::int64_t byte = word & 0xffu;
        return is_signed && byte >= 0x80 ? byte - 0x100 : byte;
    }

    ExactWord float_word(const DotInput& element, unsigned i, unsigned j) const {
        const RawNumber c = decode_number(*input_.rule.d, element.has_c ? element.c : 0);
        const Parts::Reach &ra = a_.reach[i], &rb = b_.reach[j];
        if (c.what != NumberClass::finite || ((ra.special || rb.special) && meets_special(element, i)))
            return {dot(input_.rule, element), true};
        const Part addend{c.m, c.e - static_cast<int>(input_.c_shift)};
        const int products = ra.least + rb.least, least = addend.m != 0 ? std::min(products, addend.e) : products;
        const int most = std::max(ra.most + rb.most, addend.m != 0 ? addend.e : products);
        const RoundedWord word = most - least <= kMostShift ? narrow_sum(addend, i, j, least) : wide_sum(addend, i, j);
        return {word.word, word.exact};
    }

    // The sum fits in 127 bits: there are at most 2^16 products, each is below 2^40, and each shift is at most this.
    static constexpr int kMostShift = 64;

    RoundedWord narrow_sum(const Part& addend, unsigned i, unsigned j, int least) const {
        Int128 sum = addend.m == 0 ? 0 : static_cast<Int128>(addend.m) * (Int128{1} << (addend.e - least));
        const Part *a = a_.lane(i), *b = b_.lane(j);
        const std::uint32_t* at = meetings_.row(i);
        for (std::size_t p = 0; p < input_.stored; ++p) {
            const Part &x = a[p], &y = b[at[p]];
            const std::int64_t m = std::int64_t{x.m} * y.m;
            if (m != 0) sum += static_cast<Int128>(m) * (Int128{1} << (x.e + y.e - least));
        }
        return rounded(*input_.rule.d, sum, least);
    }

    RoundedWord wide_sum(const Part& addend, unsigned i, unsigned j) const {
        WideSum sum;
        if (addend.m != 0) sum.add(addend.m, addend.e);
        const Part *a = a_.lane(i), *b = b_.lane(j);
        const std::uint32_t* at = meetings_.row(i);
        for (std::size_t p = 0; p < input_.stored; ++p) {
            const std::int64_t m = std::int64_t{a[p].m} * b[at[p]].m;
            if (m != 0) sum.add(m, a[p].e + b[at[p]].e);
        }
        return sum.rounded(*input_.rule.d);
    }

    // Returns true if an element that takes part is an infinity or NaN. Elements of B that a sparse A skips do not
    // count.
    bool meets_special(const DotInput& element, unsigned i) const {
        const auto special = [](const FloatFormat* f, std::uint32_t word) {
            return f != nullptr && decode_number(*f, word).what != NumberClass::finite;
        };
        const std::uint32_t* at = meetings_.row(i);
        for (std::size_t p = 0; p < input_.stored; ++p)
            if (special(input_.rule.a, element.a[at[p]]) || special(input_.rule.b, element.b[at[p]])) return true;
        for (std::size_t b = 0; b < input_.blocks; ++b)
            if (special(input_.rule.scale, element.scale_a[b]) || special(input_.rule.scale, element.scale_b[b]))
                return true;
        return false;
    }

    OwnedInput input_;
    Meetings meetings_;
    Parts a_, b_;
};

// Numbers the words of D in ascending order. -0 and +0 have the same number. Infinities follow the greatest finite
// words.
std::int64_t rank_of(std::uint32_t word, std::uint32_t sign) {
    const std::int64_t magnitude = word & (sign - 1);
    return (word & sign) != 0 ? -magnitude : magnitude;
}

}  // namespace

void exact_rows(const DotRule& rule, const MatrixInput& in, unsigned first, unsigned last, std::span<ExactWord> out) {
    const ExactRows rows(rule, in);
    for (unsigned i = first; i < last; ++i) rows.row(i, out.subspan(std::size_t{i - first} * in.n, in.n));
}

std::int64_t ulp_distance(const DotRule& rule, std::uint32_t word, std::uint32_t expected) {
    if (rule.d == nullptr) return std::int64_t{static_cast<std::int32_t>(word)} - static_cast<std::int32_t>(expected);
    if (word == expected) return 0;
    const bool nan = decode_number(*rule.d, word).what == NumberClass::nan;
    const bool expected_nan = decode_number(*rule.d, expected).what == NumberClass::nan;
    if (nan && expected_nan) return 0;
    if (nan || expected_nan) return kFar;
    const bool infinite = decode_number(*rule.d, word).what == NumberClass::infinite;
    const bool expected_infinite = decode_number(*rule.d, expected).what == NumberClass::infinite;
    if ((infinite || expected_infinite) && word != expected) return kFar;
    const std::uint32_t sign = 1u << (rule.d->bits - 1);
    return rank_of(word, sign) - rank_of(expected, sign);
}

}  // namespace tilescope
