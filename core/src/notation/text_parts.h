// core/src/notation/text_parts.h -- what stands in a line of pasted text: words, names, types, registers.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/base/text.h>
#include <tilescope/notation/paste.h>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope::notation {

struct Line {
    std::string_view text;  // without comment, prompt and trailing ; , and spaces
    std::size_t offset;     // of text in the paste
    unsigned number;
};

// A line without prompt, comments and separators at its end. In Python `//` divides.
std::string_view normalised(std::string_view line, bool python);
bool is_python(std::string_view text);

// How many bits a type of C, C++, Rust, Python, PTX or MLIR has: "unsigned long long", "np.uint32"; 0 where it does not
// say; nothing where it is no type.
std::optional<unsigned> bits_of_type(std::string_view text);

std::vector<std::string_view> split(std::string_view text, char at);  // trimmed pieces
std::vector<std::string_view> split_operands(std::string_view text);  // at commas outside {} [] ()
bool is_word_char(char c);                                            // letters, digits, _ and what names hold

// "R4", "ur10", "%r7" -> its prefix and number.
struct RegisterName {
    std::string prefix;
    unsigned number = 0;
};
std::optional<RegisterName> register_named(std::string_view name);

// "0x7ffe4010 <desc+8>: 0x40004040": the address that a debugger writes before what stands there.
struct AddressColumn {
    std::string_view symbol, rest;
};
std::optional<AddressColumn> address_column(std::string_view text);

// What stands left of '=': "constexpr uint32_t desc", "let desc: u32", "(uint64_t) desc", "uint64_t *desc".
struct Declaration {
    std::string_view name;
    std::optional<unsigned> bits;  // of its type
    bool pointer = false;          // the number is an address
};

Declaration declaration_in(std::string_view left);

// "a_desc" and its cousins -> role; half is 'l' or 'h' for names that end in lo or hi.
struct KeyMeaning {
    PasteRole role = PasteRole::unknown;
    char half = 0;
    std::string base;  // the name without its half
};
KeyMeaning meaning_of_key(std::string_view key);

}  // namespace tilescope::notation
