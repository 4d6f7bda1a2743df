// core/src/program/sass_operand.cpp -- reads the operands of machine code.
// SPDX-License-Identifier: MIT
#include "sass_text.h"

#include <tilescope/base/text.h>

#include <array>
#include <charconv>

namespace tilescope::program::sass {
namespace {

constexpr unsigned kMostRegister = 255;

struct RegisterFile {
    std::string_view prefix, constant;  // "UR" and "URZ"
    Operand::Type type;
    bool uniform;
};
// Longer prefixes come first.
constexpr std::array<RegisterFile, 4> kFiles = {{{"UR", "URZ", Operand::Type::reg, true},
                                                 {"UP", "UPT", Operand::Type::predicate, true},
                                                 {"R", "RZ", Operand::Type::reg, false},
                                                 {"P", "PT", Operand::Type::predicate, false}}};

bool is_number_of_register(std::string_view text) {
    if (text.empty() || text.size() > 3) return false;
    for (const char c : text)
        if (!is_digit(c)) return false;
    return true;
}

// Reads R4, URZ or P0. Nothing before or after it is allowed.
std::optional<Operand> register_named(std::string_view name) {
    for (const RegisterFile& file : kFiles) {
        if (!name.starts_with(file.prefix)) continue;
        Operand out;
        out.type = file.type;
        out.uniform = file.uniform;
        out.zero = name == file.constant;
        if (out.zero) return out;
        const std::string_view digits = name.substr(file.prefix.size());
        if (!is_number_of_register(digits)) continue;
        std::from_chars(digits.data(), digits.data() + digits.size(), out.index);
        if (out.index > kMostRegister) continue;
        return out;
    }
    return std::nullopt;
}

std::optional<std::uint64_t> integer(std::string_view text) {
    const bool hex = text.starts_with("0x") || text.starts_with("0X");
    if (hex) text.remove_prefix(2);
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, hex ? 16 : 10);
    if (text.empty() || error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return value;
}

bool is_word(char c) { return is_digit(c) || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_'; }

}  // namespace

Operand read_operand(std::string_view text) {
    Operand out;
    std::string_view rest = text;
    bool negative = false, inverted = false;
    for (; !rest.empty() && (rest[0] == '-' || rest[0] == '~' || rest[0] == '!'); rest = trimmed(rest.substr(1))) {
        if (negative || inverted) break;
        (rest[0] == '-' ? negative : inverted) = true;
    }
    const std::string_view name = rest.substr(0, rest.find('.'));
    if (const auto found = register_named(name)) {
        out = *found;
        const std::string_view suffix = rest.substr(name.size());
        out.plain = suffix.empty() || suffix == ".reuse";
    } else if (const auto value = integer(rest); value && !inverted) {
        out.type = Operand::Type::number;
        out.value = negative ? (~*value + 1) & 0xffffffff : *value;
        negative = false;
    }
    out.negative = negative;
    out.inverted = inverted;
    out.text = text;
    return out;
}

std::vector<Operand> registers_in(std::string_view text) {
    std::vector<Operand> out;
    for (std::size_t at = 0; at < text.size();) {
        std::size_t end = at;
        while (end < text.size() && is_word(text[end])) ++end;
        if (end == at) {
            ++at;
            continue;
        }
        const auto found = register_named(text.substr(at, end - at));
        if (found && found->is_register()) out.push_back(*found);
        at = end;
    }
    return out;
}

std::string_view label_in(std::string_view operand) {
    // Pasted text has lost its backticks: Markdown uses them for code.
    const std::size_t quote = operand.find("`(");
    if (quote == operand.npos && !operand.starts_with('(')) return {};
    const std::size_t begin = quote == operand.npos ? 1 : quote + 2, end = operand.find(')', begin);
    if (end == operand.npos) return {};
    return operand.substr(begin, end - begin);
}

}  // namespace tilescope::program::sass
