// core/src/program/sass_logic.cpp -- the meaning of moves, bit operations and comparisons of machine code.
// SPDX-License-Identifier: MIT
#include "sass_effect.h"

#include <array>
#include <bit>
#include <charconv>
#include <optional>
#include <string>

namespace tilescope::program::sass {
namespace {

bool is_wide(const Instruction& instruction) { return instruction.has("64"); }

// The halves of a register, as exact as a half-precision number is written: 1.875, 5.9604644775390625e-08.
std::optional<std::uint32_t> half_bits(std::string_view text) {
    const bool negative = text.starts_with('-');
    if (negative || text.starts_with('+')) text.remove_prefix(1);
    if (text.empty() || text[0] < '0' || text[0] > '9') return std::nullopt;
    // The digits are a whole number times a power of ten: exact, because a half has at most 24 binary places.
    std::uint64_t digits = 0;
    int exponent = 0;
    bool point = false;
    std::size_t at = 0;
    for (; at < text.size() && (text[at] == '.' || (text[at] >= '0' && text[at] <= '9')); ++at) {
        if (text[at] == '.') {
            if (point) return std::nullopt;
            point = true;
            continue;
        }
        if (digits > 100'000'000'000'000'000u) return std::nullopt;
        digits = digits * 10 + static_cast<unsigned>(text[at] - '0');
        exponent -= point ? 1 : 0;
    }
    if (at < text.size()) {
        int written = 0;
        const char* begin = text.data() + at + 1;
        if (text[at] != 'e' || begin == text.data() + text.size()) return std::nullopt;
        if (*begin == '+') ++begin;
        const auto [end, error] = std::from_chars(begin, text.data() + text.size(), written);
        if (error != std::errc() || end != text.data() + text.size() || written < -40 || written > 10)
            return std::nullopt;
        exponent += written;
    }
    // In units of 2^-24: digits * 10^exponent * 2^24. A power of ten below 1 must divide the digits.
    for (; exponent > 0 && digits < 1'000'000; --exponent) digits *= 10;
    if (exponent > 0) return std::nullopt;
    int twos = 24;
    for (; exponent < 0 && digits != 0; ++exponent) {
        if (digits % 5 != 0) return std::nullopt;
        digits /= 5;
        --twos;
    }
    for (; twos > 0; --twos) {
        if (digits >> 62) return std::nullopt;
        digits <<= 1;
    }
    for (; twos < 0; ++twos) {
        if (digits & 1) return std::nullopt;
        digits >>= 1;
    }
    const std::uint32_t sign = negative ? 0x8000 : 0;
    const auto width = static_cast<int>(std::bit_width(digits));
    if (width <= 10) return sign | static_cast<std::uint32_t>(digits);  // zero and subnormal numbers
    const std::uint64_t lost = digits & ((std::uint64_t{1} << (width - 11)) - 1);
    const int biased = width - 10;
    if (lost != 0 || biased > 30) return std::nullopt;
    const auto fraction = static_cast<std::uint32_t>(digits >> (width - 11)) & 0x3ff;
    return sign | static_cast<std::uint32_t>(biased) << 10 | fraction;
}

std::optional<unsigned> table_in(const Operand& operand) {
    if (operand.type != Operand::Type::number || operand.value > 0xff) return std::nullopt;
    return static_cast<unsigned>(operand.value);
}

Effect split(Values& values, ExprId wide) {
    if (wide == kNone) return {};
    return {values.operation(Operation::bit_and, 32, {wide, values.constant(0xffffffff, 64)}),
            values.operation(Operation::shift_right, 64, {wide, values.constant(32, 64)}), kNone};
}

}  // namespace

Effect move(const Parts& parts, Values& values) {
    if (parts.sources.size() != 1) return {};
    return {values.word(parts.sources[0]), kNone, kNone};
}

// "SHFL.IDX PT, R0, R20, RZ, 0x1f" has the value of the first thread of the warp. The bits that are known of R20 are
// known in every thread, and a value that is computed for one thread is computed for the first of its warp.
Effect shuffle(const Parts& parts, Values& values) {
    const auto s = parts.sources;
    if (s.size() != 3 || s[1].text != "RZ" || s[2].text != "0x1f") return {};
    return {values.word(s[0]), kNone, kNone};
}

Effect special_register(const Parts& parts, Values& values) {
    const bool thread = parts.sources.size() == 1 && parts.sources[0].text == "SR_TID.X";
    return {thread ? values.thread_index() : kNone, kNone, kNone};
}

Effect move_pair(const Parts& parts, Values& values) {
    if (parts.sources.size() != 1) return {};
    return split(values, values.pair(parts.sources[0]));
}

Effect zero_pair(const Parts& parts, Values& values) {
    if (parts.sources.size() != 1 || parts.sources[0].text != "SRZ") return {};
    return {values.constant(0, 32), values.constant(0, 32), kNone};
}

// "HFMA2 R5, -RZ, RZ, 1.875, 0" is a move of two constants. The high half is written first.
Effect half_constants(const Parts& parts, Values& values) {
    const auto s = parts.sources;
    if (s.size() != 4 || s[0].text != "-RZ" || s[1].text != "RZ") return {};
    const auto high = half_bits(s[2].text), low = half_bits(s[3].text);
    if (!high || !low) return {};
    return {values.constant(*high << 16 | *low, 32), kNone, kNone};
}

Effect select_value(const Parts& parts, Values& values) {
    const auto s = parts.sources;
    if (s.size() != 3) return {};
    const ExprId condition = values.predicate(s[2]);
    if (is_wide(*parts.instruction))
        return split(values,
                     values.operation(Operation::select, 64, {condition, values.pair(s[0]), values.pair(s[1])}));
    return {values.operation(Operation::select, 32, {condition, values.word(s[0]), values.word(s[1])}), kNone, kNone};
}

// The smaller or the larger of two values: one of them.
Effect either(const Parts& parts, Values& values) {
    const auto s = parts.sources;
    if (s.size() != 3 || !s[2].is_predicate()) return {};
    const ExprId open = values.operation(Operation::unknown, 1, {});
    return {values.operation(Operation::select, 32, {open, values.word(s[0]), values.word(s[1])}), kNone, kNone};
}

// LOP3.LUT R4, R5, 0x3fff, RZ, 0xc0, !PT
Effect lookup(const Parts& parts, Values& values) {
    const auto s = parts.sources;
    if (s.size() < 4 || s.size() > 5 || (s.size() == 5 && !s[4].is_predicate())) return {};
    const auto table = table_in(s[3]);
    if (!table) return {};
    return {values.operation(Operation::lookup, 32, {values.word(s[0]), values.word(s[1]), values.word(s[2])}, *table),
            kNone, kNone};
}

// PLOP3.LUT P0, PT, P1, P2, PT, 0x80, 0x8. The first table is for P0.
Effect lookup_predicates(const Parts& parts, Values& values) {
    const std::vector<Operand>& o = parts.instruction->operands;
    if (o.size() != 7) return {};
    const auto table = table_in(o[5]);
    if (!table) return {};
    const std::vector<ExprId> args = {values.predicate(o[2]), values.predicate(o[3]), values.predicate(o[4])};
    constexpr unsigned kOr = 0xfc;  // as a choice, because Operation::lookup with this table is for fields of words
    if (*table == kOr)
        return {kNone, kNone, values.operation(Operation::select, 1, {args[0], values.constant(1, 1), args[1]})};
    return {kNone, kNone, values.operation(Operation::lookup, 1, args, *table)};
}

Effect bitwise(const Parts& parts, Values& values) {
    const auto s = parts.sources;
    if (s.size() != 2 || parts.instruction->modifiers.size() != 1) return {};
    const std::string_view name = parts.instruction->modifiers[0];
    const Operation what = name == "AND" ? Operation::bit_and : name == "OR" ? Operation::bit_or : Operation::bit_xor;
    return {values.operation(what, 32, {values.word(s[0]), values.word(s[1])}), kNone, kNone};
}

// SGXT.U32 R4, R5, 0xf keeps 15 bits; SGXT repeats the last of them.
Effect extend(const Parts& parts, Values& values) {
    const auto s = parts.sources;
    if (s.size() != 2 || s[1].type != Operand::Type::number || s[1].value == 0 || s[1].value > 31) return {};
    const ExprId value = values.word(s[0]);
    const auto bits = static_cast<unsigned>(s[1].value);
    if (!parts.instruction->has("U32"))
        return {values.operation(Operation::sign_extend, 32, {value}, bits), kNone, kNone};
    const ExprId mask = values.constant((std::uint64_t{1} << bits) - 1, 32);
    return {values.operation(Operation::bit_and, 32, {value, mask}), kNone, kNone};
}

// PRMT R4, R5, 0x5410, R6
Effect permute(const Parts& parts, Values& values) {
    const auto s = parts.sources;
    if (s.size() != 3) return {};
    return {values.operation(Operation::permute, 32, {values.word(s[0]), values.word(s[2]), values.word(s[1])}), kNone,
            kNone};
}

// The count is at most 32.
Effect count_ones(const Parts& parts, Values& values) {
    if (parts.sources.size() != 1) return {};
    const ExprId open = values.operation(Operation::unknown, 32, {});
    return {values.operation(Operation::bit_and, 32, {open, values.constant(63, 32)}), kNone, kNone};
}

// ISETP.GE.U32.AND P0, PT, R4, R5, P1 is (R4 >= R5) && P1.
Effect compare(const Parts& parts, Values& values) {
    struct Comparison {
        std::string_view name;
        bool equal, swapped, negated;
    };
    constexpr std::array<Comparison, 6> kComparisons = {{{"EQ", true, false, false},
                                                         {"NE", true, false, true},
                                                         {"LT", false, false, false},
                                                         {"GE", false, false, true},
                                                         {"GT", false, true, false},
                                                         {"LE", false, true, true}}};
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
        const Operation what = comparison.equal ? Operation::equal : less;
        const unsigned operands = what == Operation::less_signed ? 32 : 0;
        const std::vector<ExprId> args = comparison.swapped ? std::vector{b, a} : std::vector{a, b};
        ExprId value = values.operation(what, 1, args, operands);
        if (comparison.negated) value = values.operation(Operation::equal, 1, {value, values.constant(0, 1)});
        const std::vector<ExprId> terms = {value, values.predicate(o[4]), values.constant(1, 1)};
        for (const auto& [name, table] : kCombinations)
            if (in.modifiers.back() == name)
                return {kNone, kNone, values.operation(Operation::lookup, 1, terms, table)};
    }
    return {};
}

}  // namespace tilescope::program::sass
