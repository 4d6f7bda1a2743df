// core/src/emulator/dot.cpp -- one element of D, bit for bit: a row of A times a column of B, plus C.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/emulator/dot.h>
#include <tilescope/hw/variant.h>

#include "dot_sums.h"

#include <algorithm>
#include <bit>
#include <limits>

namespace tilescope {
namespace {

constexpr RawNumber kOne{.m = 1};

// A word of A, the word of B that it meets, and their logical position.
struct Pair {
    std::uint32_t a, b;
    unsigned at;
};

// Returns the pairs in the order in which A is stored. No partial sum begins or ends inside a group, so the order in a
// group does not change a sum.
std::vector<Pair> pairs_of(const DotRule& rule, const DotInput& input) {
    std::vector<Pair> out;
    const bool stored = input.a.size() != input.b.size();
    for (const MetWord& met : words_met(rule.grain, input.codes, input.b))
        out.push_back({input.a[stored ? out.size() : met.at], met.word, met.at});
    return out;
}

RawNumber negated(RawNumber n, bool negate) {
    if (!negate) return n;
    n.m = -n.m;
    n.negative = !n.negative;
    return n;
}

// One element of A, one element of B, and the scale factors of their block.
struct Product {
    RawNumber a, b, scale_a = kOne, scale_b = kOne;
    unsigned at = 0;
};

std::vector<Product> products_of(const DotRule& rule, const DotInput& input) {
    std::vector<Product> out;
    for (const auto& [a, b, at] : pairs_of(rule, input)) {
        Product p{.a = negated(decode_number(*rule.a, a), input.negate_a),
                  .b = negated(decode_number(*rule.b, b), input.negate_b),
                  .at = at};
        if (rule.scale != nullptr) {
            const std::size_t block = out.size() / rule.scale_block;
            p.scale_a = decode_number(*rule.scale, input.scale_a[block]);
            p.scale_b = decode_number(*rule.scale, input.scale_b[block]);
        }
        out.push_back(p);
    }
    return out;
}

RawNumber addend_of(const DotRule& rule, const DotInput& input) {
    RawNumber c = decode_number(*rule.d, input.has_c ? input.c : 0);
    c.e = static_cast<std::int16_t>(c.e - static_cast<int>(input.c_shift));
    c.rho = static_cast<std::int16_t>(c.rho - static_cast<int>(input.c_shift));
    return c;
}

bool is(const RawNumber& n, NumberClass what) { return n.what == what; }
bool zero(const RawNumber& n) { return is(n, NumberClass::finite) && n.m == 0; }

// Collects the infinities and NaNs of all products and of C.
struct SpecialSum {
    bool nan = false, positive = false, negative = false;

