// core/src/program/source_math.cpp -- the operators of C, Rust, Python and of code whose language is unknown.
// SPDX-License-Identifier: MIT
#include "source_values.h"

#include <algorithm>

namespace tilescope::program::source {
namespace {

constexpr std::uint64_t kAllOnes = ~std::uint64_t{0};

}  // namespace

// C computes with at least 32 bits.
Value Math::promoted(const Value& x) {
    const bool small = x.type.kind == Type::Kind::boolean || (x.type.is_integer() && x.type.width < 32);
    if (!small) return x;
    if (language_ == Language::c || x.type.kind == Type::Kind::boolean) {
        const Type to = language_ == Language::c ? integer_type(32, true) : kAny;
        Value out = converted(x, to);
        if (to.is_any()) out.type.is_signed = false;
        return out;
    }
    return x;
}

Type Math::common_type(const Value& a, const Value& b) const {
    const Type &x = a.type, &y = b.type;
    if (x.is_opaque() || y.is_opaque()) return kOpaque;
    if (x.is_integer() && y.is_integer()) {
        const unsigned width = std::max(x.width, y.width);
        const bool is_unsigned = (x.width == width && !x.is_signed) || (y.width == width && !y.is_signed);
        return integer_type(width, !is_unsigned);
    }
    if (x.is_any() && y.is_any()) {
        const bool narrow = language_ == Language::c ? x.narrow && y.narrow : x.narrow || y.narrow;
        return {Type::Kind::any, 64, x.is_signed || y.is_signed, narrow};
    }
    const Type& typed = x.is_integer() ? x : y;
    const Type& other = x.is_integer() ? y : x;
    if (language_ == Language::rust) return typed;
    const bool may_be_negative = other.is_signed || typed.is_signed;
    return {Type::Kind::any, 64, may_be_negative, typed.width < 64 && (other.narrow || language_ == Language::python)};
}

// Whether a value has a part above bit 31 as written, so that its type has 64 bits: 64 << 32.
bool Math::is_wide(ExprId id, unsigned depth) const {
    constexpr unsigned kDeepest = 8;
    if (depth > kDeepest) return false;
    const Expr& e = out_.exprs[id];
    const Expr* const count = e.operation == Operation::shift_left ? &out_.exprs[e.args[1]] : nullptr;
    if (e.operation == Operation::constant) return e.value >> 32 != 0;
    if (count != nullptr) return count->operation == Operation::constant && count->value >= 32 && count->value < 64;
    const bool joins = e.operation == Operation::add || e.operation == Operation::bit_or;
    return joins && (is_wide(e.args[0], depth + 1) || is_wide(e.args[1], depth + 1));
}

// Computes in the common type. If the type is not certain, a carry out of bit 31 may be lost.
Value Math::carrying(Operation op, const Value& a, const Value& b) {
    const Type type = common_type(a, b);
    if (type.is_opaque()) return unknown(kOpaque);
    const bool bitwise = op == Operation::bit_and || op == Operation::bit_or || op == Operation::bit_xor;
    const Value x = converted(a, type), y = converted(b, type);
    Value out;
    out.type = type;
    if (type.is_any()) {
        out.type.is_signed = op == Operation::subtract || type.is_signed;
        if (op == Operation::bit_and) out.type.is_signed = x.type.is_signed && y.type.is_signed;
    }
    out.id = add(op, type.width, x.id, y.id);
    if (type.narrow && op == Operation::add && (is_wide(x.id, 0) || is_wide(y.id, 0))) out.type.narrow = false;
    if (type.is_any() && out.type.narrow && !bitwise) out.id = upper_lost(out.id);
    return out;
}

Value Math::minus(const Value& x) {
    const Value p = promoted(x);
    return carrying(Operation::subtract, number(0, p.type.is_opaque() ? kAny : p.type), p);
}

Value Math::inverted(const Value& x) {
    const Value p = promoted(x);
    if (p.type.is_opaque()) return unknown(kOpaque);
    Value out;
    out.type = p.type;
    out.id = add(Operation::bit_not, p.type.width, p.id);
    if (!p.type.is_any()) return out;
    out.type.is_signed = true;
    if (p.type.narrow) out.id = upper_lost(out.id);
    return out;
}

Value Math::negated(const Value& x) {
    Value out;
    out.type = kBoolean;
    out.id = add(Operation::equal, 1, truth(x).id, constant(0));
    return out;
}

// A shift by the width or more has no result in C.
ExprId Math::guarded(ExprId shifted, const Value& count, unsigned width) {
    if (count.constant) return *count.constant < width ? shifted : out_.unknown(width);
    const ExprId inside = add(Operation::less, 1, count.id, constant(width));
    return add(Operation::select, width, inside, shifted, out_.unknown(width));
}

Value Math::shifted_left(const Value& left, const Value& by) {
    const Value a = promoted(left);
    if (a.type.is_opaque() || by.type.is_opaque()) return unknown(a.type);
    const Value count = once(by);
    Value out;
    out.type = a.type;
    out.id = guarded(add(Operation::shift_left, a.type.width, a.id, count.id), count, a.type.width);
    if (!a.type.is_any() || !a.type.narrow) return out;
    if (count.constant && *count.constant >= 32)
        out.type.narrow = false;
    else
        out.id = upper_lost(out.id);
    return out;
}

Value Math::shifted_right(const Value& left, const Value& by) {
    Value a = promoted(left);
    if (a.type.is_opaque() || by.type.is_opaque()) return unknown(a.type);
    const Value count = once(by);
    Value out;
    out.type = a.type;
    if (a.type.is_integer() || !a.type.is_signed) {
        const Operation op =
            a.type.is_integer() && a.type.is_signed ? Operation::shift_right_signed : Operation::shift_right;
        out.id = guarded(add(op, a.type.width, a.id, count.id), count, a.type.width);
        return out;
    }
    a.id = once(a.id);
    // It can be negative: then copies of bit 63 or of bit 31 come in from above.
    const ExprId either = add(Operation::select, 64, out_.unknown(1), add(Operation::shift_right, 64, a.id, count.id),
                              add(Operation::shift_right_signed, 64, a.id, count.id));
    out.id = either;
    if (a.type.narrow) {
        const ExprId low = add(Operation::bit_and, 32, a.id, constant(0xffffffff));
        const ExprId word = add(Operation::shift_right_signed, 32, low, count.id);
        const ExprId high = add(Operation::shift_right, 64, a.id, constant(32));
        const ExprId wide = add(Operation::equal, 1, add(Operation::equal, 1, high, constant(0)), constant(0));
        out.id = add(Operation::select, 64, wide, either, add(Operation::select, 64, out_.unknown(1), either, word));
        out.id = add(Operation::select, 64, add(Operation::less, 1, count.id, constant(32)), out.id, either);
        if (count.constant && *count.constant >= 32) out.id = either;
    }
    out.id = guarded(out.id, count, 64);
    return out;
}

// Exact for operands that are not negative. `exact`: a fraction has no integer result.
Value Math::divided(const Value& left, const Value& right, bool rest, bool exact) {
    const Value a0 = promoted(left), b0 = promoted(right);
    const Type type = common_type(a0, b0);
    if (type.is_opaque()) return unknown(kOpaque);
    const Value a = once(converted(a0, type)), b = once(converted(b0, type));
    Value out;
    out.type = type;
    out.id = add(rest ? Operation::remainder : Operation::divide, type.width, a.id, b.id);
    const ExprId nothing = out_.unknown(type.width);
    if (type.is_signed) {
        const ExprId sign = add(Operation::shift_right, type.width, add(Operation::bit_or, type.width, a.id, b.id),
                                constant(type.width - 1u));
        out.id = add(Operation::select, type.width, sign, nothing, out.id);
    }
    if (exact && !rest) {
        const ExprId left_over = add(Operation::remainder, type.width, a.id, b.id);
        out.id = add(Operation::select, type.width, left_over, nothing, out.id);
    }
    if (type.is_any() && type.narrow) out.id = upper_lost(out.id);
    return out;
}

Value Math::compared(std::string_view op, const Value& left, const Value& right) {
    const bool swap = op == ">" || op == "<=";
    const Value a0 = promoted(swap ? right : left), b0 = promoted(swap ? left : right);
    const Type type = common_type(a0, b0);
    if (type.is_opaque()) return unknown(kBoolean);
    const Value a = once(converted(a0, type)), b = once(converted(b0, type));
    Value out;
    out.type = kBoolean;
    const ExprId by_sign = add(Operation::less_signed, 1, a.id, b.id, kNone, type.width);
    const ExprId by_size = add(Operation::less, 1, a.id, b.id);
    if (op == "==" || op == "!=")
        out.id = add(Operation::equal, 1, a.id, b.id);
    else if (type.is_integer())
        out.id = type.is_signed ? by_sign : by_size;
    else
        out.id = type.is_signed ? add(Operation::select, 1, out_.unknown(1), by_sign, by_size) : by_size;
    return op == "!=" || op == "<=" || op == ">=" ? negated(out) : out;
}

Value Math::smaller(const Value& left, const Value& right, bool larger) {
    const Value a = once(left), b = once(right);
    return larger ? choose(compared("<", a, b), b, a) : choose(compared("<", a, b), a, b);
}

Value Math::power(const Value& a, const Value& b) {
    if (a.constant && *a.constant == 2 && !b.type.is_opaque()) return shifted_left(number(1, a.type), b);
    if (!a.constant || !b.constant || *b.constant > 64) return unknown(common_type(promoted(a), promoted(b)));
    std::uint64_t product = 1;
    for (std::uint64_t i = 0; i < *b.constant; ++i) {
        if (*a.constant != 0 && product > kAllOnes / *a.constant) return unknown();
        product *= *a.constant;
    }
    return number(product, a.type);
}

Value Math::binary(std::string_view op, const Value& a, const Value& b) {
    struct Carried {
        std::string_view op;
        Operation operation;
    };
    constexpr Carried kCarried[] = {{"+", Operation::add},     {"-", Operation::subtract}, {"*", Operation::multiply},
                                    {"&", Operation::bit_and}, {"|", Operation::bit_or},   {"^", Operation::bit_xor}};
    for (const Carried& c : kCarried)
        if (c.op == op) return carrying(c.operation, promoted(a), promoted(b));
    if (op == "<<") return shifted_left(a, b);
    if (op == ">>") return shifted_right(a, b);
    const bool typed = language_ == Language::c || language_ == Language::rust;
    if (op == "/") return divided(a, b, false, !typed);
    if (op == "//") return divided(a, b, false, false);
    if (op == "%") return divided(a, b, true, false);
    if (op == "**") return power(a, b);
    return compared(op, a, b);
}

}  // namespace tilescope::program::source
