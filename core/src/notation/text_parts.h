// core/src/notation/text_parts.h -- the parts of a line of pasted text: words, names, types, registers.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/base/text.h>

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope::notation {

// Returns the width in bits of a type of C, C++, Rust, Python, PTX or MLIR: "unsigned long long", "np.uint32". Returns
// 0 if the type has no width, and no value if the text is not a type.
std::optional<unsigned> bits_of_type(std::string_view text);

std::vector<std::string_view> split(std::string_view text, char at);  // trimmed pieces
std::vector<std::string_view> split_operands(std::string_view text);  // at commas outside {} [] ()

// Whether the path ends with the name: "cutlass.bfloat16_t" has the name "bfloat16_t".
bool ends_path(std::string_view path, std::string_view name);

// Letters, digits and _. A table, because logs have many characters.
inline constexpr std::array<bool, 256> kWordChars = [] {
    std::array<bool, 256> out{};
    for (unsigned c = 0; c < 256; ++c)
        out[c] = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
    return out;
}();
constexpr bool is_word_char(char c) { return kWordChars[static_cast<unsigned char>(c)]; }

// The value of a hexadecimal digit, or kNoDigit. A table too.
inline constexpr unsigned char kNoDigit = 16;
inline constexpr std::array<unsigned char, 256> kHexValues = [] {
    std::array<unsigned char, 256> out{};
    out.fill(kNoDigit);
    for (unsigned char i = 0; i < 10; ++i) out[static_cast<unsigned char>('0' + i)] = i;
    for (unsigned char i = 0; i < 6; ++i)
        out[static_cast<unsigned char>('a' + i)] = out[static_cast<unsigned char>('A' + i)] =
            static_cast<unsigned char>(10 + i);
    return out;
}();
constexpr unsigned char hex_digit(char c) { return kHexValues[static_cast<unsigned char>(c)]; }

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

}  // namespace tilescope::notation
