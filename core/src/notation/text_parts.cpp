// core/src/notation/text_parts.cpp -- pieces of a text: lists, brackets and parameters, types, registers.
// SPDX-License-Identifier: MIT
#include "text_parts.h"

#include <charconv>

namespace tilescope::notation {
namespace {

struct Type {
    std::string_view name;
    unsigned bits;
};
// Lower-case names, without the module before them.
constexpr Type kTypes[] = {
    {"uint64_t", 64}, {"int64_t", 64},  {"uint64", 64},    {"int64", 64},    {"u64", 64},       {"i64", 64},
    {"s64", 64},      {"b64", 64},      {"c_uint64", 64},  {"c_int64", 64},  {"long", 64},      {"ulong", 64},
    {"__int64", 64},  {"size_t", 64},   {"uintptr_t", 64}, {"longlong", 64}, {"ulonglong", 64}, {"uint32_t", 32},
    {"int32_t", 32},  {"uint32", 32},   {"int32", 32},     {"u32", 32},      {"i32", 32},       {"s32", 32},
    {"b32", 32},      {"c_uint32", 32}, {"c_int32", 32},   {"int", 32},      {"uint", 32},      {"unsigned", 32},
    {"signed", 32},   {"uint16_t", 16}, {"int16_t", 16},   {"uint16", 16},   {"int16", 16},     {"u16", 16},
    {"i16", 16},      {"b16", 16},      {"short", 16},     {"uint8_t", 8},   {"int8_t", 8},     {"uint8", 8},
    {"int8", 8},      {"u8", 8},        {"i8", 8},         {"b8", 8},        {"char", 8},       {"bool", 1},
    {"constant", 0},  // llvm.mlir.constant(x): as wide as x
};

constexpr std::string_view kTypeQualifiers[] = {"const", "constexpr", "static", "volatile", "inline", "mut"};

// Returns the width of a type of several words. "unsigned long long" has 64 bits. "unsigned char" has the width of its
// narrower word.
unsigned together(std::optional<unsigned> before, unsigned bits) {
    if (!before || *before == 64 || bits == 64) return before ? 64 : bits;
    return std::min(*before, bits);
}

// Follows the brackets of a text.
class Depth {
public:
    // Returns the depth after character i.
    int at(std::string_view text, std::size_t i) {
        constexpr std::string_view kOpen = "<({[", kClose = ">)}]";
        const char c = text[i];
        const bool arrow = c == '>' && i > 0 && text[i - 1] == '-';
        if (kOpen.find(c) != kOpen.npos) ++depth_;
        if (kClose.find(c) != kClose.npos && !arrow) --depth_;
        return depth_;
    }

private:
    int depth_ = 0;
};

// The elements of "[a, b]", each read by `read`.
template <class Element>
std::optional<std::vector<Element>> elements_in(std::string_view value,
                                                std::optional<Element> (*read)(std::string_view)) {
    std::string_view rest;
    const auto inside = value.starts_with('[') ? inside_bracket(value, &rest) : std::nullopt;
    if (!inside || !rest.empty()) return std::nullopt;
    std::vector<Element> out;
    for (const std::string_view piece : split_outside(*inside, ",")) {
        auto element = read(piece);
        if (!element) return std::nullopt;
        out.push_back(std::move(*element));
    }
    return out;
}

}  // namespace

std::optional<std::uint64_t> digits_value(std::string_view text, int base) {
    std::uint64_t value = 0;
    const char* const end = text.data() + text.size();
    const auto read = std::from_chars(text.data(), end, value, base);
    return read.ec == std::errc() && read.ptr == end ? std::optional(value) : std::nullopt;
}

bool has_word(std::string_view words, std::string_view word) {
    if (word.empty() || word.find(' ') != word.npos) return false;
    return has_where(words, word, [&](std::size_t begin, std::size_t end) {
        return (begin == 0 || words[begin - 1] == ' ') && (end == words.size() || words[end] == ' ');
    });
}

void blank_lines(std::string& text, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
        if (text[i] != '\n') text[i] = ' ';
}

std::vector<std::string_view> split(std::string_view text, char at) {
    std::vector<std::string_view> out;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find(at, begin), text.size());
        if (const std::string_view piece = trimmed(text.substr(begin, end - begin)); !piece.empty())
            out.push_back(piece);
        begin = end + 1;
    }
    return out;
}

std::vector<std::string_view> words_in(std::string_view text) {
    std::vector<std::string_view> out;
    for (std::size_t at = text.find_first_not_of(" \t"); at < text.size();) {
        const std::size_t end = std::min(text.find_first_of(" \t", at), text.size());
        out.push_back(text.substr(at, end - at));
        at = text.find_first_not_of(" \t", end);
    }
    return out;
}

std::vector<std::string> strings_in(std::string_view text) {
    const std::vector<std::string_view> words = words_in(text);
    return {words.begin(), words.end()};
}

std::vector<std::string_view> split_operands(std::string_view text, bool also_empty) {
    std::vector<std::string_view> out;
    int depth = 0;
    std::size_t begin = 0;
    for (std::size_t i = 0; i <= text.size(); ++i) {
        const char c = i < text.size() ? text[i] : ',';
        if (c == '{' || c == '[' || c == '(') ++depth;
        if (c == '}' || c == ']' || c == ')') --depth;
        if (c != ',' || (depth > 0 && i < text.size())) continue;
        const std::string_view piece = trimmed(text.substr(begin, i - begin));
        if (also_empty || !piece.empty()) out.push_back(piece);
        begin = i + 1;
    }
    return out;
}

std::string with_dots(std::string_view path) {
    std::string out(path);
    for (std::size_t at = out.find("::"); at != out.npos; at = out.find("::", at)) out.replace(at, 2, ".");
    return out;
}

