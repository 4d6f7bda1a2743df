// core/src/notation/find_context.h -- what the text around a value says about it.
// SPDX-License-Identifier: MIT
#pragma once

#include "work.h"

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

}  // namespace tilescope::notation
