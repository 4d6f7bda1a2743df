// app/ui/paste_plan.cpp -- assigns the found words to cards and makes the edits.
// SPDX-License-Identifier: MIT
#include "app/ui/paste_plan.h"

#include <tilescope/base/say.h>
#include <tilescope/document/derive.h>
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

// The planned reading for a card; null: the text has no word for it.
const PasteReading* planned_for(const PasteResult& pasted, const PastePlan& plan, WordId card) {
    const auto i = static_cast<std::size_t>(std::ranges::find(plan, card, &PasteChoice::card) - plan.begin());
    return i < plan.size() ? &chosen(pasted.words[i], plan[i]) : nullptr;
}

// How many of the planned words this MMA has.
std::size_t words_in_common(const ProgramInstruction& mma, const PasteResult& pasted, const PastePlan& plan) {
    return static_cast<std::size_t>(std::ranges::count_if(kWords, [&](const WordRow& row) {
        const PasteReading* planned = planned_for(pasted, plan, row.word);
        const auto& word = mma.words[static_cast<std::size_t>(row.word)];
        return planned != nullptr && word && word->value == planned->word && word->unknown() == planned->unknown;
    }));
}

// The chain of the program whose MMAs have the planned words. Null: none has a word of the plan, although the program
// has several, or the chain has no session.
const ProgramChain* chain_of(const ProgramChains* program, const PasteResult& pasted, const PastePlan& plan) {
    if (program == nullptr) return nullptr;
    const ProgramChain* best = nullptr;
    std::size_t most = 0;
    for (const ProgramChain& chain : program->chains)
        for (const std::size_t mma : chain.mmas)
            if (const std::size_t count = words_in_common(program->report.instructions[mma], pasted, plan);
                count > most)
                most = count, best = &chain;
    if (best == nullptr && (program->chains.size() == 1 || (planned_words(plan) == 0 && !program->chains.empty())))
        best = &program->chains.front();
    return best != nullptr && best->session ? best : nullptr;
}

// The instruction of the text that has the planned instruction descriptor. Without one, the properties that all
// instructions of the text have in common.
const PasteContext& context_for(const PasteResult& pasted, const PastePlan& plan) {
    const auto i = static_cast<std::size_t>(std::ranges::find(plan, WordId::idesc, &PasteChoice::card) - plan.begin());
    return i < plan.size() ? context_of(pasted, pasted.words[i]) : pasted.context;
}

// Whether the text has an instruction, which says the whole form.
bool is_instruction(const PasteContext& context) {
    return context.cta_group != 0 && !(context.kind.empty() && context.kinds.empty());
}

// Whether the text is an instruction of machine code of which only the mnemonic is known: its kind and its sparsity are
// in its instruction descriptor, so no program has it as an MMA.
bool is_bare_instruction(const PasteResult& pasted) {
    return pasted.words.empty() && pasted.instructions.size() == 1 && is_instruction(pasted.context);
}

