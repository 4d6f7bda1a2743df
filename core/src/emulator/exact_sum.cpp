// core/src/emulator/exact_sum.cpp -- exact sums: operands decoded once, sums of m x 2^e rounded once, at the end.
// SPDX-License-Identifier: MIT
#include "exact_sum.h"

#include <algorithm>
#include <bit>

namespace tilescope {
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
RoundedWord word_of(const FloatFormat& format, const Leading& sum, bool negative) {
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

ExactParts exact_parts(const ExactPartsInput& in) {
    ExactParts out{.entries = in.entries};
    out.all.reserve(in.lanes * in.entries);
    for (std::size_t i = 0; i < in.lanes; ++i) {
        ExactParts::Reach reach;
        bool any = false;
        for (std::size_t p = 0; p < in.entries; ++p) {
            const RawNumber n = decode_number(*in.format, in.words[i * in.entries + p]);
            RawNumber factor{.m = 1};
            if (in.scale != nullptr) factor = decode_number(*in.scale, in.scales[i * in.blocks + p / in.scale_block]);
            reach.special |= n.what != NumberClass::finite || factor.what != NumberClass::finite;
            const ExactPart part{(in.negate ? -n.m : n.m) * factor.m, n.e + factor.e};
            out.all.push_back(part);
            if (part.m == 0) continue;
            reach.least = any ? std::min(reach.least, part.e) : part.e;
            reach.most = any ? std::max(reach.most, part.e) : part.e;
            any = true;
        }
        out.reach.push_back(reach);
    }
    out.units.assign(out.all.size(), 0);
    for (std::size_t i = 0; i < in.lanes; ++i) align(out, i);
    return out;
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

RoundedWord WideSum::rounded(const FloatFormat& format) const {
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

RoundedWord rounded(const FloatFormat& format, Int128 sum, int e) {
    const bool negative = sum < 0;
    UInt128 magnitude = negative ? 0 - static_cast<UInt128>(sum) : static_cast<UInt128>(sum);
    const auto high = static_cast<std::uint64_t>(magnitude >> 64);
    if (high == 0) return word_of(format, {static_cast<std::uint64_t>(magnitude), e, false}, negative);
    const int down = width_of(high);
    const bool more = (magnitude & ((UInt128{1} << down) - 1)) != 0;
    return word_of(format, {static_cast<std::uint64_t>(magnitude >> down), e + down, more}, negative);
}

}  // namespace tilescope
