// app/ui/paste_plan.h -- plans a paste: which reading of each pasted word goes to which card.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/document/edit.h>
#include <tilescope/notation/paste.h>
#include <tilescope/study/program_chains.h>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace tilescope::ui {

struct PasteChoice {
    std::size_t reading = 0;
    std::optional<WordId> card;  // none: the word is not pasted
    friend bool operator==(const PasteChoice&, const PasteChoice&) = default;
};
using PastePlan = std::vector<PasteChoice>;  // one choice for each word

// Plans the most likely reading of each word. A word goes to the card that its text names. A descriptor without a name
// goes to the first free card: `active` if it is A or B, then A, then B. Each card gets one word: if a log has many
// words for a card, the first one. A descriptor without the version bits of tcgen05 can be one of wgmma. It changes the
// target only if the text names wgmma, or if the words of the session are those of a new one.
PastePlan plan_paste(const PasteResult& pasted, WordId active, const Session& session);

// "The text has 2 different words for B desc. Only 0x4000404000010440 goes on the card." Empty: no card has several.
std::string several_words_note(const PasteResult& pasted, const PastePlan& plan);

// "A desc and idesc are still those of the session." Empty: the plan has all words of the MMA.
std::string own_words_note(const PastePlan& plan, const Session& session);

// Returns true if the paste has one word with one certain reading, or is a program with one chain of MMAs. Such a paste
// is applied without a question. `program`: of the text; null: it is not read as a program.
bool is_plain(const PasteResult& pasted, const PastePlan& plan, const ProgramChains* program = nullptr);

// Returns the edits of a plan: first chip and instruction, if the text names them, then the words. The caller records
// them as one gesture. Bits that are unknown in the text are unknown on the card. Returns nothing if no word has a
// card, and no MMA of a program has the words.
//
// An MMA of a program brings all that it says: its form, its shape and types, its K steps, scale-d, and for words of
// which it says nothing, unknown bits. What the text leaves open is assumed if it is still as in an example.
std::vector<Edit> edits_of(const PasteResult& pasted, const PastePlan& plan, const Session& session,
                           const ProgramChains* program = nullptr);

// The effect of a plan on a document, and the sentence for the status line afterwards. A paste that changes nothing is
// no step of the history, so it cannot be undone.
struct PasteOutcome {
    std::vector<Edit> edits;       // empty: nothing changes
    std::optional<WordId> active;  // the first card that gets a word; rather one with an error or a warning
    std::string sentence;          // "Pasted into A desc, B desc. Ctrl+Z undoes it."
};
// `put`: the words are from the table of a batch, so nothing is pasted.
PasteOutcome outcome_of(const PasteResult& pasted, const PastePlan& plan, const Session& session,
                        const ProgramChains* program = nullptr, bool put = false);

// "sbo of A is 512 in the word and 1024 in the memory": what the memory of the operand, which is a tile without gaps,
// does not have of its word. Empty: nothing.
std::string unmatched_strides(const Session& session, Operand operand);

// The number of words that go on a card.
std::size_t planned_words(const PastePlan& plan);

// The number of words in the text: each place of a word that is in several lines counts.
std::size_t words_in_text(const PasteResult& pasted);

// Whether the words are rows of a table more than words for cards: the text has at least four, and most of these places
// go on no card, and neither do some of the different words.
bool is_for_a_table(const PasteResult& pasted, const PastePlan& plan);

// "3 pasted words were not applied"
std::string not_applied_text(std::size_t words);

}  // namespace tilescope::ui
