// core/include/tilescope/word/field.h -- the language of tables: a hardware word is a list of fields.
// SPDX-License-Identifier: MIT
//
// Everything that knows a bit position loops over such a table: decoding, encoding, checks, the command line, JSON, the
// manual and the window. Kernels may use a row, host and device:
//
//     constexpr Field lbo = field(kSmem91, "lbo");   a wrong name stops the build
//     get_field(lbo, word)                                 a shift and a mask
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>
#include <string_view>

namespace tilescope {

enum class Encoding : std::uint8_t {
    number,  // means (raw + bias) << scale
    one_of,  // only the values listed in `names` have a meaning
    flag,    // one bit: no or yes
    fixed,   // the hardware demands exactly `want`; reserved bits are fixed zeros
};

// The family of facts a field belongs to. Pictures colour by it, so there are few.
enum class Role : std::uint8_t { address, stride, mode, type, shape, sign, sparse, scale, fixed };

// How sure we are of a fact: read in a document or in source; said by others; known to nobody.
enum class Certainty : std::uint8_t { confirmed, secondary, unknown };

struct NamedValue {
    std::uint64_t raw;
    std::string_view name;
    std::string_view doc = {};  // one sentence
};

// All strings are literals, so .data() is also a C string.
struct Field {
    std::string_view id;  // stable key: command-line name, JSON key, ImGui id, test name
    unsigned lsb, width;  // bits [lsb, lsb + width)
    Role role = Role::fixed;
    Encoding encoding = Encoding::number;
    unsigned scale = 0, bias = 0;            // Encoding::number
    std::uint64_t want = 0;                  // Encoding::fixed
    std::span<const NamedValue> names = {};  // Encoding::one_of
    std::string_view unit = {};              // of the value, where it has one: "bytes", "columns"
    std::string_view doc;                    // one plain sentence, shown in tooltips and the manual
    std::string_view source;                 // where the fact was read
    Certainty certainty = Certainty::confirmed;
};

// One complete table per edition of the PTX manual (9.1 also stands for 9.0, 9.2 and 9.3): rows carry no conditions.
// In order of time: code asks `edition >= Edition::v9_4`, never for equality, so a later edition has what came before.
enum class Edition : std::uint8_t { v9_1, v9_4 };
inline constexpr NamedValue kEditionNames[] = {{0, "9.1"}, {1, "9.4"}};
inline constexpr Edition kNewestEdition = static_cast<Edition>(std::size(kEditionNames) - 1);

struct Format {
    std::string_view id;
    Edition edition;
    unsigned bits;
    std::span<const Field> fields;
    std::string_view title;      // "tcgen05 shared-memory descriptor"
    std::string_view kind = {};  // instruction descriptors: the .kind:: this table is for
};

// A table that a later edition left as it was: kCarried<kZcm91, Edition::v9_4>.
template <const Format& From, Edition To>
inline constexpr Format kCarried = {From.id, To, From.bits, From.fields, From.title, From.kind};

// Shifting a 64-bit value by 64 is undefined; this is the one function that has to know that.
constexpr std::uint64_t bit_mask(unsigned width) { return width >= 64 ? ~0ull : (1ull << width) - 1; }

constexpr std::uint64_t get_field(const Field& f, std::uint64_t word) { return (word >> f.lsb) & bit_mask(f.width); }

// Requires: raw fits the field; other bits of raw are dropped.
constexpr std::uint64_t set_field(const Field& f, std::uint64_t word, std::uint64_t raw) {
    const std::uint64_t bits = bit_mask(f.width) << f.lsb;
    return (word & ~bits) | ((raw << f.lsb) & bits);
}

// What a stored number means: value_of(lbo, 1) is 16 bytes.
constexpr std::uint64_t value_of(const Field& f, std::uint64_t raw) { return (raw + f.bias) << f.scale; }

// The row with that id, or null: rules skip tables that lack theirs.
constexpr const Field* find_field(const Format& format, std::string_view id) {
    for (const Field& f : format.fields)
        if (f.id == id) return &f;
    return nullptr;
}

// Of a table that is known to the compiler: a wrong id stops the build on this very `throw`, and nothing throws later.
consteval const Field& field(const Format& format, std::string_view id) {
    const Field* f = find_field(format, id);
    if (!f) throw "this format has no such field";
    return *f;
}

// Of a table that is chosen at run time. Requires: it has the field. Where we are wrong about that, assert() says so,
// and without it this is a field of no bits: it reads as 0 and stores nothing.
inline constexpr Field kNoField{};
constexpr const Field& field_in(const Format& format, std::string_view id) {
    const Field* f = find_field(format, id);
    assert(f && "this format has no such field");
    return f ? *f : kNoField;
}

// The name of a stored value, empty if it has no meaning.
constexpr std::string_view name_in(std::span<const NamedValue> names, std::uint64_t raw) {
    for (const NamedValue& n : names)
        if (n.raw == raw) return n.name;
    return {};
}

// Every bit of the word belongs to exactly one field, and every field says what it is and who says so.
// A constexpr table that breaks this stops the build on the very `throw` that names the mistake;
// a unit test hands it broken tables at run time and catches the same message.
constexpr Format checked(Format format) {
    unsigned next = 0;
    for (std::size_t i = 0; i < format.fields.size(); ++i) {
        const Field& f = format.fields[i];
        if (f.id.empty() || f.doc.empty() || f.source.empty()) throw "field without id, doc or source";
        for (std::size_t j = 0; j < i; ++j)
            if (format.fields[j].id == f.id) throw "two fields with one id";
        if (f.width == 0 || f.lsb + f.width > format.bits) throw "field outside the word";
        if (f.lsb < next) throw "two fields overlap";
        if (f.lsb > next) throw "undeclared bits: reserved bits are fields too";
        if (f.want > bit_mask(f.width)) throw "fixed value wider than its field";
        if (f.encoding == Encoding::flag && f.width != 1) throw "a flag is one bit";
        if ((f.encoding == Encoding::fixed) != (f.role == Role::fixed)) throw "role fixed goes with encoding fixed";
        if ((f.encoding == Encoding::one_of) != !f.names.empty()) throw "names go with one_of, and only there";
        for (const NamedValue& n : f.names)
            if (n.raw > bit_mask(f.width)) throw "named value wider than its field";
        next = f.lsb + f.width;
    }
    if (next != format.bits) throw "top bits not declared";
    return format;
}

}  // namespace tilescope
