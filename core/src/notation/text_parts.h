// core/src/notation/text_parts.h -- the parts of a line of pasted text: words, names, types, registers.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/base/text.h>
#include <tilescope/notation/paste.h>

#include <array>
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

// Returns the text with blanks instead of the marks of Markdown, terminals and editors. Its length is the same, so that
// positions stay valid. A row of a table with a name before a number becomes "name = number".
std::string cleaned(std::string_view text);

// Makes "hi=0x40004040 lo=0x00010100" of a line "hi 0x40004040 lo 0x00010100", which is text[begin, end).
void name_values(std::string& text, std::size_t begin, std::size_t end);

// Returns a line without prompt, comments, and separators at its end. In Python `//` is a division.
std::string_view normalised(std::string_view line, bool python);
// Whether the text looks like Python.
bool is_python(std::string_view text);

// Returns the width in bits of a type of C, C++, Rust, Python, PTX or MLIR: "unsigned long long", "np.uint32". Returns
// 0 if the type has no width, and no value if the text is not a type.
std::optional<unsigned> bits_of_type(std::string_view text);

std::vector<std::string_view> split(std::string_view text, char at);  // trimmed pieces
std::vector<std::string_view> split_operands(std::string_view text);  // at commas outside {} [] ()

// Letters, digits and _. A table, because logs have many characters.
inline constexpr std::array<bool, 256> kWordChars = [] {
    std::array<bool, 256> out{};
    for (unsigned c = 0; c < 256; ++c)
        out[c] = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
    return out;
}();
constexpr bool is_word_char(char c) { return kWordChars[static_cast<unsigned char>(c)]; }

// The name of a register such as "R4", "ur10" or "%r7".
struct RegisterName {
    std::string prefix;
    unsigned number = 0;
};
std::optional<RegisterName> register_named(std::string_view name);

// "0x7ffe4010 <desc+8>: 0x40004040": a debugger prints the address before the contents.
struct AddressColumn {
    std::string_view symbol, rest;
};
std::optional<AddressColumn> address_column(std::string_view text);

// The left side of '=': "constexpr uint32_t desc", "let desc: u32", "(uint64_t) desc", "uint64_t *desc".
struct Declaration {
    std::string_view name;
    std::optional<unsigned> bits;  // the width of the type
    bool pointer = false;          // the number is an address
};

Declaration declaration_in(std::string_view left);

// The role of a name such as "a_desc". `half` is 'l' or 'h' if the name ends with lo or hi.
struct KeyMeaning {
    PasteRole role = PasteRole::unknown;
    char half = 0;
    std::string base;     // the name without lo or hi
    bool hopper = false;  // the name says wgmma
};
KeyMeaning meaning_of_key(std::string_view key);

// Whether a value with this role is a descriptor of A or B.
inline bool is_operand(PasteRole role) {
    return role == PasteRole::smem || role == PasteRole::smem_a || role == PasteRole::smem_b;
}

// The kinds that a name or a comment states: "tcgen05_mma_mxf4nvf4_bs" states mxf4nvf4. Empty: none.
std::vector<std::string> kinds_named_in(std::string_view text);

}  // namespace tilescope::notation
