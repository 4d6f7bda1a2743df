// core/src/program/sass_instruction.cpp -- reads one instruction of machine code with its address and comment.
// SPDX-License-Identifier: MIT
#include "sass_text.h"

#include <tilescope/base/text.h>

#include <algorithm>
#include <array>
#include <charconv>

namespace tilescope::program::sass {
namespace {

bool is_hex(std::string_view text) {
    return !text.empty() && text.size() <= 16 && text.find_first_not_of("0123456789abcdefABCDEF") == text.npos;
}

std::optional<std::uint64_t> hex_value(std::string_view text) {
    if (text.starts_with("0x")) text.remove_prefix(2);
    std::uint64_t value = 0;
    if (!is_hex(text)) return std::nullopt;
    std::from_chars(text.data(), text.data() + text.size(), value, 16);
    return value;
}

std::string_view word_at(std::string_view text) { return text.substr(0, text.find_first_of(" \t;")); }

void skip(std::string_view& text, std::size_t count) { text = trimmed(text.substr(std::min(count, text.size()))); }

// Removes "/*0100*/" and "/* 0x000fe... */". The first is an address.
bool skip_comment(std::string_view& text, Instruction& out) {
    if (!text.starts_with("/*")) return false;
    const std::size_t end = text.find("*/", 2);
    const std::string_view inside = text.substr(2, end == text.npos ? text.npos : end - 2);
    if (const auto value = hex_value(inside); value && inside.size() >= 4 && !inside.starts_with("0x")) {
        out.address = value;
        out.listed = true;
    }
    skip(text, end == text.npos ? text.size() : end + 2);
    return true;
}

// Removes "0x7f2c21565c0 <gemm(Params)+448>:" of a debugger.
bool skip_symbol(std::string_view& text, Instruction& out) {
    if (!text.starts_with("0x")) return false;
    const std::string_view number = text.substr(0, text.find_first_of(" \t:"));
    if (!hex_value(number)) return false;
    std::string_view rest = trimmed(text.substr(number.size()));
    std::optional<std::uint64_t> offset;
    if (rest.starts_with('<')) {
        const std::size_t close = rest.find(">:");
        if (close == rest.npos) return false;
        const std::string_view symbol = rest.substr(1, close - 1);
        const std::string_view digits = symbol.substr(symbol.rfind('+') + 1);
        std::uint64_t value = 0;
        const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
        if (symbol.find('+') == symbol.npos)
            offset = 0;
        else if (error == std::errc() && end == digits.data() + digits.size())
            offset = value;
        rest = rest.substr(close + 1);
    }
    if (!rest.starts_with(':')) return false;
    out.address = hex_value(number);
    out.offset = offset;
    text = trimmed(rest.substr(1));
    return true;
}

// Removes what listings, debuggers and assemblers write before an instruction.
void skip_prefix(std::string_view& text, Instruction& out) {
    constexpr std::array<std::string_view, 4> kMarks = {"=>", "*>", "{", "}"};
    for (bool again = true; again && !text.empty();) {
        again = skip_comment(text, out) || skip_symbol(text, out);
        for (const std::string_view mark : kMarks)
            if (text.starts_with(mark)) skip(text, mark.size()), again = true;
        if (!text.starts_with("[B")) continue;
        const std::size_t close = text.find(']');
        if (close != text.npos && text.substr(0, close).find(':') != text.npos) skip(text, close + 1), again = true;
    }
}

// Opcodes that can have no register operand.
constexpr std::array<std::string_view, 34> kWithoutRegisters = {
    "ACQBULK",      "BAR",        "BPT",       "BRA",          "BREAK",       "BRX",          "BRXU",
    "BSSY",         "BSYNC",      "CALL",      "DEPBAR",       "ERRBAR",      "EXIT",         "FENCE",
    "JMP",          "JMX",        "JMXU",      "KILL",         "LDGDEPBAR",   "MEMBAR",       "NANOSLEEP",
    "NOP",          "PREEXIT",    "RET",       "SETMAXREG",    "UCGABAR_ARV", "UCGABAR_WAIT", "USETMAXREG",
    "UTMACMDFLUSH", "UVIRTCOUNT", "WARPGROUP", "WARPGROUPSET", "WARPSYNC",    "YIELD"};

bool is_capital(char c) { return c >= 'A' && c <= 'Z'; }

bool is_opcode(std::string_view word) {
    const std::string_view base = word.substr(0, word.find('.'));
    if (base.size() < 2 || !is_capital(base[0]) || read_operand(base).type != Operand::Type::other) return false;
    if (!std::ranges::all_of(base, [](char c) { return is_capital(c) || is_digit(c) || c == '_'; })) return false;
    return std::ranges::all_of(
        word, [](char c) { return is_capital(c) || is_digit(c) || (c >= 'a' && c <= 'z') || c == '_' || c == '.'; });
}

bool is_machine_operand(const Operand& operand) {
    if (operand.type == Operand::Type::reg || operand.type == Operand::Type::predicate) return true;
    constexpr std::array<std::string_view, 9> kForms = {"c[0x", "tmem[", "gdesc[", "idesc[", "desc[",
                                                        "`(",   "SR_",   "SRZ",    "cx["};
    const std::size_t begin = std::min(operand.text.find_first_not_of("-!~|"), operand.text.size());
    const std::string_view text = operand.text.substr(begin);
    return std::ranges::any_of(kForms, [&](std::string_view form) { return text.starts_with(form); }) ||
           (!text.empty() && (text[0] == '[' || operand.text[0] == '|') && !registers_in(text).empty());
}

// The end of the operands: a semicolon, a comment, or the columns of a profiler.
std::size_t end_of(std::string_view text) {
    char before = ',';
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == ';' || text.substr(i).starts_with("/*") || text.substr(i).starts_with("//")) return i;
        const bool column =
            text[i] == '\t' || (text[i] == ' ' && i + 2 < text.size() && text[i + 1] == ' ' && is_digit(text[i + 2]));
        if (column && before != ',') return i;
        if (text[i] != ' ' && text[i] != '\t') before = text[i];
    }
    return text.size();
}

