// core/src/program/sass_arithmetic.cpp -- the meaning of sums, products and shifts of machine code.
// SPDX-License-Identifier: MIT
#include "sass_effect.h"

#include <algorithm>
#include <array>
#include <optional>

namespace tilescope::program::sass {
namespace {

using Args = std::vector<ExprId>;

bool is_zero(const Operand& operand) {
    return (operand.is_register() && operand.zero && !operand.inverted) ||
           (operand.type == Operand::Type::number && operand.value == 0);
}

ExprId low_word(Values& values, ExprId wide) {
    return values.operation(Operation::bit_and, 32, {wide, values.constant(0xffffffff, 64)});
}

ExprId high_word(Values& values, ExprId wide) {
    return values.operation(Operation::shift_right, 64, {wide, values.constant(32, 64)});
}

Effect both_words(Values& values, ExprId wide) {
    if (wide == kNone) return {};
    return {low_word(values, wide), high_word(values, wide), kNone};
}

// The sum of the words and of carries, which are predicates. Empty: an operand is of another form.
ExprId sum(Values& values, std::span<const Operand> operands, unsigned width) {
    ExprId total = kNone;
    for (const Operand& operand : operands) {
        const ExprId term = operand.is_predicate() ? values.predicate(operand) : values.word(operand);
        if (term == kNone) return kNone;
        total = total == kNone ? term : values.operation(Operation::add, width, {total, term});
    }
    return total;
}

// A constant shift count below 32.
std::optional<std::uint64_t> small_count(const Operand& operand) {
    if (is_zero(operand)) return 0;
    if (operand.type != Operand::Type::number || operand.value > 31) return std::nullopt;
    return operand.value;
}

// `value` as 64 bits: a copy of its sign above.
ExprId widened(Values& values, ExprId value) { return values.operation(Operation::sign_extend, 64, {value}, 32); }

}  // namespace

// IADD3 R4, P0, PT, R5, R6, RZ. The carry is known for two terms without a sign.
Effect add(const Parts& parts, Values& values) {
    const auto s = parts.sources;
    if (s.empty() || s.size() > 3 || std::ranges::any_of(s, &Operand::is_predicate)) return {};
    Effect out{sum(values, s, 32), kNone, kNone};
    const bool positive =
        std::ranges::none_of(s, [](const Operand& o) { return o.inverted || o.text.starts_with('-'); });
    const auto terms = std::ranges::count_if(s, [](const Operand& o) { return !is_zero(o); });
    if (parts.predicates.empty() || !positive || terms > 2) return out;
    const ExprId wide = sum(values, s, 64);
    if (wide != kNone) out.predicate = high_word(values, wide);
    return out;
}

// IADD3.X R4, PT, PT, R5, R6, RZ, P0, !PT
Effect add_carry(const Parts& parts, Values& values) {
    const auto s = parts.sources;
    const bool negative = std::ranges::any_of(s, [](const Operand& o) { return o.negative; });
    if (s.size() != 5 || negative || !s[3].is_predicate() || !s[4].is_predicate()) return {};
    return {sum(values, s, 32), kNone, kNone};
}

// UIADD3.64 UR4, UPT, UPT, UR6, UR8, URZ
Effect add_pair(const Parts& parts, Values& values) {
    ExprId total = kNone;
    for (const Operand& operand : parts.sources) {
        if (operand.is_predicate()) return {};
        ExprId term = values.pair(operand);
        if (operand.negative) term = values.operation(Operation::subtract, 64, {values.constant(0, 64), term});
        if (term == kNone) return {};
        total = total == kNone ? term : values.operation(Operation::add, 64, {total, term});
    }
    return both_words(values, total);
}

// IMAD, and its forms that move, add or shift: R4 = R5 * R6 + R7. IMAD.X adds a carry.
Effect multiply_add(const Parts& parts, Values& values) {
    const auto s = parts.sources;
    const bool carry = parts.instruction->has("X");
    if (s.size() != (carry ? 4u : 3u) || (carry && !s[3].is_predicate())) return {};
    if (carry && std::ranges::any_of(s, [](const Operand& o) { return o.negative; })) return {};
    const ExprId product = values.operation(Operation::multiply, 32, {values.word(s[0]), values.word(s[1])});
    const ExprId total = sum(values, s.subspan(2), 32);
    return {values.operation(Operation::add, 32, {product, total}), kNone, kNone};
}

struct WideSum {
    ExprId product, total;
};

// A product of two words, and the pair that is added. With .X a carry is added too. No value: it has another form.
std::optional<WideSum> wide_sum(const Parts& parts, Values& values) {
    const auto s = parts.sources;
    const bool carry = parts.instruction->has("X");
    const auto changed = [](const Operand& o) { return o.negative || (o.inverted && !o.is_predicate()); };
    if (s.size() != (carry ? 4u : 3u) || std::ranges::any_of(s, changed)) return std::nullopt;
    if (carry && !s[3].is_predicate()) return std::nullopt;
    const bool is_unsigned = parts.instruction->has("U32");
    Args factors;
    for (const Operand& operand : s.first(2))
        factors.push_back(is_unsigned ? values.word(operand) : widened(values, values.word(operand)));
    WideSum out{values.operation(Operation::multiply, 64, factors), kNone};
    out.total = values.operation(Operation::add, 64, {out.product, values.pair(s[2])});
    if (carry) out.total = values.operation(Operation::add, 64, {out.total, values.predicate(s[3])});
    return out;
}

// IMAD.WIDE R4, R6, R7, R8: the pair R8, R9 is added. IMAD.WIDE.U32 R4, P0, R6, R7, R8 has a carry: the sum is less
// than one of its terms.
Effect multiply_wide(const Parts& parts, Values& values) {
    const auto sum = wide_sum(parts, values);
    if (!sum) return {};
    Effect out = both_words(values, sum->total);
    const bool carries = !parts.predicates.empty() && !parts.instruction->has("X") && parts.instruction->has("U32");
    if (carries) out.predicate = values.operation(Operation::less, 1, {sum->total, sum->product});
    return out;
}

// IMAD.HI R4, R6, R7, R8 is the high word of the same sum.
Effect multiply_high(const Parts& parts, Values& values) {
    const auto sum = wide_sum(parts, values);
    if (!sum) return {};
    return {high_word(values, sum->total), kNone, kNone};
}

// LEA R4, R5, R6, 0x3 is (R5 << 3) + R6.
Effect shift_add(const Parts& parts, Values& values) {
    const auto s = parts.sources;
    if (s.size() != 3) return {};
    const auto count = small_count(s[2]);
    if (!count) return {};
    const ExprId shifted =
        values.operation(Operation::shift_left, 32, {values.word(s[0]), values.constant(*count, 32)});
    return {values.operation(Operation::add, 32, {shifted, values.word(s[1])}), kNone, kNone};
}

// LEA.HI R4, R5, R6, R7, 0x3 adds R6 to the high word of (R7, R5) << 3. With .SX32, the sign of R5 is its high word,
// and R7 is not written. With .X, a carry is added.
Effect shift_add_high(const Parts& parts, Values& values) {
    auto s = parts.sources;
    const bool sign = parts.instruction->has("SX32"), carry = parts.instruction->has("X");
    if (s.size() != 3u + (sign ? 0 : 1) + (carry ? 1 : 0)) return {};
    if (std::ranges::any_of(s.first(s.size() - (carry ? 1 : 0)), [](auto& o) { return o.negative || o.inverted; }))
        return {};
    const ExprId carried = carry ? values.predicate(s.back()) : values.constant(0, 32);
    if (carry) s = s.first(s.size() - 1);
    const auto count = small_count(s.back());
    if (!count) return {};
    const ExprId low = values.word(s[0]);
    const ExprId wide = sign ? widened(values, low) : values.operation(Operation::join, 64, {low, values.word(s[2])});
    const ExprId shifted = values.operation(Operation::shift_left, 64, {wide, values.constant(*count, 64)});
    if (shifted == kNone) return {};
    const ExprId base = values.operation(Operation::add, 32, {high_word(values, shifted), values.word(s[1])});
    return {values.operation(Operation::add, 32, {base, carried}), kNone, kNone};
}

// SHF.R.U32.HI R4, R5, 0x4, R6 shifts the 64 bits (R6, R5). HI takes the high word of the result.
Effect funnel(const Parts& parts, Values& values) {
    const auto s = parts.sources;
    const Instruction& in = *parts.instruction;
    const bool left = in.has("L"), high = in.has("HI"), wide = in.has("U64") || in.has("S64");
    const bool sign = in.has("S32") || in.has("S64");
    if (s.size() != 3 || left == in.has("R")) return {};
    const auto small = small_count(s[1]);
    // Counts of 32 and more have the same result as in PTX only if the other word does not reach the result.
    const bool one_word = left ? !high && is_zero(s[2]) : high && is_zero(s[0]);
    if (!small && (in.has("W") || !(wide || one_word))) return {};
    const ExprId count = small ? values.constant(*small, 64) : values.word(s[1]);
    const Operation what = left ? Operation::shift_left : sign ? Operation::shift_right_signed : Operation::shift_right;
    const ExprId both = values.operation(Operation::join, 64, {values.word(s[0]), values.word(s[2])});
    const ExprId shifted = values.operation(what, 64, {both, count});
    if (shifted == kNone) return {};
    return {high ? high_word(values, shifted) : low_word(values, shifted), kNone, kNone};
}

// SHL R4, R5, 0x4. SHR.S32 keeps the sign.
Effect shift(const Parts& parts, Values& values) {
    const auto s = parts.sources;
    if (s.size() != 2) return {};
    const auto small = small_count(s[1]);
    const Instruction& in = *parts.instruction;
    const bool left = in.base.ends_with("SHL"), is_unsigned = in.has("U32");
    if ((!small && in.has("W")) || (!left && is_unsigned == in.has("S32"))) return {};
    const ExprId count = small ? values.constant(*small, 32) : values.word(s[1]);
    const Operation what = left          ? Operation::shift_left
                           : is_unsigned ? Operation::shift_right
                                         : Operation::shift_right_signed;
    return {values.operation(what, 32, {values.word(s[0]), count}), kNone, kNone};
}

}  // namespace tilescope::program::sass
