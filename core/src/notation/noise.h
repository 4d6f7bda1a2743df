// core/src/notation/noise.h -- decides which values of a text are words; rows and their order.
// SPDX-License-Identifier: MIT
#pragma once

#include "work.h"

#include <vector>

namespace tilescope::notation {

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

// Drops a value of a variable that is no word of any format, if the variable has another value: "idesc = 0".
void drop_overwritten(std::vector<Judged>& words);

// In a program, words of which nothing is open come first. Otherwise, the order is that of the text.
void sort_by_certainty(std::vector<Judged>& words);

}  // namespace tilescope::notation
