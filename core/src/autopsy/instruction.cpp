// core/src/autopsy/instruction.cpp -- a line of machine code and the registers that a debugger read, as an instruction.
// SPDX-License-Identifier: MIT
#include "parts.h"

#include <tilescope/autopsy/chain.h>
#include <tilescope/base/number.h>
#include <tilescope/base/printable.h>
#include <tilescope/base/text.h>
#include <tilescope/document/edit.h>
#include <tilescope/document/emulate.h>
#include <tilescope/document/instruction.h>
#include <tilescope/layout/wgmma_fragment.h>
#include <tilescope/program/readers.h>
#include <tilescope/rules/program_check.h>

#include <algorithm>

namespace tilescope::autopsy {
namespace {

constexpr std::string_view kDescriptor = "gdesc[U";

std::optional<unsigned> register_number(std::string_view name) {
    if (name.size() < 2 || name[0] != 'R') return std::nullopt;
    unsigned number = 0;
    for (const char c : name.substr(1)) {
        if (!is_digit(c) || number > 255) return std::nullopt;
        number = number * 10 + static_cast<unsigned>(c - '0');
    }
    return number;
}

bool is_predicate(std::string_view operand) {
    if (operand.starts_with('!')) operand.remove_prefix(1);
    if (operand.starts_with('U')) operand.remove_prefix(1);
    return operand.size() > 1 && operand[0] == 'P' && (is_digit(operand[1]) || operand[1] == 'T');
}

// The line of a text that has this character.
std::string_view line_at(std::string_view text, std::size_t at) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::size_t before = at == 0 ? text.npos : text.rfind('\n', at - 1);
    const std::size_t begin = before == text.npos ? 0 : before + 1;
    return text.substr(begin, end - begin);
}

// "   0x00007ffddb7ad710 <+16>:\tS2R R0,SR_TID.X", perhaps with "=> " before it.
std::optional<std::uint64_t> address_of(std::string_view line) {
    const std::size_t at = line.find("0x");
    if (at == line.npos) return std::nullopt;
    return parse_number(line.substr(at, line.find_first_of(" \t:<", at) - at)).value;
}

// Whether the predicate is true. No value: it was not read.
std::optional<bool> value_of(std::string_view predicate, const SeenMma& seen) {
    const bool inverted = predicate.starts_with('!');
    if (inverted) predicate.remove_prefix(1);
    if (predicate.ends_with("PT")) return !inverted;
    if (!seen.predicates_read) return std::nullopt;
    const auto found = std::ranges::find(seen.predicates, predicate, &Register::name);
    const bool value = found != seen.predicates.end() && found->value != 0;
    return value != inverted;
}

std::optional<ProgramInstruction> read_line(const std::string& text) {
    ProgramReport report = read_machine_program(text, Edition::v9_1, kWarpgroupThreads);
    if (report.instructions.size() != 1) return std::nullopt;
    return std::move(report.instructions.front());
}

}  // namespace

MachineForm form_of(const std::string& text) {
    program::Program program;
    program::read_sass({text, 0, nullptr}, program);
    MachineForm out;
    for (const program::Observation& seen : program.observations) {
        if (seen.type != program::Observation::Type::instruction || seen.count == 0) continue;
        const auto operands = std::span(program.operands).subspan(seen.first, seen.count);
        out.is_mma = true;
        const auto d = register_number(operands[0].text);
        out.computes = d.has_value();
        out.d_first = d.value_or(0);
        out.a_in_registers = seen.count > 1 && operands[1].text.find("gdesc") == std::string::npos;
        for (const program::Operand& operand : operands) {
            out.closes_group |= operand.text.starts_with("gsb");
            if (operand.text.starts_with(kDescriptor))
                out.uniform =
                    register_number(std::string_view(operand.text)
                                        .substr(kDescriptor.size(), operand.text.find(']') - kDescriptor.size()))
                        .value_or(0);
            if (is_predicate(operand.text)) out.predicate = operand.text;
        }
        break;
    }
    return out;
}

