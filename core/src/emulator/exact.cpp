// core/src/emulator/exact.cpp -- the exact result of each element of D.
// SPDX-License-Identifier: MIT
#include <tilescope/emulator/exact.h>

#include "exact_sum.h"
#include "matrix_rows.h"

#include <algorithm>
#include <bit>
#include <limits>

namespace tilescope {

struct ExactProduct::Prepared {
    Prepared(const DotRule& rule, const MatrixInput& in) : input_(rule, in), meetings_(meetings_of(rule, in)) {
        if (rule.a == nullptr) return;
        const std::size_t half = rule.grain != nullptr ? 2 : 1;
        a_ = exact_parts({rule.a, rule.scale, in.m, input_.stored, rule.scale_block, input_.blocks, input_.a,
                          input_.scale_a, in.negate_a});
        b_ = exact_parts({rule.b, rule.scale, in.n, input_.entries, half * rule.scale_block, input_.blocks, input_.b,
                          input_.scale_b, in.negate_b});
    }

    std::size_t columns() const { return input_.n; }
    void row(unsigned i, std::span<ExactWord> out) const {
        if (input_.rule.grain != nullptr && !input_.has_legal_codes(i)) return stored_row(i, out);
        const std::vector<std::uint32_t> a = input_.row_of_a(i);
        for (unsigned j = 0; j < input_.n; ++j)
            out[j] = input_.rule.a == nullptr ? integer_word(i, j) : float_word(a, i, j);
    }

private:
    // A row with any codes: each element is a dense product of its own, because each has its own words of B.
    void stored_row(unsigned i, std::span<ExactWord> out) const {
        for (unsigned j = 0; j < input_.n; ++j) {
            const std::vector<std::uint32_t> b = input_.words_met(i, j);
            const MatrixInput one{.m = 1,
                                  .n = 1,
                                  .k = static_cast<unsigned>(b.size()),
                                  .a = std::span(input_.a).subspan(i * input_.stored, input_.stored),
                                  .b = b,
                                  .c = std::span(input_.c).subspan(input_.c.empty() ? 0 : std::size_t{i} * input_.n + j,
                                                                   input_.c.empty() ? 0 : 1),
                                  .negate_a = input_.negate_a,
                                  .negate_b = input_.negate_b};
            Prepared(dense(input_.rule), one).row(0, out.subspan(j, 1));
        }
    }
    std::uint32_t addend_word(unsigned i, unsigned j) const {
        return input_.c.empty() ? 0 : input_.c[std::size_t{i} * input_.n + j];
    }
    ExactWord integer_word(unsigned i, unsigned j) const {
        std::int64_t total = static_cast<std::int32_t>(addend_word(i, j));
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

    ExactWord float_word(std::span<const std::uint32_t> a, unsigned i, unsigned j) const {
        const RawNumber c = input_.c.empty() ? RawNumber{} : decode_number(*input_.rule.d, addend_word(i, j));
        const ExactParts::Reach &ra = a_.reach[i], &rb = b_.reach[j];
        if (c.what != NumberClass::finite || ra.special || rb.special) {
            const DotInput element = input_.element({a, i, j});
            if (c.what != NumberClass::finite || meets_special(element, i)) return {dot(input_.rule, element), true};
        }
        const ExactPart addend{c.m, c.e - static_cast<int>(input_.c_shift)};
        const int products = ra.least + rb.least, least = addend.m != 0 ? std::min(products, addend.e) : products;
        const int most = std::max(ra.most + rb.most, addend.m != 0 ? addend.e : products);
        const RoundedWord word = most - least <= kMostShift ? narrow_sum(addend, i, j, least) : wide_sum(addend, i, j);
        return {word.word, word.exact};
    }

    // The sum fits in 127 bits: there are at most 2^16 products, each is below 2^40, and each shift is at most this.
    static constexpr int kMostShift = 64;

    // Whether the products of a row and a column, and their sums, fit in 63 bits.
    bool is_short(const ExactParts::Reach& a, const ExactParts::Reach& b) const {
        constexpr unsigned kMostWidth = 62;
        return a.aligned && b.aligned && a.width + b.width + std::bit_width(input_.stored) <= kMostWidth;
    }
    std::int64_t short_sum(unsigned i, unsigned j) const {
        const std::int32_t *a = a_.units_of(i), *b = b_.units_of(j);
        std::int64_t sum = 0;
        if (!meetings_.sparse) {  // most products: every element of A meets the one of B at its own place
            for (std::size_t p = 0; p < input_.stored; ++p) sum += std::int64_t{a[p]} * b[p];
            return sum;
        }
        const std::uint32_t* at = meetings_.row(i);
        for (std::size_t p = 0; p < input_.stored; ++p) sum += std::int64_t{a[p]} * b[at[p]];
        return sum;
    }

    RoundedWord narrow_sum(const ExactPart& addend, unsigned i, unsigned j, int least) const {
        Int128 sum = addend.m == 0 ? 0 : static_cast<Int128>(addend.m) * (Int128{1} << (addend.e - least));
        if (const ExactParts::Reach& ra = a_.reach[i], &rb = b_.reach[j]; is_short(ra, rb)) {
            sum += static_cast<Int128>(short_sum(i, j)) * (Int128{1} << (ra.least + rb.least - least));
            return rounded(*input_.rule.d, sum, least);
        }
        const ExactPart *a = a_.lane(i), *b = b_.lane(j);
        const std::uint32_t* at = meetings_.row(i);
        for (std::size_t p = 0; p < input_.stored; ++p) {
            const ExactPart &x = a[p], &y = b[at[p]];
            const std::int64_t m = std::int64_t{x.m} * y.m;
            if (m != 0) sum += static_cast<Int128>(m) * (Int128{1} << (x.e + y.e - least));
        }
        return rounded(*input_.rule.d, sum, least);
    }

    RoundedWord wide_sum(const ExactPart& addend, unsigned i, unsigned j) const {
        WideSum sum;
        if (addend.m != 0) sum.add(addend.m, addend.e);
        const ExactPart *a = a_.lane(i), *b = b_.lane(j);
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
            return f != nullptr && class_of_number(*f, word) != NumberClass::finite;
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
    ExactParts a_, b_;
};

namespace {

// Numbers the words of D in ascending order. -0 and +0 have the same number. Infinities follow the greatest finite
// words.
std::int64_t rank_of(std::uint32_t word, std::uint32_t sign) {
    const std::int64_t magnitude = word & (sign - 1);
    return (word & sign) != 0 ? -magnitude : magnitude;
}

}  // namespace

ExactProduct::ExactProduct(const DotRule& rule, const MatrixInput& in)
    : prepared_(std::make_unique<const Prepared>(rule, in)) {}
ExactProduct::~ExactProduct() = default;
ExactProduct::ExactProduct(ExactProduct&&) noexcept = default;
ExactProduct& ExactProduct::operator=(ExactProduct&&) noexcept = default;

void ExactProduct::rows(unsigned first, unsigned last, std::span<ExactWord> out) const {
    const std::size_t n = prepared_->columns();
    for (unsigned i = first; i < last; ++i) prepared_->row(i, out.subspan((i - first) * n, n));
}

std::int64_t ulp_distance(const DotRule& rule, std::uint32_t word, std::uint32_t expected) {
    if (rule.d == nullptr) return std::int64_t{static_cast<std::int32_t>(word)} - static_cast<std::int32_t>(expected);
    if (word == expected) return 0;
    const NumberClass what = class_of_number(*rule.d, word), expected_what = class_of_number(*rule.d, expected);
    if (what == NumberClass::nan && expected_what == NumberClass::nan) return 0;
    if (what != NumberClass::finite || expected_what != NumberClass::finite) return kFar;  // different words
    const std::uint32_t sign = 1u << (rule.d->bits - 1);
    return rank_of(word, sign) - rank_of(expected, sign);
}

}  // namespace tilescope
