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
#include <tilescope/formats/formats.h>
#include <tilescope/layout/wgmma_fragment.h>
#include <tilescope/notation/mma_line.h>
#include <tilescope/program/readers.h>
#include <tilescope/ptx/accept.h>
#include <tilescope/rules/program_check.h>
#include <tilescope/rules/rule.h>
#include <tilescope/word/codec.h>

#include <algorithm>
#include <set>
#include <utility>

namespace tilescope::autopsy {
namespace {

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

// "!UP2" of "@!UP2 UTCHMMA gdesc[UR4]...", and the text behind it.
std::pair<std::string_view, std::string_view> guard_of(std::string_view text) {
    text = trimmed(text);
    if (!text.starts_with('@')) return {{}, text};
    const std::size_t end = std::min(text.find_first_of(" \t"), text.size());
    return {text.substr(1, end - 1), trimmed(text.substr(end))};
}

// The number of `prefix` and a register at a place: 11 of "idesc[UR11]".
std::optional<unsigned> number_behind(std::string_view text, std::string_view prefix) {
    const std::size_t at = text.find(prefix);
    if (at == text.npos) return std::nullopt;
    const std::string_view rest = text.substr(at + prefix.size());
    return register_number(rest.substr(0, rest.find_first_not_of("R0123456789")));
}

std::uint32_t value_in(std::span<const Register> registers, std::string_view name) {
    const auto found = std::ranges::find(registers, name, &Register::name);
    return found == registers.end() ? 0 : found->value;
}

MmaWords words_in(const ProgramInstruction& line) {
    const auto word = [&](WordId id) -> std::optional<std::uint64_t> {
        const auto& known = line.words[static_cast<std::size_t>(id)];
        return known && known->unknown() == 0 ? std::optional(known->value) : std::nullopt;
    };
    const auto idesc = word(WordId::idesc);
    MmaWords out{word(WordId::a_desc),
                 word(WordId::b_desc),
                 idesc ? std::optional(static_cast<std::uint32_t>(*idesc)) : std::nullopt,
                 word(WordId::zcm),
                 {}};
    if (line.as_mma) out.tmem = line.as_mma->tmem;
    return out;
}

std::optional<ProgramInstruction> read_line(const std::string& text) {
    ProgramReport report = read_machine_program(text, Edition::v9_1, kWarpgroupThreads);
    if (report.instructions.size() != 1) return std::nullopt;
    return std::move(report.instructions.front());
}

// Why the reader does not know a tcgen05.mma: mostly because of its instruction descriptor.
std::string why_unread(const SeenMma& seen, const std::string& arch) {
    const std::string_view text = guard_of(seen.at.text).second;
    const auto form = tilescope::machine_form(text.substr(0, text.find_first_of(" \t")), {});
    if (const auto word = idesc_of(seen); form && word) {
        for (const std::string& kind : form->kinds)
            if (const Format* format = idesc_format(kind, Edition::v9_1))
                for (const Problem& p : check_word(decode(*format, *word), {.arch = arch}))
                    if (p.severity == Severity::error)
                        return say("The instruction descriptor is ", hex_word(*format, *word), ": ", p.text);
    }
    return say("'", printable(seen.at.text), "' has a form that this program does not know.");
}

// What the words say that are in registers.
Answer<void> take_words(const SeenMma& seen, const ProgramInstruction& line, MmaInstruction& out) {
    if (family_of(line.mma.opcode).idesc) {
        if (!seen.uniform_read) return Refusal("The uniform registers were not read.");
        const MmaWords words = words_in(line);
        out.a_desc = seen.a.value_or(words.a.value_or(0));
        out.b_desc = seen.b.value_or(words.b.value_or(0));
        out.idesc = words.idesc.value_or(0);
        out.zcm = words.zcm.value_or(0);
        for (std::size_t i = 0; i < kTmemPlaceCount; ++i) out.tmem[i] = words.tmem[i].value_or(0);
        if (const auto mask = form_of(seen.at.text).mask; mask && out.variant.lane_mask)
            for (unsigned i = 0; i < kLaneMaskWords / 2 * out.variant.cta_group; ++i)
                out.lane_mask[i] = value_in(seen.uniform, say("UR", *mask + i));
        return {};
    }
    if (!seen.a && !out.variant.a_in_tmem) return Refusal("The registers with the word of A were not read.");
    if (!seen.b) return Refusal("The registers with the word of B were not read.");
    out.a_desc = seen.a.value_or(0);
    out.b_desc = *seen.b;
    const MmaOperand* selector = line.mma.operand(OperandRole::sparsity_selector);
    const Format* idesc = idesc_format(out.variant.kind, out.edition);
    if (selector != nullptr && selector->value && idesc != nullptr)
        out.idesc = static_cast<std::uint32_t>(
            set_field(field_in(*idesc, "sparsity_selector"), out.idesc, static_cast<std::uint64_t>(*selector->value)));
    return {};
}

}  // namespace

std::optional<bool> value_of(std::string_view predicate, const SeenMma& seen) {
    const bool inverted = predicate.starts_with('!');
    if (inverted) predicate.remove_prefix(1);
    if (predicate.ends_with("PT")) return !inverted;
    if (!seen.predicates_read) return std::nullopt;
    return (value_in(seen.predicates, predicate) != 0) != inverted;
}

MachineForm form_of(const std::string& text) {
    program::Program program;
    program::read_sass({text, 0, nullptr}, program);
    MachineForm out;
    out.guard = guard_of(text).first;
    for (const program::Observation& seen : program.observations) {
        if (seen.type != program::Observation::Type::instruction || seen.count == 0) continue;
        const auto operands = std::span(program.operands).subspan(seen.first, seen.count);
        out.is_mma = true;
        const auto d = register_number(operands[0].text);
        out.d_in_tmem = seen.text.starts_with("UTC");
        out.computes = out.d_in_tmem || d.has_value();
        out.d_first = d.value_or(0);
        out.a_in_registers = !out.d_in_tmem && seen.count > 1 && operands[1].text.find("gdesc") == std::string::npos;
        for (const program::Operand& operand : operands) {
            out.closes_group |= operand.text.starts_with("gsb");
            if (const auto number = number_behind(operand.text, "gdesc[U")) {
                constexpr unsigned kSecond = 2;
                if (!out.d_in_tmem) out.uniform = {*number, *number + kSecond};
                if (out.d_in_tmem)
                    pick(&operand == operands.data() ? Operand::a : Operand::b, out.uniform.a, out.uniform.b) = *number;
            }
            if (const auto number = number_behind(operand.text, "idesc[U")) out.idesc = number;
            if (out.d_in_tmem && operand.text.starts_with("UR")) out.mask = number_behind(operand.text, "U");
            if (is_predicate(operand.text)) out.predicate = operand.text;
        }
        break;
    }
    return out;
}

const FamilyRow* find_family(const std::string& text) {
    const MachineForm form = form_of(text);
    return form.is_mma ? std::ranges::find(kFamilies, form.d_in_tmem, &FamilyRow::idesc) : nullptr;
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

std::optional<std::uint32_t> idesc_of(const SeenMma& seen) {
    const auto number = form_of(seen.at.text).idesc;
    if (seen.idesc || !number || !seen.uniform_read || seen.uniform.empty()) return seen.idesc;
    return value_in(seen.uniform, say("UR", *number));
}

void set_register(std::vector<Register>& registers, const std::string& name, std::uint32_t value) {
    const auto found = std::ranges::find(registers, name, &Register::name);
    if (found == registers.end())
        registers.push_back({name, value});
    else
        found->value = value;
}

// The reader of programs knows which registers an instruction takes. So it gets a program that sets them.
std::string with_registers(const std::string& text, std::span<const Register> uniform) {
    constexpr unsigned kRegisters = 63, kMostOfOperand = 4;  // UR63 is URZ
    std::set<unsigned> named;
    const std::string_view line = guard_of(text).second;
    for (std::size_t at = 0; (at = line.find("UR", at)) != line.npos; ++at)
        if (const auto first = number_behind(line.substr(at), "U"))
            for (unsigned i = *first; i < std::min(*first + kMostOfOperand, kRegisters); ++i) named.insert(i);
    std::string out;
    for (const unsigned i : named) {
        const std::string name = say("UR", i);
        out += say("UMOV ", name, ", ", hex(value_in(uniform, name)), "\n");
    }
    return out.append(line);
}

std::optional<ProgramInstruction> read_with_registers(const std::string& text, std::span<const Register> uniform) {
    return read_line(with_registers(text, uniform));
}

MmaWords words_of(const std::string& text, std::span<const Register> uniform) {
    const auto line = read_with_registers(text, uniform);
    return line ? words_in(*line) : MmaWords();
}

Answer<MmaInstruction> instruction_of(const SeenMma& seen, const std::string& arch) {
    const std::string text = printable(seen.at.text);
    const MachineForm form = form_of(seen.at.text);
    if (!form.is_mma) return Refusal("'", text, "' is no MMA.");
    if (!form.computes) return Refusal("'", text, "' computes nothing: it only closes a group of MMAs.");
    const auto line = read_with_registers(seen.at.text, seen.uniform);
    if (!line) return Refusal(why_unread(seen, arch));
    Session session;
    session.arch = target_with(family_of(line->mma.opcode), arch);
    const auto edits = edits_of_instruction(line->mma, session);
    if (!edits) return Refusal(edits.why);
    for (const Edit& edit : *edits) session = apply_edit(session, edit);
    MmaInstruction out = tilescope::instruction_of(session);
    out.from_zero = false;
    if (const auto taken = take_words(seen, *line, out); !taken) return Refusal(taken.why);
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
