// core/src/program/source_values.cpp -- types of source code, literals, conversions and operators.
// SPDX-License-Identifier: MIT
#include "source_values.h"

namespace tilescope::program::source {
namespace {

struct NamedTypes {
    Type type;
    std::string_view names;  // in lower case, without a final _t
};
constexpr Type kU64 = integer_type(64, false), kS64 = integer_type(64, true), kU32 = integer_type(32, false),
               kS32 = integer_type(32, true), kS16 = integer_type(16, true);
constexpr NamedTypes kTypes[] = {
    {kU64, "uint64 u64 size usize uintptr ull ulonglong"},
    {kS64, "int64 i64 s64 isize ssize intptr ptrdiff longlong"},
    {kU32, "uint32 u32 uint"},
    {kS32, "int32 i32 s32"},
    {integer_type(16, false), "uint16 u16 ushort"},
    {kS16, "int16 i16"},
    {integer_type(8, false), "uint8 u8 uchar"},
    {integer_type(8, true), "int8 i8"},
    {kBoolean, "bool boolean i1"},
    {kOpaque, "dim3 str string void"},
    {opaque_type(4), "float_e2m1"},
    {opaque_type(8),
     "char float_e4m3 float_e5m2 float_ue8m0 float_ue4m3 __nv_fp8_e4m3 __nv_fp8_e5m2 float8_e4m3fn "
     "float8_e5m2"},
    {opaque_type(16), "half bfloat16 float16 f16 bf16 nv_bfloat16 __nv_bfloat16 __half"},
    {opaque_type(32), "float float32 f32 half2 nv_bfloat162 __nv_bfloat162 tfloat32 tf32"},
    {opaque_type(64), "double float64 f64 float2 uint2 int2"},
    {opaque_type(128), "u128 i128 uint128 int128 float4 uint4 int4"},
    {opaque_type(1024), "cutensormap"},
};

}  // namespace

std::optional<Type> type_of_name(std::string_view name, Language language) {
    const std::size_t dot = name.find_last_of(".:");
    if (dot != name.npos) name = name.substr(dot + 1);
    if (name == "int" || name == "long" || name == "short") {  // the integers of Python have no width
        if (language == Language::python || language == Language::julia)
            return name == "int" ? std::optional(kAny) : std::nullopt;
        return name == "int" ? kS32 : name == "long" ? kS64 : kS16;
    }
    if (name == "Int" && language == Language::julia) return kS64;
    if (name == "UInt" && language == Language::julia) return kU64;
    std::string folded = lower(name);
    if (folded.ends_with("_t")) folded.resize(folded.size() - 2);
    for (const NamedTypes& one : kTypes)
        if (has_word(one.names, folded)) return one.type;
    return std::nullopt;
}

unsigned size_of_type(const Type& type) {
    switch (type.kind) {
    case Type::Kind::integer: return type.width;
    case Type::Kind::boolean: return 8;
    case Type::Kind::opaque: return type.size;
    case Type::Kind::any: break;
    }
    return 0;
}

Value Math::unknown(Type type) { return {out_.unknown(type.width), type}; }

Value Math::member_of(const Value& object, std::string_view name) {
    Value out = unknown();
    for (const auto& [member, id] : object.members)
        if (member == name) out.id = id;
    return out;
}

Value Math::number(std::uint64_t value, Type type) {
    value &= low_ones(type.width);
    return {out_.constant(value, type.width), type, value};
}

Value Math::literal(const Token& token) {
    const std::optional<Literal> n = read_literal(token);
    if (!n) return unknown(kOpaque);
    const bool wide = n->value > 0xffffffff;
    if (n->bits != 0) return number(n->value, integer_type(wide ? 64 : n->bits, !n->is_unsigned));
    if (token.language == Language::c) {
        if (n->is_unsigned) return number(n->value, integer_type(wide ? 64 : 32, false));
        if (n->value <= 0x7fffffff) return number(n->value, kS32);
        if (!n->decimal && !wide) return number(n->value, kU32);
        return number(n->value, integer_type(64, n->decimal || n->value <= low_ones(63)));
    }
    if (token.language == Language::julia && !n->decimal) {
        unsigned width = 8;
        while (width < 64 && width < n->digits * 4) width *= 2;
        return number(n->value, integer_type(width, false));
    }
    return number(n->value, {Type::Kind::any, 64, false, token.language == Language::plain && !wide});
}

ExprId Math::once(ExprId id) {
    const Operation op = out_.exprs[id].operation;
    if (op == Operation::constant || op == Operation::name || code_ == nullptr) return id;
    const unsigned width = out_.exprs[id].width;
    const NameId name = out_.name("source temporary " + std::to_string(out_.names.size()));
    code_->push_back({.name = name, .value = id});
    return out_.read(name, width);
}

Value Math::once(const Value& x) {
    Value out = x;
    out.id = once(x.id);
    return out;
}

// Keeps the low 32 bits. The bits above are 0 if they are 0 in the value, else unknown.
ExprId Math::upper_lost(ExprId id) {
    const ExprId kept = out_.add(Operation::join, 64, {constant(0xffffffff), out_.unknown(32)});
    return add(Operation::bit_and, 64, id, kept);
}

// 1 or 0
ExprId Math::is_not_zero(ExprId id) {
    return add(Operation::equal, 1, add(Operation::equal, 1, id, constant(0)), constant(0));
}

Value Math::truth(const Value& x) {
    if (x.type.kind == Type::Kind::boolean) return x;
    if (x.type.is_opaque()) return unknown(kBoolean);
    if (x.constant) return number(*x.constant != 0 ? 1 : 0, kBoolean);
    return {is_not_zero(x.id), kBoolean};
}

Value Math::converted(const Value& x, Type to) {
    if (to.kind == Type::Kind::boolean) return truth(x);
    if (x.type.is_opaque() || to.is_opaque()) return unknown(to);
    if (x.type == to) return x;
    Value out;
    out.type = to;
    if (x.constant && !(x.type.is_integer() && x.type.is_signed && x.type.width < 64)) {
        out = number(*x.constant, to);
        if (to.is_any())
            out.type.is_signed = false, out.type.narrow = x.type.is_any() ? x.type.narrow : x.type.width < 64;
        return out;
    }
    const bool extends = x.type.is_integer() && x.type.is_signed && x.type.width < to.width;
    ExprId id = x.id;
    if (extends) id = add(Operation::sign_extend, 64, id, kNone, kNone, x.type.width);
    if (to.is_any()) {
        // A name without a type can have 32 bits or 64, so the copies of a sign may be lost.
        if (extends && !x.constant) id = upper_lost(id);
        if (x.constant) out = number(*x.constant, to);
        out.type = {Type::Kind::any, 64, x.type.is_signed && !x.constant,
                    x.type.is_any() ? x.type.narrow : x.type.width < 64};
        out.id = x.constant ? out.id : id;
        return out;
    }
    const bool cut = to.width < x.type.width || (extends && to.width < 64);
    out.id = cut ? add(Operation::bit_and, to.width, id, constant(low_ones(to.width))) : id;
    if (x.constant) {
        const bool negative = extends && (*x.constant >> (x.type.width - 1) & 1) != 0;
        out = number(negative ? *x.constant | ~low_ones(x.type.width) : *x.constant, to);
    }
    return out;
}

Value Math::choose(const Value& condition, const Value& yes, const Value& no) {
    Type type = yes.type == no.type ? yes.type : common_type(promoted(yes), promoted(no));
    const Value c = truth(condition), a = converted(yes, type), b = converted(no, type);
    if (type.is_any())
        type.is_signed = a.type.is_signed || b.type.is_signed, type.narrow = a.type.narrow || b.type.narrow;
    Value out{add(Operation::select, type.width, c.id, a.id, b.id), type};
    for (const Value* x : {&a, &b})
        if (x->choices.empty())
            out.choices.push_back(x->id);
        else
            out.choices.insert(out.choices.end(), x->choices.begin(), x->choices.end());
    return out;
}

// C computes with at least 32 bits.
Value Math::promoted(const Value& x) {
    const bool truth = x.type.kind == Type::Kind::boolean;
    const bool small = truth || (x.type.is_integer() && x.type.width < 32);
    if (small && language_ == Language::c) return converted(x, kS32);
    if (!truth) return x;
    Value out = converted(x, kAny);
    out.type.is_signed = false;
    return out;
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
    Value out{add(op, type.width, x.id, y.id), type};
    if (type.is_any() && op == Operation::bit_and) out.type.is_signed = x.type.is_signed && y.type.is_signed;
    if (type.is_any() && op == Operation::subtract) out.type.is_signed = true;
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
    Value out{add(Operation::bit_not, p.type.width, p.id), p.type};
    if (!p.type.is_any()) return out;
    out.type.is_signed = true;
    if (p.type.narrow) out.id = upper_lost(out.id);
    return out;
}

Value Math::negated(const Value& x) { return {add(Operation::equal, 1, truth(x).id, constant(0)), kBoolean}; }

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
    Value out{guarded(add(Operation::shift_left, a.type.width, a.id, count.id), count, a.type.width), a.type};
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
    if (a.type.is_integer() || !a.type.is_signed) {
        const Operation op = a.type.is_signed ? Operation::shift_right_signed : Operation::shift_right;
        return {guarded(add(op, a.type.width, a.id, count.id), count, a.type.width), a.type};
    }
    a.id = once(a.id);
    // It can be negative: then copies of bit 63 or of bit 31 come in from above.
    const ExprId either = add(Operation::select, 64, out_.unknown(1), add(Operation::shift_right, 64, a.id, count.id),
                              add(Operation::shift_right_signed, 64, a.id, count.id));
    ExprId id = either;
    if (a.type.narrow && !(count.constant && *count.constant >= 32)) {
        const ExprId low = add(Operation::bit_and, 32, a.id, constant(0xffffffff));
        const ExprId word = add(Operation::shift_right_signed, 32, low, count.id);
        const ExprId high = add(Operation::shift_right, 64, a.id, constant(32));
        const ExprId wide = is_not_zero(high);
        id = add(Operation::select, 64, wide, either, add(Operation::select, 64, out_.unknown(1), either, word));
        id = add(Operation::select, 64, add(Operation::less, 1, count.id, constant(32)), id, either);
    }
    return {guarded(id, count, 64), a.type};
}

// Exact for operands that are not negative. `exact`: a fraction has no integer result.
Value Math::divided(const Value& left, const Value& right, bool rest, bool exact) {
    const Value a0 = promoted(left), b0 = promoted(right);
    const Type type = common_type(a0, b0);
    if (type.is_opaque()) return unknown(kOpaque);
    const Value a = once(converted(a0, type)), b = once(converted(b0, type));
    Value out{add(rest ? Operation::remainder : Operation::divide, type.width, a.id, b.id), type};
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
    Value out{kNone, kBoolean};
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
        if (*a.constant != 0 && product > ~std::uint64_t{0} / *a.constant) return unknown();
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