Variant variant_after(const PasteResult& pasted, const PastePlan& plan, const Session& session) {
    const PasteContext& context = context_for(pasted, plan);
    const PasteReading* planned = planned_for(pasted, plan, WordId::idesc);
    Variant v = session.variant;
    if (has_kind(session.edition, context.kind)) v.kind = context.kind;
    if (is_bare_instruction(pasted) && std::ranges::find(context.kinds, v.kind) == context.kinds.end())
        v.kind = context.kinds.empty() ? context.kind : context.kinds.front();
    const std::string_view kind = planned != nullptr ? planned->format->kind : "";
    if (has_kind(session.edition, kind)) v.kind = std::string(kind);
    if (context.cta_group != 0) v.cta_group = context.cta_group;
    // A text with an instruction can set and clear these flags. Other texts can only set them.
    const bool instruction = is_instruction(context);
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

template <auto Member>
void take(const Session& from, const Session& session, std::vector<Edit>& edits) {
    if (from.*Member != session.*Member) edits.push_back(SetMember<Member>{from.*Member});
}

// All that an MMA of a program says besides its words.
void take_instruction(const Session& from, const Session& session, std::vector<Edit>& edits) {
    take<&Session::edition>(from, session, edits);
    take<&Session::arch>(from, session, edits);
    take<&Session::variant>(from, session, edits);
    take<&Session::tile_k>(from, session, edits);
    take<&Session::pieces>(from, session, edits);
    for (const Operand o : kBothOperands)
        if (from.atom_step[o] != session.atom_step[o]) edits.push_back(SetAtomStep{o, from.atom_step[o]});
    for (const TmemPlaceRow& row : kTmemPlaces)
        if (from.address(row.place) != session.address(row.place))
            edits.push_back(SetTmemAddress{row.place, from.address(row.place)});
    MmaRun run = session.run;
    run.first_step = from.run.first_step, run.steps = from.run.steps, run.enable_d = from.run.enable_d;
    if (run != session.run) edits.push_back(SetRun{run});
}

// What is assumed after the paste: what nobody has given so far, without what the text gives.
Assumed assumed_after(const Session& session, const SetWords& words, const ProgramChain* chain, bool form) {
    Assumed out = session.assumed;
    const OfExample& example = session.of_example;
    for (const WordRow& row : kWords) out.bits[row.word] |= example.bits[row.word];
    for (const SetWord& word : words.words) out.bits[word.word] = 0;
    out.form = (out.form || example.form) && chain == nullptr && !form;
    const Assumed* of_chain = chain != nullptr ? &chain->session->assumed : nullptr;
    out.tile_k = of_chain != nullptr ? of_chain->tile_k : out.tile_k || example.tile_k;
    out.scale_d = of_chain != nullptr ? of_chain->scale_d : out.scale_d || example.scale_d;
    return out;
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
std::string target_sentence(const PastePlan& plan, const Session& before, const Session& after, bool has_instruction) {
    if (before.arch == after.arch) return {};
    // An instruction has set all words, and what is assumed is named elsewhere.
    const std::string own =
        !has_instruction && after.assumed == Assumed{} ? own_words_note(plan, after) : std::string();
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

bool is_plain(const PasteResult& pasted, const PastePlan& plan, const ProgramChains* program) {
    if (program != nullptr && !program->chains.empty())
        return program->chains.size() == 1 && program->chains.front().session &&
               std::ranges::none_of(pasted.words, &FoundWord::ask);
    if (is_bare_instruction(pasted)) return true;
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

std::vector<Edit> edits_of(const PasteResult& pasted, const PastePlan& plan, const Session& session,
                           const ProgramChains* program) {
    const ProgramChain* chain = chain_of(program, pasted, plan);
    const bool bare = chain == nullptr && is_bare_instruction(pasted);
    const Variant variant = variant_after(pasted, plan, session);
    SetWords words;
    for (const WordRow& row : kWords) {
        const auto i = static_cast<std::size_t>(std::ranges::find(plan, row.word, &PasteChoice::card) - plan.begin());
        if (i < plan.size() && !pasted.words[i].readings.empty()) {
            const PasteReading& reading = chosen(pasted.words[i], plan[i]);
            words.words.push_back({row.word, reading.word, reading.unknown, origins_of(pasted.words[i], reading)});
        } else if (chain != nullptr && (row.word != WordId::a_desc || !chain->session->variant.a_in_tmem)) {
            words.words.push_back({row.word, chain->session->word(row.word), chain->session->unknown_bits(row.word)});
        } else if (bare && (row.word != WordId::a_desc || !variant.a_in_tmem)) {
            words.words.push_back({row.word, 0, row.word == WordId::zcm ? 0 : ~std::uint64_t{0}});
        }
    }
    std::vector<Edit> edits;
    if (words.words.empty()) return edits;
    if (chain != nullptr) {
        take_instruction(*chain->session, session, edits);
    } else {
        const std::string arch = arch_after(pasted, plan, session);
        if (arch != session.arch) edits.push_back(SetArch{arch});
        if (variant != session.variant) edits.push_back(SetVariant{variant});
    }
    Assumed assumed = assumed_after(session, words, chain, is_instruction(context_for(pasted, plan)));
    assumed.form |= bare;
    if (assumed != session.assumed || static_cast<const Assumed&>(session.of_example) != Assumed{})
        edits.push_back(SetAssumed{assumed});
    const std::size_t count = planned_words(plan);
    words.what = chain != nullptr || bare ? std::string("pasted instruction")
                                          : say("pasted ", count, count == 1 ? " word" : " words");
    edits.push_back(std::move(words));
    return edits;
}

std::string unmatched_strides(const Session& session, Operand operand) {
    return list_of(strides_not_written(session, operand), [&](const StrideDifference& d) {
        return say(d.field, " of ", name_of(operand), " is ", d.in_word, " in the word and ", d.in_memory,
                   " in the memory");
    });
}

namespace {

// The first card that gets a word; rather one of them with an error or a warning.
std::optional<WordId> card_to_show(const PastePlan& plan, const Derived& derived) {
    std::optional<WordId> out;
    Severity worst = Severity::ask;
    for (const PasteChoice& choice : plan) {
        if (!choice.card) continue;
        if (!out) out = choice.card;
        for (const PlacedProblem& p : derived.problems)
            if (p.word == *choice.card && p.problem.severity < worst) out = p.word, worst = p.problem.severity;
    }
    return out;
}

}  // namespace

PasteOutcome outcome_of(const PasteResult& pasted, const PastePlan& plan, const Session& session,
                        const ProgramChains* program, bool put) {
    PasteOutcome out{.edits = edits_of(pasted, plan, session, program), .active = {}, .sentence = pasted.sentence};
    if (out.edits.empty()) return out;
    auto& words = std::get<SetWords>(out.edits.back());
    if (put)
        words.what = say("put ", words.words.size(), words.words.size() == 1 ? " word" : " words", " of the table");
    Session after = session;
    for (const Edit& edit : out.edits) after = apply_edit(after, edit);
    const Derived derived = derive(after);
    const auto is_used = [&](const SetWord& w) { return w.unknown != 0 && derived.of(w.word).used; };
    int unknown = 0;
    for (const SetWord& word : words.words)
        if (is_used(word)) unknown += std::popcount(after.unknown_bits(word.word));
    out.active = card_to_show(plan, derived).value_or(words.words.front().word);
    const std::string cards = list_of(
        plan, [](const PasteChoice& choice) { return choice.card ? row_of(*choice.card).title : std::string_view(); });
    const bool instruction = is_bare_instruction(pasted) || chain_of(program, pasted, plan) != nullptr;
    const std::string named =
        instruction ? say(" The instruction is ", derived.instruction.substr(0, derived.instruction.find(' ')), '.')
                    : std::string();
    const std::string open =
        unknown == 0 ? "" : say(" The text does not give ", unknown, " of the bits: they are unknown.");
    const std::string assumed = derived.assumptions.empty() ? "" : say(" ", assumed_sentence(derived));
    const std::string several = instruction ? std::string() : several_words_note(pasted, plan);
    const MemorySentence memory = memory_sentence(session, after);
    // Who pastes one number is told in words what it is.
    const bool alone = words.words.size() == 1 && !instruction && !put;
    const std::string what = alone ? say(" ", word_in_words(derived, words.words.front().word)) : std::string();
    out.sentence = say(cards.empty() ? std::string("Pasted.") : say(put ? "Put on " : "Pasted into ", cards, '.'),
                       named, memory.first ? memory.text : "", what, target_sentence(plan, session, after, instruction),
                       version_sentence(pasted, plan), several.empty() ? "" : " ", several, open, assumed,
                       memory.first ? "" : memory.text, " Ctrl+Z undoes it.");
    if (after != session) return out;
    out.edits.clear();
    out.sentence = say(put             ? "The words"
                       : cards.empty() ? "All that the text says"
                                       : "The pasted words",
                       cards.empty() ? " is already in the session" : say(" are already in ", cards),
                       ", so nothing changed.", what);
    return out;
}

std::string not_applied_text(std::size_t words) {
    return say(words, words == 1 ? " pasted word was" : " pasted words were", " not applied");
}

}  // namespace tilescope::ui
