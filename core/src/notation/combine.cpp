// core/src/notation/combine.cpp -- halves, registers and names become words once all lines are read.
// SPDX-License-Identifier: MIT
#include "work.h"

#include <tilescope/base/say.h>
#include <tilescope/formats/formats.h>

#include <algorithm>

namespace tilescope::notation {
namespace {

Bits joined(const Bits& low, const Bits& high) {
    return {high.value << 32 | low.value, high.unknown << 32 | low.unknown, 64};
}

bool reads_as_descriptor(const Work& work, std::uint64_t word) {
    const Format& smem = **find_format("smem", {}, work.options.edition);
    return decode(smem, word).problems.empty();
}

// desc_lo and desc_hi, alo and ahi, d.x and d.y: names decide.
void join_named_halves(Work& work) {
    for (std::size_t i = 0; i < work.finds.size(); ++i) {
        if (work.finds[i].role != PasteRole::low_word && work.finds[i].role != PasteRole::high_word) continue;
        const KeyMeaning first = meaning_of_key(work.finds[i].name);
        for (std::size_t j = i + 1; j < work.finds.size() && j <= i + 8; ++j) {
            const KeyMeaning second = meaning_of_key(work.finds[j].name);
            if (second.base != first.base || second.half == first.half || second.half == 0) continue;
            const Find &low = first.half == 'l' ? work.finds[i] : work.finds[j],
                       &high = first.half == 'l' ? work.finds[j] : work.finds[i];
            Find whole{{std::min(low.span.begin, high.span.begin), std::max(low.span.end, high.span.end)},
                       "lo and hi by name",
                       first.base,
                       first.role,
                       joined(low.bits, high.bits),
                       ""};
            work.finds[i] = std::move(whole);
            work.finds.erase(work.finds.begin() + static_cast<std::ptrdiff_t>(j));
            break;
        }
    }
}

// Two plain 32-bit numbers and nothing else: a descriptor in two halves, if exactly one order reads as one.
void join_plain_halves(Work& work) {
    const auto asked = find_format(work.options.as, {}, work.options.edition);
    if (work.finds.size() != 2 || (asked && (*asked)->bits == 32)) return;
    Find &a = work.finds[0], &b = work.finds[1];
    const bool plain = a.reader == "number" && b.reader == "number" && a.bits.width == 32 && b.bits.width == 32;
    if (!plain) return;
    const Bits low_first = joined(a.bits, b.bits), high_first = joined(b.bits, a.bits);
    const bool one = reads_as_descriptor(work, low_first.value), two = reads_as_descriptor(work, high_first.value);
    if (one == two) return;
    a.span.end = b.span.end;
    a.bits = one ? low_first : high_first;
    a.reader = "two halves";
    a.note = one ? "lo, hi in this order" : "hi, lo in this order";
    work.finds.pop_back();
}

void find_wanted(Work& work, const Wanted& wanted, Find f) {
    f.instruction = wanted.instruction;
    work.find(std::move(f));
}

Find pair_of(const Work& work, unsigned n, PasteRole role) {
    const auto low = work.registers.find(n), high = work.registers.find(n + 1);
    const Bits hole{0, mask(32), 32};
    const bool has_low = low != work.registers.end(), has_high = high != work.registers.end();
    const Known& any = has_low ? low->second : high->second;
    Find f{any.span,
           has_low && has_high ? "register pair" : any.reader,
           say(any.prefix, n % kOtherRegisters, "/", n % kOtherRegisters + 1),
           role,
           joined(has_low ? low->second.bits : hole, has_high ? high->second.bits : hole),
           ""};
    if (has_low && has_high)
        f.span = {std::min(low->second.span.begin, high->second.span.begin),
                  std::max(low->second.span.end, high->second.span.end)};
    if (!has_low) f.note = say("high word of ", f.name, "; the low word is not told");
    if (!has_high) f.note = say("low word of ", f.name, "; the high word is not told");
    return f;
}

// Two registers as a descriptor: the even one holds the low word, or a log printed the high one first.
std::optional<Find> descriptor_pair(const Work& work, unsigned even) {
    Find pair = pair_of(work, even, PasteRole::unknown);
    if (reads_as_descriptor(work, pair.bits.value)) return pair;
    const std::uint64_t swapped = pair.bits.value << 32 | pair.bits.value >> 32;
    if (work.registers.at(even).reader != "log" || !reads_as_descriptor(work, swapped)) return std::nullopt;
    pair.bits.value = swapped;
    pair.note = "hi, lo in this order";
    return pair;
}

// Registers that an instruction line names have their roles; the others are taken as pairs where a pair reads as a
// descriptor, and as words of their own otherwise.
void find_registers(Work& work) {
    std::vector<unsigned> done;
    const auto is_done = [&](unsigned n) { return std::ranges::find(done, n) != done.end(); };
    for (const auto& [n, wanted] : work.wanted_registers) {
        const bool narrow = wanted.role == PasteRole::idesc;
        if (narrow) {
            if (const auto known = work.registers.find(n); known != work.registers.end())
                find_wanted(work, wanted,
                            {known->second.span, known->second.reader, say(known->second.prefix, n % kOtherRegisters),
                             wanted.role, known->second.bits, ""});
        } else if (work.registers.contains(n) || work.registers.contains(n + 1)) {
            find_wanted(work, wanted, pair_of(work, n, wanted.role));
            done.push_back(n + 1);
        }
        done.push_back(n);
    }
    for (const auto& [n, known] : work.registers) {
        if (is_done(n)) continue;
        const unsigned even = n & ~1u;
        const bool both =
            work.registers.contains(even) && work.registers.contains(even + 1) && !is_done(even) && !is_done(even + 1);
        const bool odd_alone = n != even && !work.registers.contains(even) && known.reader == "SASS";
        std::optional<Find> pair = both ? descriptor_pair(work, even) : std::nullopt;
        if (pair) {
            work.find(std::move(*pair));
            done.insert(done.end(), {even, even + 1});
        } else if (odd_alone) {
            work.find(pair_of(work, even, PasteRole::high_word));
        } else {
            work.find(
                {known.span, known.reader, say(known.prefix, n % kOtherRegisters), PasteRole::unknown, known.bits, ""});
        }
    }
}

// A printed block without its first line: the word is put together from its fields.
void find_printed(Work& work) {
    if (work.printed_fields.empty()) return;
    const Format& wgmma = **find_format("wgmma", {}, work.options.edition);
    std::uint64_t word = blank_word(wgmma);
    for (const auto& [id, raw] : work.printed_fields) word = put(field(wgmma, id), word, raw);
    const auto titled = std::ranges::find(work.finds, "GmmaDescriptor", &Find::reader);
    if (titled == work.finds.end()) {
        work.context.hopper = true;
        work.find({work.printed_span,
                   "GmmaDescriptor",
                   "",
                   PasteRole::unknown,
                   {word, 0, 64},
                   "put together from its printed fields"});
        return;
    }
    for (const FieldChange& c : differences(wgmma, titled->bits.value, word)) {
        const bool printed =
            std::ranges::any_of(work.printed_fields, [&](const auto& p) { return p.first == c.field->id; });
        if (printed)
            titled->note += say(titled->note.empty() ? "" : "; ", "the printed ", c.field->id, " says ",
                                meaning_of(*c.field, c.to));
    }
}

// What all instructions have in common; the chip, and what titles say, hold for all of them.
void settle_context(Work& work) {
    if (work.instructions.empty()) return;
    PasteContext all = work.instructions.front();
    for (const PasteContext& c : work.instructions) all = common(all, c);
    all.arch = work.context.arch;
    all.hopper |= work.context.hopper;
    work.context = std::move(all);
}

}  // namespace

void find_name(Work& work, const std::string& name, const Known& known) {
    const auto wanted = work.wanted_names.find(name);
    const bool is_operand = wanted != work.wanted_names.end();
    if (known.used && !is_operand) return;
    const KeyMeaning key = meaning_of_key(name);
    PasteRole role = is_operand ? wanted->second.role : key.role;
    if (role == PasteRole::unknown && key.half) role = key.half == 'l' ? PasteRole::low_word : PasteRole::high_word;
    const bool or_constant = known.reader.starts_with("OR constant");
    std::string note = or_constant ? known.reader : known.bits.unknown ? "some bits are not told" : "";
    find_wanted(
        work, is_operand ? wanted->second : Wanted{},
        {known.span, or_constant ? "PTX" : known.reader, name, role, fitted(known.bits, role), std::move(note)});
}

namespace {

// Operands whose value a log has shown.
void name_shown_operands(Work& work) {
    for (const auto& [name, wanted] : work.wanted_names) {
        const auto known = work.names.find(name);
        if (known == work.names.end() || !known->second.row) continue;
        work.finds[*known->second.row].role = wanted.role;
        work.finds[*known->second.row].instruction = wanted.instruction;
    }
}

// Programs add to many registers; only what becomes a descriptor moves on by units of 16 bytes.
void keep_steps_of_descriptors(Work& work) {
    std::erase_if(work.steps, [&](const KStep& step) {
        const KeyMeaning key = meaning_of_key(step.name);
        const auto wanted = work.wanted_names.find(step.name);
        const PasteRole role = wanted != work.wanted_names.end() ? wanted->second.role : key.role;
        const bool descriptor = role == PasteRole::smem_a || role == PasteRole::smem_b || role == PasteRole::smem;
        return !descriptor && key.half != 'l' && !work.packed_names.contains(step.name);
    });
}

}  // namespace

void combine(Work& work) {
    settle_context(work);
    name_shown_operands(work);
    find_printed(work);
    for (const std::string& name : work.name_order) find_name(work, name, work.names.at(name));
    find_registers(work);
    join_named_halves(work);
    join_plain_halves(work);
    keep_steps_of_descriptors(work);
}

}  // namespace tilescope::notation