// "UR4" of "{UR4, UR5}": assemblers write all registers of a wide operand. In templates the braces are doubled.
std::string_view first_of_list(std::string_view operand) {
    const std::size_t begin = operand.find_first_not_of('{');
    const std::size_t end = operand.find_first_of(",}");
    if (!operand.starts_with('{') || begin == operand.npos || end == operand.npos || end < begin) return operand;
    return trimmed(operand.substr(begin, end - begin));
}

void split(std::string_view text, std::vector<Operand>& out) {
    int depth = 0;
    bool quoted = false;
    std::size_t begin = 0;
    for (std::size_t i = 0; i <= text.size(); ++i) {
        const char c = i < text.size() ? text[i] : ',';
        if (c == '"') quoted = !quoted;
        if (!quoted && (c == '[' || c == '(' || c == '{')) ++depth;
        if (!quoted && (c == ']' || c == ')' || c == '}') && depth > 0) --depth;
        if (i < text.size() && (c != ',' || depth > 0 || quoted)) continue;
        if (const std::string_view part = trimmed(text.substr(begin, i - begin)); !part.empty())
            out.push_back(read_operand(first_of_list(part)));
        begin = i + 1;
    }
}

// Reads "@P0 OP a, b ;" and cuts `text` after it.
bool read_body(std::string_view& text, Instruction& out) {
    std::string_view rest = text;
    if (rest.starts_with('@')) {
        const std::string_view guard = word_at(rest);
        out.guard = read_operand(guard.substr(1));
        skip(rest, guard.size());
    }
    out.opcode = word_at(rest);
    if (!is_opcode(out.opcode)) return false;
    out.base = out.opcode.substr(0, out.opcode.find('.'));
    for (std::size_t at = out.base.size(); at < out.opcode.size();) {
        const std::size_t end = std::min(out.opcode.find('.', at + 1), out.opcode.size());
        out.modifiers.push_back(out.opcode.substr(at + 1, end - at - 1));
        at = end;
    }
    std::string_view operands = rest.substr(out.opcode.size());
    const std::size_t blanks = std::min(operands.find_first_not_of(" \t"), operands.size());
    const std::size_t end = blanks + end_of(operands.substr(blanks));
    split(operands.substr(0, end), out.operands);
    const bool alone = std::ranges::find(kWithoutRegisters, out.base) != kWithoutRegisters.end();
    if (!out.listed && !alone && std::ranges::none_of(out.operands, is_machine_operand)) return false;
    out.text = trimmed(rest.substr(0, out.opcode.size() + end));
    text = trimmed(operands.substr(end));
    return true;
}

// Removes what follows an instruction. Another instruction may remain.
void skip_suffix(std::string_view& text, Instruction& out) {
    if (!text.starts_with(';') && !text.starts_with('/')) text = {};  // the columns of a profiler
    Instruction ignored;
    while (text.starts_with(';') || text.starts_with('}')) skip(text, 1);
    while (text.starts_with("/*") && trimmed(text.substr(2)).starts_with("0x")) skip_comment(text, ignored);
    if (text.starts_with("//")) out.comment = trimmed(text.substr(2)), text = {};
}

}  // namespace

bool Instruction::has(std::string_view modifier) const {
    return std::ranges::find(modifiers, modifier) != modifiers.end();
}

std::optional<Instruction> read_instruction(std::string_view& line) {
    Instruction out;
    std::string_view text = trimmed(line);
    skip_prefix(text, out);
    // A profiler writes a row number and an address without a colon.
    std::string_view last;
    for (int column = 0; column < 4; ++column) {
        Instruction found = out;
        if (!text.empty() && read_body(text, found)) {
            skip_suffix(text, found);
            line = text;
            return found;
        }
        const std::string_view word = word_at(text);
        const auto value = hex_value(word);
        if (!value) break;
        const bool halves = last.size() == 8 && word.size() == 8 && out.address;
        out.address = halves ? *out.address << 32 | *value : *value;
        last = word;
        skip(text, word.size());
    }
    // An address without an instruction that is understood is a gap, except before data and directives.
    line = {};
    if (!out.listed || text.empty() || text.starts_with('.')) return std::nullopt;
    out.gap = true;
    return out;
}

}  // namespace tilescope::program::sass
