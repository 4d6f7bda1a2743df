// core/src/program/sass_meaning.cpp -- what machine code computes: arithmetic, moves, bit operations and comparisons.
// SPDX-License-Identifier: MIT
#include "sass_effect.h"
#include "words.h"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <optional>

namespace tilescope::program::sass {
namespace {

constexpr double kMostOfHalf = 65504;

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
    return {low_word(values, wide), high_word(values, wide)};
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

// IADD3 R4, P0, PT, R5, R6, RZ. The carry is known for two terms without a sign.
Effect add(const Parts& parts, Values& values) {
    const auto s = parts.sources;
    if (s.empty() || s.size() > 3 || std::ranges::any_of(s, &Operand::is_predicate)) return {};
    Effect out{sum(values, s, 32)};
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
    return {sum(values, s, 32)};
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
    return {values.operation(Operation::add, 32, {product, total})};
}

struct WideSum {
    ExprId product, total = kNone;
};

// A product of two words, and the pair that is added. With .X a carry is added too. No value: it has another form.
std::optional<WideSum> wide_sum(const Parts& parts, Values& values) {
    const auto s = parts.sources;
    const bool carry = parts.instruction->has("X");
    const auto changed = [](const Operand& o) { return o.negative || (o.inverted && !o.is_predicate()); };
    if (s.size() != (carry ? 4u : 3u) || std::ranges::any_of(s, changed)) return std::nullopt;
    if (carry && !s[3].is_predicate()) return std::nullopt;
    const bool is_unsigned = parts.instruction->has("U32");
    const auto factor = [&](const Operand& operand) {
        return is_unsigned ? values.word(operand) : widened(values, values.word(operand));
    };
    WideSum out{values.operation(Operation::multiply, 64, {factor(s[0]), factor(s[1])})};
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
    return {high_word(values, sum->total)};
}

// LEA R4, R5, R6, 0x3 is (R5 << 3) + R6.
Effect shift_add(const Parts& parts, Values& values) {
    const auto s = parts.sources;
    if (s.size() != 3) return {};
    const auto count = small_count(s[2]);
    if (!count) return {};
    const ExprId shifted =
        values.operation(Operation::shift_left, 32, {values.word(s[0]), values.constant(*count, 32)});
    return {values.operation(Operation::add, 32, {shifted, values.word(s[1])})};
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
    return {values.operation(Operation::add, 32, {base, carried})};
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
    return {high ? high_word(values, shifted) : low_word(values, shifted)};
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
    return {values.operation(what, 32, {values.word(s[0]), count})};
}

// The bits of a half-precision number, if the text is one exactly: 1.875, 5.9604644775390625e-08.
std::optional<std::uint32_t> half_bits(std::string_view text) {
    const bool negative = text.starts_with('-');
    if (negative || text.starts_with('+')) text.remove_prefix(1);
    if (text.empty() || !is_digit(text[0])) return std::nullopt;
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || value > kMostOfHalf) return std::nullopt;
    const double units = value * 0x1p24;  // of the smallest half above 0
    const auto digits = static_cast<std::uint64_t>(units);
    if (static_cast<double>(digits) != units) return std::nullopt;
    const std::uint32_t sign = negative ? 0x8000 : 0;
    const auto width = static_cast<unsigned>(std::bit_width(digits));
    if (width <= 10) return sign | static_cast<std::uint32_t>(digits);  // zero and subnormal numbers
    if ((digits & ((std::uint64_t{1} << (width - 11)) - 1)) != 0) return std::nullopt;
    return sign | (width - 10) << 10 | (static_cast<std::uint32_t>(digits >> (width - 11)) & 0x3ff);
}

std::optional<unsigned> table_in(const Operand& operand) {
    if (operand.type != Operand::Type::number || operand.value > 0xff) return std::nullopt;
    return static_cast<unsigned>(operand.value);
}

Effect move(const Parts& parts, Values& values) {
    if (parts.sources.size() != 1) return {};
    return {values.word(parts.sources[0])};
}

// "SHFL.IDX PT, R0, R20, RZ, 0x1f" has the value of the first thread of the warp. The bits that are known of R20 are
// known in every thread, and a value that is computed for one thread is computed for the first of its warp.
Effect shuffle(const Parts& parts, Values& values) {
    const auto s = parts.sources;
    if (s.size() != 3 || s[1].text != "RZ" || s[2].text != "0x1f") return {};
    return {values.word(s[0])};
}

Effect special_register(const Parts& parts, Values& values) {
    const bool thread = parts.sources.size() == 1 && parts.sources[0].text == "SR_TID.X";
    return {thread ? values.thread_index() : kNone};
}

Effect move_pair(const Parts& parts, Values& values) {
    if (parts.sources.size() != 1) return {};
    return both_words(values, values.pair(parts.sources[0]));
}

Effect zero_pair(const Parts& parts, Values& values) {
    if (parts.sources.size() != 1 || parts.sources[0].text != "SRZ") return {};
    return {values.constant(0, 32), values.constant(0, 32)};
}

// "HFMA2 R5, -RZ, RZ, 1.875, 0" is a move of two constants. The high half is written first.
Effect half_constants(const Parts& parts, Values& values) {
    const auto s = parts.sources;
    if (s.size() != 4 || s[0].text != "-RZ" || s[1].text != "RZ") return {};
    const auto high = half_bits(s[2].text), low = half_bits(s[3].text);
    if (!high || !low) return {};
    return {values.constant(*high << 16 | *low, 32)};
}

Effect select_value(const Parts& parts, Values& values) {
    const auto s = parts.sources;
    if (s.size() != 3) return {};
    const ExprId condition = values.predicate(s[2]);
    if (parts.instruction->has("64"))
        return both_words(values,
                          values.operation(Operation::select, 64, {condition, values.pair(s[0]), values.pair(s[1])}));
    return {values.operation(Operation::select, 32, {condition, values.word(s[0]), values.word(s[1])})};
}

// The smaller or the larger of two values: one of them.
Effect either(const Parts& parts, Values& values) {
    const auto s = parts.sources;
    if (s.size() != 3 || !s[2].is_predicate()) return {};
    const ExprId open = values.operation(Operation::unknown, 1, {});
    return {values.operation(Operation::select, 32, {open, values.word(s[0]), values.word(s[1])})};
}

// LOP3.LUT R4, R5, 0x3fff, RZ, 0xc0, !PT
Effect lookup(const Parts& parts, Values& values) {
    const auto s = parts.sources;
    if (s.size() < 4 || s.size() > 5 || (s.size() == 5 && !s[4].is_predicate())) return {};
    const auto table = table_in(s[3]);
    if (!table) return {};
    return {values.operation(Operation::lookup, 32, {values.word(s[0]), values.word(s[1]), values.word(s[2])}, *table)};
}

// PLOP3.LUT P0, PT, P1, P2, PT, 0x80, 0x8. The first table is for P0.
Effect lookup_predicates(const Parts& parts, Values& values) {
    const std::vector<Operand>& o = parts.instruction->operands;
    if (o.size() != 7) return {};
    const auto table = table_in(o[5]);
    if (!table) return {};
    const ExprId a = values.predicate(o[2]), b = values.predicate(o[3]), c = values.predicate(o[4]);
    constexpr unsigned kOr = 0xfc;  // as a choice, because Operation::lookup with this table is for fields of words
    if (*table == kOr) return {kNone, kNone, values.operation(Operation::select, 1, {a, values.constant(1, 1), b})};
    return {kNone, kNone, values.operation(Operation::lookup, 1, {a, b, c}, *table)};
}

Effect bitwise(const Parts& parts, Values& values) {
    const auto s = parts.sources;
    if (s.size() != 2 || parts.instruction->modifiers.size() != 1) return {};
    const std::string_view name = parts.instruction->modifiers[0];
    const Operation what = name == "AND" ? Operation::bit_and : name == "OR" ? Operation::bit_or : Operation::bit_xor;
    return {values.operation(what, 32, {values.word(s[0]), values.word(s[1])})};
}

// SGXT.U32 R4, R5, 0xf keeps 15 bits; SGXT repeats the last of them.
Effect extend(const Parts& parts, Values& values) {
    const auto s = parts.sources;
    if (s.size() != 2 || s[1].type != Operand::Type::number || s[1].value == 0 || s[1].value > 31) return {};
    const ExprId value = values.word(s[0]);
    const auto bits = static_cast<unsigned>(s[1].value);
    if (!parts.instruction->has("U32")) return {values.operation(Operation::sign_extend, 32, {value}, bits)};
    const ExprId mask = values.constant((std::uint64_t{1} << bits) - 1, 32);
    return {values.operation(Operation::bit_and, 32, {value, mask})};
}

// PRMT R4, R5, 0x5410, R6
Effect permute(const Parts& parts, Values& values) {
    const auto s = parts.sources;
    if (s.size() != 3) return {};
    return {values.operation(Operation::permute, 32, {values.word(s[0]), values.word(s[2]), values.word(s[1])})};
}

// The count is at most 32.
Effect count_ones(const Parts& parts, Values& values) {
    if (parts.sources.size() != 1) return {};
    const ExprId open = values.operation(Operation::unknown, 32, {});
    return {values.operation(Operation::bit_and, 32, {open, values.constant(63, 32)})};
}

// ISETP.GE.U32.AND P0, PT, R4, R5, P1 is (R4 >= R5) && P1.
Effect compare(const Parts& parts, Values& values) {
    struct Comparison {
        std::string_view name;
        bool equal, swapped, negated;
    };
    constexpr Comparison kComparisons[] = {{"EQ", true, false, false},  {"NE", true, false, true},
                                           {"LT", false, false, false}, {"GE", false, false, true},
                                           {"GT", false, true, false},  {"LE", false, true, true}};
    // Tables of a lookup whose last operand is 1. Operation::bit_or is for fields of words.
    constexpr std::array<std::pair<std::string_view, unsigned>, 3> kCombinations = {
        {{"AND", 0x80}, {"OR", 0xa8}, {"XOR", 0x28}}};
    const Instruction& in = *parts.instruction;
    const std::vector<Operand>& o = in.operands;
    if (o.size() != 5 || in.modifiers.size() < 2 || !o[0].is_predicate() || !o[1].is_predicate()) return {};
    const ExprId a = values.word(o[2]), b = values.word(o[3]);
    const Operation less = in.has("U32") ? Operation::less : Operation::less_signed;
    for (const Comparison& comparison : kComparisons) {
        if (in.modifiers.front() != comparison.name) continue;
        const ExprId first = comparison.swapped ? b : a, second = comparison.swapped ? a : b;
        const Operation what = comparison.equal ? Operation::equal : less;
        ExprId value = values.operation(what, 1, {first, second}, what == Operation::less_signed ? 32 : 0);
        if (comparison.negated) value = values.operation(Operation::equal, 1, {value, values.constant(0, 1)});
        for (const auto& [name, table] : kCombinations)
            if (in.modifiers.back() == name)
                return {kNone, kNone,
                        values.operation(Operation::lookup, 1, {value, values.predicate(o[4]), values.constant(1, 1)},
                                         table)};
    }
    return {};
}

// An opcode with exactly these modifiers has this meaning. `required` are all present, `allowed` can be.
struct Known {
    std::string_view bases, required, allowed;
    Effect (*meaning)(const Parts& parts, Values& values);
};
constexpr Known kKnown[] = {
    {"MOV", "", "SPILL", move},
    {"MOV32I UMOV R2UR", "", "", move},
    {"SHFL", "IDX", "", shuffle},
    {"S2R S2UR", "", "", special_register},
    {"MOV UMOV", "64", "", move_pair},
    {"CS2R", "", "32", zero_pair},
    {"HFMA2", "", "MMA", half_constants},
    {"SEL USEL", "", "64", select_value},
    {"IMNMX VIMNMX UIMNMX UVIMNMX", "", "U32 S32", either},
    {"LOP3 ULOP3", "LUT", "", lookup},
    {"PLOP3 UPLOP3", "LUT", "", lookup_predicates},
    {"LOP ULOP LOP32I", "", "AND OR XOR", bitwise},
    {"SGXT USGXT", "", "U32 W", extend},
    {"PRMT UPRMT", "", "", permute},
    {"POPC UPOPC", "", "", count_ones},
    {"ISETP UISETP", "", "EQ NE LT LE GT GE U32 S32 AND OR XOR", compare},
    {"IADD3 UIADD3 IADD UIADD VIADD UVIADD IADD32I", "", "", add},
    {"IADD3 UIADD3", "X", "", add_carry},
    {"IADD3 UIADD3 IADD UIADD", "64", "", add_pair},
    {"IMAD UIMAD", "", "MOV U32 S32 IADD SHL X", multiply_add},
    {"IMAD UIMAD", "HI", "U32", multiply_high},
    {"IMAD UIMAD", "WIDE", "U32 X", multiply_wide},
    {"LEA ULEA ISCADD", "", "", shift_add},
    {"LEA ULEA", "HI", "X SX32", shift_add_high},
    {"SHF USHF", "", "L R U32 S32 U64 S64 HI W", funnel},
    {"SHL USHL SHR USHR", "", "U32 S32 W", shift},
};

}  // namespace

Effect effect_of(const Parts& parts, Values& values) {
    const Instruction& in = *parts.instruction;
    for (const Known& known : kKnown) {
        if (!has_word(known.bases, in.base)) continue;
        const auto fits = [&](std::string_view m) {
            return !m.empty() && (has_word(known.allowed, m) || m == known.required);
        };
        if (!std::ranges::all_of(in.modifiers, fits)) continue;
        if (known.required.empty() || in.has(known.required)) return known.meaning(parts, values);
    }
    return {};
}

}  // namespace tilescope::program::sass
