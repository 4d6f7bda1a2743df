// core/src/program/sass_text.cpp -- reads a listing of machine code: functions, labels, instructions and operands.
// SPDX-License-Identifier: MIT
#include <tilescope/program/readers.h>

#include "sass.h"

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

// Reads R4, URZ or P0. Nothing before or after it is allowed.
std::optional<Operand> register_named(std::string_view name) {
    for (const RegisterFile& file : kFiles) {
        if (!name.starts_with(file.prefix)) continue;
        Operand out{.type = file.type, .uniform = file.uniform, .zero = name == file.constant};
        if (out.zero) return out;
        const std::string_view digits = name.substr(file.prefix.size());
        const auto index = digits.size() <= 3 ? whole_number(digits) : std::nullopt;
        if (!index || *index > kMostRegister) continue;
        out.index = static_cast<unsigned>(*index);
        return out;
    }
    return std::nullopt;
}

std::optional<std::uint64_t> integer(std::string_view text) {
    const bool hex = text.starts_with("0x") || text.starts_with("0X");
    if (hex) text.remove_prefix(2);
    return whole_number(text, hex ? 16 : 10);
}

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
        while (end < text.size() && is_word_char(text[end])) ++end;
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

namespace {

std::optional<std::uint64_t> hex_value(std::string_view text) {
    if (text.starts_with("0x")) text.remove_prefix(2);
    return text.size() <= 16 ? whole_number(text, 16) : std::nullopt;
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
        offset = symbol.find('+') == symbol.npos ? 0 : whole_number(digits);
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
    constexpr std::string_view kMarks[] = {"=>", "*>", "{", "}"};
    for (bool again = true; again && !text.empty();) {
        again = skip_comment(text, out) || skip_symbol(text, out);
        for (const std::string_view mark : kMarks)
            if (text.starts_with(mark)) skip(text, mark.size()), again = true;
        if (!text.starts_with("[B")) continue;
        const std::size_t close = text.find(']');
        if (close != text.npos && text.substr(0, close).find(':') != text.npos) skip(text, close + 1), again = true;
    }
}

constexpr std::string_view kWithoutRegisters =  // opcodes that can have no register operand
    "ACQBULK BAR BPT BRA BREAK BRX BRXU BSSY BSYNC CALL DEPBAR ERRBAR EXIT FENCE JMP JMX JMXU KILL LDGDEPBAR MEMBAR "
    "NANOSLEEP NOP PREEXIT RET SETMAXREG UCGABAR_ARV UCGABAR_WAIT USETMAXREG UTMACMDFLUSH UVIRTCOUNT WARPGROUP "
    "WARPGROUPSET WARPSYNC YIELD";

bool is_capital(char c) { return c >= 'A' && c <= 'Z'; }

bool is_opcode(std::string_view word) {
    const std::string_view base = word.substr(0, word.find('.'));
    if (base.size() < 2 || !is_capital(base[0]) || read_operand(base).type != Operand::Type::other) return false;
    if (!std::ranges::all_of(base, [](char c) { return is_capital(c) || is_digit(c) || c == '_'; })) return false;
    return std::ranges::all_of(word, [](char c) { return is_word_char(c) || c == '.'; });
}

bool is_machine_operand(const Operand& operand) {
    if (operand.type == Operand::Type::reg || operand.type == Operand::Type::predicate) return true;
    constexpr std::string_view kForms[] = {"c[0x", "tmem[", "gdesc[", "idesc[", "desc[", "`(", "SR_", "SRZ", "cx["};
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
    if (out.base != out.opcode) out.modifiers = split_at('.', out.opcode.substr(out.base.size() + 1));
    std::string_view operands = rest.substr(out.opcode.size());
    const std::size_t blanks = std::min(operands.find_first_not_of(" \t"), operands.size());
    const std::size_t end = blanks + end_of(operands.substr(blanks));
    split(operands.substr(0, end), out.operands);
    const bool alone = has_word(kWithoutRegisters, out.base);
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
    if (const std::string_view printed = printed_instruction(text); !printed.empty()) text = printed;
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

namespace {

constexpr std::uint64_t kInstructionBytes = 16;

class ListingReader {
public:
    Listing run(std::string_view text) {
        out_.parts.emplace_back();
        while (!text.empty()) {
            const std::size_t end = std::min(text.find('\n'), text.size());
            read_line(trimmed(text.substr(0, end)));
            text.remove_prefix(std::min(end + 1, text.size()));
        }
        out_.parts.back().ends_in_gap = gap_;
        return std::move(out_);
    }

private:
    // A section and its label have the same name. A file for several targets has functions of the same name.
    void begin(std::string_view name, bool always) {
        if (!always && out_.parts.back().name == name && out_.parts.size() > 1) return;
        out_.parts.back().ends_in_gap = gap_;
        out_.parts.emplace_back().name = name;
        gap_ = false;
        before_.reset();
    }

    // Lines in the quotes of another language: "MOV R1, R2;\n",
    void read_strings(std::string_view line) {
        while (const auto inside = first_string(line)) {
            for (std::string_view rest = *inside; !rest.empty();) {
                const std::size_t end = rest.find("\\n");  // backslash and n
                read_line(trimmed(rest.substr(0, end)));
                rest = end == rest.npos ? std::string_view() : rest.substr(end + 2);
            }
            line.remove_prefix(static_cast<std::size_t>(inside->data() - line.data()) + inside->size());
            if (!line.empty()) line.remove_prefix(1);  // the quote
            line.remove_prefix(std::min(line.find_first_not_of(", \t"), line.size()));
        }
    }

    void read_line(std::string_view line) {
        if (first_string(line)) return read_strings(line);
        if (line.empty() || line.starts_with("//") || read_header(line)) return;
        if (line.starts_with("..") || line.starts_with("\xe2\x80\xa6")) {
            gap_ = true;
            return;
        }
        read_label(line);
        while (!line.empty())
            if (auto found = read_instruction(line)) add(std::move(*found));
    }

    // Reads the names of functions and targets.
    bool read_header(std::string_view line) {
        constexpr std::string_view kTargets[] = {".target", "code for ", "arch = ", "arch="};
        for (const std::string_view mark : kTargets) {
            if (!line.starts_with(mark)) continue;
            const std::string_view name = trimmed(line.substr(mark.size()));
            if (out_.target.empty() && name.starts_with("sm_"))
                out_.target = name.substr(0, name.find_first_of(" ,\t"));
            return true;
        }
        if (line.starts_with("Function")) {
            const std::string_view rest = trimmed(line.substr(8));
            if (!rest.starts_with(':')) return false;
            begin(trimmed(rest.substr(1)), true);
            return true;
        }
        constexpr std::string_view kText = ".text.";
        const bool section = line.starts_with(".section");
        const std::string_view rest = section ? trimmed(line.substr(8)) : line;
        const std::string_view name = rest.substr(0, rest.find_first_of(", \t:"));
        if (!section && !line.ends_with(':')) return false;
        if (name.starts_with(kText)) begin(name.substr(kText.size()), section);
        return section || name.starts_with(kText);
    }

    // Removes a label from the line. Text before a colon is a label only if an instruction or nothing is after it.
    void read_label(std::string_view& line) {
        const std::size_t colon = line.find_first_of(": \t;/[<");
        if (colon == line.npos || colon == 0 || line[colon] != ':' || is_digit(line[0]) || line[0] == '@') return;
        const std::string_view rest = trimmed(line.substr(colon + 1));
        std::string_view probe = rest;
        if (!rest.empty() && !rest.starts_with("//") && !read_instruction(probe)) return;
        Code& code = out_.parts.back();
        code.labels.emplace_back(line.substr(0, colon), code.instructions.size());
        line = rest.starts_with("//") ? std::string_view() : rest;
    }

    void add(Instruction instruction) {
        if (before_ && instruction.address) {
            const std::uint64_t step = *instruction.address - *before_;  // wraps if the address is lower
            instruction.gap |= step == 0 || step > kInstructionBytes;
        }
        before_ = instruction.address;
        instruction.gap |= gap_;
        gap_ = false;
        out_.parts.back().instructions.push_back(std::move(instruction));
    }

    Listing out_;
    bool gap_ = false;                     // a line shows that code is missing
    std::optional<std::uint64_t> before_;  // the address of the last instruction
};

}  // namespace

Listing read_listing(std::string_view text) { return ListingReader().run(text); }

}  // namespace tilescope::program::sass

namespace tilescope::program {

std::string_view printed_instruction(std::string_view line) {
    std::size_t close = 0;  // the first ">:" behind the number
    for (std::size_t at = line.find("0x"); at != line.npos; at = line.find("0x", at + 2)) {
        if (at > 0 && line[at - 1] != ' ' && line[at - 1] != '\t') continue;
        const std::size_t end = line.find_first_not_of("0123456789abcdefABCDEF", at + 2);
        const std::size_t open = std::min(line.find_first_not_of(" \t", end), line.size());
        if (open == line.size() || line[open] != '<') continue;
        if (close < end) close = line.find(">:", end);
        if (close == line.npos) return {};
        if (close + 2 < line.size() && (line[close + 2] == ' ' || line[close + 2] == '\t')) return line.substr(at);
    }
    return {};
}

}  // namespace tilescope::program
