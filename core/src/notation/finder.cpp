// core/src/notation/finder.cpp -- finds the words of a program: operands, values of variables, what calls pass or make.
// SPDX-License-Identifier: MIT
#include "fields.h"
#include "readers.h"
#include "readings.h"

#include <tilescope/base/printable.h>
#include <tilescope/formats/formats.h>
#include <tilescope/formats/tmem.h>
#include <tilescope/notation/mma_line.h>
#include <tilescope/program/evaluate.h>

namespace tilescope::notation {
namespace {

using program::Observation;
using program::Program;

Bits bits_in(const program::KnownBits& x, unsigned width) {
    const std::uint64_t mask = bit_mask(width);
    return {x.value & mask, ~x.known & mask, width};
}

// What the name of a variable, its function and its comment say.
struct Meaning {
    PasteRole role = PasteRole::unknown;
    char half = 0;
    unsigned width = 0;
};

constexpr std::size_t kNearRows = 64;  // rows; a program repeats its instructions at short distances

// "desc_a = 0x...;", and f(desc_a) or the "%1" of inline assembly to which desc_a is passed: one word. The variable has
// the better name.
bool is_passed_on(const Find& variable, const Find& operand) {
    const bool number = operand.name.starts_with('%') && !variable.name.starts_with('%');
    return variable.instruction == kNoInstruction && operand.instruction != kNoInstruction &&
           (number || operand.name == variable.name) && !variable.name.empty() && variable.role == operand.role &&
           variable.bits == operand.bits && variable.reader == operand.reader && !variable.disputed;
}

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
    const bool hopper = line.opcode == Opcode::wgmma;
    const bool open = line.cta_group == 0 && line.qualifier("cta_group::") != nullptr;
    return {.kind = !hopper && is_kind(line.kind) ? line.kind : "",
            .cta_group = hopper || open ? 0 : std::max(1u, line.cta_group),
            .ws = line.ws,
            .sparse = line.sparse,
            .a_in_tmem = !hopper && line.a_in_tmem,
            .hopper = hopper};
}

std::optional<unsigned> uniform_register_in(std::string_view text) {
    const std::size_t open = text.find('[');
    const std::string_view inside = open == text.npos ? text : text.substr(open + 1, text.find(']') - open - 1);
    const auto name = register_named(inside.substr(0, inside.find_first_of("+. ")));
    return name && lower(name->prefix) == "ur" ? std::optional(name->number) : std::nullopt;
}

Meaning meaning_of(std::string_view name, unsigned declared) {
    const KeyMeaning key = meaning_of_key(name);
    Meaning out{key.role, key.half, declared};
    if (name.size() <= 2) out.role = PasteRole::unknown;  // "a" is any variable
    if (out.half) {
        // "desc_hi = uint64_t{0x40004040} << 32" is a whole word of which only the high half is set.
        out.role = declared == 64 ? out.role : out.half == 'l' ? PasteRole::low_word : PasteRole::high_word;
        out.width = declared == 64 ? 64 : 32;
    }
    const bool narrow = out.role == PasteRole::idesc || out.role == PasteRole::tmem;
    if (narrow) out.width = 32;
    if (out.role != PasteRole::unknown && !narrow && declared == 32 && !out.half) out.role = PasteRole::unknown;
    return out;
}

// Whether an operand of a call is an argument of a template, such as "<128".
bool is_generic(std::string_view text) { return text.starts_with('<'); }

unsigned width_of_value(const program::KnownBits& x) { return program::possible_ones(x) > bit_mask(32) ? 64 : 32; }

class Finder {
public:
    // `exact`: the operands before join_added_fields(), or nothing.
    Finder(Work& work, ReadBy reader, const Program& program, const std::vector<program::KnownBits>& exact)
        : work_(work),
          reader_(reader),
          program_(program),
          placed_(reader == ReadBy::expression ? placed_values(program) : EveryPlaced()),
          values_(evaluate(program, program::OrRule::exact, watched())),
          disjoint_(evaluate(program, program::OrRule::disjoint)),
          separate_(evaluate(program, program::OrRule::separate)),
          exact_(exact),
          parts_(program),
          first_find_(work.finds.size()) {}

