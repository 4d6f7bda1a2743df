// app/ui/paste_plan.cpp -- assigns the found words to cards and makes the edits.
// SPDX-License-Identifier: MIT
#include "app/ui/paste_plan.h"

#include <tilescope/base/say.h>
#include <tilescope/formats/formats.h>

#include <algorithm>
#include <array>
#include <bit>

namespace tilescope::ui {
namespace {

bool is_operand(WordId word) { return word == WordId::a_desc || word == WordId::b_desc; }

// Returns the cards for a word, best first. Returns nothing for a word of a kind that has no card.
std::vector<WordId> cards_for(const FoundWord& word, const PasteReading& reading, WordId active) {
    if (word.role == PasteRole::smem_sf || reading.format == nullptr) return {};
    const std::string_view id = reading.format->id;
    if (id.starts_with("idesc")) return {WordId::idesc};
    if (id == "zcm") return {WordId::zcm};
    if (id != "smem" && id != "wgmma") return {};
    if (word.role == PasteRole::smem_a) return {WordId::a_desc};
    if (word.role == PasteRole::smem_b) return {WordId::b_desc};
    if (is_operand(active)) return {active, WordId::a_desc, WordId::b_desc};
    return {WordId::a_desc, WordId::b_desc};
}

bool has_kind(Edition edition, std::string_view kind) {
    const auto kinds = kinds_of(edition);
    return std::ranges::find(kinds, kind) != kinds.end();
}

const PasteReading& chosen(const FoundWord& word, const PasteChoice& choice) {
    return word.readings[std::min(choice.reading, word.readings.size() - 1)];
}

// Uses the instruction that names the planned descriptor. Without one, uses the properties that all instructions of the
// text have in common.
Variant variant_after(const PasteResult& pasted, const PastePlan& plan, const Session& session) {
    const auto idesc =
        static_cast<std::size_t>(std::ranges::find(plan, WordId::idesc, &PasteChoice::card) - plan.begin());
    const bool planned = idesc < plan.size();
    const PasteContext& context = planned ? context_of(pasted, pasted.words[idesc]) : pasted.context;
    Variant v = session.variant;
    if (has_kind(session.edition, context.kind)) v.kind = context.kind;
    const std::string_view kind = planned ? chosen(pasted.words[idesc], plan[idesc]).format->kind : "";
    if (has_kind(session.edition, kind)) v.kind = std::string(kind);
    if (context.cta_group != 0) v.cta_group = context.cta_group;
    // A text with an instruction can set and clear these flags. Other texts can only set them.
    const bool instruction = context.cta_group != 0 && !(context.kind.empty() && context.kinds.empty());
    v.ws = context.ws || (v.ws && !instruction);
    v.sparse = context.sparse || (v.sparse && !instruction);
    v.a_in_tmem = context.a_in_tmem || (v.a_in_tmem && !instruction);
    return v;
}

// Returns the chip that the text names, else a chip that has the pasted descriptors.
std::string arch_after(const PasteResult& pasted, const PastePlan& plan, const Session& session) {
    if (!pasted.context.arch.empty()) return pasted.context.arch;
    const Session fresh;
    std::string arch = session.arch;
    for (std::size_t i = 0; i < plan.size(); ++i) {
        if (!plan[i].card) continue;
        const std::string_view id = chosen(pasted.words[i], plan[i]).format->id;
        if (id == "wgmma") arch = kHopper;
        if (id == "smem" && has_feature(arch, Feature::wgmma)) arch = fresh.arch;
    }
    return arch;
}

// What the paste did to the memory, if the words are not those for which it was written.
std::string memory_sentence(const Session& before, const Session& after) {
    std::string changed;
    for (const Operand o : kBothOperands)
        if (before.image[o] != after.image[o]) changed += say(changed.empty() ? "" : " and ", name_of(o));
    if (!changed.empty()) return say(" The memory of ", changed, " was rewritten to match the words.");
    return after.keep_memory ? " The memory stays as it was written." : "";
}

}  // namespace

PastePlan plan_paste(const PasteResult& pasted, WordId active) {
    PastePlan plan(pasted.words.size());
    std::array<bool, kWordCount> taken{};
    // Words that name their card come first, so that no word without a name takes this card.
    for (const bool named : {true, false})
        for (std::size_t i = 0; i < plan.size(); ++i) {
            const FoundWord& word = pasted.words[i];
            if ((word.role != PasteRole::unknown) != named || word.readings.empty()) continue;
            for (const WordId card : cards_for(word, word.readings.front(), active)) {
                bool& full = taken[static_cast<std::size_t>(card)];
                if (full || plan[i].card) continue;
                plan[i].card = card;
                full = true;
            }
        }
    return plan;
}

std::string change_in_words(const PasteResult& pasted, std::size_t index) {
    const FoundWord& word = pasted.words[index];
    std::size_t before = index;
    while (before > 0 && (before == index || pasted.words[before].name != word.name)) --before;
    if (before == index || pasted.words[before].name != word.name)
        return word.name.empty() ? "first" : say("first ", word.name);
    const PasteReading &a = pasted.words[before].readings.front(), &b = word.readings.front();
    if (a.format != b.format) return say("previously read as ", a.format->id);
    std::string text;
    for (const Field& f : b.format->fields) {
        const std::string from = text_of(f, get_field(f, a.word), get_field(f, a.unknown)),
                          to = text_of(f, get_field(f, b.word), get_field(f, b.unknown));
        if (from != to) text += say(text.empty() ? "" : ", ", f.id, ' ', from, " -> ", to);
    }
    return text.empty() ? "unchanged" : text;
}

bool is_plain(const PasteResult& pasted, const PastePlan& plan) {
    return pasted.words.size() == 1 && plan.size() == 1 && plan[0].card && !pasted.words[0].ask;
}

std::vector<Edit> edits_of(const PasteResult& pasted, const PastePlan& plan, const Session& session) {
    SetWords words;
    for (std::size_t i = 0; i < plan.size() && i < pasted.words.size(); ++i) {
        if (!plan[i].card || pasted.words[i].readings.empty()) continue;
        const PasteReading& reading = chosen(pasted.words[i], plan[i]);
        words.words.push_back({*plan[i].card, reading.word, reading.unknown, origins_of(pasted.words[i], reading)});
    }
    std::vector<Edit> edits;
    if (words.words.empty()) return edits;
    const std::string arch = arch_after(pasted, plan, session);
    if (arch != session.arch) edits.push_back(SetArch{arch});
    const Variant variant = variant_after(pasted, plan, session);
    if (variant != session.variant) edits.push_back(SetVariant{variant});
    const std::size_t count = words.words.size();
    words.what = say("pasted ", count, count == 1 ? " word" : " words");
    edits.push_back(std::move(words));
    return edits;
}

PasteOutcome outcome_of(const PasteResult& pasted, const PastePlan& plan, const Session& session) {
    PasteOutcome out{.edits = edits_of(pasted, plan, session), .active = {}, .sentence = pasted.sentence};
    std::string cards;
    for (const PasteChoice& choice : plan) {
        if (!choice.card) continue;
        if (!out.active) out.active = choice.card;
        cards += say(cards.empty() ? "" : ", ", row_of(*choice.card).title);
    }
    if (out.edits.empty()) return out;
    Session after = session;
    for (const Edit& edit : out.edits) after = apply_edit(after, edit);
    int unknown = 0;
    for (const PasteChoice& choice : plan)
        if (choice.card) unknown += std::popcount(after.unknown_bits(*choice.card));
    const std::string open =
        unknown == 0 ? "" : say(" The text does not give ", unknown, " of the bits: they are unknown.");
    out.sentence = say("Pasted into ", cards, ".", open, memory_sentence(session, after), " Ctrl+Z undoes it.");
    if (after != session) return out;
    out.edits.clear();
    out.sentence = say("The pasted words are already in ", cards, ", so nothing changed.");
    return out;
}

}  // namespace tilescope::ui
