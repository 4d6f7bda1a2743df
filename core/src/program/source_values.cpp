// core/src/program/source_values.cpp -- types of source code, literals and conversions.
// SPDX-License-Identifier: MIT
#include "source_values.h"

#include <tilescope/base/text.h>

#include <algorithm>
#include <iterator>

namespace tilescope::program::source {
namespace {

struct NamedType {
    std::string_view name;  // in lower case, without a final _t
    Type type;
};
constexpr Type kU64 = integer_type(64, false), kS64 = integer_type(64, true), kU32 = integer_type(32, false),
               kS32 = integer_type(32, true), kU16 = integer_type(16, false), kU8 = integer_type(8, false);
constexpr NamedType kTypes[] = {
    {"uint64", kU64},
    {"u64", kU64},
    {"int64", kS64},
    {"i64", kS64},
    {"s64", kS64},
    {"uint32", kU32},
    {"u32", kU32},
    {"int32", kS32},
    {"i32", kS32},
    {"s32", kS32},
    {"uint16", kU16},
    {"u16", kU16},
    {"uint8", kU8},
    {"u8", kU8},
    {"size", kU64},
    {"usize", kU64},
    {"isize", kS64},
    {"ssize", kS64},
    {"uintptr", kU64},
    {"intptr", kS64},
    {"ptrdiff", kS64},
    {"ull", kU64},
    {"ulonglong", kU64},
    {"uint", kU32},
    {"longlong", kS64},
    {"int16", integer_type(16, true)},
    {"i16", integer_type(16, true)},
    {"int8", integer_type(8, true)},
    {"i8", integer_type(8, true)},
    {"bool", kBoolean},
    {"boolean", kBoolean},
    {"i1", kBoolean},
    {"uchar", kU8},
    {"ushort", kU16},
    {"float", opaque_type(32)},
    {"double", opaque_type(64)},
    {"half", opaque_type(16)},
    {"bfloat16", opaque_type(16)},
    {"float16", opaque_type(16)},
    {"float32", opaque_type(32)},
    {"float64", opaque_type(64)},
    {"f32", opaque_type(32)},
    {"f64", opaque_type(64)},
    {"f16", opaque_type(16)},
    {"bf16", opaque_type(16)},
    {"dim3", kOpaque},
    {"str", kOpaque},
    {"string", kOpaque},
    {"char", opaque_type(8)},
    {"void", kOpaque},
    {"u128", opaque_type(128)},
    {"i128", opaque_type(128)},
    {"uint128", opaque_type(128)},
    {"int128", opaque_type(128)},
    {"cutensormap", opaque_type(1024)},
    {"float2", opaque_type(64)},
    {"float4", opaque_type(128)},
    {"uint2", opaque_type(64)},
    {"uint4", opaque_type(128)},
    {"nv_bfloat16", opaque_type(16)},
    {"__nv_bfloat16", opaque_type(16)},
    {"__half", opaque_type(16)},
    {"half2", opaque_type(32)},
    {"nv_bfloat162", opaque_type(32)},
    {"__nv_bfloat162", opaque_type(32)},
    {"int2", opaque_type(64)},
    {"int4", opaque_type(128)},
    {"tfloat32", opaque_type(32)},
    {"tf32", opaque_type(32)},
    {"float_e4m3", opaque_type(8)},
    {"float_e5m2", opaque_type(8)},
    {"float_e2m1", opaque_type(4)},
    {"float_ue8m0", opaque_type(8)},
    {"float_ue4m3", opaque_type(8)},
    {"__nv_fp8_e4m3", opaque_type(8)},
    {"__nv_fp8_e5m2", opaque_type(8)},
    {"float8_e4m3fn", opaque_type(8)},
    {"float8_e5m2", opaque_type(8)},
};

constexpr std::uint64_t mask_of(unsigned width) {
    return width >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
}

}  // namespace

std::optional<Type> type_of_name(std::string_view name, Language language) {
    const std::size_t dot = name.find_last_of(".:");
    if (dot != name.npos) name = name.substr(dot + 1);
    if (name == "int" || name == "long" || name == "short") {  // the integers of Python have no width
        if (language == Language::python || language == Language::julia) {
            return name == "int" ? std::optional(kAny) : std::nullopt;
        }
        return name == "int" ? kS32 : name == "long" ? kS64 : integer_type(16, true);
    }
    if (name == "Int" && language == Language::julia) return kS64;
    if (name == "UInt" && language == Language::julia) return kU64;
    std::string folded = lower(name);
    if (folded.ends_with("_t")) folded.resize(folded.size() - 2);
    const auto* const found = std::ranges::find(kTypes, folded, &NamedType::name);
    if (found == std::end(kTypes)) return std::nullopt;
    return found->type;
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

Value Math::unknown(Type type) {
    Value out;
    out.type = type;
    out.id = out_.unknown(type.width);
    return out;
}

Value Math::member_of(const Value& object, std::string_view name) {
    Value out = unknown();
    for (const auto& [member, id] : object.members)
        if (member == name) out.id = id;
    return out;
}

Value Math::number(std::uint64_t value, Type type) {
    Value out;
    out.type = type;
    out.constant = value & mask_of(type.width);
    out.id = out_.constant(*out.constant, type.width);
    return out;
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
        return number(n->value, integer_type(64, n->decimal || n->value <= mask_of(63)));
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
    Statement s;
    s.name = name, s.value = id;
    code_->push_back(s);
    return out_.read(name, width);
}

Value Math::once(const Value& x) {
    Value out = x;
    out.id = once(x.id);
    return out;
}

// Keeps the low 32 bits. The bits above are 0 if they are 0 in the value, else unknown.
ExprId Math::upper_lost(ExprId id) {
    const ExprId kept = out_.add(Operation::join, 64, {constant(0xffffffff), out_.unknown(32), kNone, kNone});
    return add(Operation::bit_and, 64, id, kept);
}

Value Math::truth(const Value& x) {
    if (x.type.kind == Type::Kind::boolean) return x;
    Value out;
    out.type = kBoolean;
    if (x.type.is_opaque()) return unknown(kBoolean);
    if (x.constant) return number(*x.constant != 0 ? 1 : 0, kBoolean);
    out.id = add(Operation::equal, 1, add(Operation::equal, 1, x.id, constant(0)), constant(0));
    return out;
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
    out.id = cut ? add(Operation::bit_and, to.width, id, constant(mask_of(to.width))) : id;
    if (x.constant) {
        const bool negative = extends && (*x.constant >> (x.type.width - 1) & 1) != 0;
        out = number(negative ? *x.constant | ~mask_of(x.type.width) : *x.constant, to);
    }
    return out;
}

Value Math::choose(const Value& condition, const Value& yes, const Value& no) {
    Type type = yes.type == no.type ? yes.type : common_type(promoted(yes), promoted(no));
    const Value c = truth(condition), a = converted(yes, type), b = converted(no, type);
    if (type.is_any())
        type.is_signed = a.type.is_signed || b.type.is_signed, type.narrow = a.type.narrow || b.type.narrow;
    Value out;
    out.type = type;
    out.id = add(Operation::select, type.width, c.id, a.id, b.id);
    for (const Value* x : {&a, &b})
        if (x->choices.empty())
            out.choices.push_back(x->id);
        else
            out.choices.insert(out.choices.end(), x->choices.begin(), x->choices.end());
    return out;
}

}  // namespace tilescope::program::source
