// core/src/autopsy/number_types.cpp -- whether elements are numbers of the type that the instruction reads.
// SPDX-License-Identifier: MIT
#include "number_types.h"

#include <tilescope/emulator/floats.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <vector>

namespace tilescope::autopsy {
namespace {

constexpr std::size_t kLeastWords = 256, kLeastDistinct = 64, kMostWords = 1u << 14;
constexpr double kTail = 0.01;  // of the numbers at each end that may be anything

// Words that are not zero, a sample of them.
std::vector<std::uint32_t> sample_of(std::span<const std::uint32_t> words) {
    const std::size_t step = words.size() / kMostWords + 1;
    std::vector<std::uint32_t> out;
    for (std::size_t i = 0; i < words.size(); i += step)
        if ((words[i] & 0x7fff) != 0) out.push_back(words[i]);
    return out;
}

struct Look {
    bool finite = true, integers = true;
    bool both_signs = false;
    double high = 0, ratio = 0;  // the magnitude at 99 %, and its ratio to that at 1 %
    double small = 0;            // the part of the numbers below a quarter of `high`
    std::size_t odd = 0;         // distinct odd integers of 3 and more
};

Look look_of(std::span<const std::uint32_t> words, const FloatFormat& format) {
    constexpr double kMostInteger = 2048;
    Look out;
    std::vector<double> sizes;
    std::set<double> odd;
    std::size_t negative = 0;
    for (const std::uint32_t word : words) {
        const double value = value_of_word(format, word);
        if (!std::isfinite(value)) return {.finite = false};
        const double size = std::fabs(value);
        sizes.push_back(size);
        negative += value < 0;
        out.integers &= size <= kMostInteger && size == std::floor(size);
        if (out.integers && size >= 3 && std::fmod(size, 2) == 1) odd.insert(size);
    }
    if (sizes.empty()) return out;
    std::ranges::sort(sizes);
    const auto tail = static_cast<std::size_t>(kTail * static_cast<double>(sizes.size()));
    out.high = sizes[sizes.size() - 1 - tail];
    out.ratio = sizes[tail] > 0 ? out.high / sizes[tail] : HUGE_VAL;
    const auto below = std::ranges::lower_bound(sizes, out.high / 4) - sizes.begin();
    out.small = static_cast<double>(below) / static_cast<double>(sizes.size());
    out.both_signs = negative * 5 > sizes.size() && (sizes.size() - negative) * 5 > sizes.size();
    out.odd = odd.size();
    return out;
}

// How unevenly the three bits below the exponent of f16 are used, for each exponent: 0 is even, 7 is one value only. In
// bf16 they are the low bits of the exponent.
double unevenness(std::span<const std::uint32_t> words) {
    std::map<std::uint32_t, std::array<double, 8>> counts;
    for (const std::uint32_t word : words) counts[word >> 10 & 0x1f][word >> 7 & 7] += 1;
    double out = -7.0 * static_cast<double>(counts.size());  // what chance alone makes of even bits
    for (const auto& [exponent, count] : counts) {
        double all = 0, squares = 0;
        for (const double c : count) all += c, squares += c * c;
        out += 8 * squares / all - all;
    }
    return out / static_cast<double>(words.size());
}

// Whether the octaves below the most common one have half and a quarter of its numbers, as in uniform numbers.
bool halves_downwards(std::span<const std::uint32_t> words) {
    std::array<double, 256> octaves{};
    for (const std::uint32_t word : words) octaves[word >> 7 & 0xff] += 1;
    const auto most = std::ranges::max_element(octaves);
    if (most - octaves.begin() < 2) return false;
    const double half = most[-1] / *most, quarter = most[-2] / *most;
    return half > 0.35 && half < 0.65 && quarter > 0.15 && quarter < 0.35;
}

bool is_plain_size(double size) { return size > 1.0 / 1024 && size < 1024; }

// bf16 numbers that are read as f16 would look like this.
bool are_bf16(const Look& as_f16, const Look& as_bf16, double uneven, bool halves) {
    return as_bf16.finite && (as_bf16.both_signs || halves) && uneven > 0.5 && as_f16.small < 0.02 &&
           as_bf16.small > 0.15 && is_plain_size(as_bf16.high) && (!as_f16.finite || as_f16.ratio < 4);
}

// f16 numbers that are read as bf16 would look like this.
bool are_f16(const Look& as_f16, const Look& as_bf16, double uneven) {
    return as_f16.finite && uneven < 0.25 && as_f16.ratio < 1024 && is_plain_size(as_f16.high) &&
           (!as_bf16.finite || as_bf16.ratio > 64);
}

bool are_integers_of(const Look& is, const Look& other) {
    return is.finite && is.integers && is.odd >= 1 && !other.integers;
}

std::size_t distinct(std::vector<std::uint32_t> words) {
    std::ranges::sort(words);
    return static_cast<std::size_t>(std::unique(words.begin(), words.end()) - words.begin());
}

}  // namespace

TypeOpinion opinion_of(std::span<const std::uint32_t> words, const ElementType& type) {
    constexpr std::size_t kDistinctIntegers = 6;  // -3 to 3 without zero
    const bool is_f16 = type.id == find_type("f16")->id, is_bf16 = type.id == find_type("bf16")->id;
    if (!is_f16 && !is_bf16) return {};
    const std::vector<std::uint32_t> sample = sample_of(words);
    if (sample.size() < kLeastWords) return {};
    const Look f16 = look_of(sample, *find_float("f16")), bf16 = look_of(sample, *find_float("bf16"));
    const std::size_t different = distinct(sample);
    bool for_f16 = different >= kDistinctIntegers && are_integers_of(f16, bf16);
    bool for_bf16 = different >= kDistinctIntegers && are_integers_of(bf16, f16);
    if (different >= kLeastDistinct && !for_f16 && !for_bf16) {
        const double uneven = unevenness(sample);
        for_f16 = are_f16(f16, bf16, uneven);
        for_bf16 = are_bf16(f16, bf16, uneven, halves_downwards(sample));
    }
    if (for_f16 == for_bf16) return {};
    if (for_f16 == is_f16) return {TypeVote::for_it, {}};
    return {TypeVote::for_other, is_f16 ? "bf16" : "f16"};
}

TypeOpinion opinion_of(std::string_view said, std::span<const std::uint32_t> words, const ElementType& type) {
    const ElementType* stated = find_type(said);
    // Bytes can be numbers of any type.
    if (!stated || (find_float(said) == nullptr) != (find_float(type.id) == nullptr) || stated->bits != type.bits)
        return {};
    const bool has_sign = std::ranges::any_of(words, [&](std::uint32_t w) { return (w >> (type.bits - 1) & 1) != 0; });
    if (stated == &type || (find_integer(said) && !has_sign)) return {TypeVote::for_it, {}};
    return {TypeVote::for_other, stated->id};
}

}  // namespace tilescope::autopsy