    void add_infinity(bool minus) { (minus ? negative : positive) = true; }
    void add(const Product& p) {
        for (const RawNumber* n : {&p.a, &p.b, &p.scale_a, &p.scale_b}) nan |= is(*n, NumberClass::nan);
        if (!is(p.a, NumberClass::infinite) && !is(p.b, NumberClass::infinite)) return;
        nan |= zero(p.a) || zero(p.b);
        add_infinity(p.a.negative != p.b.negative);
    }
    void add(const RawNumber& c) {
        nan |= is(c, NumberClass::nan);
        if (is(c, NumberClass::infinite)) add_infinity(c.negative);
    }
};

std::optional<std::uint32_t> special_word(const DotRule& rule, std::span<const Product> products, const RawNumber& c) {
    SpecialSum sum;
    for (const Product& p : products) sum.add(p);
    sum.add(c);
    const bool half = rule.d->bits == 16;
    if (sum.nan || (sum.positive && sum.negative)) return half ? kF16Nan : kF32Nan;
    if (!sum.positive && !sum.negative) return std::nullopt;
    const std::uint32_t infinity = half ? kF16Infinity : kF32Infinity;
    return sum.negative ? infinity | 1u << (rule.d->bits - 1) : infinity;
}

// Returns the raw exponent of a number for the search for the greatest exponent. Only alternative rules look at that of
// a zero, which is kZeroRho.
int voting_rho(const RawNumber& n) { return n.m == 0 ? kZeroRho : n.rho; }

Term term_of(const Product& p) {
    Term t{.m = std::int64_t{p.a.m} * p.b.m * p.scale_a.m * p.scale_b.m,
           .e = p.a.e + p.b.e + p.scale_a.e + p.scale_b.e,
           .sigma = voting_rho(p.scale_a) + voting_rho(p.scale_b),
           .at = p.at};
    t.rho = voting_rho(p.a) + voting_rho(p.b) + t.sigma;
    return t;
}

// ---- integers ----

std::int64_t integer_of(std::uint32_t word, bool is_signed) {
    const std::uint32_t byte = word & 0xffu;
    return is_signed && byte >= 0x80u ? std::int64_t{byte} - 0x100 : std::int64_t{byte};
}

std::uint32_t integer_word(const DotRule& rule, const DotInput& input) {
    std::int64_t total = input.has_c ? static_cast<std::int32_t>(input.c) : 0;
    for (const auto& [a, b, at] : pairs_of(rule, input))
        total += rule.bits ? std::popcount(a & b) : integer_of(a, rule.a_signed) * integer_of(b, rule.b_signed);
    using Limits = std::numeric_limits<std::int32_t>;
    if (rule.saturate) total = std::clamp<std::int64_t>(total, Limits::min(), Limits::max());
    return static_cast<std::uint32_t>(total & 0xffffffff);
}

// ---- checks of the input ----

Answer<void> codes_fit(const DotRule& rule, const DotInput& input) {
    const SparseGrain& grain = *rule.grain;
    const std::size_t k = input.b.size(), groups = k / grain.group;
    if (k % grain.group != 0)
        return Answer<void>::refuse(
            say("operand b has ", k, " elements; a sparse MMA (", grain.name, ") needs a multiple of ", grain.group));
    if (input.codes.size() < groups)
        return Answer<void>::refuse(
            say("a sparse A of ", k, " elements needs ", groups, " sparse codes; the list has ", input.codes.size()));
    for (std::size_t g = 0; g < groups; ++g)
        if (const auto kept = kept_by(grain, input.codes[g]); !kept && !has_effect(rule, input.codes[g]))
            return Answer<void>::refuse(say("sparse group ", g, ": ", kept.why));
    return {};
}

// Requires: the form has scale factors.
std::size_t blocks_of(const DotRule& rule, const DotInput& input) {
    const std::size_t physical = rule.grain ? input.b.size() / 2 : input.b.size();
    return (physical + rule.scale_block - 1) / rule.scale_block;
}

Answer<void> scales_fit(const DotRule& rule, const DotInput& input) {
    const std::size_t blocks = blocks_of(rule, input);
    const auto lacks = [&](std::string_view name, std::size_t have) {
        return Answer<void>::refuse(say(name, " has ", have, have == 1 ? " factor" : " factors",
                                        ", but K = ", input.b.size(), " needs ", blocks,
                                        blocks == 1 ? " factor" : " factors", ": one for every ", rule.scale_block,
                                        rule.grain ? " stored elements of a sparse A" : " elements"));
    };
    if (input.scale_a.size() < blocks) return lacks("scale_a", input.scale_a.size());
    if (input.scale_b.size() < blocks) return lacks("scale_b", input.scale_b.size());
    return {};
}

// Requires: can_multiply(), and the types of the form are floating-point types.
std::uint32_t float_word(const DotRule& rule, const DotInput& input) {
    const std::vector<Product> products = products_of(rule, input);
    const RawNumber c = addend_of(rule, input);
    if (const auto special = special_word(rule, products, c)) return *special;
    Terms terms{.products = {}, .c = {.m = c.m, .e = c.e, .rho = voting_rho(c)}};
    for (const Product& p : products) terms.products.push_back(term_of(p));
    return finite_word(rule, terms);
}

}  // namespace

bool has_effect(const DotRule& rule, unsigned code) {
    return family_summing(rule.profile->unit).every_code && code <= bit_mask(kCodeBits);
}

Answer<void> can_multiply(const DotRule& rule, const DotInput& input) {
    const bool stored = rule.grain != nullptr && 2 * input.a.size() == input.b.size();
    if (input.a.size() != input.b.size() && !stored)
        return Answer<void>::refuse(say("operand a has ", input.a.size(), " elements and operand b has ",
                                        input.b.size(), "; both must have the same number",
                                        rule.grain ? ", or a only its stored half" : ""));
    if (input.a.empty()) return Answer<void>::refuse("operands a and b are empty; they must have at least one element");
    if (input.b.size() > kMostDotK)
        return Answer<void>::refuse(say("operand b has ", input.b.size(), " elements; the limit is ", kMostDotK));
    const bool shifts = (rule.possible & set_of(Doubt::scale_d)) != 0;
    if (input.c_shift != 0 && !shifts)
        return Answer<void>::refuse(
            "C is shifted, but only the tcgen05 kinds tf32 and f16 can shift C; the shift must be 0");
    if (input.c_shift > kMostScaleD)
        return Answer<void>::refuse(say("C is shifted by ", input.c_shift, "; the shift must be 0 to ", kMostScaleD));
    if ((input.negate_a || input.negate_b) && rule.a == nullptr)
        return Answer<void>::refuse("integers cannot be negated; negate_a and negate_b must be false");
    if (rule.grain != nullptr)
        if (const auto fit = codes_fit(rule, input); !fit) return fit;
    return rule.scale != nullptr ? scales_fit(rule, input) : Answer<void>();
}

std::uint32_t dot(const DotRule& rule, const DotInput& input) {
    return rule.a == nullptr ? integer_word(rule, input) : float_word(rule, input);
}

DoubtSet doubts_of(const DotRule& rule, const DotInput& input) {
    DoubtSet out = 0;
    const std::uint32_t ours = dot(rule, input);
    DotRule other = rule;
    for (const DoubtRow* row : rows_of(rule.possible)) {
        if (!row->per_word) continue;
        other.other = row->doubt;
        if (dot(other, input) != ours) out |= set_of(row->doubt);
    }
    return out;
}

DoubtSet doubts_that_apply(const DotRule& rule, const DotInput& input) {
    constexpr std::size_t kOddK = 96;
    constexpr std::uint8_t kUnread = 0x80;  // the ignored bit of a ue4m3 factor
    const std::size_t blocks = rule.scale ? blocks_of(rule, input) : 0;
    const auto has_sign = [&](std::span<const std::uint8_t> factors) {
        return std::ranges::any_of(factors.first(blocks), [](std::uint8_t f) { return (f & kUnread) != 0; });
    };
    DoubtSet out = 0;
    const auto met = [&](Doubt doubt, bool is_met) {
        if (is_met) out = static_cast<DoubtSet>(out | (rule.possible & set_of(doubt)));
    };
    met(Doubt::k96, input.b.size() == kOddK);
    met(Doubt::scale_d, input.c_shift != 0 && input.has_c);
    met(Doubt::ue4m3_sign, has_sign(input.scale_a) || has_sign(input.scale_b));
    met(Doubt::sparse_i8, true);
    return out;
}

}  // namespace tilescope
