// core/src/notation/fields.h -- words whose fields a text states: in a struct, in a call, or by their places.
// SPDX-License-Identifier: MIT
#pragma once

#include "work.h"

namespace tilescope::notation {

// The bits of the word that the field has.
inline std::uint64_t mask_of(const Field& f) { return bit_mask(f.width) << f.lsb; }

// The bits at which the fields of the format begin that are not reserved.
std::uint64_t begins_of(const Format& format);

// ---- structs (struct_fields.cpp) ----

// Builds a word from the fields of a C++ struct such as cute::UMMA::SmemDescriptor.
struct FieldValue {
    std::string_view name;  // "stride_byte_offset_"
    Bits bits;
};
// The bits of a word that a given field sets: `width` bits of the value from bit `dropped` on, at bit `at`.
struct FieldBits {
    std::size_t given;  // index into the fields
    unsigned at, width, dropped;
};
struct StructWord {
    Bits bits;
    const Format* format = nullptr;
    std::uint64_t given = 0;  // the bits of the fields that the struct has
    PasteRole role = PasteRole::unknown;
    bool hopper = false;
    std::string note;
    bool guess = false;                   // no field and no name says that it is of wgmma
    bool cut = false;                     // a value is wider than its field, and lost its high bits
    std::vector<std::string> kinds = {};  // those that an instruction descriptor can have; empty: not stated
    std::vector<FieldBits> places = {};   // a later one replaces an earlier one of the same field
};
// `made` is the name of the struct, or empty. A field "*" means that all other fields are 0.
std::optional<StructWord> word_of_struct(const Work& work, const std::vector<FieldValue>& fields,
                                         std::string_view made = {});
// The field that a member of such a struct has: "desc.stride_byte_offset_" has "sbo". Empty: it has none.
std::string_view field_of_member(std::string_view name);

// ---- structs that gdb, cuda-gdb and lldb print (debugger_print.cpp) ----

// One member, element or value of a print: `stride_byte_offset_ = 64`, `{lo = 64, hi = 0}`. Views are into the text.
struct PrintedValue {
    std::string_view name;            // "bitfield", "[0]"; empty: an element, or a member without a name
    std::string_view text;            // as written, without the name; for an aggregate from its "{" to its "}"
    bool aggregate = false;           // it has parts
    std::vector<PrintedValue> parts;  // of an aggregate
    unsigned repeats = 1;             // "<repeats 3 times>"
};

// One print of a struct, a union or an array of them.
struct StructPrint {
    std::size_t begin = 0, end = 0;  // in the text, from the name to the last brace
    std::string name;                // what the user printed: "desc_a", "params.idesc_"; empty: unknown
    std::string made;                // the type, as far as the text states it: "cute::UMMA::SmemDescriptor"
    bool binary = false;             // numbers without a prefix are binary: p/t
    bool certain = false;            // only debuggers write so: "$1 = {", "(Type) name = {"
    PrintedValue value;
};

// Returns the prints in the order of the text. "desc = {" of another language has the same form; then `certain` is
// false. The time is linear in the length of the text.
//   struct_prints("(gdb) p d\n$1 = {lo = 64, hi = 0}")[0].value.parts[0].name == "lo"
std::vector<StructPrint> struct_prints(std::string_view text);

// Returns the number that a debugger wrote: "64", "0x40", "1 '\001'", "'\x02'", "cute::UMMA::Major::K", "(A | unknown:
// 0x8)". No value: "<optimized out>", a text, an enumerator that CUTLASS does not have. A negative number has 64 bits.
std::optional<std::uint64_t> printed_number(std::string_view text, bool binary);

// ---- calls of known libraries (known_calls.cpp) ----

// One argument of a call: `key` is the name of a keyword argument, else empty. `text` is the argument without its key.
struct CallArgument {
    std::string_view key, text;
    Bits bits;
};

// Splits "ldo=16" at its key.
CallArgument call_argument(std::string_view text, const Bits& bits);

// Returns the word that a function of a known library makes from these arguments. `function` is the name with its path.
// `types` are the arguments of its template. If the arguments are not those of the public definition, or no important
// field is known, the result is that of a function whose arguments have
// the names of fields: make_f8f6f4_idesc(m=64, n=256, a_format=0, b_format=5). A call of an MMA of TileLang gives its
// instruction descriptor.
std::optional<StructWord> word_of_call(const Work& work, std::string_view function,
                                       const std::vector<CallArgument>& arguments,
                                       const std::vector<CallArgument>& types);

// ---- values at the places of fields (field_places.cpp) ----

// The bit at which the swizzle mode of tcgen05 begins, and no field of wgmma. A program that shifts a value there
// builds a word of tcgen05, also if it forgets the version.
std::uint64_t mode_of_tcgen05(Edition edition);

// A word that a function builds from its parameters.
enum class Built : std::uint8_t { nothing, smem, wgmma, idesc, scaled };

// Returns the word whose fields begin at the places of the parts. `bits` are what is known about the value. A word
// needs parts at two strides or at M and N, and at one of the other fields that identify it. In a text that names
// wgmma, two strides are enough. In a text that names shared memory, the start and sbo are as good as two strides.
Built built_word(const program::OrParts& parts, const Bits& bits, Edition edition, const TextHints& hints);

// Returns the kinds with block scaling that have fields at the places of the parts.
std::vector<std::string> scaled_kinds(const program::OrParts& parts);

// Returns the bits that are most probably 0, because no part begins in their field: fields that few kernels set (a base
// offset, a negation), and fields in which a part is the constant 0. 0 if the parts do not identify the format, or if
// no field with a meaning has such `unknown` bits.
std::uint64_t zeros_without_parts(const Format& format, const program::OrParts& parts, std::uint64_t unknown);

// Returns a problem for each value that begins where a field of the format begins, was encoded for this field, and has
// bits above it: an error if such a bit is 1, a warning if a mask lets such bits through that can be 1.
std::vector<Problem> spills(const Format& format, const std::vector<Placed>& values);

// Returns the bits that are 1 because of such values: they say nothing about the format.
std::uint64_t spilled_ones(const Format& format, const std::vector<Placed>& values);

}  // namespace tilescope::notation
