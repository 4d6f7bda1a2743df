// core/src/notation/debugger_number.cpp -- reads a number as a debugger prints it.
// SPDX-License-Identifier: MIT
#include "debugger_print.h"
#include "text_parts.h"

#include <tilescope/base/number.h>
#include <tilescope/program/readers.h>

#include <algorithm>

namespace tilescope::notation {
namespace {

// Digits of a number in base 2 or 8, without a prefix.
std::optional<std::uint64_t> digits_in_base(std::string_view text, unsigned shift) {
    const std::size_t first = std::min(text.find_first_not_of('0'), text.size());
    if ((text.size() - first) * shift > 64 + (shift - 1)) return std::nullopt;
    std::uint64_t out = 0;
    for (const char c : text.substr(first)) {
        const auto digit = static_cast<std::uint64_t>(c - '0');
        if (c < '0' || digit >> shift != 0 || out >> (64 - shift) != 0) return std::nullopt;
        out = out << shift | digit;
    }
    return out;
}

// "'\001'" of gdb, "'\x02'" and "'\0'" of lldb, "'A'".
std::optional<std::uint64_t> character(std::string_view text) {
    if (text.size() < 3 || text.back() != '\'') return std::nullopt;
    text = text.substr(1, text.size() - 2);
    if (text.size() == 1 && text[0] != '\\') return static_cast<unsigned char>(text[0]);
    if (text.size() < 2 || text[0] != '\\') return std::nullopt;
    if (text[1] == 'x') {
        const auto n = parse_number("0" + std::string(text.substr(1)));
        return n ? std::optional(*n) : std::nullopt;
    }
    constexpr std::string_view kLetters = "abtnvfr";  // 7 to 13
    const std::size_t letter = kLetters.find(text[1]);
    if (text.size() == 2 && letter != kLetters.npos) return 7 + letter;
    return digits_in_base(text.substr(1), 3);
}

// "cute::UMMA::Major::K", "SWIZZLE_128B" of lldb, "unknown: 0x8".
std::optional<std::uint64_t> enumerator(std::string_view text) {
    constexpr std::string_view kUnknown = "unknown: ";
    if (text.starts_with(kUnknown)) {
        const auto n = parse_number(text.substr(kUnknown.size()));
        return n ? std::optional(*n) : std::nullopt;
    }
    if (text == "true") return 1;
    if (text == "false") return 0;
    std::string path(text);
    for (std::size_t at = path.find("::"); at != path.npos; at = path.find("::", at)) path.replace(at, 2, ".");
    return path.find('.') == path.npos ? program::enumerator_named(path) : program::known_enumerator(path);
}

}  // namespace

std::optional<std::uint64_t> printed_number(std::string_view text, bool binary) {
    if (text.empty()) return std::nullopt;
    const char first = text[0];
    if (first == '\'') return character(text);
    if (is_digit(first) || first == '-') {
        const std::string_view number = text.substr(0, text.find_first_of(" \t"));
        const bool digits = std::ranges::all_of(number, is_digit);
        if (digits && binary) return digits_in_base(number, 1);
        if (digits && number.size() > 1 && first == '0') return digits_in_base(number, 3);  // p/o
        const Answer<Number> n = read_number(number);
        if (!n) return std::nullopt;
        return in_width(*n, 64);
    }
    if (text.starts_with('(') && text.ends_with(')')) text = trimmed(text.substr(1, text.size() - 2));
    std::uint64_t out = 0;
    for (const std::string_view part : split(text, '|')) {
        const auto value = enumerator(part);
        if (!value) return std::nullopt;
        out |= *value;
    }
    return out;
}

}  // namespace tilescope::notation
