// core/src/notation/word_readings.h -- the readings of a value, from its bits and what the text says of it.
// SPDX-License-Identifier: MIT
#pragma once

#include "work.h"

#include <string>
#include <string_view>
#include <vector>

namespace tilescope::notation {

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
std::string kinds_in_words(const std::vector<std::string>& kinds);

}  // namespace tilescope::notation
