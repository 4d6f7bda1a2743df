// core/src/emulator/exact.cpp -- the exact result of each element of D.
// SPDX-License-Identifier: MIT
#include <tilescope/emulator/floats.h>
#include <tilescope/emulator/matrix_product.h>
#include <tilescope/hw/numbers.h>
#include <tilescope/hw/operand.h>

#include "matrix_rows.h"

#include <algorithm>
#include <array>
#include <bit>

namespace tilescope {

// ---- operands decoded once, sums of m x 2^e rounded once, at the end ----

// One element, already multiplied by its scale factor: m x 2^e.
struct ExactPart {
    std::int32_t m;
    std::int32_t e;
};

// Rows of A or columns of B, decoded once.
struct ExactParts {
    std::size_t entries = 0;
    std::vector<ExactPart> all;
    // The same elements in units of 2^least of their row: the fast path. Valid if the row is `aligned`.
    std::vector<std::int32_t> units;
    struct Reach {
        std::int32_t least = 0, most = 0;  // the range of the exponents of the nonzero elements
        bool special = false;              // the row has an infinity or a NaN
        bool aligned = false;
        unsigned width = 0;  // of the greatest |unit|, in bits
    };
    std::vector<Reach> reach;

    ExactParts() = default;
    ExactParts(const OwnedInput& in, Operand o);
    const ExactPart* lane(std::size_t i) const { return all.data() + i * entries; }
    const std::int32_t* units_of(std::size_t i) const { return units.data() + i * entries; }
};

// A two's complement number in units of 2^kLeast. It is wide enough for every product of every kind. The smallest
// product has two e5m2 elements of 2^-16 and two scale factors of 2^-127. The upper end has room for 2^16 products with
// the greatest exponents.
class WideSum {
public:
    static constexpr int kLeast = -320;
    static constexpr std::size_t kLimbs = 11;  // up to 2^384