bool ends_path(std::string_view path, std::string_view name) {
    if (!path.ends_with(name)) return false;
    return path.size() == name.size() || path[path.size() - name.size() - 1] == '.';
}

std::optional<RegisterName> register_named(std::string_view name) {
    const std::size_t digits = name.find_first_of("0123456789");
    if (digits == name.npos || digits == 0 || name.size() - digits > 3) return std::nullopt;
    const std::string_view number = name.substr(digits), prefix = name.substr(0, digits);
    const std::string folded = lower(prefix);
    const bool known = folded == "r" || folded == "ur" || folded == "%r" || folded == "%ur";
    const auto n = digits_value(number);
    if (!known || !n) return std::nullopt;
    return RegisterName{std::string(prefix), static_cast<unsigned>(*n)};
}

std::optional<AddressColumn> address_column(std::string_view text) {
    if (!text.starts_with("0x")) return std::nullopt;
    const std::size_t end = text.find_first_not_of(kHexDigits, 2);
    if (end == text.npos || end == 2) return std::nullopt;
    AddressColumn out;
    std::string_view rest = trimmed(text.substr(end));
    if (const std::size_t close = rest.find(">:"); rest.starts_with('<') && close != rest.npos) {
        out.symbol = rest.substr(1, close - 1);
        rest = rest.substr(close + 1);
    }
    if (!rest.starts_with(':') || rest.starts_with("::")) return std::nullopt;
    out.rest = trimmed(rest.substr(1));
    return out;
}

std::optional<unsigned> bits_of_type(std::string_view text) {
    std::optional<unsigned> bits;
    for (std::string_view word : words_in(text)) {
        if (is_in(kTypeQualifiers, word)) continue;
        if (const auto at = word.find_last_of(".:"); at != word.npos) word.remove_prefix(at + 1);
        const auto* known = std::ranges::find(kTypes, lower(word), &Type::name);
        if (known == std::end(kTypes)) return std::nullopt;
        bits = together(bits, known->bits);
    }
    return bits;
}

Declaration declaration_in(std::string_view left) {
    const auto take_word = [&left] {
        left = trimmed(left);
        const std::size_t end = left.find_last_of(" \t*&(),;{");
        const std::string_view word = end == left.npos ? left : left.substr(end + 1);
        left.remove_suffix(word.size());
        return word;
    };
    Declaration out{take_word(), std::nullopt, false};
    const auto type = bits_of_type(out.name);
    // "let desc: u32": the type is after the name.
    if (const std::string_view before = trimmed(left); type && before.ends_with(':')) {
        left = before.substr(0, before.size() - 1);
        return {take_word(), type, false};
    }
    for (;;) {
        left = trimmed(left);
        const char last = left.empty() ? ' ' : left.back();
        if (last == '*' || last == '&' || last == ')') {
            out.pointer |= last == '*';
            left.remove_suffix(1);
            continue;
        }
        const std::string_view word = take_word();
        const auto bits = bits_of_type(word);
        if (!bits && (word.empty() || !is_in(kTypeQualifiers, word))) break;
        if (bits) out.bits = together(out.bits, *bits);
    }
    out.pointer &= out.bits.has_value();
    return out;
}

std::optional<std::string_view> inside_bracket(std::string_view text, std::string_view* rest) {
    Depth depth;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (depth.at(text, i) > 0) continue;
        if (i == 0) return std::nullopt;
        if (rest != nullptr) *rest = text.substr(i + 1);
        return text.substr(1, i - 1);
    }
    return std::nullopt;
}

std::vector<std::string_view> split_outside(std::string_view text, std::string_view separators) {
    std::vector<std::string_view> out;
    if (trimmed(text).empty()) return out;
    Depth depth;
    std::size_t begin = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (depth.at(text, i) != 0 || separators.find(text[i]) == separators.npos) continue;
        out.push_back(trimmed(text.substr(begin, i - begin)));
        begin = i + 1;
    }
    out.push_back(trimmed(text.substr(begin)));
    return out;
}

std::size_t find_outside(std::string_view text, char c) {
    Depth depth;
    for (std::size_t i = 0; i < text.size(); ++i)
        if (depth.at(text, i) == 0 && text[i] == c) return i;
    return std::string_view::npos;
}

std::vector<NamedText> parameters_of(std::string_view text) {
    std::vector<NamedText> out;
    for (const std::string_view piece : split_outside(text, ",")) {
        const std::size_t equals = piece.find('=');
        if (equals == piece.npos)
            out.push_back({piece, {}});
        else
            out.push_back({trimmed(piece.substr(0, equals)), trimmed(piece.substr(equals + 1))});
    }
    return out;
}

std::optional<unsigned> unsigned_in(std::string_view value) {
    // An integer attribute can have a type: "16 : i32".
    if (const std::size_t colon = value.find(':'); colon != value.npos) value = trimmed(value.substr(0, colon));
    const auto number = digits_value(value);
    return number && *number <= ~0u ? std::optional(static_cast<unsigned>(*number)) : std::nullopt;
}

std::optional<unsigned> bits_in_name(std::string_view type) {
    const std::size_t first = std::min(type.find_first_of("0123456789"), type.size());
    return unsigned_in(type.substr(first, type.find_first_not_of("0123456789", first) - first));
}

std::optional<bool> bool_in(std::string_view value) {
    if (value == "true") return true;
    if (value == "false") return false;
    return std::nullopt;
}

std::optional<std::vector<unsigned>> list_in(std::string_view value) { return elements_in(value, unsigned_in); }

std::optional<std::vector<std::vector<unsigned>>> lists_in(std::string_view value) {
    return elements_in(value, list_in);
}

}  // namespace tilescope::notation
