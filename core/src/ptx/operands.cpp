// core/src/ptx/operands.cpp -- checks the number of operands and the syntax of each operand.
// SPDX-License-Identifier: MIT
#include "parts.h"

#include <tilescope/base/printable.h>
#include <tilescope/base/text.h>
#include <tilescope/hw/kinds.h>

#include <algorithm>

namespace tilescope::ptx {

std::string_view form_of(const MmaLine& line) {
    using enum Opcode;
    if (const std::string_view form = instruction_of(line.opcode).form; !form.empty()) return form;
    const bool halves = line.shape == "16x32bx2";
    if (line.opcode == ld) return halves ? "loads_halves" : "loads";
    if (line.opcode == ld_red) return halves ? "reds_halves" : "reds";
    if (line.opcode == st) return halves ? "stores_halves" : "stores";
    const bool all = find_family(line, Family::multicast) != nullptr;
    if (kTransactions.has(line.opcode)) return all ? "bytes_all" : "bytes";
    if (line.opcode == bar_arrive || line.opcode == bar_drop) return all ? "arrive_all" : "arrive";
    if (kArrivals.has(line.opcode)) return all ? "arrive_bytes_all" : "arrive_bytes";
    if (line.opcode == commit) return all ? "commit_all" : "commit";
    if (line.opcode == mma && line.lut_b) return line.block_scale ? "lut_scaled" : "lut";
    if (line.opcode == mma && (line.ws || line.block_scale)) return line.ws ? "ws" : "scaled";
    if (line.opcode == mma) {
        const KindRow* kind = find_kind(line.kind);
        return !kind ? "mma" : kind->saturates ? "i8" : kind->scales_d ? "floats" : "mma";
    }
    const WgmmaRow* row = find_types(line);
    return row && row->transposes ? "float" : row && row->negates ? "scales" : "plain";
}

std::vector<std::string_view> elements_of(std::string_view list) {
    std::vector<std::string_view> out;
    list = list.substr(1, list.size() - 2);
    while (!list.empty()) {
        const std::size_t comma = std::min(list.find(','), list.size());
        out.push_back(trimmed(list.substr(0, comma)));
        list.remove_prefix(std::min(comma + 1, list.size()));
    }
    return out;
}

namespace {

// "%5" is a placeholder of inline assembly. It can be a register or a number.
bool is_placeholder(std::string_view text) {
    return text.size() > 1 && text[0] == '%' && std::ranges::all_of(text.substr(1), is_digit);
}

bool begins_number(std::string_view text) {
    return !text.empty() && (is_digit(text[0]) || std::string_view("-+!~(").find(text[0]) != text.npos);
}

// Whether a number is a float: 1.5, or the bits of a float, 0f3F800000 or 0d...
bool is_float(std::string_view text) {
    if (text.starts_with('-')) text.remove_prefix(1);
    const bool word = text.size() > 2 && text[0] == '0' && std::string_view("fFdD").find(text[1]) != text.npos;
    return word || text.find('.') != text.npos;
}

// Whether a number is the bits of a single float. The assembler accepts them instead of a register of metadata.
bool is_float_word(std::string_view text) {
    return text.size() == 10 && (text.starts_with("0f") || text.starts_with("0F"));
}

// Counts the registers between the brackets of a list or an address.
unsigned registers_in(std::string_view text) {
    unsigned count = 0;
    bool begins = true;
    for (const char c : text.substr(1, text.size() - 2)) {
        if (begins && c != ' ') count += !begins_number(std::string_view(&c, 1));
        begins = c == ',' || (begins && c == ' ');
    }
    return count;
}

// The assembler can store the bits of a single float, but not the bits of a double.
bool is_double_word(std::string_view text) { return text.starts_with("0d") || text.starts_with("0D"); }

std::size_t count_in(std::string_view list, bool (*is)(std::string_view)) {
    return static_cast<std::size_t>(std::ranges::count_if(elements_of(list), is));
}

// Whether an operand is what a letter of kOperands accepts.
bool fits(char letter, const MmaOperand& o) {
    using enum OperandForm;
    if (o.text == kElidedList) return std::string_view("clvx").find(letter) != std::string_view::npos;
    const bool is_list = o.form == list, no_point = o.text.find('.') == o.text.npos;
    const unsigned registers = is_list || o.form == address ? registers_in(o.text) : 0;
    const bool negated = o.form == name && o.text.starts_with('!'), named = o.form == name && !negated;
    const bool at_address = o.form == address && registers == 1, some_registers = is_list && registers > 0 && no_point;
    const bool a_number = (o.form == number && !is_float(o.text)) || (o.form == name && is_placeholder(o.text));
    switch (letter) {
    case 'a':
    case 'e': return at_address;
    case 'c':
        return is_list && (o.count == 1 || o.count == 2 || o.count == 4) &&
               (registers > 0 || count_in(o.text, is_float) + count_in(o.text, is_float_word) == 0);
    case 'd': return some_registers || named || a_number;
    case 'g': return named;
    case 'i':
    case 'k': return a_number;
    case 'l': return is_list && registers == o.count;
    case 'm': return named || (o.form == number && is_float_word(o.text));
    case 'n': return named || negated;
    case 'o': return named || o.form == sink;
    case 'p': return named || negated || a_number;
    case 'q': return negated;
    case 'r': return named || (is_list && registers == 1 && o.count == 1);
    case 's': return at_address || named || a_number;
    case 'v': return some_registers;
    case 'w': return named || a_number;
    case 'x':
        return is_list && (registers > 0 || count_in(o.text, is_float_word) == o.count) && no_point &&
               count_in(o.text, is_double_word) == 0;
    default: return false;
    }
}

// Returns the number of operands that match the pattern, from the left. `length` receives the length of the pattern.
std::size_t matched(const MmaLine& line, std::string_view pattern, std::size_t& length) {
    std::size_t fit = 0;
    bool open = true;
    length = 0;
    for (const char letter : pattern) {
        const bool sparse_only = letter == 'e' || letter == 'm' || letter == 'k';
        if ((sparse_only && !line.sparse) || letter == 'D') continue;
        open = open && length < line.operands.size() && fits(letter, line.operands[length]);
        fit += open;
        ++length;
    }
    return fit;
}

// Constants of other languages for a predicate. The assembler reads them as names of registers, which are not declared.
struct ForeignWord {
    std::string_view word, number;
};
constexpr ForeignWord kForeignWords[] = {{"true", "1"},  {"false", "0"}, {"True", "1"},
                                         {"False", "0"}, {"PT", "1"},    {"UPT", "1"}};

Objection check_words(const MmaLine& line) {
    for (const MmaOperand& o : line.operands) {
        const std::string_view name = std::string_view(o.text).substr(o.text.starts_with('!') ? 1 : 0);
        for (const ForeignWord& f : kForeignWords)
            if (name == f.word)
                return objection("L99", o.span,
                                 say("PTX has no constant named ", f.word,
                                     ". The assembler reads this word as the name of a register."),
                                 say("Write ", f.number, " or a predicate register."));
    }
    return {};
}

}  // namespace

Objection check_operands(const MmaLine& line) {
    if (Objection word = check_words(line)) return word;
    const std::string_view form = form_of(line);
    std::size_t best = 0;
    std::string wants;
    for (const OperandRow& row : kOperands) {
        if (row.form != form || (line.sparse && row.pattern.find('D') != row.pattern.npos)) continue;
        std::size_t length = 0;
        const std::size_t fit = matched(line, row.pattern, length);
        if (fit == length && length == line.operands.size()) return {};
        best = std::max(best, fit);
        if (!row.text.empty()) wants += say(wants.empty() ? "" : "; or ", row.text);
    }
    if (line.sparse)
        wants +=
            line.opcode == Opcode::wgmma ? "; with .sp: metadata, selector after b" : "; with .sp: [metadata] after b";
    if (best >= line.operands.size())
        return objection("L99", opcode_span(line),
                         say("Operands are missing: found ", line.operands.size(), "; expected ", wants, "."),
                         "Add the missing operands.");
    const MmaOperand& o = line.operands[best];
    const bool plain = form == "plain" && o.form == OperandForm::number;
    return objection("L99", o.span,
                     say("Operand ", best + 1, " (", printable(std::string_view(o.text).substr(0, 40)),
                         ") has the wrong form; expected ", wants, ".",
                         plain ? " 8-bit integers and b1 cannot be negated or transposed: they are K-major only." : ""),
                     plain ? "Remove the numbers after p, and store A and B K-major."
                           : "Write the operands in this order and form.");
}

// The assembler keeps the low 64 bits of a longer decimal number.
std::optional<std::int64_t> immediate(const MmaOperand* o) {
    if (!o || o->form != OperandForm::number) return {};
    if (o->value || !std::ranges::all_of(o->text, is_digit) || o->text.starts_with('0')) return o->value;
    std::uint64_t value = 0;
    for (const char c : o->text) value = value * 10 + static_cast<std::uint64_t>(c - '0');
    return static_cast<std::int64_t>(value);
}

Objection outside(const MmaOperand& o, std::string_view rule, std::string_view range) {
    return objection(
        rule, o.span,
        say(printable(std::string_view(o.text).substr(0, 40)), " is out of range; it must be ", range, "."),
        say("Write ", range, "."));
}

const MmaOperand* scale_d_of(const MmaLine& line) {
    const MmaOperand* p = line.operand(OperandRole::enable_d);
    if (form_of(line) != "floats" || !p || p == &line.operands.back()) return nullptr;
    const MmaOperand& last = line.operands.back();
    return last.form == OperandForm::number ? &last : nullptr;
}

Objection check_values(const MmaLine& line) {
    using enum OperandRole;
    const MmaOperand* scale = scale_d_of(line);
    // The assembler keeps 32 bits of scale-d, but all bits of the numbers of wgmma.
    if (const auto value = immediate(scale); value && static_cast<std::uint32_t>(*value) > 15)
        return outside(*scale, "L67", "0 to 15");
    const WgmmaRow* row = line.opcode == Opcode::wgmma ? find_types(line) : nullptr;
    if (!row) return {};
    const auto too_high = [&](OperandRole role, int highest) {
        const auto value = immediate(line.operand(role));
        return value && (*value < 0 || *value > highest);
    };
    for (const OperandRole role : {enable_d, transpose_a, transpose_b})
        if (too_high(role, 1)) return outside(*line.operand(role), "L99", "0 or 1");
    if (too_high(sparsity_selector, row->selector))
        return outside(*line.operand(sparsity_selector), "L99", row->selector ? "0 or 1" : "0");
    for (const OperandRole role : {negate_a, negate_b})
        if (const auto value = immediate(line.operand(role)); value && *value != 1 && *value != -1)
            return outside(*line.operand(role), "L99", "1 or -1");
    return {};
}

}  // namespace tilescope::ptx
