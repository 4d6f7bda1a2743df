// core/src/emulator/reference_product.cpp -- converts the reference operands to types of one exact product.
// SPDX-License-Identifier: MIT
#include "emulation_parts.h"

#include <algorithm>
#include <limits>

namespace tilescope {
namespace {

using Words = std::vector<std::uint32_t>;

// Converts 8-bit integers to f16, which holds each of them exactly.
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

struct Whole {
    std::int32_t value = 0;
    bool exact = false;
};

// Rounds to the nearest integer, ties to even, and clamps it. NaN gives 0.
Whole whole_of(const RawNumber& n) {
    using Limits = std::numeric_limits<std::int32_t>;
    if (n.what == NumberClass::nan) return {};
    const std::int32_t end = n.negative ? Limits::min() : Limits::max();
    constexpr int most_up = 31, most_down = 30;  // m is below 2^24
    if (n.what == NumberClass::infinite || n.e > most_up) return {n.m == 0 && n.what == NumberClass::finite ? 0 : end};
    if (n.e >= 0) {
        const std::int64_t all = std::int64_t{n.m} * (std::int64_t{1} << n.e);
        const auto kept = std::clamp<std::int64_t>(all, Limits::min(), Limits::max());
        return {static_cast<std::int32_t>(kept), kept == all};
    }
    const int down = std::min(-int{n.e}, most_down);
    const std::int32_t whole = n.m >> down, rest = n.m - (whole << down), half = 1 << (down - 1);
    const bool up = rest > half || (rest == half && (whole & 1) != 0);
    return {whole + (up ? 1 : 0), rest == 0};
}

}  // namespace

ReferenceProduct reference_product(const EmulatorJob& job, const MmaShape& s, const ReferenceOperands& columns) {
    ReferenceProduct out{.rule = s.rule, .a = {}, .b = {}, .c = {}};
    // The job stores one b1 element in each word. So the elements can be multiplied as bytes 0 and 1: same product.
    out.rule.bits = false;
    const auto written = [&](Operand o) { return job.written_type[o] ? job.written_type[o] : pick(o, s.a, s.b); };
    const ElementType &a = *written(Operand::a), &b = *written(Operand::b);
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
    for (ExactWord& w : words) {
        const RawNumber n = decode_number(*find_float("f32"), w.word);
        const Whole whole = whole_of(n);
        w.exact = w.exact && whole.exact;
        w.word = static_cast<std::uint32_t>(whole.value);
    }
}

}  // namespace tilescope