    void run() {
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

private:
    // By operand: the values that the program puts into the fields of the word.
    using EveryPlaced = std::vector<std::vector<program::PlacedValue>>;

    const program::KnownBits& operand(const Observation& seen, unsigned i) const {
        return values_.operands[seen.first + i];
    }
    Likely likely(const Observation& seen, unsigned i) {
        const program::KnownBits &sure = operand(seen, i), &disjoint = disjoint_.operands[seen.first + i],
                                 &separate = separate_.operands[seen.first + i];
        return {disjoint.known & ~sure.known & ~disjoint.value, separate.known & ~sure.known & ~separate.value,
                sure.is_known() ? program::OrParts{} : parts_.of(program_.operands[seen.first + i].value)};
    }
    const program::Operand& written(const Observation& seen, unsigned i) const {
        return program_.operands[seen.first + i];
    }

    // All bits of an operand, or those in `mask`; bit i of the operand is bit i + shift of the word.
    Trace trace(const Observation& seen, unsigned i, std::uint64_t mask = ~std::uint64_t{0}, int shift = 0) const {
        return {{static_cast<std::uint32_t>(&seen - program_.observations.data()), i, mask}, shift};
    }

    // The register that has one half of an operand.
    Find half_of(const Observation& seen, unsigned i, bool high, std::string prefix = "UR") {
        const program::KnownBits& x = operand(seen, i);
        const unsigned shift = high ? 32 : 0;
        const std::uint64_t mask = bit_mask(32);
        const Likely all = likely(seen, i);
        Find out{seen.span, ReadBy::sass, bits_in({x.value >> shift, x.known >> shift}, 32), std::move(prefix)};
        out.likely = {all.beside_constant >> shift & mask, all.above_field >> shift & mask};
        out.traces = {trace(seen, i, mask << shift, high ? -32 : 0)};
        return out;
    }

    std::vector<program::ExprId> watched() const {
        std::vector<program::ExprId> out;
        for (const auto& values : placed_)
            for (const program::PlacedValue& value : values) out.push_back(value.value);
        return out;
    }

    std::vector<Placed> placed(const Observation& seen, unsigned i) const {
        std::vector<Placed> out;
        if (placed_.empty()) return out;
        for (const program::PlacedValue& value : placed_[seen.first + i]) {
            const auto& known = value.in_call ? values_.watched_in_calls : values_.watched;
            if (const auto found = known.find(value.value); found != known.end()) out.push_back({value, found->second});
        }
        return out;
    }

    // Words of instructions in a loop, or in unrolled code, are often equal: they are one row. A value without a known
    // 1 says nothing.
    void add(Find f) {
        for (const Trace& t : f.traces) {
            const std::size_t at = program_.observations[t.from.observation].first + t.from.operand;
            f.added |= !exact_.empty() && exact_[at] != values_.operands[at];
            if (reader_ == ReadBy::expression && t.shift == 0)
                f.shifted |= parts_.of(program_.operands[at].value).shifted;
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

    void instruction(const Observation& seen) {
        if (const Answer<MmaLine> line = parse_mma_line(seen.text)) return ptx_instruction(seen, *line);
        std::vector<std::string_view> operands;
        for (unsigned i = 0; i < seen.count; ++i) operands.emplace_back(written(seen, i).text);
        const std::string_view opcode = std::string_view(seen.text).substr(0, seen.text.find(' '));
        if (const auto form = machine_form(opcode, operands)) machine_instruction(seen, *form);
    }

    // An address in Tensor Memory: the whole address, or the constant part of "[ $0 + 1048640 ]". A small number is
    // only a number of columns.
    void tmem_address(const Observation& seen, unsigned i, std::string_view text) {
        const program::KnownBits& x = operand(seen, i);
        Find f{seen.span, reader_, bits_in(x, 32), "", PasteRole::tmem};
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

    void ptx_instruction(const Observation& seen, const MmaLine& line) {
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
            Find f{seen.span, reader_, bits_in(operand(seen, i), 64), name, role};
            f.bits = fitted(f.bits, role);
            if (role == PasteRole::idesc) f.bits = bits_in(operand(seen, i), 32);
            f.likely = likely(seen, i);
            f.traces = {trace(seen, i)};
            f.instruction = mma ? work_.current : kNoInstruction;
            if (mma && !name.empty()) work_.set_role(work_.operand_names[name], role);
            add(std::move(f));
        }
    }

    // The values of registers that the listing does not determine can come from a debugger, so combine() finds the
    // words.
    void machine_instruction(const Observation& seen, const MachineForm& form) {
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
            used.halves.push_back(half_of(seen, i, false));
            if (!idesc) used.halves.push_back(half_of(seen, i, true));
            work_.operand_registers.push_back(std::move(used));
        }
    }

    // Whether another word of the program is this value, before a step of the start address or with its other half. A
    // program has few different words; with many, only the nearest are compared.
    bool is_repeated(const Observation& seen) const {
        constexpr std::uint64_t kStart = bit_mask(16);
        const std::uint64_t value = operand(seen, 0).value;
        const std::size_t first = std::max(first_find_, work_.finds.size() - std::min(work_.finds.size(), kNearRows));
        return std::any_of(
            work_.finds.begin() + static_cast<std::ptrdiff_t>(first), work_.finds.end(),
            [&](const Find& f) { return ((f.bits.value ^ value) & ~kStart) == 0 || f.bits.value >> 32 == value; });
    }

    void value(const Observation& seen) {
        if (seen.count == 0) return;
        if (reader_ == ReadBy::sass) return register_pair(seen);
        const program::KnownBits& x = operand(seen, 0);
        Meaning meaning = meaning_of(seen.text, seen.width);
        if (meaning.width == 0) meaning.width = width_of_value(x);
        Bits bits = bits_in(x, std::max(32u, meaning.width));
        if (seen.width > 0 && seen.width < 32) return;  // a field, not a word
        if (meaning.width == 64 && meaning.half == 'h') bits.unknown |= bit_mask(32) & ~bits.value;
        if (meaning.width == 64 && meaning.half == 'l') bits.unknown |= (bit_mask(32) << 32) & ~bits.value;
        Find f{seen.span, reader_, bits, seen.text, meaning.role, std::string(bits.unknown ? kSomeUnknown : "")};
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
    void name_built_word(Find& f) const {
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

    void register_pair(const Observation& seen) {
        const auto name = register_named(std::string_view(seen.text).substr(0, seen.text.find('/')));
        if (!name) return;
        for (const bool high : {false, true}) {
            if (high && seen.width != 64) break;
            Find half = half_of(seen, 0, high, name->prefix);
            if (half.bits.value != 0 || half.bits.unknown == 0) work_.registers[name->place() + high] = std::move(half);
        }
    }

    // What was not evaluated is said: else a word would be missing without a reason.
    void name_limits() {
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
                         say(name, " takes too long to evaluate, so only the values of its single blocks were read"),
                         true);
        }
    }

    // A call such as recompute_smem_desc(pointer, 0x40004040, 0x400000): the high half, and the constant bits of the
    // low half.
    bool make_call(const Observation& seen) {
        const KeyMeaning meaning = meaning_of_key(seen.text);
        if (meaning.role != PasteRole::smem || seen.count != 3) return false;
        const program::KnownBits &high = operand(seen, 1), &low = operand(seen, 2);
        const bool halves = high.is_known() && low.is_known() && high.value > bit_mask(8) && low.value > bit_mask(14) &&
                            high.value <= bit_mask(32) && low.value <= bit_mask(32);
        if (!halves) return false;
        Find f{seen.span, reader_, {high.value << 32 | low.value, 0, 64}, "", PasteRole::smem};
        f.bits.unknown = bit_mask(32) & ~low.value;
        f.likely.beside_constant = f.bits.unknown;
        f.traces = {trace(seen, 1, bit_mask(32), 32), trace(seen, 2, bit_mask(32))};
        add(std::move(f));
        return true;
    }

    // nvvm.tcgen05.mma_smem_desc(start, leading, stride, base, mode, swizzle): the operands are stored values.
    void smem_desc(const Observation& seen) {
        constexpr std::string_view kFields[] = {"start", "lbo", "sbo", "base_offset", "lbo_mode", "swizzle"};
        if (seen.count != std::size(kFields))
            return work_.refuse(work_.text.substr(seen.span.begin, seen.span.end - seen.span.begin),
                                say("tcgen05.mma_smem_desc has ", seen.count,
                                    " operands; expected 6: start, leading, stride, base, mode, swizzle"));
        std::vector<FieldValue> fields;
        for (unsigned i = 0; i < seen.count; ++i) fields.push_back({kFields[i], bits_in(operand(seen, i), 64)});
        const auto word = word_of_struct(work_, fields);
        if (!word) return;
        Find f{seen.span, reader_, word->bits, "", word->role, word->note};
        f.traces = traces_of(seen, word->places);
        add_note(f.note, "built from the operands, which are in 16-byte units");
        add(std::move(f));
    }

    bool known_call(const Observation& seen) {
        std::vector<CallArgument> arguments, types;
        for (unsigned i = 0; i < seen.count; ++i) {
            const std::string_view text = written(seen, i).text;
            const Bits bits = bits_in(operand(seen, i), 64);
            if (is_generic(text))
                types.push_back(call_argument(text.substr(1), bits));
            else
                arguments.push_back(call_argument(text, bits));
        }
        const auto word = word_of_call(work_, seen.text, arguments, types);
        if (!word) return false;
        Find f{seen.span, ReadBy::known_function, word->bits, "", word->role, word->note};
        f.hints = word->kinds;
        f.hopper = word->hopper;
        add(std::move(f));
        return true;
    }

    std::vector<Trace> traces_of(const Observation& seen, const std::vector<FieldBits>& places) const {
        std::vector<Trace> out;
        for (const FieldBits& p : places)
            out.push_back(trace(seen, static_cast<unsigned>(p.given), bit_mask(p.width) << p.dropped,
                                static_cast<int>(p.at) - static_cast<int>(p.dropped)));
        return out;
    }

    void struct_fields(const Observation& seen, std::string_view object) {
        std::vector<FieldValue> fields;
        for (unsigned i = 0; i < seen.count; ++i)
            fields.push_back({written(seen, i).text, bits_in(operand(seen, i), 64)});
        constexpr std::string_view kFieldsOfUnion = ".bitfield";  // of CUTLASS: the word is the union
        if (object.ends_with(kFieldsOfUnion)) object.remove_suffix(kFieldsOfUnion.size());
        const auto word = word_of_struct(work_, fields, seen.comment);
        if (!word) return;
        Find f{seen.span, ReadBy::fields, word->bits, std::string(object), word->role, word->note};
        f.hints = word->kinds;
        f.traces = traces_of(seen, word->places);
        f.hopper = word->hopper;             // of this struct only: a header can have one for each of both
        f.tcgen05 = seen.comment == "smem";  // its members have the places of this format
        f.disputed = word->guess;
        // The struct and some of its fields are known, even if no bit is 1.
        f.built = f.bits.value == 0 && fields.size() > 2 && (~f.bits.unknown & bit_mask(f.bits.width)) != 0;
        add(std::move(f));
    }

    // f(0x00010040, 0x40004040): the two halves of a descriptor, in either order. Its constant says so.
    bool halves(const Observation& seen, unsigned i) {
        const auto literal = [&](unsigned at) {
            const std::string& text = at < seen.count ? written(seen, at).text : std::string();
            const bool number = !text.empty() && is_digit(text[0]) && operand(seen, at).is_known(bit_mask(32));
            return number && operand(seen, at).value <= bit_mask(32) ? std::optional(operand(seen, at).value)
                                                                     : std::nullopt;
        };
        const auto first = literal(i), second = literal(i + 1);
        if (!first || !second) return false;
        for (const bool low_first : {true, false}) {
            const std::uint64_t word = low_first ? *second << 32 | *first : *first << 32 | *second;
            const std::uint64_t low = word & bit_mask(32);
            const bool idesc = std::ranges::any_of(kinds_of(work_.options.edition), [&](std::string_view kind) {
                return legal_idesc(*idesc_format(kind, work_.options.edition), low, 0);
            });
            if (idesc || !is_tcgen05_word(PasteRole::smem, word)) continue;
            const TextSpan span{written(seen, i).span.begin, written(seen, i + 1).span.end};
            add({span,
                 ReadBy::two_halves,
                 {word, 0, 64},
                 "",
                 PasteRole::smem,
                 std::string(low_first ? kLowFirst : kHighFirst)});
            return true;
        }
        return false;
    }

    // A call such as tcgen05_mma_mxf4nvf4_bs(d, a_desc, b_desc, 0x8020480, ...) is an instruction. The name of the
    // function states the kind.
    void call(const Observation& seen) {
        constexpr std::string_view kFields = "fields ";
        if (seen.text.starts_with(kFields))
            return struct_fields(seen, std::string_view(seen.text).substr(kFields.size()));
        if (seen.text.ends_with("tcgen05.mma_smem_desc")) return smem_desc(seen);
        if (known_call(seen)) return;
        PasteContext form;
        form.hopper = lower(seen.text).find("wgmma") != std::string::npos;
        const std::vector<std::string> kinds = form.hopper ? std::vector<std::string>() : kinds_named_in(seen.text);
        if (kinds.size() == 1) form.kind = kinds.front();
        if (kinds.size() > 1) form.kinds = kinds;
        const bool mma = lower(seen.text).find("mma") != std::string::npos;
        if (mma && form != PasteContext{}) work_.begin_instruction(std::move(form));
        if (make_call(seen)) return;
        const std::size_t made = mma && form != PasteContext{} ? work_.current : kNoInstruction;
        for (unsigned i = 0; i < seen.count; ++i) {
            const program::KnownBits& x = operand(seen, i);
            const std::string& text = written(seen, i).text;
            if (is_generic(text)) continue;
            if (halves(seen, i)) {
                ++i;
                continue;
            }
            const CallArgument given = call_argument(text, {});
            const bool number = !given.text.empty() && is_digit(given.text[0]);
            const bool named = !number && given.key.empty() && !text.empty() && is_word_char(text[0]);
            const std::string name(named ? std::string_view(text) : given.key);
            const Meaning meaning = meaning_of(name.empty() ? text : name, 0);
            unsigned width = meaning.width != 0 ? meaning.width : width_of_value(x);
            constexpr std::size_t kLongest = 13;  // "0x", 8 digits and a suffix; 0x0000000004040000 has 64 bits
            if (number && given.text.starts_with("0x") && given.text.size() > kLongest) width = 64;
            if (number && x.value <= bit_mask(16) && meaning.role == PasteRole::unknown) continue;
            const bool literal = mma && number && x.is_known() && x.value > bit_mask(16) && x.value <= bit_mask(32);
            Find f{written(seen, i).span, reader_, bits_in(x, std::max(32u, width)), name, meaning.role};
            if (literal && given.key.empty())
                f.role = PasteRole::idesc;  // the only literal of this size that an MMA reads
            f.hints = kinds;
            f.likely = likely(seen, i);
            f.placed = placed(seen, i);
            f.traces = {trace(seen, i)};
            f.instruction = made;
            add(std::move(f));
        }
    }

    Work& work_;
    ReadBy reader_;
    const Program& program_;
    const EveryPlaced placed_;
    const program::Evaluation values_, disjoint_, separate_;
    const std::vector<program::KnownBits>& exact_;
    program::OrPartsOf parts_;
    const std::size_t first_find_;
};

}  // namespace

void find_words(Work& work, ReadBy reader, const Program& program, const std::vector<program::KnownBits>& exact) {
    Finder(work, reader, program, exact).run();
}

}  // namespace tilescope::notation
