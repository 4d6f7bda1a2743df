// core/src/notation/text_parts.h -- the parts of a line of pasted text: words, names, types, registers.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/base/text.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope::notation {

// Returns the width in bits of a type of C, C++, Rust, Python, PTX or MLIR: "unsigned long long", "np.uint32". Returns
// 0 if the type has no width, and no value if the text is not a type.
std::optional<unsigned> bits_of_type(std::string_view text);

// Whether the list has the item.
template <class List, class Item>
constexpr bool is_in(const List& list, const Item& item) {
    return std::ranges::find(list, item) != std::end(list);
}

// Whether the text has one of the parts, or begins with one of them.
template <class Parts = std::initializer_list<std::string_view>>
bool contains_any(std::string_view text, const Parts& parts) {
    return std::ranges::any_of(parts, [&](std::string_view part) { return text.find(part) != text.npos; });
}
template <class Parts = std::initializer_list<std::string_view>>
bool starts_with_any(std::string_view text, const Parts& parts) {
    return std::ranges::any_of(parts, [&](std::string_view part) { return text.starts_with(part); });
}

// Whether the text has the part at a place from `begin` to `end` of which is(begin, end) is true.
template <class Is>
bool has_where(std::string_view text, std::string_view part, const Is& is) {
    for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + 1))
        if (is(at, at + part.size())) return true;
    return false;
}

// Whether a list of words with blanks between them has the word.
bool has_word(std::string_view words, std::string_view word);

// The value of a text that has only digits of this base, or nothing.
std::optional<std::uint64_t> digits_value(std::string_view text, int base = 10);

std::vector<std::string_view> split(std::string_view text, char at);  // trimmed pieces
std::vector<std::string> strings_in(std::string_view text);           // between blanks
// At commas outside {} [] (): trimmed pieces, without the empty ones unless `also_empty`.
std::vector<std::string_view> split_operands(std::string_view text, bool also_empty = false);

// The lines of a text without their ends: for (const std::string_view line : Lines(text)) ...
class Lines {
public:
    explicit Lines(std::string_view text) : text_(text) {}
    struct Iterator {
        std::string_view text;
        std::size_t at;
        std::size_t end() const { return std::min(text.find('\n', at), text.size()); }
        std::string_view operator*() const { return text.substr(at, end() - at); }
        void operator++() { at = end() + 1; }
        bool operator!=(std::default_sentinel_t) const { return at < text.size(); }
    };
    Iterator begin() const { return {text_, 0}; }
    static std::default_sentinel_t end() { return {}; }

private:
    std::string_view text_;
};

// Where the part begins in the text. Requires: it is a part of it.
inline std::size_t offset_in(std::string_view text, std::string_view part) {
    return static_cast<std::size_t>(part.data() - text.data());
}

std::vector<std::string_view> words_in(std::string_view text);  // between spaces and tabs

// Makes blanks of [begin, end) of the text, but leaves the ends of lines.
void blank_lines(std::string& text, std::size_t begin, std::size_t end);

inline constexpr std::string_view kHexDigits = "0123456789abcdefABCDEF";
inline bool is_hex(std::string_view text) { return !text.empty() && text.find_first_not_of(kHexDigits) == text.npos; }

// Whether the path ends with the name: "cutlass.bfloat16_t" has the name "bfloat16_t".
bool ends_path(std::string_view path, std::string_view name);

// "cute.UMMA.Major.K" of "cute::UMMA::Major::K": the tables name types and enumerators so.
std::string with_dots(std::string_view path);

// The name without the namespaces, modules or classes before it.
inline std::string_view last_name(std::string_view path) { return path.substr(path.find_last_of(".:") + 1); }

// Letters, digits and _. A table, because logs have many characters.
inline constexpr std::array<bool, 256> kWordChars = [] {
    std::array<bool, 256> out{};
    for (unsigned c = 0; c < 256; ++c)
        out[c] = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
    return out;
}();
constexpr bool is_word_char(char c) { return kWordChars[static_cast<unsigned char>(c)]; }

