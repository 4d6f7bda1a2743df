// app/ui/paste_plan.cpp -- assigns the found words to cards and makes the edits.
// SPDX-License-Identifier: MIT
#include "app/ui/paste_plan.h"

#include <tilescope/base/say.h>
#include <tilescope/formats/formats.h>
#include <tilescope/notation/questions.h>

#include <algorithm>
#include <array>
#include <bit>
#include <set>

namespace tilescope::ui {
namespace {

// Returns the cards for a word, best first. Returns nothing for a word of a kind that has no card.
std::vector<WordId> cards_for(const FoundWord& word, const PasteReading& reading, WordId active) {
    if (word.role == PasteRole::smem_sf || reading.format == nullptr) return {};
    const std::string_view id = reading.format->id;
    if (id.starts_with("idesc")) return {WordId::idesc};
    if (id == "zcm") return {WordId::zcm};
    if (family_reading(id) == nullptr) return {};
    if (word.role == PasteRole::smem_a) return {WordId::a_desc};
    if (word.role == PasteRole::smem_b) return {WordId::b_desc};
    if (active == WordId::a_desc || active == WordId::b_desc) return {active, WordId::a_desc, WordId::b_desc};
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
    std::string arch = session.arch;
    for (std::size_t i = 0; i < plan.size(); ++i) {
        if (!plan[i].card) continue;
        const FamilyRow* family = family_reading(chosen(pasted.words[i], plan[i]).format->id);
        if (family != nullptr) arch = target_with(*family, arch);
    }
    return arch;
}

// What the paste did to the memory, if the words are not those for which it was written. `first`: it stands directly
// after the cards, because the status line cuts what is far right.
struct MemorySentence {
    std::string text;
    bool first = false;
};
MemorySentence memory_sentence(const Session& before, const Session& after) {
    const auto is_new = [&](Operand o) { return before.image[o] != after.image[o]; };
    const std::string changed = list_of(
        kBothOperands, [&](Operand o) { return is_new(o) ? name_of(o) : ""; }, " and ");
    const std::string gaps =
        list_of(kBothOperands, [&](Operand o) { return is_new(o) ? unmatched_strides(after, o) : std::string(); });
    if (!gaps.empty())
        return {say(' ', gaps, ", because a tile is written without gaps. The rest of the memory of ", changed,
                    " was rewritten for the words."),
                true};
    if (!changed.empty()) return {say(" The memory of ", changed, " was rewritten to match the words.")};
    return {after.keep_memory ? " The memory stays as it was written." : ""};
}

// Whether descriptors without the version bits of tcgen05 stay descriptors of tcgen05: the session has words of its
// own, and the text does not name another instruction.
bool keeps_tcgen05(const PasteResult& pasted, const Session& session) {
    const bool own = session.words != Session{}.words || session.unknown != UnknownBits{};
    return own && family_of(session).idesc && pasted.context.arch.empty() && !pasted.context.hopper &&
           std::ranges::none_of(pasted.instructions, &PasteContext::hopper);
}

// The reading of tcgen05 of a word that is more probably one of wgmma.
std::optional<std::size_t> tcgen05_reading(const FoundWord& word) {
    const auto family = [](const PasteReading& r) { return family_reading(r.format->id); };
    if (word.readings.empty()) return {};
    const FamilyRow* first = family(word.readings.front());
    if (first == nullptr || first->idesc) return {};
    const auto at = std::ranges::find_if(word.readings, [&](const PasteReading& r) {
        return family(r) != nullptr && family(r)->idesc && r.rule != kSwappedHalvesId;
    });
    if (at == word.readings.end()) return {};
    return static_cast<std::size_t>(at - word.readings.begin());
}

// The number of different words that the text names as those of this card.
std::size_t count_for(const PasteResult& pasted, std::size_t planned, WordId card) {
    const PasteRole role = pasted.words[planned].role;
    std::set<std::uint64_t> values = {pasted.words[planned].value};
    for (const FoundWord& word : pasted.words) {
        if (word.readings.empty() || word.role != role || role == PasteRole::unknown) continue;
        const std::vector<WordId> cards = cards_for(word, word.readings.front(), card);
        if (!cards.empty() && cards.front() == card) values.insert(word.value);
    }
    return values.size();
}

// The target after a paste that changes it, and the words that stay.
std::string target_sentence(const PastePlan& plan, const Session& before, const Session& after) {
    if (before.arch == after.arch) return {};
    const std::string own = own_words_note(plan, after);
    std::string out = say(" The target changed from ", before.arch, " to ", after.arch, '.');
    if (&family_of(before) != &family_of(after))
        out +=
            say(" The descriptors are now those of ", family_of(after).instruction, '.', own.empty() ? "" : " ", own);
    return out;
}

// The planned words that lack the version bits, but are read as those of tcgen05.
std::string version_sentence(const PasteResult& pasted, const PastePlan& plan) {
    std::string cards;
    for (std::size_t i = 0; i < plan.size(); ++i)
        if (plan[i].card && tcgen05_reading(pasted.words[i]) == plan[i].reading)
            cards += say(cards.empty() ? "" : " and ", row_of(*plan[i].card).title);
    if (cards.empty()) return {};
    return say(" In ", cards,
               ", the version bits of tcgen05 are missing. The target stays: choose the meaning wgmma if ",
               "the word is for another target.");
}

}  // namespace

PastePlan plan_paste(const PasteResult& pasted, WordId active, const Session& session) {
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
    if (keeps_tcgen05(pasted, session))
        for (std::size_t i = 0; i < plan.size(); ++i)
            if (plan[i].card) plan[i].reading = tcgen05_reading(pasted.words[i]).value_or(0);
    return plan;
}

std::string several_words_note(const PasteResult& pasted, const PastePlan& plan) {
    std::string out;
    for (std::size_t i = 0; i < plan.size() && i < pasted.words.size(); ++i) {
        if (!plan[i].card) continue;
        const FoundWord& word = pasted.words[i];
        const std::size_t count = count_for(pasted, i, *plan[i].card);
        if (count < 2) continue;
        out += say(out.empty() ? "" : " ", "The text has ", count, " different words for ", row_of(*plan[i].card).title,
                   ". Only ", word.source.size() < 24 ? word.source : hex(word.value, word.bits / 4),
                   " goes on the card.");
    }
    return out;
}

std::string own_words_note(const PastePlan& plan, const Session& session) {
    std::vector<std::string_view> own;
    for (const WordId id : {WordId::a_desc, WordId::b_desc, WordId::idesc}) {
        const bool unused = id == WordId::a_desc && session.variant.a_in_tmem;
        if (!unused && std::ranges::find(plan, id, &PasteChoice::card) == plan.end()) own.push_back(row_of(id).title);
    }
    if (own.empty()) return {};
    return say(list_of(own, std::identity(), ", ", " and "),
               own.size() == 1 ? " is still that of the session." : " are still those of the session.");
}

bool is_plain(const PasteResult& pasted, const PastePlan& plan) {
    return pasted.words.size() == 1 && plan.size() == 1 && plan[0].card && !pasted.words[0].ask;
}

std::size_t planned_words(const PastePlan& plan) {
    return static_cast<std::size_t>(
        std::ranges::count_if(plan, [](const PasteChoice& choice) { return choice.card.has_value(); }));
}

std::size_t words_in_text(const PasteResult& pasted) {
    std::size_t out = pasted.words.size();
    for (const FoundWord& word : pasted.words) out += word.again.size();
    return out;
}

bool is_for_a_table(const PasteResult& pasted, const PastePlan& plan) {
    constexpr std::size_t kLeast = 4;
    const std::size_t words = words_in_text(pasted), planned = planned_words(plan);
    return words >= kLeast && 2 * planned < words && planned < plan.size();
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

std::string unmatched_strides(const Session& session, Operand operand) {
    return list_of(strides_not_written(session, operand), [&](const StrideDifference& d) {
        return say(d.field, " of ", name_of(operand), " is ", d.in_word, " in the word and ", d.in_memory,
                   " in the memory");
    });
}

PasteOutcome outcome_of(const PasteResult& pasted, const PastePlan& plan, const Session& session, bool put) {
    PasteOutcome out{.edits = edits_of(pasted, plan, session), .active = {}, .sentence = pasted.sentence};
    const auto first = std::ranges::find_if(plan, [](const PasteChoice& choice) { return choice.card.has_value(); });
    if (first != plan.end()) out.active = first->card;
    const std::string cards = list_of(
        plan, [](const PasteChoice& choice) { return choice.card ? row_of(*choice.card).title : std::string_view(); });
    if (out.edits.empty()) return out;
    if (auto* words = std::get_if<SetWords>(&out.edits.back()); words != nullptr && put)
        words->what = say("put ", words->words.size(), words->words.size() == 1 ? " word" : " words", " of the table");
    Session after = session;
    for (const Edit& edit : out.edits) after = apply_edit(after, edit);
    int unknown = 0;
    for (const PasteChoice& choice : plan)
        if (choice.card) unknown += std::popcount(after.unknown_bits(*choice.card));
    const std::string open =
        unknown == 0 ? "" : say(" The text does not give ", unknown, " of the bits: they are unknown.");
    const std::string several = several_words_note(pasted, plan);
    const MemorySentence memory = memory_sentence(session, after);
    out.sentence =
        say(put ? "Put on " : "Pasted into ", cards, ".", memory.first ? memory.text : "",
            target_sentence(plan, session, after), version_sentence(pasted, plan), several.empty() ? "" : " ", several,
            open, memory.first ? "" : memory.text, " Ctrl+Z undoes it.");
    if (after != session) return out;
    out.edits.clear();
    out.sentence = say(put ? "The words" : "The pasted words", " are already in ", cards, ", so nothing changed.");
    return out;
}

std::string not_applied_text(std::size_t words) {
    return say(words, words == 1 ? " pasted word was" : " pasted words were", " not applied");
}

}  // namespace tilescope::ui
