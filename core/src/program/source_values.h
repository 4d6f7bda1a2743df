// core/src/program/source_values.h -- typed values of source code, the arithmetic of its languages, and bit-fields.
// SPDX-License-Identifier: MIT
//
//     struct D { uint64_t a : 14, : 2, b : 14, : 2, c : 14, v : 3, o : 3, m : 1, : 8, s : 3; };
//
// has the places of a tcgen05 shared-memory descriptor, so `b` is its field lbo, whatever the name is.
#pragma once

#include "source_tokens.h"

#include <map>

namespace tilescope::program::source {

struct Type {
    enum class Kind : std::uint8_t {
        any,      // the text states no type: an integer in 64 bits
        integer,  // of `width` bits
        boolean,
        opaque  // a fraction, an object, a pointer: nothing is known
    };
    Kind kind = Kind::any;
    std::uint8_t width = 64;
    bool is_signed = true;   // `any`: it may be negative
    bool narrow = true;      // `any`: it may have 32 bits only, so a carry out of bit 31 may be lost
    std::uint16_t size = 0;  // `opaque`: its bits in memory; 0: not known

    friend bool operator==(const Type&, const Type&) = default;
    bool is_integer() const { return kind == Kind::integer; }
    bool is_any() const { return kind == Kind::any; }
    bool is_opaque() const { return kind == Kind::opaque; }
    bool is_number() const { return is_any() || is_integer(); }
};
inline constexpr Type kAny{};
inline constexpr Type kOpaque{Type::Kind::opaque, 64, false, false};
inline constexpr unsigned kPointerBits = 64;
constexpr Type opaque_type(unsigned bits) {
    return {Type::Kind::opaque, 64, false, false, static_cast<std::uint16_t>(bits)};
}
inline constexpr Type kBoolean{Type::Kind::boolean, 1, false, false};
constexpr Type integer_type(unsigned width, bool is_signed) {
    return {Type::Kind::integer, static_cast<std::uint8_t>(width), is_signed, false};
}

// A value has zeros above the width of its type.
struct Value {
    ExprId id = kNone;
    Type type;
    std::optional<std::uint64_t> constant;  // a number without operators
    std::string path;                       // the name that it reads: "desc.bitfield.start_address_", "a[3]"
    std::vector<ExprId> choices;            // a ? b : c is b or c
    std::string origin;                     // the function or the type that makes it: "SmemDescriptor"
    std::vector<std::pair<std::string, ExprId>> members;  // of an object that a function of the text returns
};

// `uint64_t`, `u64`, `UInt64`, `cutlass.Int32`: the last word of a dotted name counts. None: no known type.
std::optional<Type> type_of_name(std::string_view name, Language language);

// The bits of a value of the type in memory; 0: not known.
unsigned size_of_type(const Type& type);

// Adds expressions to a program.
class Math {
public:
    Math(Program& out, std::vector<Statement>*& code, Language& language)
        : out_(out), code_(code), language_(language) {}

    Value unknown(Type type = kAny);
    Value member_of(const Value& object, std::string_view name);  // unknown, if the object has no such member
    Value literal(const Token& token);
    Value number(std::uint64_t value, Type type);
    Value converted(const Value& x, Type to);
    Value truth(const Value& x);  // 1 or 0
    Value negated(const Value& x);
    Value minus(const Value& x);
    Value inverted(const Value& x);
    Value choose(const Value& condition, const Value& yes, const Value& no);
    Value smaller(const Value& a, const Value& b, bool larger);
    Value binary(std::string_view op, const Value& a, const Value& b);  // + - * / % // ** & | ^ << >> == != < > <= >=

    // A value that is used twice is computed once, before the statement.
    Value once(const Value& x);
    ExprId once(ExprId id);

private:
    ExprId add(Operation op, unsigned width, ExprId a, ExprId b = kNone, ExprId c = kNone, std::uint64_t value = 0) {
        return out_.add(op, width, {a, b, c}, value);
    }
    ExprId constant(std::uint64_t value) { return out_.constant(value); }
    ExprId upper_lost(ExprId id);
    ExprId is_not_zero(ExprId id);
    Value promoted(const Value& x);
    Type common_type(const Value& a, const Value& b) const;
    bool is_wide(ExprId id, unsigned depth) const;
    Value carrying(Operation op, const Value& a, const Value& b);
    Value divided(const Value& a, const Value& b, bool rest, bool exact);
    Value shifted_left(const Value& a, const Value& count);
    Value shifted_right(const Value& a, const Value& count);
    ExprId guarded(ExprId shifted, const Value& count, unsigned width);
    Value compared(std::string_view op, const Value& a, const Value& b);
    Value power(const Value& a, const Value& b);

    Program& out_;
    std::vector<Statement>*& code_;
    Language& language_;
};

struct DeclaredField {
    std::string_view name;  // empty: padding
    unsigned at, width;     // the lowest bit; in bits
};

// The meaning of one bit-field. Empty: none is known.
struct FieldMeaning {
    std::string_view format, field;  // ids of the tables in <tilescope/formats/formats.h>

    friend bool operator==(const FieldMeaning&, const FieldMeaning&) = default;
};

// Returns the meanings of the fields in the format that gives the most of them a meaning, at least four. Nothing: no
// format has a field at each place that has a name, or two formats are equally good and differ.
std::vector<FieldMeaning> meanings_of(const std::vector<DeclaredField>& fields);

struct BitField {
    Type type;  // opaque: structs of the text give its name to fields of different widths
    FieldMeaning meaning;
};

// The bit-fields of all structs of a text, by their names.
class BitFields {
public:
    void add(const std::vector<DeclaredField>& fields);        // of one struct
    const BitField* of_member(const std::string& path) const;  // "desc.lbo"; null: none
private:
    std::map<std::string, BitField, std::less<>> fields_;
};

}  // namespace tilescope::program::source
