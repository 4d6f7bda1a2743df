// core/src/study/dump_match.h -- whether two words of D can be the same sum, rounded in two ways.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/emulator/emulation.h>

#include <cstdint>
#include <optional>
#include <string_view>

namespace tilescope {

// NaN is one value: kernels and converters choose its bits. `format` is null for integers.
bool same_word(std::uint32_t a, std::uint32_t b, const FloatFormat* format);

// A word of D as a kernel stores it in another type.
std::uint32_t converted(std::uint32_t word, const FloatFormat* from, const FloatFormat* to);

// How far two words of a dump may be apart so that only the order and the precision of their sums differ. No element
// has a bound of its own: the largest sum of D decides, so that a wrong read can hide only if it hardly changes D.
class SumRounding {
public:
    // `model` and the expected words of `e` are compared; `type` is that of the dump.
    SumRounding(const Emulation& e, std::string_view type);

    // Requires: both are words of the type of the dump.
    bool is_near(std::uint32_t a, std::uint32_t b) const;
    // The value of a word of the dump. NaN for a NaN.
    double value(std::uint32_t word) const;
    const FloatFormat* format() const { return format_; }
    // The same bound for words that are this much larger.
    SumRounding scaled(double factor) const;

private:
    const FloatFormat* format_;  // null: integers, which have no rounding
    double of_sums_ = 0, of_word_ = 0;
};

}  // namespace tilescope