    // Adds m x 2^e. Requires: |m| < 2^62, and m x 2^e is a multiple of the unit.
    void add(std::int64_t m, int e);
    // Returns the nearest word of an IEEE format, ties to even. Zero is +0.
    ExactWord rounded(const FloatFormat& format) const;

private:
    std::array<std::uint64_t, kLimbs> limbs_{};
};

// The same for a sum that fits in 127 bits, in units of 2^e.
__extension__ typedef __int128 Int128;
ExactWord rounded(const FloatFormat& format, Int128 sum, int e);

namespace {

// Fills the units of one row, if each of them fits in 31 bits.
void align(ExactParts& parts, std::size_t row) {
    constexpr int kMostBits = 31;
    ExactParts::Reach& reach = parts.reach[row];
    const ExactPart* lane = parts.lane(row);
    std::uint64_t any = 0;
    for (std::size_t p = 0; p < parts.entries && reach.most - reach.least < kMostBits; ++p) {
        if (lane[p].m == 0) continue;
        const std::int64_t unit = std::int64_t{lane[p].m} * (std::int64_t{1} << (lane[p].e - reach.least));
        any |= static_cast<std::uint64_t>(unit < 0 ? -unit : unit);
        parts.units[row * parts.entries + p] = static_cast<std::int32_t>(unit);
    }
    reach.width = static_cast<unsigned>(std::bit_width(any));
    reach.aligned = reach.most - reach.least < kMostBits && reach.width <= kMostBits;
}

__extension__ typedef unsigned __int128 UInt128;

// The leading 64 bits of a magnitude: top x 2^e. `more` is true if any lower bit is not zero.
struct Leading {
    std::uint64_t top = 0;
    int e = 0;
    bool more = false;
};

int width_of(std::uint64_t magnitude) { return 64 - std::countl_zero(magnitude); }

// Exponent and fraction together number the magnitudes of a format in ascending order. So a carry goes into the next
// binade, and after the last binade to infinity.
ExactWord word_of(const FloatFormat& format, const Leading& sum, bool negative) {
    if (sum.top == 0) return {};
    const auto fraction_bits = static_cast<int>(format.fraction_bits);
    const int least = 1 - format.bias, greatest = format.bias;
    const int exponent = std::max(width_of(sum.top) - 1 + sum.e, least);
    const std::uint32_t infinity = ((1u << format.exponent_bits) - 1) << fraction_bits;
    const std::uint32_t sign = negative ? 1u << (format.bits - 1) : 0;
    if (exponent > greatest) return {sign | infinity, false};
    const int cut = exponent - fraction_bits - sum.e;  // the number of low bits of `top` that are not kept
    if (cut <= 0) {
        const std::uint64_t count = sum.top << -cut;
        const std::uint32_t binades = static_cast<std::uint32_t>(exponent - least) << fraction_bits;
        return {sign | (binades + static_cast<std::uint32_t>(count)), !sum.more};
    }
    const std::uint64_t whole = cut < 64 ? sum.top >> cut : 0;
    const std::uint64_t half = cut <= 64 ? std::uint64_t{1} << (cut - 1) : 0;
    const std::uint64_t rest = cut < 64 ? sum.top & (2 * half - 1) : sum.top;
    const bool above = half != 0 && (rest > half || (rest == half && sum.more));
    const bool tie = half != 0 && rest == half && !sum.more;
    const std::uint64_t count = whole + (above || (tie && (whole & 1) != 0) ? 1 : 0);
    const std::uint32_t binades = static_cast<std::uint32_t>(exponent - least) << fraction_bits;
    const std::uint32_t magnitude = binades + static_cast<std::uint32_t>(count);
    return {magnitude == 0 ? 0 : sign | magnitude, rest == 0 && !sum.more};
}

}  // namespace

ExactParts::ExactParts(const OwnedInput& in, Operand o) : entries(pick(o, in.stored, in.entries)) {
    const FloatFormat& format = *pick(o, in.rule.a, in.rule.b);
    const bool negate = pick(o, in.negate_a, in.negate_b);
    const std::size_t lanes = pick(o, in.m, in.n), half = in.rule.grain != nullptr ? pick(o, 1u, 2u) : 1u;
    const std::vector<std::uint32_t>& words = pick(o, in.a, in.b);
    const std::vector<std::uint8_t>& scales = pick(o, in.scale_a, in.scale_b);
    all.reserve(lanes * entries);
    for (std::size_t i = 0; i < lanes; ++i) {
        Reach& row = reach.emplace_back();
        bool any = false;
        for (std::size_t p = 0; p < entries; ++p) {
            const RawNumber n = decode_number(format, words[i * entries + p]);
            RawNumber factor{.m = 1};
            if (in.rule.scale != nullptr)
                factor = decode_number(*in.rule.scale, scales[i * in.blocks + p / (half * in.rule.scale_block)]);
            row.special |= n.what != NumberClass::finite || factor.what != NumberClass::finite;
            const ExactPart part{(negate ? -n.m : n.m) * factor.m, n.e + factor.e};
            all.push_back(part);
            if (part.m == 0) continue;
            row.least = any ? std::min(row.least, part.e) : part.e;
            row.most = any ? std::max(row.most, part.e) : part.e;
            any = true;
        }
    }
    units.assign(all.size(), 0);
    for (std::size_t i = 0; i < lanes; ++i) align(*this, i);
}

void WideSum::add(std::int64_t m, int e) {
    const auto up = static_cast<unsigned>(e - kLeast);
    std::size_t at = up / 64;
    const UInt128 shifted = static_cast<UInt128>(static_cast<Int128>(m) * (Int128{1} << up % 64));
    const std::uint64_t parts[] = {static_cast<std::uint64_t>(shifted), static_cast<std::uint64_t>(shifted >> 64)};
    const std::uint64_t fill = m < 0 ? ~std::uint64_t{0} : 0;  // the sign extends to the last limb
    std::uint64_t carry = 0;
    for (std::size_t i = 0; at < kLimbs; ++i, ++at) {
        if (i >= 2 && carry == (fill & 1)) return;  // adding all ones and a carry changes nothing
        const UInt128 limb = static_cast<UInt128>(limbs_[at]) + (i < 2 ? parts[i] : fill) + carry;
        limbs_[at] = static_cast<std::uint64_t>(limb);
        carry = static_cast<std::uint64_t>(limb >> 64);
    }
}

ExactWord WideSum::rounded(const FloatFormat& format) const {
    std::array<std::uint64_t, kLimbs> magnitude = limbs_;
    const bool negative = limbs_.back() >> 63 != 0;
    std::uint64_t carry = negative;
    for (std::uint64_t& limb : magnitude) {
        if (!negative) break;
        limb = ~limb + carry;
        carry = carry != 0 && limb == 0;
    }
    std::size_t top = kLimbs;
    while (top > 0 && magnitude[top - 1] == 0) --top;
    if (top == 0) return {};
    Leading sum{.top = magnitude[top - 1], .e = kLeast + 64 * static_cast<int>(top - 1)};
    const int empty = std::countl_zero(sum.top);
    if (top > 1 && empty > 0) {
        sum.top = sum.top << empty | magnitude[top - 2] >> (64 - empty);
        sum.e -= empty;
        sum.more = magnitude[top - 2] << empty != 0;
    } else if (top > 1) {
        sum.more = magnitude[top - 2] != 0;
    }
    for (std::size_t i = 0; i + 2 < top; ++i) sum.more |= magnitude[i] != 0;
    return word_of(format, sum, negative);
}

ExactWord rounded(const FloatFormat& format, Int128 sum, int e) {
    const bool negative = sum < 0;
    UInt128 magnitude = negative ? 0 - static_cast<UInt128>(sum) : static_cast<UInt128>(sum);
    const auto high = static_cast<std::uint64_t>(magnitude >> 64);
    if (high == 0) return word_of(format, {static_cast<std::uint64_t>(magnitude), e, false}, negative);
    const int down = width_of(high);
    const bool more = (magnitude & ((UInt128{1} << down) - 1)) != 0;
    return word_of(format, {static_cast<std::uint64_t>(magnitude >> down), e + down, more}, negative);
}

// ---- the product ----

struct ExactProduct::Prepared {
    Prepared(const DotRule& rule, const MatrixInput& in) : input_(rule, in), meetings_(meetings_of(rule, in)) {
        if (rule.a == nullptr) return;
        a_ = ExactParts(input_, Operand::a);
        b_ = ExactParts(input_, Operand::b);
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
                                      : integer_of(x, input_.rule.a_signed) * integer_of(y, input_.rule.b_signed);
        }
        const std::uint32_t word = s32_word(total, input_.rule.saturate);
        return {word, static_cast<std::int32_t>(word) == total};
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
        return most - least <= kMostShift ? narrow_sum(addend, i, j, least) : wide_sum(addend, i, j);
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

    ExactWord narrow_sum(const ExactPart& addend, unsigned i, unsigned j, int least) const {
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

    ExactWord wide_sum(const ExactPart& addend, unsigned i, unsigned j) const {
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

std::string_view last_place(std::string_view d_type) { return find_integer(d_type) == nullptr ? " ULP" : ""; }

std::int64_t ulp_distance(const FloatFormat* format, std::uint32_t word, std::uint32_t expected) {
    if (format == nullptr) return std::int64_t{static_cast<std::int32_t>(word)} - static_cast<std::int32_t>(expected);
    if (word == expected) return 0;
    const NumberClass what = class_of_number(*format, word), expected_what = class_of_number(*format, expected);
    if (what == NumberClass::nan && expected_what == NumberClass::nan) return 0;
    if (what != NumberClass::finite || expected_what != NumberClass::finite) return kFar;  // different words
    const std::uint32_t sign = 1u << (format->bits - 1);
    return rank_of(word, sign) - rank_of(expected, sign);
}

}  // namespace tilescope
