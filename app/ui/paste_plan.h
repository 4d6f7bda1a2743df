// app/ui/paste_plan.h -- what applying a paste would do: which reading of each word goes on which card.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/notation/paste.h>
#include <tilescope/session/edit.h>

#include <cstddef>
#include <optional>
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

// One word without doubt: applied without asking.
bool is_plain(const PasteResult& pasted, const PastePlan& plan);

// The edits of a plan, to be recorded under one gesture: what the text says about chip and instruction, then the words.
// Bits that the text does not tell keep what their card holds. Empty where no word has a card.
std::vector<Edit> edits_of(const PasteResult& pasted, const PastePlan& plan, const Session& session);

}  // namespace tilescope::ui
