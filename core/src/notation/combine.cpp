// core/src/notation/combine.cpp -- joins halves, registers and names to words after all lines are read.
// SPDX-License-Identifier: MIT
#include "readers.h"

#include <tilescope/base/say.h>
#include <tilescope/formats/formats.h>
#include <tilescope/notation/questions.h>

#include <tuple>

namespace tilescope::notation {
namespace {

Bits joined(const Bits& low, const Bits& high) {
    return {high.value << 32 | low.value, high.unknown << 32 | low.unknown, 64};
}

bool reads_as_descriptor(const Work& work, std::uint64_t word) { return wrong_fields(work.format("smem"), word) == 0; }

// "A" of "A lo" and of "A: lo", the base of other names.
std::string name_of_halves(const Find& half, const KeyMeaning& key) {
    const std::size_t end = half.name.find_first_of(": ");
    return end == half.name.npos ? key.base : half.name.substr(0, end);
}

// Joins two halves whose names belong together: desc_lo and desc_hi, alo and ahi, d.x and d.y, "A lo" and the "hi"
// after it. If the same half comes again before the other one, nothing tells which of them it belongs to.
void join_named_halves(Work& work) {
    for (std::size_t i = 0; i < work.finds.size(); ++i) {
        if (work.finds[i].role != PasteRole::low_word && work.finds[i].role != PasteRole::high_word) continue;
        const KeyMeaning first = meaning_of_key(work.finds[i].name);
        for (std::size_t j = i + 1; j < work.finds.size() && j <= i + 8; ++j) {
            const KeyMeaning second = meaning_of_key(work.finds[j].name);
            const bool bare_after = j == i + 1 && second.base.empty() && second.half != 0;
            if ((second.base != first.base && !bare_after) || second.half == 0) continue;
            if (second.half == first.half) break;
            const Find &low = first.half == 'l' ? work.finds[i] : work.finds[j],
                       &high = first.half == 'l' ? work.finds[j] : work.finds[i];
            const TextSpan span{std::min(low.span.begin, high.span.begin), std::max(low.span.end, high.span.end)};
            Find whole{span, ReadBy::named_halves, joined(low.bits, high.bits), name_of_halves(work.finds[i], first),
                       first.role};
            whole.origins = joined_origins(low.origins, high.origins);
            whole.remark = low.remark && high.remark;
            work.finds[i] = std::move(whole);
            work.finds.erase(work.finds.begin() + static_cast<std::ptrdiff_t>(j));
            break;
        }
    }
}

// Joins two plain 32-bit numbers if the text has nothing else and exactly one order gives a descriptor.
void join_plain_halves(Work& work) {
    const auto selected = find_format(work.options.as, {}, work.options.edition);
    if (work.finds.size() != 2 || work.prose || (selected && (*selected)->bits == 32)) return;
    std::ranges::sort(work.finds, {}, [](const Find& f) { return f.span.begin; });
    Find &a = work.finds[0], &b = work.finds[1];
    const bool plain =
        a.reader == ReadBy::number && b.reader == ReadBy::number && a.bits.width == 32 && b.bits.width == 32;
    if (!plain) return;
    const Bits low_first = joined(a.bits, b.bits), high_first = joined(b.bits, a.bits);
    const bool one = reads_as_descriptor(work, low_first.value), two = reads_as_descriptor(work, high_first.value);
    if (one == two) return;
    a.span.end = b.span.end;
    a.bits = one ? low_first : high_first;
    a.reader = ReadBy::two_halves;
    a.note = one ? kLowFirst : kHighFirst;
    a.digits = Digits::clear;
    work.finds.pop_back();
}

Find single(unsigned n, Find known, PasteRole role) {
    known.name += say(n % kOtherRegisters);
    known.role = role;
    return known;
}

Find pair_of(unsigned n, const Find& low, const Find& high, PasteRole role) {
    const bool has_low = low.bits.unknown != bit_mask(32), has_high = high.bits.unknown != bit_mask(32);
    const bool both = has_low && has_high && low.reader == high.reader;
    Find f = single(n, has_high ? high : low, role);
    f.name += say("/", n % kOtherRegisters + 1);
    f.bits = joined(low.bits, high.bits);
    f.likely = {high.likely.beside_constant << 32 | low.likely.beside_constant,
                high.likely.above_field << 32 | low.likely.above_field};
    f.origins = joined_origins(low.origins, high.origins);
    // In a listing the two lines can be far apart. The span is then only the line with the high word, which has the
    // format of the descriptor.
    if (both && f.reader != ReadBy::sass)
        f.span = {std::min(low.span.begin, high.span.begin), std::max(low.span.end, high.span.end)};
    if (both) f.reader = ReadBy::register_pair;
    const char* missing = !has_low ? "high word of " : !has_high ? "low word of " : nullptr;
    if (missing != nullptr)
        f.note = say(missing, f.name, has_low ? "; the high word is unknown" : "; the low word is unknown");
    return f;
}

Find unknown_register() { return {.bits = {0, bit_mask(32), 32}, .name = "UR"}; }

// Joins two registers to a descriptor. The even register has the low word, except if a log printed the high word first.
std::optional<Find> descriptor_pair(const Work& work, unsigned even) {
    const Find &low = work.registers.at(even), &high = work.registers.at(even + 1);
    Find pair = pair_of(even, low, high, PasteRole::unknown);
    if (reads_as_descriptor(work, pair.bits.value)) return pair;
    const std::uint64_t swapped = pair.bits.value << 32 | pair.bits.value >> 32;
    if (low.reader != ReadBy::log || !reads_as_descriptor(work, swapped)) return std::nullopt;
    pair.bits.value = swapped;
    pair.origins = {};
    pair.note = kHighFirst;
    return pair;
}

// Finds the operands of SASS instructions. A register value comes from the listing. If the listing does not set the
// register, the value comes from the registers of a debugger.
std::set<unsigned> find_operands(Work& work) {
    std::set<unsigned> done;
    using Row = std::tuple<PasteRole, std::uint64_t, std::uint64_t, unsigned, std::vector<std::string>>;
    std::map<Row, std::size_t> rows;  // to the rows of Work::finds; a listing has thousands
    for (OperandRegisters& used_as : work.operand_registers) {
        for (unsigned half = 0; half < used_as.halves.size(); ++half) {
            const auto known = work.registers.find(used_as.first + half);
            const bool none = known == work.registers.end();
            if (used_as.halves[half].bits.unknown == bit_mask(32) && (none || known->second.reader != ReadBy::sass))
                used_as.halves[half] = none ? unknown_register() : known->second;
            done.insert(used_as.first + half);
        }
        if (std::ranges::all_of(used_as.halves, [](const Find& k) { return k.bits.unknown == bit_mask(32); })) continue;
        const Find& only = used_as.halves.front();
        Find f = used_as.halves.size() == 2 ? pair_of(used_as.first, only, used_as.halves.back(), used_as.role)
                                            : single(used_as.first, only, used_as.role);
        f.kinds = used_as.kinds;
        f.instruction = used_as.instruction;
        // An unrolled loop loads the same constants into several registers.
        const auto [same, is_new] =
            rows.try_emplace({f.role, f.bits.value, f.bits.unknown, f.bits.width, f.kinds}, work.finds.size());
        if (is_new)
            work.find(std::move(f));
        else if (same->second < work.finds.size())  // max_words can have dropped the row
            merge_into(work.finds[same->second], f);
    }
    return done;
}

// Whether the bits of a register are an instruction descriptor or the high half of a descriptor.
bool is_word(const Work& work, const Find& known) {
    const PasteReading best = best_reading(work, known.bits.value, 32);
    return best.certainty != Certainty::unknown && (best.rule == kHighHalfId || !best.format->kind.empty());
}

// Whether the text shows the registers of a processor that is no GPU: r12 is one of them then.
bool has_host_registers(std::string_view text) {
    constexpr std::string_view kNames[] = {"rax", "rip", "rsp", "eflags", "cpsr", "xpsr"};
    const std::string folded = lower(text);
    return std::ranges::any_of(kNames, [&](std::string_view name) {
        return has_where(folded, name, [&](std::size_t begin, std::size_t end) {
            const char next = end < folded.size() ? folded[end] : '\0';
            return (begin == 0 || !is_word_char(folded[begin - 1])) && (next == ':' || next == '=' || next == ' ');
        });
    });
}

// A register that is an operand of an instruction has the role of the operand. Another register is a word only if its
// value is valid as one, alone or in a pair. If the text has nothing else, the registers of a debugger are shown too.
void find_registers(Work& work) {
    std::set<unsigned> done = find_operands(work);
    const auto is_done = [&](unsigned n) { return done.contains(n); };
    const bool host = !work.registers.empty() && has_host_registers(work.text);
    const bool nothing_else = work.finds.empty() && work.registers.size() < 3;
    for (const auto& [n, known] : work.registers) {
        const bool moved = known.reader == ReadBy::sass;
        if (host && known.reader == ReadBy::log) continue;
        if (is_done(n) || (moved && !work.operand_registers.empty())) continue;
        const unsigned even = n & ~1u;
        const bool both =
            work.registers.contains(even) && work.registers.contains(even + 1) && !is_done(even) && !is_done(even + 1);
        std::optional<Find> pair = both ? descriptor_pair(work, even) : std::nullopt;
        if (pair) {
            work.find(std::move(*pair));
            done.insert({even, even + 1});
        } else if (moved && n != even && is_word(work, known) && reads_as_descriptor(work, known.bits.value << 32)) {
            work.find(pair_of(even, unknown_register(), known, PasteRole::high_word));
        } else if (is_word(work, known) || known.reader == ReadBy::log || (!moved && nothing_else)) {
            work.find(single(n, known, PasteRole::unknown));
        }
    }
}

// Compares the printed fields with the word of their block. If a block has no first line, builds the word from its
// fields. One field alone can be of any struct.
void find_printed(Work& work) {
    for (const PrintedBlock& block : work.printed) {
        if (block.fields.empty() || (!block.titled && block.fields.size() == 1)) continue;
        const Format& format = work.format(block.format);
        std::uint64_t word = blank_word(format);
        for (const auto& [id, raw] : block.fields) word = set_field(field_in(format, id), word, raw);
        if (!block.titled) {
            work.context.hopper = work.context.hopper || block.format == "wgmma";
            work.find(
                {block.span, ReadBy::printer, {word, 0, 64}, "", PasteRole::unknown, "built from the printed fields"});
            continue;
        }
        Find& titled = work.finds[*block.titled];
        for (const FieldChange& c : differences(format, titled.bits.value, word)) {
            const bool printed =
                std::ranges::any_of(block.fields, [&](const auto& p) { return p.first == c.field->id; });
            if (!printed) continue;
            titled.disputed = true;
            add_note(titled.note, note_of_printed(*c.field, c.to, c.from));
        }
    }
}

// Computes the common properties of all instructions. The target and the printed titles apply to all of them.
void settle_context(Work& work) {
    if (work.instructions.empty()) return;
    PasteContext all = work.instructions.front();
    for (const PasteContext& c : work.instructions) all = common(all, c);
    all.arch = work.context.arch;
    all.hopper |= work.context.hopper;
    work.context = std::move(all);
}

// Gives the role of an operand to the row of a log that has shown its value.
void name_shown_operands(Work& work) {
    for (const auto& [name, used_as] : work.operand_names) {
        const auto shown = work.shown.find(name);
        if (shown == work.shown.end()) continue;
        work.finds[shown->second].role = used_as.role;
        work.finds[shown->second].instruction = used_as.instruction;
    }
}

// "blo" of "asm571:ptx571.1:blo": the names of a program say also where a name is visible.
std::string name_in_text(const std::string& name) {
    const std::size_t scope = name.rfind(':');
    return scope == name.npos ? name : name.substr(scope + 1);
}

// A program adds to many registers. Only an addition to a descriptor, or to the low half of one, is a K step in units
// of 16 bytes. Each is kept once, with its name in the text.
void keep_steps_of_descriptors(Work& work) {
    std::erase_if(work.steps, [&](const KStep& step) {
        const KeyMeaning key = meaning_of_key(step.name);
        const auto used_as = work.operand_names.find(step.name);
        const PasteRole role = used_as != work.operand_names.end() ? used_as->second.role : key.role;
        return !is_operand(role) && key.half != 'l' && !work.packed_names.contains(step.name);
    });
    std::set<std::pair<std::string, std::int64_t>> said;
    std::erase_if(work.steps, [&](KStep& step) {
        step.name = name_in_text(step.name);
        return !said.emplace(step.name, step.units).second;
    });
}

}  // namespace

void combine(Work& work) {
    settle_context(work);
    name_shown_operands(work);
    find_printed(work);
    find_registers(work);
    join_named_halves(work);
    join_plain_halves(work);
    keep_steps_of_descriptors(work);
}

}  // namespace tilescope::notation
