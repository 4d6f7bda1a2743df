// core/src/notation/machine_readers.cpp -- what disassemblers, debuggers and CUTLASS's printer write.
// SPDX-License-Identifier: MIT
#include "work.h"

#include <tilescope/base/number.h>
#include <tilescope/base/say.h>
#include <tilescope/formats/wgmma.h>

#include <algorithm>
#include <charconv>

namespace tilescope::notation {
namespace {

// "UR44" -> 44; nothing for URZ, R4 and the like.
std::optional<unsigned> uniform_register(std::string_view text) {
    if (!text.starts_with("UR") || text.size() < 3) return std::nullopt;
    unsigned n = 0;
    const auto [end, bad] = std::from_chars(text.data() + 2, text.data() + text.size(), n);
    if (bad != std::errc() || end != text.data() + text.size() || n > 254) return std::nullopt;
    return n;
}

// "gdesc[UR44].A_KEEP" -> "UR44"
std::string_view in_brackets(std::string_view operand) {
    const std::size_t open = operand.find('['), close = operand.find(']');
    if (open == operand.npos || close == operand.npos || close < open) return {};
    return trimmed(operand.substr(open + 1, close - open - 1));
}

struct Mnemonic {
    std::string_view name, kind;  // kind: empty where it leaves two
};
constexpr Mnemonic kMnemonics[] = {
    {"UTCHMMA", ""}, {"UTCQMMA", ""}, {"UTCOMMA", ""}, {"UTCIMMA", "i8"}, {"UTCMXQMMA", "mxf8f6f4"}};

bool read_mma(Work& work, std::string_view opcode, std::string_view rest) {
    const std::string_view base = opcode.substr(0, opcode.find('.'));
    const auto* known = std::ranges::find(kMnemonics, base, &Mnemonic::name);
    if (known == std::end(kMnemonics)) return false;
    PasteContext c;
    c.kind = known->kind;
    c.cta_group = opcode.find(".2CTA") != opcode.npos ? 2 : 1;
    c.ws = opcode.find(".WS") != opcode.npos;
    const std::vector<std::string_view> operands = split_operands(rest);
    c.a_in_tmem = !operands.empty() && operands[0].starts_with("tmem");
    work.begin_instruction(std::move(c));
    unsigned descriptors = operands.empty() || !operands[0].starts_with("tmem") ? 0 : 1;
    for (const std::string_view operand : operands) {
        const auto ur = uniform_register(in_brackets(operand));
        if (operand.starts_with("gdesc")) {
            if (ur) work.want(work.wanted_registers[*ur], descriptors == 0 ? PasteRole::smem_a : PasteRole::smem_b);
            ++descriptors;
        } else if (operand.starts_with("idesc") && ur) {
            work.want(work.wanted_registers[*ur], PasteRole::idesc);
        }
    }
    return true;
}

void set_register(Work& work, unsigned n, std::uint64_t value, std::string_view part, std::string_view reader) {
    work.registers[n] = {
        {value & mask(32), 0, 32}, work.span_of(part), std::string(reader), false, n < kOtherRegisters ? "UR" : "R"};
}

// "UR4 0x10000 65536": the hexadecimal holds, the decimal must agree.
bool read_register_line(Work& work, std::string_view text) {
    std::vector<std::string_view> words = split(text, ' ');
    if (words.size() != 3) return false;
    const auto ur = uniform_register(words[0]);
    const bool plain = words[0].size() >= 2 && words[0][0] == 'R' && words[0][1] >= '0' && words[0][1] <= '9';
    if (!ur && !plain) return false;
    const Answer<Number> hexadecimal = read_number(words[1]), decimal = read_number(words[2]);
    if (!hexadecimal || !words[1].starts_with("0x")) return false;
    if (decimal && (decimal->value & mask(32)) != (hexadecimal->value & mask(32))) {
        work.refuse(words[2], say("register ", words[0], ": ", words[1], " and ", words[2],
                                  " are not the same number; want ", hexadecimal->value));
        return true;
    }
    unsigned n = 0;
    std::from_chars(words[0].data() + (ur ? 2 : 1), words[0].data() + words[0].size(), n);
    set_register(work, ur ? *ur : kOtherRegisters + n, hexadecimal->value, text, "cuda-gdb");
    return true;
}

// "$2 = 0x40004040" after "p/x $UR4"
bool read_print(Work& work, std::string_view text) {
    if (text.starts_with("p/") || text.starts_with("p ") || text.starts_with("print")) {
        const std::size_t dollar = text.find('$');
        if (dollar == text.npos) return false;
        work.printed_register = text.substr(dollar + 1);
        return true;
    }
    const std::size_t equals = text.find('=');
    if (!text.starts_with('$') || equals == text.npos) return false;
    const std::string_view value = trimmed(text.substr(equals + 1));
    const Answer<Number> n = read_number(value);
    if (!n) {
        work.refuse(value, n.why);
        return true;
    }
    const auto ur = uniform_register(work.printed_register);
    if (ur && n->value <= mask(32))
        set_register(work, *ur, n->value, text, "cuda-gdb");
    else
        work.find({work.span_of(text),
                   "cuda-gdb",
                   work.printed_register,
                   PasteRole::unknown,
                   {n->value, 0, n->bits == 64 || n->value > mask(32) ? 64u : 32u},
                   ""});
    return true;
}

struct PrintedField {
    std::string_view text, field;
};
constexpr PrintedField kPrinted[] = {{"start_addr", "start"},
                                     {"leading_off", "lbo"},
                                     {"stride_off", "sbo"},
                                     {"base_offset", "base_offset"},
                                     {"layout_type", "swizzle"}};

}  // namespace

bool read_sass(Work& work, const Line& line) {
    if (line.text.find('U') == line.text.npos) return false;
    std::string_view text = line.text;
    if (text.starts_with('@')) text = trimmed(text.substr(std::min(text.size(), text.find(' '))));
    const std::size_t space = text.find(' ');
    if (space == text.npos) return false;
    const std::string_view opcode = text.substr(0, space);
    std::string_view rest = trimmed(text.substr(space));
    if (opcode == "UMOV") {
        const std::vector<std::string_view> operands = split_operands(rest);
        const auto ur = operands.empty() ? std::nullopt : uniform_register(operands[0]);
        const Answer<Number> n = read_number(operands.size() == 2 ? operands[1] : "");
        if (ur && n) set_register(work, *ur, n->value, line.text, "SASS");
        return ur.has_value();
    }
    return opcode.starts_with("UTC") &&
           (read_mma(work, opcode, rest) || opcode.starts_with("UTCBAR") || opcode.starts_with("UTCCP"));
}

bool read_debugger(Work& work, const Line& line) {
    if (line.text.empty() || std::string_view("URp$").find(line.text[0]) == std::string_view::npos) return false;
    return read_register_line(work, line.text) || read_print(work, line.text);
}

// CUTLASS's GmmaDescriptor printer: a first line with the word, then its fields in 16-byte units.
bool read_printer(Work& work, const Line& line) {
    constexpr std::string_view kTitle = "GmmaDescriptor:";
    const std::size_t colon = line.text.find(':');
    if (colon == line.text.npos) return false;
    if (line.text.starts_with(kTitle)) {
        work.context.hopper = true;
        const std::string_view value = trimmed(line.text.substr(kTitle.size()));
        const Answer<Number> n = read_number(value);
        if (n)
            work.find({work.span_of(line.text), "GmmaDescriptor", "", PasteRole::unknown, {n->value, 0, 64}, ""});
        else
            work.refuse(value, n.why);
        return true;
    }
    const std::string_view name = trimmed(line.text.substr(0, colon));
    const auto* known = std::ranges::find(kPrinted, name, &PrintedField::text);
    if (known == std::end(kPrinted)) return false;
    const std::vector<std::string_view> words = split(line.text.substr(colon + 1), ' ');
    const Answer<Number> n = read_number(words.empty() ? "" : words[0]);
    if (!n) return false;
    if (work.printed_fields.empty()) work.printed_span = work.span_of(line.text);
    work.printed_span.end = work.span_of(line.text).end;
    work.printed_fields.emplace_back(known->field, n->value);
    return true;
}

}  // namespace tilescope::notation
