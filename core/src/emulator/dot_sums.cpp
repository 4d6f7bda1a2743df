// core/src/emulator/dot_sums.cpp -- finite sums of products and C, one function for each rule.
// SPDX-License-Identifier: MIT
#include "dot_sums.h"

#include <algorithm>
#include <span>

namespace tilescope {
namespace {

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

}  // namespace

std::uint32_t finite_word(const DotRule& rule, const Terms& terms) {
    return rule.profile->adds.rule == SumRule::groups ? groups_word(rule, terms) : window_word(rule, terms);
}

}  // namespace tilescope
