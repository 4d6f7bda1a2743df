// core/src/autopsy/written_session.cpp -- a chain as a session whose memory is written for other words than it has.
// SPDX-License-Identifier: MIT
#include "parts.h"

#include <tilescope/autopsy/chain_session.h>
#include <tilescope/base/say.h>
#include <tilescope/document/derive.h>
#include <tilescope/document/emulate.h>
#include <tilescope/formats/formats.h>
#include <tilescope/hw/types.h>
#include <tilescope/notation/cute.h>
#include <tilescope/word/codec.h>

#include <algorithm>
#include <functional>

namespace tilescope::autopsy {
namespace {

// The word with the right value of the fault. `first`: the word in which the fault was found.
Answer<std::uint64_t> repaired(const Format& format, std::uint64_t word, std::uint64_t first, const Fault& fault) {
    const Field* field = find_field(format, name_of(fault.field));
    if (field == nullptr || !fault.right.number)
        return Refusal("The fault ", name_of(fault.field), " is not in a word.");
    std::uint64_t raw = *fault.right.number >> field->scale;
    if (fault.field == FaultField::start) raw += get_field(*field, word) - get_field(*field, first);
    if (raw > bit_mask(field->width))
        return Refusal("The field ", field->id, " cannot store ", *fault.right.number, ".");
    return set_field(*field, word, raw);
}

// "gdesc[UR8].tnspB" with or without the transpose bit of an operand.
std::string with_transpose(std::string text, Operand o, bool on) {
    const std::string_view suffix = pick(o, ".tnspA", ".tnspB");
    if (const std::size_t at = text.find(suffix); at != text.npos) text.erase(at, suffix.size());
    const std::size_t open = text.find("gdesc["), close = text.find(']', open == text.npos ? 0 : open);
    if (on && open != text.npos && close != text.npos) text.insert(close + 1, suffix);
    return text;
}

// Sets the majorness of an operand as the instruction says it: in its instruction descriptor, or in its text.
void set_transpose(SeenMma& seen, const MmaInstruction& instruction, Operand o, bool on) {
    const auto number = form_of(seen.at.text).idesc;
    const Format* format = idesc_format(instruction.variant.kind, instruction.edition);
    if (!number || format == nullptr) {
        seen.at.text = with_transpose(seen.at.text, o, on);
        return;
    }
    const Field& field = field_in(*format, pick(o, "transpose_a", "transpose_b"));
    seen.idesc = static_cast<std::uint32_t>(set_field(field, instruction.idesc, on ? 1 : 0));
    set_register(seen.uniform, say("UR", *number), *seen.idesc);
}

// The recording as if the program had the right words.
Answer<Recording> repaired(const Recording& recording, const Chain& chain, std::span<const Fault> faults,
                           const Format& format) {
    Recording out = recording;
    for (const Fault& fault : faults) {
        if (fault.field == FaultField::type) continue;  // the bytes are the same
        const bool everywhere = fault.k_steps.empty() || fault.k_steps.size() == chain.steps.size();
        if (!everywhere || (fault.part != Part::a && fault.part != Part::b))
            return Refusal("The fault ", name_of(fault.field), " is not in the words of all K steps.");
        const Operand o = fault.part == Part::a ? Operand::a : Operand::b;
        std::optional<std::uint64_t> first;
        for (const Step& step : chain.steps) {
            auto* seen = std::get_if<SeenMma>(&out.events[step.event]);
            if (seen == nullptr) return Refusal("The MMA was seen only when the program had stopped.");
            if (fault.field == FaultField::transpose) {
                set_transpose(*seen, step.instruction, o, fault.right.number.value_or(0) != 0);
                continue;
            }
            auto& word = pick(o, seen->a, seen->b);
            if (!word) return Refusal("The operand is in registers.");
            if (!first) first = word;
            const auto right = repaired(format, *word, *first, fault);
            if (!right) return Refusal(right.why);
            word = *right;
        }
    }
    return out;
}

// Writes the operand of `session` at the places of `right`, also where the orders of their atoms differ.
bool write_as(Session& session, const Session& right, Operand o) {
    const auto places = written_places(derive(right), o);
    const auto is_right = [&] {
        const auto written = written_places(derive(session), o);
        return written && places && written->first_bit == places->first_bit;
    };
    session.image[o] = right.image[o];
    if (is_right()) return true;
    const auto text = cute_of(operand_from_words(right, o).layout);
    if (!text) return false;
    session.image[o].writer = ImageWriter::cute;
    session.image[o].cute = to_text(*text);
    return is_right();
}

}  // namespace

Answer<ChainSession> written_session(const Recording& recording, const Chain& chain, std::span<const Fault> faults,
                                     std::string_view name, const std::stop_token& stop) {
    auto as_read = sessions_of(recording, chain, name, stop);
    if (!as_read) return Refusal(as_read.why);
    if (as_read->size() != 1) return Refusal("The words of its K steps are not those of one tile.");
    const auto other = repaired(recording, chain, faults, format_of(as_read->front().session, WordId::a_desc));
    if (!other) return Refusal(other.why);
    const std::vector<Chain> chains = chains_of(*other, stop);
    const auto same = std::ranges::find_if(chains, [&](const Chain& c) {
        return c.warpgroup == chain.warpgroup && c.d_first == chain.d_first &&
               c.steps.front().event == chain.steps.front().event;
    });
    if (stop.stop_requested()) return Refusal("stopped");
    if (same == chains.end()) return Refusal("The right words make no chain.");
    const auto right = sessions_of(*other, *same, name, stop);
    if (!right) return Refusal(right.why);
    if (right->size() != 1) return Refusal("The right words of its K steps are not those of one tile.");
    ChainSession out = std::move(as_read->front());
    const ChainSession& meant = right->front();
    for (const Operand o : kBothOperands) {
        if (!in_smem(out.session, o)) continue;
        const auto index = static_cast<std::size_t>(recipe_of(o));
        out.files[index] = meant.files[index];
        if (!write_as(out.session, meant.session, o))
            return Refusal("No session has these words and this memory of ", name_of(o), ".");
    }
    for (const Fault& fault : faults) {
        const ElementType* type = fault.field == FaultField::type ? find_type(fault.right.text) : nullptr;
        if (fault.field == FaultField::type && type == nullptr) return Refusal("The right type is not known.");
        for (const Operand o : kBothOperands)
            if (type != nullptr && type->container_bits == find_type(out.session.image[o].type)->container_bits)
                out.session.image[o].type = type->id;
    }
    out.notes.insert(out.notes.begin(), "The memory is as the kernel wrote it; its words read it otherwise.");
    for (const Fault& fault : faults) out.notes.push_back(fault.says);
    out.session.notes = list_of(out.notes, std::identity(), "\n");
    return out;
}

}  // namespace tilescope::autopsy
