// core/src/notation/debugger_print.h -- the values of structs that gdb, cuda-gdb and lldb print.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope::notation {

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

}  // namespace tilescope::notation
