// core/src/emulator/meant_product.cpp -- what was meant, in types that one exact product takes.
// SPDX-License-Identifier: MIT
#include "meant_product.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tilescope {
namespace {

using Words = std::vector<std::uint32_t>;

// f16 holds every 8-bit integer.
Words floats_of(const Words& bytes, bool is_signed) {
    Words out;
    out.reserve(bytes.size());
    const FloatFormat& f16 = *find_float("f16");
    for (const std::uint32_t word : bytes) {
        const auto byte = static_cast<std::uint8_t>(word & 0xff);
        out.push_back(word_nearest(f16, is_signed ? static_cast<std::int8_t>(byte) : byte));
    }
    return out;
}

Words f32_of(const Words& integers) {
    Words out;
    out.reserve(integers.size());
    for (const std::uint32_t word : integers)
        out.push_back(word_nearest(*find_float("f32"), static_cast<std::int32_t>(word)));
    return out;
}

}  // namespace

MeantProduct meant_product(const EmulatorJob& job, const MmaShape& s, const MeantOperands& columns) {
    MeantProduct out{.rule = s.rule, .a = {}, .b = {}, .c = {}};
    const auto written = [&](bool is_a) {
        return job.written_type[!is_a] ? job.written_type[!is_a] : is_a ? s.a : s.b;
    };
    const ElementType &a = *written(true), &b = *written(false);
    if (a.id == s.a->id && b.id == s.b->id) return out;
    out.rule.a = find_float(a.id);
    out.rule.b = find_float(b.id);
    out.rule.a_signed = a.id == "s8";
    out.rule.b_signed = b.id == "s8";
    const bool reads_integers = s.rule.d == nullptr;
    if (reads_integers && !out.rule.a && !out.rule.b) return out;
    if (!out.rule.a) out.a = floats_of(columns.a, out.rule.a_signed), out.rule.a = find_float("f16");
    if (!out.rule.b) out.b = floats_of(columns.b, out.rule.b_signed), out.rule.b = find_float("f16");
    if (!reads_integers) return out;
    out.rule.d = find_float("f32");
    out.rule.saturate = false;
    out.c = f32_of(columns.c);
    out.to_integer = true;
    return out;
}

void make_integers(std::span<ExactWord> words) {
    using Limits = std::numeric_limits<std::int32_t>;
    for (ExactWord& w : words) {
        const double value = value_of_word(*find_float("f32"), w.word);
        const double whole = std::isnan(value) ? 0 : std::nearbyint(value);
        const double kept = std::clamp<double>(whole, Limits::min(), Limits::max());
        w.exact = w.exact && kept == value;
        w.word = static_cast<std::uint32_t>(static_cast<std::int32_t>(kept));
    }
}

}  // namespace tilescope
