// app/ui/paste_plan.h -- what applying a paste would do: which reading of each word goes on which card.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/notation/paste.h>
#include <tilescope/session/edit.h>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace tilescope::ui {

struct PasteChoice {
    std::size_t reading = 0;
    std::optional<WordId> card;  // none: the word is left out
};
using PastePlan = std::vector<PasteChoice>;  // one a word

// The likeliest reading of each word on the card its text names; descriptors that name none go to `active`, then to A
// and B in turn. A card takes one word: of a log's many the first.
PastePlan plan_paste(const PasteResult& pasted, WordId active);

// "start 1024 -> 1056": what changed since the last word of the same name, for a log names A and B in turn. Nameless
// words are held against nameless ones. "first a_desc" where there is none before.
std::string change_in_words(const PasteResult& pasted, std::size_t index);

// One word without doubt: applied without asking.
bool is_plain(const PasteResult& pasted, const PastePlan& plan);

// The edits of a plan, to be recorded under one gesture: what the text says about chip and instruction, then the words.
// Bits that the text does not tell keep what their card holds. Empty where no word has a card.
std::vector<Edit> edits_of(const PasteResult& pasted, const PastePlan& plan, const Session& session);

// What applying a plan does to a document, and the sentence that is true afterwards. A paste that changes nothing is no
// step, and nothing takes it back.
struct PasteOutcome {
    std::vector<Edit> edits;       // empty: nothing changes
    std::optional<WordId> active;  // the first card that a word goes on
    std::string sentence;          // "pasted: A desc, B desc. Ctrl+Z takes it back."
};
PasteOutcome outcome_of(const PasteResult& pasted, const PastePlan& plan, const Session& session);

}  // namespace tilescope::ui
