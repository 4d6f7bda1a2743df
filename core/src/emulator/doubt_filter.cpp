// core/src/emulator/doubt_filter.cpp -- whether any word of a product could hang on a doubt, from the operands' ranges.
// SPDX-License-Identifier: MIT
#include "doubt_filter.h"

#include <algorithm>
#include <limits>

namespace tilescope {
namespace {

// What MMA-Sim gives a zero, and the least that C = 0 stands for.
constexpr int kZeroExponent = -126;

// Raw exponents of the numbers that are not zero.
struct Range {
    int least = std::numeric_limits<int>::max(), most = std::numeric_limits<int>::min();
    bool zeros = false;

    bool any() const { return least <= most; }
};

template <class Word>
Range range_of(const FloatFormat& format, std::span<const Word> words) {
    Range out;
    for (const Word word : words) {
        const RawNumber x = decode_number(format, word);
        if (x.what == NumberClass::finite && x.m == 0) out.zeros = true;
        if (x.what != NumberClass::finite || x.m == 0) continue;
        out.least = std::min<int>(out.least, x.rho);
        out.most = std::max<int>(out.most, x.rho);
    }
    return out;
}

// The fp4 kinds differ in where they cut. Where even the coarsest of their windows cuts nothing, all agree.
constexpr int kGroupWindow = 35, kLowestOfC = 23;

bool has_specials(const FloatFormat& format, std::span<const std::uint32_t> words) {
    return std::any_of(words.begin(), words.end(),
                       [&](std::uint32_t word) { return decode_number(format, word).what != NumberClass::finite; });
}

struct Sigma {
    int least = 0, most = 0;
};
Sigma sigma_of(const DotRule& rule, const MatrixInput& in) {
    if (rule.scale == nullptr) return {};
    const Range a = range_of(*rule.scale, in.scale_a), b = range_of(*rule.scale, in.scale_b);
    if (!a.any() || !b.any()) return {};
    return {a.least + b.least, a.most + b.most};
}

bool groups_may_doubt(const DotRule& rule, const MatrixInput& in) {
    if (rule.scale == nullptr || has_specials(*rule.d, in.c)) return true;
    const Sigma sigma = sigma_of(rule, in);
    const Range c = range_of(*rule.d, in.c);
    const unsigned fractions = 2 * rule.scale->fraction_bits + rule.a->fraction_bits + rule.b->fraction_bits;
    const int coarsest = std::max({sigma.most, kZeroExponent, c.any() ? c.most : kZeroExponent}) - kGroupWindow;
    const int lowest_product = sigma.least - static_cast<int>(fractions);
    return lowest_product < coarsest || (c.any() && c.least - kLowestOfC < coarsest);
}

}  // namespace

// The rules part ways only where a zero's exponent, or the lower end of the window, is greater than that of every term.
bool may_doubt(const DotRule& rule, const MatrixInput& in) {
    if (rule.a == nullptr || rule.b == nullptr || rule.d == nullptr) return false;
    if (rule.profile->sum == SumRule::groups) return groups_may_doubt(rule, in);
    if (rule.profile->sum != SumRule::window) return true;
    const Range a = range_of(*rule.a, in.a), b = range_of(*rule.b, in.b), c = range_of(*rule.d, in.c);
    const Sigma sigma = sigma_of(rule, in);
    int floor = kZeroExponent;
    if (a.zeros && b.any()) floor = std::max(floor, kZeroExponent + b.most + sigma.most);
    if (b.zeros && a.any()) floor = std::max(floor, kZeroExponent + a.most + sigma.most);
    const bool products = a.any() && b.any() && a.least + b.least + sigma.least < floor;
    return products || (c.any() && c.least < floor);
}

}  // namespace tilescope
