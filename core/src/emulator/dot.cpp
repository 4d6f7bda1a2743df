// core/src/emulator/dot.cpp -- one element of D, bit for bit: a row of A times a column of B, plus C.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/emulator/dot.h>
#include <tilescope/hw/variant.h>

#include <algorithm>
#include <bit>
#include <optional>
#include <span>
#include <vector>

namespace tilescope {
namespace {

// ---- finite sums of products and C, one function for each rule ----

// One product with its scale factors: m x 2^e. rho is the sum of all raw exponents, sigma the sum of the raw exponents
// of the scale factors.
struct Term {
    std::int64_t m = 0;
    int e = 0, rho = 0, sigma = 0;
    unsigned at = 0;  // logical position
};

// All terms are finite. The products are in the order of physical K, including zeros. An absent C is 0.
struct Terms {
    std::vector<Term> products;
    Term c;
};

constexpr std::uint32_t kFirstNormal = 0x00800000, kF32Magnitude = 0x7fffffff;

// Returns m x 2^e in units of 2^q, with the magnitude truncated toward zero. Requires: e - q is at most the window, or
// m is 0 (zeros do not take part in the choice of q).
std::int64_t cut(std::int64_t m, int e, int q) {
    if (m == 0) return 0;
    if (e >= q) return m * (std::int64_t{1} << (e - q));
    const int down = q - e;
    if (down >= 63) return 0;
    return m < 0 ? -(-m >> down) : m >> down;
}
std::int64_t cut(const Term& t, int q) { return cut(t.m, t.e, q); }

std::uint32_t word_of(const DotRule& rule, std::int64_t u, int q) {
    if (rule.d->bits == 16) return f16_nearest(u, q);
    return rule.profile->adds.f32_fraction == 13 ? f32_toward_zero_13(u, q) : f32_toward_zero(u, q);
}

// Truncates each term first and then adds. So bits that a term loses stay lost, even if the large terms cancel.
std::int64_t sum_of(const Terms& terms, int q) {
    std::int64_t u = cut(terms.c, q);
    for (const Term& p : terms.products) u += cut(p, q);
    return u;
}

// Zeros have no exponent. Only in the alternative rule (mmasim) they take part in the maximum, with kZeroRho; that rule
// has no floor.
std::uint32_t window_word(const DotRule& rule, const Terms& terms) {
    const bool zeros_vote = rule.other == Doubt::mmasim;
    std::optional<int> greatest;
    const auto vote = [&](const Term& t) {
        if (t.m != 0 || zeros_vote) greatest = std::max(greatest.value_or(t.rho), t.rho);
    };
    vote(terms.c);
    for (const Term& p : terms.products) vote(p);
    if (!greatest) return 0;
    const int floor = zeros_vote ? kNoFloor : rule.other == Doubt::mx133 ? kMxFloor : rule.profile->adds.floor;
    const int q = std::max(*greatest, floor) - static_cast<int>(rule.profile->adds.window);
    return word_of(rule, sum_of(terms, q), q);
}

// ---- fp4 ----

// The exact sum m x 2^e of products with the same pair of scale factors.
struct SumGroup {
    std::int64_t m = 0;
    int e = 0;
    int rho = 0, sigma = 0;  // rho: the greatest raw exponent of the nonzero products
    bool any = false;        // true if there is a nonzero product
};

SumGroup group_of(std::span<const Term> products) {
    SumGroup g{.sigma = products.front().sigma};
    for (const Term& p : products) {
        if (p.m == 0) continue;
        g.e = g.any ? std::min(g.e, p.e) : p.e;
        g.rho = g.any ? std::max(g.rho, p.rho) : p.rho;
        g.any = true;
    }
    for (const Term& p : products)
        if (p.m != 0) g.m += p.m * (std::int64_t{1} << (p.e - g.e));
    return g;
}

std::vector<SumGroup> groups_of(std::span<const Term> products, std::size_t size) {
    std::vector<SumGroup> out;
    for (std::size_t i = 0; i < products.size(); i += size)
        out.push_back(group_of(products.subspan(i, std::min(size, products.size() - i))));
    return out;
}

// Groups of `size` logical positions. If A is sparse, a group has one product for each element that is kept there.
std::vector<SumGroup> logical_groups_of(std::span<const Term> products, std::size_t size) {
    std::vector<SumGroup> out;
    std::size_t begin = 0;
    for (std::size_t i = 1; i <= products.size(); ++i) {
        if (i < products.size() && products[i].at / size == products[begin].at / size) continue;
        out.push_back(group_of(products.subspan(begin, i - begin)));
        begin = i;
    }
    return out;
}

std::uint32_t cut_at(const DotRule& rule, const Term& c, std::span<const SumGroup> groups, int q) {
    std::int64_t u = cut(c, q);
    for (const SumGroup& g : groups) u += cut(g.m, g.e, q);
    return word_of(rule, u, q);
}

// A group is truncated at the end of C's window if C has at least its exponent, else at the end of the window of the
// scales. Subnormal results lose the groups with smaller scales whose sum is below 2^-174.
std::uint32_t below_scales(const DotRule& rule, const Term& c, std::span<const SumGroup> groups, int scale) {
    const int window = static_cast<int>(rule.profile->adds.window), q = scale - window;
    std::int64_t all = cut(c, q), great = all;
    for (const SumGroup& g : groups) {
        const bool outweighed = c.m != 0 && g.any && c.rho >= g.rho;
        const int group_q = outweighed ? std::max(q, c.rho - window) : q;
        const std::int64_t u = cut(g.m, g.e, group_q) * (std::int64_t{1} << (group_q - q));
        const bool tiny = q < kFp4Floor && g.sigma < scale && cut(u < 0 ? -u : u, q, kFp4Floor) == 0;
        all += u;
        great += tiny ? 0 : u;
    }
    const std::uint32_t word = word_of(rule, all, q), magnitude = word & kF32Magnitude;
    const bool subnormal = magnitude != 0 && magnitude < kFirstNormal;
    return subnormal && q < kFp4Floor ? word_of(rule, great, q) : word;
}

// MMA-Sim has one rule for both scale factor types. Blocks of zeros take part in the maximum with their scale.
std::uint32_t mmasim_groups(const DotRule& rule, const Terms& terms) {
    int greatest = terms.c.rho;
    for (const Term& p : terms.products) greatest = std::max(greatest, p.sigma);
    return cut_at(rule, terms.c, groups_of(terms.products, kMergeGroup),
                  greatest - static_cast<int>(rule.profile->adds.window));
}

std::uint32_t groups_word(const DotRule& rule, const Terms& terms) {
    const std::optional<Doubt> other = rule.other;
    if (other == Doubt::mmasim) return mmasim_groups(rule, terms);
    const int window = static_cast<int>(rule.profile->adds.window);
    const std::vector<SumGroup> merged = groups_of(terms.products, kMergeGroup);
    std::optional<int> greatest, scale;
    for (const SumGroup& g : merged) {
        if (!g.any) continue;
        greatest = std::max(greatest.value_or(g.rho), g.rho);
        scale = std::max(scale.value_or(g.sigma), g.sigma);
    }
    const Term& c = terms.c;
    if (!greatest) return word_of(rule, c.m, c.e);
    if (c.m != 0 && c.rho >= *greatest) return cut_at(rule, c, merged, c.rho - window);
    if (other == Doubt::q174) {
        const int most = c.m != 0 ? std::max(*scale, c.rho) : *scale;
        return cut_at(rule, c, merged, std::max(most - window, kFp4Floor));
    }
    if (rule.profile->adds.group == kMergeGroup) return below_scales(rule, c, merged, *scale);
    if (other == Doubt::g16) return cut_at(rule, c, merged, *scale - window);
    const std::size_t size = rule.profile->adds.group;
    return cut_at(rule, c,
                  other == Doubt::lk4 ? logical_groups_of(terms.products, size) : groups_of(terms.products, size),
                  *scale - window);
}

std::uint32_t finite_word(const DotRule& rule, const Terms& terms) {
    return rule.profile->adds.rule == SumRule::groups ? groups_word(rule, terms) : window_word(rule, terms);
}

// ---- products ----

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
    out.reserve(input.b.size());
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
    out.reserve(input.a.size());
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

std::uint32_t integer_word(const DotRule& rule, const DotInput& input) {
    std::int64_t total = input.has_c ? static_cast<std::int32_t>(input.c) : 0;
    for (const auto& [a, b, at] : pairs_of(rule, input))
        total += rule.bits ? std::popcount(a & b) : integer_of(a, rule.a_signed) * integer_of(b, rule.b_signed);
    return s32_word(total, rule.saturate);
}

// ---- checks of the input ----

Answer<void> codes_fit(const DotRule& rule, const DotInput& input) {
    const SparseGrain& grain = *rule.grain;
    const std::size_t k = input.b.size(), groups = k / grain.group;
    if (k % grain.group != 0)
        return Refusal("operand b has ", k, " elements; a sparse MMA (", grain.name, ") needs a multiple of ",
                       grain.group);
    if (input.codes.size() < groups)
        return Refusal("a sparse A of ", k, " elements needs ", groups, " sparse codes; the list has ",
                       input.codes.size());
    for (std::size_t g = 0; g < groups; ++g)
        if (const auto kept = kept_by(grain, input.codes[g]); !kept && !has_effect(rule, input.codes[g]))
            return Refusal("sparse group ", g, ": ", kept.why);
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
        return Refusal(name, " has ", have, have == 1 ? " factor" : " factors", ", but K = ", input.b.size(), " needs ",
                       blocks, blocks == 1 ? " factor" : " factors", ": one for every ", rule.scale_block,
                       rule.grain ? " stored elements of a sparse A" : " elements");
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
        return Refusal("operand a has ", input.a.size(), " elements and operand b has ", input.b.size(),
                       "; both must have the same number", rule.grain ? ", or a only its stored half" : "");
    if (input.a.empty()) return Refusal("operands a and b are empty; they must have at least one element");
    if (input.b.size() > kMostDotK)
        return Refusal("operand b has ", input.b.size(), " elements; the limit is ", kMostDotK);
    const bool shifts = (rule.possible & set_of(Doubt::scale_d)) != 0;
    if (input.c_shift != 0 && !shifts)
        return Refusal("C is shifted, but only the tcgen05 kinds tf32 and f16 can shift C; the shift must be 0");
    if (input.c_shift > kMostScaleD)
        return Refusal("C is shifted by ", input.c_shift, "; the shift must be 0 to ", kMostScaleD);
    if ((input.negate_a || input.negate_b) && rule.a == nullptr)
        return Refusal("integers cannot be negated; negate_a and negate_b must be false");
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
