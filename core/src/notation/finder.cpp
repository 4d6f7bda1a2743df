// core/src/notation/finder.cpp -- reads the observations of one program and adds its words.
// SPDX-License-Identifier: MIT
#include "finder.h"

#include "field_places.h"
#include "name_meaning.h"

#include <tilescope/base/number.h>
#include <tilescope/base/printable.h>
#include <tilescope/base/say.h>
#include <tilescope/base/text.h>
#include <tilescope/formats/formats.h>
#include <tilescope/formats/tmem.h>
#include <tilescope/notation/mma_line.h>
#include <tilescope/program/evaluate.h>

#include <algorithm>
#include <utility>

namespace tilescope::notation {
namespace {

Likely low_half(const Likely& x) { return {x.beside_constant & bit_mask(32), x.above_field & bit_mask(32), {}}; }
Likely high_half(const Likely& x) { return {x.beside_constant >> 32, x.above_field >> 32, {}}; }

}  // namespace

Finder::EveryPlaced Finder::every_placed_value(const Program& program) {
    EveryPlaced out(program.operands.size());
    program::PlacedValues values(program);
    for (std::uint32_t o = 0; o < program.observations.size(); ++o)
        for (unsigned i = 0; i < program.observations[o].count; ++i)
            out[program.observations[o].first + i] = values.of(o, i);
    return out;
}

std::vector<program::ExprId> Finder::watched() const {
    std::vector<program::ExprId> out;
    for (const auto& values : placed_)
        for (const program::PlacedValue& value : values) out.push_back(value.value);
    return out;
}

std::vector<Placed> Finder::placed(const Observation& seen, unsigned i) const {
    std::vector<Placed> out;
    if (placed_.empty()) return out;
    for (const program::PlacedValue& value : placed_[seen.first + i]) {
        const auto& known = value.in_call ? values_.watched_in_calls : values_.watched;
        if (const auto found = known.find(value.value); found != known.end()) out.push_back({value, found->second});
    }
    return out;
}

void Finder::run() {
    const std::vector<Observation>& all = program_.observations;
    std::vector<std::size_t> lost;
    for (std::size_t i = 0; i < all.size() && !work_.full && !work_.is_stopped(); ++i) {
        const Observation& seen = all[i];
        if (!values_.reached[i]) continue;
        if (seen.lost) {
            lost.push_back(i);
            continue;
        }
        switch (seen.type) {
        case Observation::Type::instruction: instruction(seen); break;
        case Observation::Type::call: call(seen); break;
        case Observation::Type::variable:
        case Observation::Type::returned:
        case Observation::Type::value: value(seen); break;
        }
    }
    // The last one first: the values before it can be the same word.
    for (std::size_t i = lost.size(); i-- > 0 && !work_.full && !work_.is_stopped();)
        if (!is_repeated(all[lost[i]])) value(all[lost[i]]);
    if (!program_.target.empty() && work_.context.arch.empty()) work_.context.arch = program_.target;
    if (reader_ == ReadBy::expression) name_limits();
}

namespace {

constexpr std::size_t kNearRows = 64;  // rows; a program repeats its instructions at short distances

// "desc_a = 0x...;", and f(desc_a) or the "%1" of inline assembly to which desc_a is passed: one word. The variable has
// the better name.
bool is_passed_on(const Find& variable, const Find& operand) {
    const bool number = operand.name.starts_with('%') && !variable.name.starts_with('%');
    return variable.instruction == kNoInstruction && operand.instruction != kNoInstruction &&
           (number || operand.name == variable.name) && !variable.name.empty() && variable.role == operand.role &&
           variable.bits == operand.bits && variable.reader == operand.reader && !variable.disputed;
}

}  // namespace

// Words of instructions in a loop, or in unrolled code, are often equal: they are one row. A value without a known 1
// says nothing.
void Finder::add(Find f) {
    for (const Trace& t : f.traces) {
        const std::size_t at = program_.observations[t.from.observation].first + t.from.operand;
        f.added |= !exact_.empty() && exact_[at] != values_.operands[at];
        if (reader_ == ReadBy::expression && t.shift == 0) f.shifted |= parts_.of(program_.operands[at].value).shifted;
    }
    if (f.bits.value == 0 && !f.built) return;
    const std::size_t count = work_.finds.size();
    for (std::size_t i = count - std::min(count, kNearRows); i < count; ++i) {
        Find& row = work_.finds[i];
        if (is_passed_on(f, row)) {
            row.name = f.name;
            return;
        }
        if (is_passed_on(row, f)) {
            f.name = row.name;
            row = std::move(f);
            return;
        }
        const bool same = row.role == f.role && row.bits == f.bits && row.instruction == f.instruction &&
                          row.reader == f.reader && row.kinds == f.kinds;
        if (!same) continue;
        return merge_into(row, f);
    }
    work_.find(std::move(f));
}

namespace {

// Sets the width of a value to the width of the role. Some roles have no fixed width; the value then keeps its width.
Bits fitted(Bits bits, PasteRole role) {
    const bool narrow = role == PasteRole::idesc || role == PasteRole::tmem || role == PasteRole::low_word ||
                        role == PasteRole::high_word;
    const bool wide =
        role == PasteRole::smem_a || role == PasteRole::smem_b || role == PasteRole::smem_sf || role == PasteRole::zcm;
    if (wide || (narrow && bits.value <= bit_mask(32))) bits.width = narrow ? 32 : 64;
    bits.value &= bit_mask(bits.width);
    bits.unknown &= bit_mask(bits.width);
    return bits;
}

PasteRole role_of_operand(const MmaLine& line, OperandRole role) {
    switch (role) {
    case OperandRole::a: return line.a_in_tmem ? PasteRole::unknown : PasteRole::smem_a;
    case OperandRole::b: return PasteRole::smem_b;
    case OperandRole::idesc: return PasteRole::idesc;
    case OperandRole::zero_mask: return PasteRole::zcm;
    case OperandRole::cp_from: return line.shape.starts_with("32x128") ? PasteRole::smem_sf : PasteRole::smem;
    default: return PasteRole::unknown;
    }
}

bool is_kind(std::string_view kind) {
    for (unsigned edition = 0; edition < std::size(kEditionNames); ++edition)
        if (idesc_format(kind, static_cast<Edition>(edition)) != nullptr) return true;
    return false;
}

// A template leaves qualifiers open: ".cta_group::{n}.kind::{kind}".
PasteContext context_of_line(const MmaLine& line) {
    PasteContext c;
    c.hopper = line.opcode == Opcode::wgmma;
    const bool open = line.cta_group == 0 && std::ranges::any_of(line.qualifiers, [](const Qualifier& q) {
                          return q.text.starts_with("cta_group::");
                      });
    c.cta_group = c.hopper || open ? 0 : std::max(1u, line.cta_group);
    c.kind = !c.hopper && is_kind(line.kind) ? line.kind : "";
    c.ws = line.ws;
    c.sparse = line.sparse;
    c.a_in_tmem = !c.hopper && line.a_in_tmem;
    return c;
}

}  // namespace

void Finder::instruction(const Observation& seen) {
    if (const Answer<MmaLine> line = parse_mma_line(seen.text)) return ptx_instruction(seen, *line);
    std::vector<std::string_view> operands;
    for (unsigned i = 0; i < seen.count; ++i) operands.emplace_back(written(seen, i).text);
    const std::string_view opcode = std::string_view(seen.text).substr(0, seen.text.find(' '));
    if (const auto form = machine_form(opcode, operands)) machine_instruction(seen, *form);
}

// An address in Tensor Memory: the whole address, or the constant part of "[ $0 + 1048640 ]". A small number is only a
// number of columns.
void Finder::tmem_address(const Observation& seen, unsigned i, std::string_view text) {
    const program::KnownBits& x = operand(seen, i);
    Find f(seen.span, reader_, bits_in(x, 32), "", PasteRole::tmem);
    if (!x.is_known(bit_mask(32))) {
        const std::size_t plus = text.find('+');
        if (!text.starts_with('[') || !text.ends_with(']') || plus == text.npos) return;
        const Answer<Number> n = read_number(trimmed(text.substr(plus + 1, text.size() - plus - 2)));
        if (!n || n->value > bit_mask(32)) return;
        f.bits = {n->value, 0, 32};
        f.note = say("the constant part of the address ", text);
    }
    if (tmem_lane(static_cast<std::uint32_t>(f.bits.value)) == 0) return;
    if (x.is_known(bit_mask(32))) f.traces = {trace(seen, i)};
    f.instruction = work_.current;
    add(std::move(f));
}

void Finder::ptx_instruction(const Observation& seen, const MmaLine& line) {
    const bool mma = line.opcode == Opcode::mma || line.opcode == Opcode::wgmma;
    if (mma) work_.begin_instruction(context_of_line(line));
    if (!mma && line.opcode != Opcode::cp) return;
    const std::size_t count = std::min<std::size_t>(line.operands.size(), seen.count);
    for (unsigned i = 0; i < count; ++i) {
        const MmaOperand& o = line.operands[i];
        if (o.form == OperandForm::address && mma) tmem_address(seen, i, o.text);
        const PasteRole role = role_of_operand(line, o.role);
        if (role == PasteRole::unknown || o.form == OperandForm::list || o.form == OperandForm::address) continue;
        const std::string name = o.value ? "" : written(seen, i).text;
        Find f(seen.span, reader_, bits_in(operand(seen, i), 64), name, role);
        f.bits = fitted(f.bits, role);
        if (role == PasteRole::idesc) f.bits = bits_in(operand(seen, i), 32);
        f.likely = likely(seen, i);
        f.traces = {trace(seen, i)};
        f.instruction = mma ? work_.current : kNoInstruction;
        if (mma && !name.empty()) work_.set_role(work_.operand_names[name], role);
        add(std::move(f));
    }
}

namespace {

std::optional<unsigned> uniform_register_in(std::string_view text) {
    const std::size_t open = text.find('[');
    const std::string_view inside = open == text.npos ? text : text.substr(open + 1, text.find(']') - open - 1);
    const auto name = register_named(inside.substr(0, inside.find_first_of("+. ")));
    return name && lower(name->prefix) == "ur" ? std::optional(name->number) : std::nullopt;
}

}  // namespace

// The values of registers that the listing does not determine can come from a debugger, so combine() finds the words.
void Finder::machine_instruction(const Observation& seen, const MachineForm& form) {
    const bool mma = seen.text.find("MMA") != seen.text.npos;
    if (mma) work_.begin_instruction(form.context);
    bool past_idesc = false;
    for (unsigned i = 0; i < seen.count; ++i) {
        const std::string_view text = written(seen, i).text;
        const auto ur = uniform_register_in(text);
        const bool gdesc = text.starts_with("gdesc"), idesc = text.starts_with("idesc");
        const bool zcm = past_idesc && form.context.ws && !gdesc && text.starts_with("UR");
        past_idesc |= idesc;
        const bool second = text.find("+2") != text.npos || (i > 0 && !form.context.hopper);
        const bool from_registers = form.context.hopper && gdesc && !second && i > 1;  // there is no pair of A
        if (!ur || from_registers || !(gdesc || idesc || zcm)) continue;
        const PasteRole role =
            idesc    ? PasteRole::idesc
            : zcm    ? PasteRole::zcm
            : !mma   ? (seen.text.find("4x32dp128bit") != seen.text.npos ? PasteRole::smem_sf : PasteRole::smem)
            : second ? PasteRole::smem_b
                     : PasteRole::smem_a;
        OperandRegisters used{*ur + (gdesc && text.find("+2") != text.npos ? 2u : 0u),
                              role,
                              {},
                              idesc ? form.kinds : std::vector<std::string>(),
                              mma ? work_.current : kNoInstruction};
        const program::KnownBits& x = operand(seen, i);
        used.halves.push_back({bits_in(x, 32), seen.span, ReadBy::sass});
        used.halves.back().likely = low_half(likely(seen, i));
        used.halves.back().traces = {trace(seen, i, bit_mask(32))};
        if (!idesc) {
            used.halves.push_back({bits_in({x.value >> 32, x.known >> 32}, 32), seen.span, ReadBy::sass});
            used.halves.back().likely = high_half(likely(seen, i));
            used.halves.back().traces = {trace(seen, i, bit_mask(32) << 32, -32)};
        }
        work_.operand_registers.push_back(std::move(used));
    }
}

// Whether another word of the program is this value, before a step of the start address or with its other half. A
// program has few different words; with many, only the nearest are compared.
bool Finder::is_repeated(const Observation& seen) const {
    constexpr std::uint64_t kStart = bit_mask(16);
    const std::uint64_t value = operand(seen, 0).value;
    const std::size_t first = std::max(first_find_, work_.finds.size() - std::min(work_.finds.size(), kNearRows));
    return std::any_of(work_.finds.begin() + static_cast<std::ptrdiff_t>(first), work_.finds.end(), [&](const Find& f) {
        return ((f.bits.value ^ value) & ~kStart) == 0 || f.bits.value >> 32 == value;
    });
}

void Finder::value(const Observation& seen) {
    if (seen.count == 0) return;
    if (reader_ == ReadBy::sass) return register_pair(seen);
    const program::KnownBits& x = operand(seen, 0);
    Meaning meaning = meaning_of(seen.text, seen.width);
    if (meaning.width == 0) meaning.width = width_of_value(x);
    Bits bits = bits_in(x, std::max(32u, meaning.width));
    if (seen.width > 0 && seen.width < 32) return;  // a field, not a word
    if (meaning.width == 64 && meaning.half == 'h') bits.unknown |= bit_mask(32) & ~bits.value;
    if (meaning.width == 64 && meaning.half == 'l') bits.unknown |= (bit_mask(32) << 32) & ~bits.value;
    Find f(seen.span, reader_, bits, seen.text, meaning.role, std::string(bits.unknown ? kSomeUnknown : ""));
    f.returned = seen.type == Observation::Type::returned;
    f.hopper = meaning_of_key(seen.text).hopper;
    f.hints = kinds_named_in(seen.text);
    if (f.hints.empty()) f.hints = kinds_named_in(seen.comment);
    f.likely = likely(seen, 0);
    f.placed = placed(seen, 0);
    f.traces = {trace(seen, 0)};
    if (seen.conditional) f.branch = Branch::only_if;
    name_built_word(f);
    add(std::move(f));
}

// A function that builds a word from its parameters.
void Finder::name_built_word(Find& f) const {
    const Built built = built_word(f.likely.parts, f.bits, work_.options.edition, work_.hints);
    const bool narrow = built == Built::idesc || built == Built::scaled;
    const bool other = f.role != PasteRole::unknown && narrow != (f.role == PasteRole::idesc);
    if (built == Built::nothing || other || (f.bits.width == 32 && !narrow)) return;
    if (f.bits.value == 0 || f.role == PasteRole::unknown) f.built = true;
    if (f.role == PasteRole::unknown) f.role = narrow ? PasteRole::idesc : PasteRole::smem;
    f.hopper |= built == Built::wgmma;
    if (narrow && f.bits.width == 64) {  // an integer of Python can be wider, but the word is not
        const std::uint64_t mask = bit_mask(32);
        if ((f.bits.value & ~mask) == 0) f.bits = {f.bits.value, f.bits.unknown & mask, 32};
    }
    if (built == Built::scaled && f.hints.empty()) f.hints = work_.hints.kinds;
    if (built == Built::scaled && f.hints.empty()) f.hints = scaled_kinds(f.likely.parts);
    if (!f.built) return;
    const Format& format = *(narrow ? idesc_format(f.hints.empty() ? "f16" : f.hints.front(), work_.options.edition)
                                    : &work_.format(f.hopper ? "wgmma" : "smem"));
    f.bits.unknown &= ~zeros_without_parts(format, f.likely.parts, f.bits.unknown);
}

void Finder::register_pair(const Observation& seen) {
    const program::KnownBits& x = operand(seen, 0);
    const auto name = register_named(std::string_view(seen.text).substr(0, seen.text.find('/')));
    if (!name) return;
    const unsigned place = name->number + (lower(name->prefix) == "ur" ? 0 : kOtherRegisters);
    const auto keep = [&](unsigned n, const Bits& bits, const Likely& likely, const Trace& from) {
        if (bits.value != 0 || bits.unknown == 0)
            work_.registers[n] = {bits, seen.span, ReadBy::sass, name->prefix, "", likely, {from}};
    };
    keep(place, bits_in(x, 32), low_half(likely(seen, 0)), trace(seen, 0, bit_mask(32)));
    if (seen.width == 64)
        keep(place + 1, bits_in({x.value >> 32, x.known >> 32}, 32), high_half(likely(seen, 0)),
             trace(seen, 0, bit_mask(32) << 32, -32));
}

// What was not evaluated is said: else a word would be missing without a reason.
void Finder::name_limits() {
    const auto part = [&](TextSpan span) { return work_.text.substr(span.begin, span.end - span.begin); };
    for (const TextSpan span : program_.skipped)
        work_.refuse(part(span), "this part is inside of more than 64 blocks, so it was not read", true);
    for (std::size_t i = 0; i < program_.units.size(); ++i) {
        const program::Unit& unit = program_.units[i];
        std::uint32_t first = unit.first;
        while (first < unit.last && program_.statements[first].span.end == 0)
            ++first;  // the text has no such statement
        if (!values_.unfinished[i] || first == unit.last) continue;
        const std::string name = unit.name.empty() ? "this code" : say("the function ", excerpt(unit.name, 60));
        work_.refuse(part(program_.statements[first].span),
                     say(name, " takes too long to evaluate, so only the values of its single blocks were read"), true);
    }
}

}  // namespace tilescope::notation
