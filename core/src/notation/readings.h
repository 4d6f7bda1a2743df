// core/src/notation/readings.h -- what a value can mean, which meanings are likely, and which words are only numbers.
// SPDX-License-Identifier: MIT
#pragma once

#include "work.h"

#include <tilescope/base/say.h>

namespace tilescope::notation {

// ---- the possible meanings of a value (classify.cpp) ----

// Returns the readings of a value of 32 or 64 bits, best first; at least one. Readings that break no rule come before
// all others. `placed`: what a program puts into the fields. A value that is too wide makes the fields above it wrong;
// they do not speak against a kind.
std::vector<PasteReading> classify(const Work& work, Bits bits, const PasteContext& context,
                                   const std::vector<Placed>& placed = {});

// Returns whether the best reading depends on something that only the user knows.
// Requires: `readings` is not empty.
bool is_question(std::uint64_t value, const std::vector<PasteReading>& readings);

// Returns whether the types and the shape exist under the kind of the format. Fields with unknown bits are not judged.
bool legal_idesc(const Format& idesc, std::uint64_t word, std::uint64_t unknown);

// Returns whether the bits alone make the reading likely. A small number can have any meaning.
bool is_likely(const PasteReading& reading);

// Whether a stride is larger than the shared memory. All addresses of libraries and of CUDA's allocations on Linux,
// 0x7f..., have such a stride.
bool leaves_shared_memory(const PasteReading& best);

// ---- the meanings of a word in its text (word_readings.cpp) ----

struct FindContext {
    PasteContext context;
    bool hinted = false;  // only prose says that the word belongs to wgmma
    // What says which unit reads a shared-memory descriptor, whatever its constant is: "wgmma", "smem", or nothing.
    std::string_view unit = {};
    std::string why = {};  // a sentence
};

// Returns the context of a word: the properties of its instruction, or of the whole text. A word whose name no
// instruction uses may belong to another instruction. The kind of the text is then only more likely than other kinds.
FindContext context_for(const Work& work, const Find& find);

// Returns the value with all its readings, best first.
FoundWord word_of(const Work& work, const Find& find);

// "f16 or tf32"
inline std::string kinds_in_words(const std::vector<std::string>& kinds) { return list_of(kinds, {}, " or "); }

// ---- words that are only numbers (noise.cpp) ----

// Whether a value is only a number of the text. A program has many numbers; a number is a word because of its name, an
// instruction or its bits.
bool is_noise(const FoundWord& word, const Find& find, const Work& work);

// A word and what was found of it.
struct Judged {
    FoundWord word;
    const Find* find;
    PasteReading& best() { return word.readings.front(); }
    const PasteReading& best() const { return word.readings.front(); }
};

// In a text without a word of the subject: lowers the certainty of words that nothing but their bits identifies, and
// drops tables of other numbers: "10 entries, of which 4 could be descriptors" is a table of something else.
void judge_tables(std::vector<Judged>& words, const Work& work);

// Drops a value of a variable that is not a word of any format, if the variable has another value: "idesc = 0".
void drop_overwritten(std::vector<Judged>& words);

// In a program, words of which nothing is open come first. Otherwise, the order is that of the text.
void sort_by_certainty(std::vector<Judged>& words);

}  // namespace tilescope::notation
