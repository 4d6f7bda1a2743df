// core/src/notation/sass.cpp -- recognizes lines of machine code, and what the mnemonics of its MMAs say.
// SPDX-License-Identifier: MIT
#include "text_parts.h"

#include <tilescope/notation/mma_line.h>
#include <tilescope/program/readers.h>

namespace tilescope::notation {
namespace {

// Whether a comment is an offset such as "/*01a0*/". Listings have an offset before each line of code and data.
bool is_offset(std::string_view comment) {
    return comment.starts_with("/*") && comment.ends_with("*/") && comment.size() > 4 &&
           is_hex(comment.substr(2, comment.size() - 4));
}

bool has_offset(std::string_view whole, const Line& line) { return is_offset(text_before(whole, line)); }

// Whether a name is the name of a register file and a number: R4, UR10, P0, UP3, B0, SB1.
bool is_numbered(std::string_view name, std::string_view file) {
    if (!name.starts_with(file)) return false;
    const std::string_view number = name.substr(file.size());
    return !number.empty() && number.size() <= 3 && std::ranges::all_of(number, is_digit);
}

bool is_predicate(std::string_view operand) {
    while (!operand.empty() && operand.front() == '!') operand.remove_prefix(1);
    return operand == "PT" || operand == "UPT" || is_numbered(operand, "P") || is_numbered(operand, "UP");
}

// Whether an operand can only occur in machine code.
bool is_machine_operand(std::string_view operand) {
    const std::size_t begin = operand.find_first_not_of("-!~|[");
    if (begin == operand.npos) return false;
    operand.remove_prefix(begin);
    constexpr std::string_view kForms[] = {"c[0x", "tmem[", "gdesc[", "idesc[", "desc[", "`(", "SR_", "gsb", "cx["};
    if (starts_with_any(operand, kForms)) return true;
    const std::string_view name = operand.substr(0, operand.find_first_of(".+]|"));
    constexpr std::string_view kNamed[] = {"RZ", "URZ", "SRZ", "UPR"};
    constexpr std::string_view kFiles[] = {"R", "UR", "B", "SB"};
    return is_in(kNamed, name) || is_predicate(name) ||
           std::ranges::any_of(kFiles, [&](std::string_view file) { return is_numbered(name, file); });
}

// Opcodes that can have no register operand.
constexpr std::string_view kWithoutRegisters[] = {
    "ACQBULK", "BAR",       "BPT", "BRA",     "BSSY", "CALL",      "DEPBAR",     "ERRBAR",    "EXIT",     "KILL",
    "MEMBAR",  "NANOSLEEP", "NOP", "PREEXIT", "RET",  "SETMAXREG", "UVIRTCOUNT", "WARPGROUP", "WARPSYNC", "YIELD"};

// Whether a word is an opcode: capital letters and digits. After the first dot, small letters are possible too:
// 4x32dp128bit.
bool is_opcode(std::string_view word) {
    const std::string_view base = word.substr(0, word.find('.'));
    const bool capitals = base.size() > 1 && is_capital(base[0]) &&
                          std::ranges::all_of(base, [](char c) { return is_capital(c) || is_digit(c); });
    return capitals && !is_machine_operand(base) &&
           std::ranges::all_of(word, [](char c) { return is_word_char(c) || c == '.'; });
}

std::string_view first_word(std::string_view text) { return text.substr(0, text.find_first_of(" \t;")); }

// Removes the text before an instruction: "=> 0x2021565c0 <kernel+448>:" of debuggers, "[B------:R-:W2:-:S01] /*0010*/"
// of CuAssembler. Sets `listed` if that text shows that the line is machine code.
std::string_view without_address(std::string_view text, bool& listed) {
    if (const std::string_view printed = program::printed_instruction(text); !printed.empty()) text = printed;
    if (text.starts_with("=>") || text.starts_with("*>")) text = trimmed(text.substr(2));
    if (const auto at = address_column(text); at && !at->rest.empty()) {
        listed |= !at->symbol.empty();
        text = at->rest;
    }
    if (const std::size_t close = text.find(']'); text.starts_with("[B") && close != text.npos) {
        text = trimmed(text.substr(close + 1));
        const std::size_t end = text.find("*/");
        if (end != text.npos && is_offset(text.substr(0, end + 2))) listed = true, text = trimmed(text.substr(end + 2));
    }
    return text;
}

bool is_instruction(std::string_view text, bool listed) {
    if (text.starts_with('@')) text = trimmed(text.substr(first_word(text).size()));
    const std::string_view opcode = first_word(text);
    if (!is_opcode(opcode)) return false;
    const std::string_view base = opcode.substr(0, opcode.find('.'));
    if (listed || is_in(kWithoutRegisters, base)) return true;
    const std::string_view rest = trimmed(text.substr(opcode.size()));
    // The numbers of a profiler come after a tab.
    return std::ranges::any_of(split_operands(rest.substr(0, rest.find_first_of(";\t"))), is_machine_operand);
}

}  // namespace

bool is_sass_instruction(std::string_view whole, const Line& line) {
    bool listed = has_offset(whole, line);
    std::string_view text = without_address(trimmed(first_string(line.text).value_or(line.text)), listed);
    if (is_instruction(text, listed)) return true;
    // A profiler prints a row number and an address without a colon.
    for (int column = 0; column < 3; ++column) {
        const std::string_view word = first_word(text);
        const std::string_view digits = word.starts_with("0x") ? word.substr(2) : word;
        if (!is_hex(digits) || word.size() == text.size()) return false;
        text = trimmed(text.substr(word.size()));
        if (is_instruction(text, false)) return true;
    }
    return false;
}

bool is_listing_line(std::string_view whole, const Line& line) {
    const std::string_view text = line.text;
    if (text.size() < 2) return false;
    const bool directive = text[0] == '.' && (is_small_letter(text[1]) || text[1] == 'L');
    constexpr std::string_view kData[] = {".quad", ".xword", ".8byte", ".dword", ".long", ".word", ".4byte"};
    const std::string_view word = first_word(text);
    const bool method = word.find('(') != word.npos;  // ".build();" continues an expression of Rust
    if (directive && !method && word != ".target") {
        // Data in a listing is for the loader. Data in other text can be a word that the user wants to decode.
        return has_offset(whole, line) || (!is_in(kData, word) && text.find('=') == text.npos);
    }
    constexpr std::string_view kHeader[] = {"arch", "code", "compile_size", "host", "producer", "compressed"};
    return text.find(" = ") != text.npos && is_in(kHeader, word) &&
           (word != "code" || text.starts_with("code version"));
}

std::optional<unsigned> sass_register(std::string_view operand) {
    const auto name = register_named(operand.substr(0, operand.find('.')));
    return name && (name->prefix == "R" || name->prefix == "UR") ? std::optional(name->place()) : std::nullopt;
}

}  // namespace tilescope::notation