Listing listing_of(const std::string& machine_code) {
    program::Program program;
    program::read_sass({machine_code, 0, nullptr}, program);
    const auto text_of = [&](const program::Statement& statement) {
        const TextSpan& span = statement.span;  // empty: the reader added the statement
        return span.begin == span.end ? std::string_view() : line_at(machine_code, span.begin);
    };
    Listing out;
    for (const program::Unit& unit : program.units)
        for (std::uint32_t i = unit.first; i < unit.last; ++i) {
            const program::Statement& statement = program.statements[i];
            const std::string_view line = text_of(statement);
            const auto pc = address_of(line);
            if (!pc) continue;
            if (statement.type == program::Statement::Type::assign && line.find("GMMA.") == line.npos)
                if (const auto number = register_number(program.names[statement.name]))
                    out.writes.push_back({*pc, *number});
            const std::uint32_t target = unit.first + statement.index;
            if (statement.type != program::Statement::Type::jump || target > i) continue;
            if (const auto to = address_of(text_of(program.statements[target]))) out.loops.push_back({*pc, *to});
        }
    return out;
}

MmaWords words_of(const std::string& text, std::span<const Register> uniform) {
    // The reader of programs knows which registers an instruction takes. So it gets a program that sets them.
    std::string program;
    constexpr unsigned kRegisters = 63;  // UR63 is URZ
    for (unsigned i = 0; i < kRegisters; ++i) {
        const std::string name = say("UR", i);
        const auto found = std::ranges::find(uniform, name, &Register::name);
        program += say("UMOV ", name, ", ", hex(found == uniform.end() ? 0 : found->value), "\n");
    }
    const auto line = read_line(program + text);
    if (!line) return {};
    const auto word = [&](WordId id) -> std::optional<std::uint64_t> {
        const auto& known = line->words[static_cast<std::size_t>(id)];
        return known && known->unknown() == 0 ? std::optional(known->value) : std::nullopt;
    };
    return {word(WordId::a_desc), word(WordId::b_desc)};
}

Answer<MmaInstruction> instruction_of(const SeenMma& seen, const std::string& arch) {
    const std::string text = printable(seen.at.text);
    const MachineForm form = form_of(seen.at.text);
    if (!form.is_mma) return Refusal("'", text, "' is no MMA.");
    if (!form.computes) return Refusal("'", text, "' computes nothing: it only closes a group of MMAs.");
    const auto line = read_line(seen.at.text);
    if (!line) return Refusal("'", text, "' has a form that this program does not know.");
    if (line->mma.opcode != Opcode::wgmma)
        return Refusal("'", text, "' has its D in Tensor Memory, which the debugger does not read.");
    if (line->mma.sparse) return Refusal("'", text, "' reads its metadata from registers, which were not read.");
    Session session;
    session.arch = target_with(family_of(Opcode::wgmma), arch);
    const auto edits = edits_of_instruction(line->mma, session);
    if (!edits) return Refusal(edits.why);
    for (const Edit& edit : *edits) session = apply_edit(session, edit);
    if (!seen.a && !form.a_in_registers) return Refusal("The registers with the word of A were not read.");
    if (!seen.b) return Refusal("The registers with the word of B were not read.");
    MmaInstruction out = tilescope::instruction_of(session);
    out.from_zero = false;
    out.a_desc = seen.a.value_or(0);
    out.b_desc = *seen.b;
    const MmaOperand* scale_d = line->mma.operand(OperandRole::enable_d);
    out.enable_d = scale_d == nullptr || scale_d->value != 0;  // 0: the old D is RZ
    if (out.enable_d && !form.predicate.empty()) {
        const auto value = value_of(form.predicate, seen);
        if (!value) return Refusal("The predicate ", form.predicate, " of scale-d was not read.");
        out.enable_d = *value;
    }
    return out;
}

}  // namespace tilescope::autopsy