// The end of the word at `at`, and the begin of the word that ends at `at`. `more`: another character of words.
constexpr std::size_t end_of_word(std::string_view text, std::size_t at, char more = '_') {
    while (at < text.size() && (is_word_char(text[at]) || text[at] == more)) ++at;
    return at;
}
constexpr std::size_t begin_of_word(std::string_view text, std::size_t at, char more = '_') {
    while (at > 0 && (is_word_char(text[at - 1]) || text[at - 1] == more)) --at;
    return at;
}

constexpr bool is_small_letter(char c) { return c >= 'a' && c <= 'z'; }
constexpr bool is_capital(char c) { return c >= 'A' && c <= 'Z'; }
constexpr bool is_letter(char c) { return is_small_letter(c) || is_capital(c); }

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

// Added to the number of R4, which is not UR4.
inline constexpr unsigned kOtherRegisters = 1000;

// The name of a register such as "R4", "ur10" or "%r7".
struct RegisterName {
    std::string prefix;
    unsigned number = 0;
    bool is_uniform() const { return lower(prefix).ends_with("ur"); }
    // The key of its value in Work::registers: R4 is not UR4.
    unsigned place() const { return number + (is_uniform() ? 0 : kOtherRegisters); }
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

// ---- brackets, and the parameters inside of them ----

// Returns the text inside the bracket that is the first character of `text`. `rest` receives the text after its
// partner. An arrow "->" is not a bracket. Returns nothing if there is no bracket or no partner.
std::optional<std::string_view> inside_bracket(std::string_view text, std::string_view* rest = nullptr);

// Splits the text at characters outside of all brackets, and trims the pieces. An empty text has no pieces.
std::vector<std::string_view> split_outside(std::string_view text, std::string_view separators);

// Returns the position of a character outside of all brackets, or npos.
std::size_t find_outside(std::string_view text, char c);

struct NamedText {
    std::string_view name, value;
};
// Returns the parameters of "a = 1, b = [2, 3]". A piece without "=" has an empty value.
std::vector<NamedText> parameters_of(std::string_view text);

// 16 of "bf16", 8 of "f8E4M3FN" and "float8e5".
std::optional<unsigned> bits_in_name(std::string_view type);

// Return the value of a parameter, or nothing if it has another form: "16", "true", "[1, 2]", "[[1, 0], [0, 1]]".
std::optional<unsigned> unsigned_in(std::string_view value);
std::optional<bool> bool_in(std::string_view value);
std::optional<std::vector<unsigned>> list_in(std::string_view value);
std::optional<std::vector<std::vector<unsigned>>> lists_in(std::string_view value);

// ---- lines (clean_text.cpp) ----

struct Line {
    std::string_view text;  // without comment, prompt and trailing ; , and spaces
    std::size_t offset;     // of text in the paste
    unsigned number;
};

// Returns the text with blanks instead of the marks of Markdown, terminals and editors. Its length is the same, so that
// positions stay valid. A row of a table with a name before a number becomes "name = number".
std::string cleaned(std::string_view text);

// Returns a line without the prompt of a debugger.
std::string_view without_prompt(std::string_view line);

// Returns a line without prompt, comments, and separators at its end. In Python `//` is a division.
std::string_view normalised(std::string_view line, bool python);
// Whether the text looks like Python.
bool is_python(std::string_view text);

// Returns the text that normalised() removed at the start of a line of this text: a prompt or a comment.
std::string_view text_before(std::string_view text, const Line& line);

// ---- lines of machine code (sass.cpp) ----

// Whether a line of the text `whole` is an instruction, with or without its address, its encoding and the columns of a
// profiler. A word in capital letters is an opcode only if an offset is before it or a register is after it.
bool is_sass_instruction(std::string_view whole, const Line& line);

// Whether a line belongs to a listing but is not an instruction: a directive, data, or a header line of cuobjdump.
bool is_listing_line(std::string_view whole, const Line& line);

// Returns the key in Work::registers of a register such as "UR44" or "R7.reuse". Returns no value for URZ, P0 and
// similar.
std::optional<unsigned> sass_register(std::string_view operand);

}  // namespace tilescope::notation
