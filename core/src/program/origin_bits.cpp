// core/src/program/origin_bits.cpp -- which bits of its operands an operation passes on.
// SPDX-License-Identifier: MIT
#include "origin_walk.h"

#include <algorithm>
#include <array>
#include <bit>

namespace tilescope::program {
namespace {

constexpr unsigned kMaskTable = 0xc0;  // LOP3: a & b

// One bit of an operation on three operands that are each 0, 1 or unknown.
struct OneBit {
    unsigned value = 0, known = 0, table = 0;  // operand k is bit 2 - k; the table is that of LOP3

    bool result(unsigned inputs) const { return (table >> inputs & 1) != 0; }
    bool is_possible(unsigned inputs, unsigned free) const { return ((inputs ^ value) & known & ~free) == 0; }

    // Whether another value of the operand can change the result.
    bool matters(unsigned operand) const {
        for (unsigned inputs = 0; inputs < 8; ++inputs)
            if (is_possible(inputs, operand) && result(inputs) != result(inputs ^ operand)) return true;
        return false;
    }
    bool ever_matters(unsigned operand) const { return OneBit{0, 0, table}.matters(operand); }
    bool is_copy_of(unsigned operand) const {
        for (unsigned inputs = 0; inputs < 8; ++inputs)
            if (is_possible(inputs, 0) && result(inputs) != ((inputs & operand) != 0)) return false;
        return true;
    }
    // The operands that give the bit. No operand and `made`: the operation makes it.
    struct Sources {
        unsigned operands = 0;
        bool made = false;
    };
    Sources sources() const {
        unsigned open = 0, set = 0, any_set = 0;
        for (const unsigned operand : {4u, 2u, 1u}) {
            if ((known & operand) == 0 && matters(operand)) open |= operand;
            const bool one = (known & value & operand) != 0;
            if (one && matters(operand)) set |= operand;
            if (one && ever_matters(operand)) any_set |= operand;
        }
        if (std::has_single_bit(open) && is_copy_of(open)) return {open, false};
        if (open != 0) return {0, true};
        if (!result(value & known)) return {};
        return {set != 0 ? set : any_set, set == 0 && any_set == 0};
    }
};

}  // namespace

// The bits into which the statement itself puts nothing: below and above a part that it shifts to its place, and where
// a number has 0. A 0 there comes from the other operand of an OR.
std::uint64_t OriginWalk::empty_bits(ExprId id, const At& at, unsigned depth) const {
    constexpr unsigned kDeepest = 16;
    const Expr& e = program_.exprs[id];
    const std::uint64_t above = ~ones(width_of(e));
    if (depth > kDeepest) return above;
    if (is_literal(id)) return above | ~possible_ones(known(id, at));
    const auto arg = [&](unsigned i) { return empty_bits(e.args[i], at, depth + 1); };
    switch (e.operation) {
    case Operation::bit_and: return above | arg(0) | arg(1);
    case Operation::bit_or: return above | (arg(0) & arg(1));
    case Operation::join: return (arg(0) & ones(32)) | arg(1) << 32;
    case Operation::shift_left:
    case Operation::shift_right: {
        const auto by = number(e.args[1], at);
        if (!by || *by >= width_of(e)) return above;
        const auto count = static_cast<unsigned>(*by);
        if (e.operation == Operation::shift_left) return above | arg(0) << count | ones(count);
        return above | arg(0) >> count | ~ones(64 - count);
    }
    default: return above;
    }
}

// A mask leaves the other operand as it is: also the bits that are 0.
bool OriginWalk::follow_masked(const Task& t, const Expr& e) {
    for (const unsigned i : {1u, 0u}) {
        const bool open = is_open_mask(e.args[i]);
        if (!open && !is_literal(e.args[i])) continue;
        follow(t, 1 - i, open ? t.mask : t.mask & known(e.args[i], t.at).value);
        return true;
    }
    return false;
}

// Where both operands are 0, the result is 0 because of each one into which the statement puts something.
void OriginWalk::follow_zeros(const Task& t, const KnownBits& a, const KnownBits& b) {
    const Expr& e = program_.exprs[t.expr];
    const std::uint64_t zero = t.mask & ~(possible_ones(a) | possible_ones(b));
    if (zero == 0) return;
    follow(t, 0, zero & ~empty_bits(e.args[0], t.at));
    follow(t, 1, zero & ~empty_bits(e.args[1], t.at));
}

void OriginWalk::bitwise(const Task& t, const Expr& e, unsigned table) {
    std::array<KnownBits, 3> in{constant(0), constant(0), constant(0)};
    std::array<std::uint64_t, 3> from{};
    std::array<bool, 3> literal{};
    const unsigned count = e.operation == Operation::lookup ? 3 : 2;
    for (unsigned k = 0; k < count; ++k) in[k] = known(e.args[k], t.at), literal[k] = is_literal(e.args[k]);
    std::uint64_t made = 0;
    if (table != kMaskTable && count == 2) follow_zeros(t, in[0], in[1]);
    for (unsigned i = 0; i < 64; ++i) {
        const std::uint64_t bit = std::uint64_t{1} << i;
        if ((t.mask & bit) == 0) continue;
        OneBit one{.table = table};
        for (unsigned k = 0; k < 3; ++k) {
            if ((in[k].value & bit) != 0) one.value |= 4 >> k;
            if ((in[k].known & bit) != 0) one.known |= 4 >> k;
        }
        const OneBit::Sources sources = one.sources();
        if (sources.made) made |= bit;
        for (unsigned k = 0; k < count; ++k)
            if ((sources.operands & 4 >> k) != 0) from[k] |= bit;
    }
    // A mask of 1s lets the other operand through.
    if (table == kMaskTable)
        for (unsigned k = 0; k < 2; ++k)
            if (literal[k]) from[k] &= ~from[1 - k];
    for (unsigned k = 0; k < count; ++k) follow(t, k, from[k]);
    computed(t, made);
}

// A bit of a sum is that of one operand if the other one is 0 there and no carry can arrive.
void OriginWalk::sum(const Task& t, const Expr& e) {
    const KnownBits left = known(e.args[0], t.at), right = known(e.args[1], t.at);
    const std::uint64_t a = possible_ones(left), b = possible_ones(right);
    std::array<std::uint64_t, 2> from{};
    std::uint64_t made = 0;
    bool carry = false;
    for (unsigned i = 0; i < 64; ++i) {
        const std::uint64_t bit = std::uint64_t{1} << i;
        const bool in_a = (a & bit) != 0, in_b = (b & bit) != 0;
        if (carry || (in_a && in_b))
            made |= bit;
        else if (in_a || in_b)
            from[in_a ? 0 : 1] |= bit;
        carry = (in_a && in_b) || (carry && (in_a || in_b));
    }
    follow(t, 0, t.mask & from[0]);
    follow(t, 1, t.mask & from[1]);
    computed(t, t.mask & made);
    Task rest = t;
    rest.mask &= ~made;
    follow_zeros(rest, left, right);
}

// The bits below the lowest 1 of what is subtracted stay as they are.
void OriginWalk::difference(const Task& t, const Expr& e) {
    const std::uint64_t less = possible_ones(known(e.args[1], t.at)) & ones(width_of(e));
    const std::uint64_t same = ones(static_cast<unsigned>(std::countr_zero(less)));
    follow(t, 0, t.mask & same);
    computed(t, t.mask & ~same);
}

void OriginWalk::moved(const Task& t, const Expr& e, std::optional<std::uint64_t> by, bool left) {
    if (!by) return computed(t, t.mask);
    const unsigned width = width_of(e);
    const bool is_signed = e.operation == Operation::shift_right_signed;
    const auto count = static_cast<unsigned>(std::min<std::uint64_t>(*by, width));
    const std::uint64_t kept = ones(width - count);
    if (left) {
        if (count < 64) follow(t, 0, t.mask >> count & kept, static_cast<int>(count));
        return;
    }
    if (count < 64) follow(t, 0, (t.mask & kept) << count, -static_cast<int>(count));
    if (is_signed) sign_copies(t, 0, width - 1, t.mask & ~kept & ones(width));
}

// Copies of a sign that is 0 are not a result.
void OriginWalk::sign_copies(const Task& t, unsigned arg, unsigned sign, std::uint64_t copies) {
    const KnownBits x = known(program_.exprs[t.expr].args[arg], t.at);
    if ((possible_ones(x) >> std::min(sign, 63u) & 1) != 0) emit(t, copies, Kind::computed);
}

void OriginWalk::part_of_word(const Task& t, const Expr& e) {
    const auto position = number(e.args[1], t.at), length = number(e.args[2], t.at);
    if (!position || !length) return computed(t, t.mask);
    const auto first = static_cast<unsigned>(*position & 0xff), bits = static_cast<unsigned>(*length & 0xff);
    const std::uint64_t word = ones(width_of(e));
    if (first < 64) follow(t, 0, (t.mask & ones(bits)) << first & word, -static_cast<int>(first));
}

void OriginWalk::inserted_part(const Task& t, const Expr& e) {
    const auto position = number(e.args[2], t.at), length = number(e.args[3], t.at);
    if (!position || !length) return computed(t, t.mask);
    const auto first = static_cast<unsigned>(*position & 0xff), bits = static_cast<unsigned>(*length & 0xff);
    const std::uint64_t part = first < 64 ? ones(bits) << first : 0;
    follow(t, 1, t.mask & ~part);
    if (part != 0) follow(t, 0, (t.mask & part) >> first, static_cast<int>(first));
}

// PRMT: nibble i of the selector names the byte that becomes byte i.
void OriginWalk::permuted_bytes(const Task& t, const Expr& e) {
    const KnownBits selector = known(e.args[2], t.at);
    for (unsigned i = 0; i < 4; ++i) {
        const std::uint64_t here = t.mask & std::uint64_t{0xff} << (8 * i);
        const auto name = static_cast<unsigned>(selector.value >> (4 * i) & 0xf);
        const bool is_known = (selector.known >> (4 * i) & 0xf) == 0xf;
        if (!is_known || name > 7) {
            computed(t, here);
            continue;
        }
        const unsigned byte = name % 4;
        follow(t, name / 4, here >> (8 * i) << (8 * byte), 8 * (static_cast<int>(i) - static_cast<int>(byte)));
    }
}

}  // namespace tilescope::program