namespace tilescope {
namespace {

struct Mnemonic {
    std::string_view name, kinds;  // one or two
};
constexpr Mnemonic kMnemonics[] = {{"UTCHMMA", "f16 tf32"},
                                   {"UTCQMMA", "f8f6f4 mxf8f6f4"},
                                   {"UTCOMMA", "mxf4 mxf4nvf4"},
                                   {"UTCIMMA", "i8"},
                                   {"UTCMXQMMA", "mxf8f6f4"}};
constexpr std::string_view kHopperMnemonics[] = {"HGMMA", "QGMMA", "IGMMA", "BGMMA"};

// Returns the kinds that a mnemonic can have, from the output of ptxas 13.0 for every kind. UTCQMMA has an operand for
// scale factors only if its kind has scale factors. Only mxf4nvf4 has blocks of 16 elements. If the line is cut before
// its last operand, two kinds remain.
std::vector<std::string> kinds_of(const Mnemonic& mnemonic, std::string_view opcode,
                                  const std::vector<std::string_view>& operands) {
    std::vector<std::string> kinds = notation::strings_in(mnemonic.kinds);
    const auto idesc = std::ranges::find_if(operands, [](auto o) { return o.starts_with("idesc["); });
    const bool whole = idesc != operands.end() && idesc + 1 != operands.end();
    const auto keep = [&](bool second) { kinds.erase(kinds.begin() + (second ? 0 : 1)); };
    if (mnemonic.name == "UTCQMMA" && whole) keep((idesc + 1)->starts_with("tmem["));
    const bool blocks_of_16 = opcode.find(".4X") != opcode.npos || opcode.find("BLOCK16") != opcode.npos;
    if (mnemonic.name == "UTCOMMA" && blocks_of_16) keep(true);
    return kinds;
}

}  // namespace

std::optional<MachineForm> machine_form(std::string_view opcode, const std::vector<std::string_view>& operands) {
    const std::string_view base = opcode.substr(0, opcode.find('.'));
    MachineForm out;
    PasteContext& c = out.context;
    if (base == "UTCCP") return out;
    if (notation::is_in(kHopperMnemonics, base)) {
        c.hopper = true;
        c.sparse = opcode.find(".SP") != opcode.npos;
        return out;
    }
    const auto* known = std::ranges::find(kMnemonics, base, &Mnemonic::name);
    if (known == std::end(kMnemonics)) return std::nullopt;
    out.kinds = kinds_of(*known, opcode, operands);
    c.kinds = out.kinds.size() > 1 ? out.kinds : std::vector<std::string>();
    c.kind = out.kinds.size() > 1 ? "" : out.kinds.front();
    c.cta_group = opcode.find(".2CTA") != opcode.npos ? 2 : 1;
    c.ws = opcode.find(".WS") != opcode.npos;
    c.a_in_tmem = !operands.empty() && operands[0].starts_with("tmem[");
    return out;
}

}  // namespace tilescope
