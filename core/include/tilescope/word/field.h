// core/include/tilescope/word/field.h -- a hardware word as a table: one row for each field.
// SPDX-License-Identifier: MIT
//
// Each bit position is written once, in a row of such a table. All other code loops over the table: decoding, encoding,
// checks, the command line, JSON, `formats --markdown` and the window. A row:
//
//     {.id = "sbo", .lsb = 32, .width = 14, .role = Role::stride, .scale = 4, .unit = "bytes", ...}
//
//       bit 63                46 45           32 31                         0
//          +--------------------+---------------+---------------------------+
//          |                    |      sbo      |                           |   sbo in bytes = raw << 4
//          +--------------------+---------------+---------------------------+
//
// Kernels can use a row too, in host code and in device code:
//
//     constexpr Field sbo = field(kSmem91, "sbo");   an unknown id is a compile error
//     get_field(sbo, word)                           a shift and a mask
#pragma once

#include <tilescope/word/certainty.h>

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <span>
#include <string_view>

namespace tilescope {

enum class Encoding : std::uint8_t {
    number,  // the value is (raw + bias) << scale
    one_of,  // only the values listed in `names` have a meaning
    flag,    // one bit: 0 is no, 1 is yes
    fixed,   // the hardware requires the constant `want`; a reserved bit is a fixed 0
};

// The topic of a field. Pictures have one colour for each role, so there are only a few roles.
enum class Role : std::uint8_t { address, stride, mode, type, shape, sign, sparse, scale, fixed };

struct NamedValue {
    std::uint64_t raw;
    std::string_view name;
    std::string_view doc = {};  // one sentence
};
// numbered("k", "mn") is {{0, "k"}, {1, "mn"}}.
template <class... Names>
constexpr std::array<NamedValue, sizeof...(Names)> numbered(Names... names) {
    std::uint64_t raw = 0;
    return {{{raw++, names}...}};
}

// All strings are string literals. So .data() is null-terminated.
struct Field {
    std::string_view id;  // stable key: command-line name, JSON key, ImGui id, test name
    unsigned lsb, width;  // bits [lsb, lsb + width)
    Role role = Role::fixed;
    Encoding encoding = Encoding::number;
    unsigned scale = 0, bias = 0;            // Encoding::number
    std::uint64_t want = 0;                  // Encoding::fixed
    std::span<const NamedValue> names = {};  // Encoding::one_of
    std::string_view unit = {};              // unit of the value: "bytes", "columns"; empty: no unit
    std::string_view doc;                    // a short description, shown in tooltips and by `formats`
    std::string_view source;                 // the document or source code that states the fact
    Certainty certainty = Certainty::confirmed;
    // Encoding::fixed: a GPU that has this word was measured, and other values change nothing there. So they are out of
    // spec, but no error.
    bool inert = false;
};

// An edition of the PTX manual. 9.1 also represents 9.0, 9.2 and 9.3. Each edition has its complete tables, so a row
// needs no conditions. The values are in order of time. Code compares with `edition >= Edition::v9_4`, never with ==,
// so that a later edition keeps everything of an earlier one.
enum class Edition : std::uint8_t { v9_1, v9_4 };
inline constexpr NamedValue kEditionNames[] = {{0, "9.1"}, {1, "9.4"}};
inline constexpr Edition kNewestEdition = static_cast<Edition>(std::size(kEditionNames) - 1);

struct Format {
    std::string_view id;
    Edition edition;
    unsigned bits;
    std::span<const Field> fields;
    std::string_view title;      // "tcgen05 shared-memory descriptor"
    std::string_view kind = {};  // the .kind:: of the table; only instruction descriptors have one
};

// The table of an edition that did not change the word: kCarried<kZcm91, Edition::v9_4>.
template <const Format& From, Edition To>
inline constexpr Format kCarried = {From.id, To, From.bits, From.fields, From.title, From.kind};

// Returns a mask of `width` ones. A shift of a 64-bit value by 64 is undefined in C++; this function avoids it.
constexpr std::uint64_t bit_mask(unsigned width) { return width >= 64 ? ~0ull : (1ull << width) - 1; }

// Returns the stored bits of the field.
constexpr std::uint64_t get_field(const Field& f, std::uint64_t word) { return (word >> f.lsb) & bit_mask(f.width); }

// Returns the word with `raw` stored in the field. Drops the bits of `raw` above the width of the field.
constexpr std::uint64_t set_field(const Field& f, std::uint64_t word, std::uint64_t raw) {
    const std::uint64_t bits = bit_mask(f.width) << f.lsb;
    return (word & ~bits) | ((raw << f.lsb) & bits);
}

// Returns the value of a stored number: value_of(lbo, 1) is 16 (bytes).
// Requires: the encoding is number or flag.
constexpr std::uint64_t value_of(const Field& f, std::uint64_t raw) { return (raw + f.bias) << f.scale; }

// Returns the first row of a table whose member has this value, or null.
//   row_with(kKinds, "tf32", &KindRow::id)->dense_k == 8
template <class Rows, class Value, class Member>
constexpr auto row_with(const Rows& rows, const Value& value, Member member) -> decltype(&*std::begin(rows)) {
    for (const auto& row : rows)
        if (row.*member == value) return &row;
    return nullptr;
}

// Returns one member of all rows of a table: members_of(kScreens, &ScreenRow::first_tab).
template <class Row, std::size_t N, class T>
constexpr std::array<T, N> members_of(const Row (&rows)[N], T Row::*member) {
    std::array<T, N> out{};
    for (std::size_t i = 0; i < N; ++i) out[i] = rows[i].*member;
    return out;
}

// Returns the row with this id, or null. If a rule gets null for the field that it checks, it skips the table.
constexpr const Field* find_field(const Format& format, std::string_view id) {
    return row_with(format.fields, id, &Field::id);
}

// Returns the row with this id, at compile time. An unknown id is a compile error at the `throw`; no code throws at run
// time.
consteval const Field& field(const Format& format, std::string_view id) {
    const Field* f = find_field(format, id);
    if (!f) throw "this format has no such field";
    return *f;
}

// Returns the row with this id from a table that is chosen at run time.
// Requires: the table has the field. Else the program ends, in every build: a 0 in its place would be a wrong answer
// that nobody sees.
constexpr const Field& field_in(const Format& format, std::string_view id) {
    const Field* f = find_field(format, id);
    assert(f && "this format has no such field");
    if (!f) std::abort();
    return *f;
}

// Returns the stored bits (the value) of a field that only some tables have: 0 if this one does not have it. A test
// finds an id that no table has: tests/style/field_names_test.cpp.
//     raw_or_0(*w.format, w.word, "sparse") != 0     false for a format without sparse forms
constexpr std::uint64_t raw_or_0(const Format& format, std::uint64_t word, std::string_view id) {
    const Field* f = find_field(format, id);
    return f ? get_field(*f, word) : 0;
}
constexpr std::uint64_t value_or_0(const Format& format, std::uint64_t word, std::string_view id) {
    const Field* f = find_field(format, id);
    return f ? value_of(*f, get_field(*f, word)) : 0;
}

// Returns the name of a stored value, or an empty text if the value has no meaning.
constexpr std::string_view name_in(std::span<const NamedValue> names, std::uint64_t raw) {
    for (const NamedValue& n : names)
        if (n.raw == raw) return n.name;
    return {};
}

// Checks a table and returns it.
// Requires: the fields are in ascending order of lsb. Every bit of the word belongs to exactly one field. Every field
// has an id, a doc and a source. Errors: for a constexpr table, a mistake is a compile error at the `throw` that names
// the mistake. A unit test passes broken tables at run time and catches the same messages.
constexpr Format checked(Format format) {
    unsigned next = 0;
    for (std::size_t i = 0; i < format.fields.size(); ++i) {
        const Field& f = format.fields[i];
        if (f.id.empty() || f.doc.empty() || f.source.empty()) throw "field without id, doc or source";
        for (std::size_t j = 0; j < i; ++j)
            if (format.fields[j].id == f.id) throw "two fields with one id";
        if (f.width == 0 || f.lsb + f.width > format.bits) throw "field outside the word";
        if (f.lsb < next) throw "two fields overlap";
        if (f.lsb > next) throw "bits without a field: reserved bits need a field too";
        if (f.want > bit_mask(f.width)) throw "fixed value wider than its field";
        if (f.encoding == Encoding::flag && f.width != 1) throw "a flag is wider than one bit";
        if ((f.encoding == Encoding::fixed) != (f.role == Role::fixed)) throw "role fixed requires encoding fixed";
        if (f.inert && (f.encoding != Encoding::fixed || !f.certainty.measurement()))
            throw "only a measured fixed field can be inert";
        if ((f.encoding == Encoding::one_of) != !f.names.empty())
            throw "encoding one_of requires names; other encodings must have none";
        for (const NamedValue& n : f.names)
            if (n.raw > bit_mask(f.width)) throw "named value wider than its field";
        next = f.lsb + f.width;
    }
    if (next != format.bits) throw "the top bits have no field";
    return format;
}

}  // namespace tilescope
