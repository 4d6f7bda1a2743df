// core/src/study/dump_match.cpp -- whether two words of D can be the same sum, rounded in two ways.
// SPDX-License-Identifier: MIT
#include "dump_match.h"

#include <tilescope/emulator/element_terms.h>
#include <tilescope/emulator/floats.h>

#include <algorithm>
#include <cmath>

namespace tilescope {
namespace {

// A tensor core truncates each addition, another program rounds it, and both may add in another order.
constexpr double kSpare = 4;

// The weight of the last bit of 1.0 in a type.
double last_bit(const FloatFormat& format) { return std::ldexp(1.0, -static_cast<int>(format.fraction_bits)); }

}  // namespace

bool same_word(std::uint32_t a, std::uint32_t b, const FloatFormat* format) {
    if (a == b || format == nullptr) return a == b;
    return std::isnan(value_of_word(*format, a)) && std::isnan(value_of_word(*format, b));
}

std::uint32_t converted(std::uint32_t word, const FloatFormat* from, const FloatFormat* to) {
    if (from == to || from == nullptr || to == nullptr) return word;
    return word_nearest(*to, value_of_word(*from, word));
}

SumRounding::SumRounding(const Emulation& e, std::string_view type) : format_(find_float(type)) {
    const FloatFormat* const own = find_float(e.d_type);
    if (format_ == nullptr || own == nullptr) return;
    const SumRange range = range_of_sums(e);
    double most = std::max(std::abs(range.least), std::abs(range.most)), model = 0;
    for (std::size_t at = 0; at < e.d.size(); ++at) {
        const double exact = value_of_word(*own, e.expected[at].word), word = value_of_word(*own, e.d[at]);
        if (!std::isfinite(exact)) continue;
        most = std::max(most, std::abs(exact));
        // What the model itself loses: on Hopper, sums of fp8 have only 13 bits.
        if (e.verdicts[at] <= Verdict::rounding && std::isfinite(word)) model = std::max(model, std::abs(word - exact));
    }
    of_sums_ = kSpare * std::max(model, most * last_bit(*own) * static_cast<double>(e.reads.size() + 1));
    of_word_ = last_bit(*format_);
}

double SumRounding::value(std::uint32_t word) const {
    return format_ != nullptr ? value_of_word(*format_, word) : static_cast<double>(static_cast<std::int32_t>(word));
}

bool SumRounding::is_near(std::uint32_t a, std::uint32_t b) const {
    if (format_ == nullptr || same_word(a, b, format_)) return same_word(a, b, format_);
    const double x = value(a), y = value(b);
    if (!std::isfinite(x) || !std::isfinite(y)) return false;
    return std::abs(x - y) <= of_sums_ + of_word_ * std::max(std::abs(x), std::abs(y));
}

SumRounding SumRounding::scaled(double factor) const {
    SumRounding out = *this;
    out.of_sums_ *= std::abs(factor);
    return out;
}

}  // namespace tilescope
