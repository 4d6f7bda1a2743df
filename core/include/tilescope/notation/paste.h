// core/include/tilescope/notation/paste.h -- finds descriptors in any text.
// SPDX-License-Identifier: MIT
//
// The result has each word with all its readings and the reason for each reading.
//
// The user pastes text without cleaning it: numbers in every notation, 32-bit halves in either order, PTX, SASS, MLIR,
// debugger registers, printf logs, C and Python expressions, or many of these together. The paste makes no silent
// guess. Each word has the text that it came from, the reader that read it, the most likely meaning and all other
// meanings. Text that looks like a number but cannot be read is listed with its position and the reason.
//
//     "mov.b64 d, {lo, 0x40004040};"   ->   one word, bits 32-63 known, bits 0-31 unknown: a shared-memory descriptor
#pragma once

#include <tilescope/notation/reading.h>
#include <tilescope/notation/tensor_maps.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope {

struct PasteResult {
    std::vector<FoundWord> words;
    std::vector<KStep> steps;
    std::vector<PasteRefusal> refused;        // the first refusals, with their positions
    std::size_t refused_count = 0;            // the number of all refusals
    PasteContext context;                     // of the whole text
    std::vector<PasteContext> instructions;   // the properties of the instructions whose operands are words
    unsigned lines = 0, understood = 0;       // without empty lines
    std::vector<unsigned> not_understood;     // the first lines that were not, by number; `sentence` names them
    std::vector<FoundTensorMap> tensor_maps;  // their parts of the text have no words
    std::string layout;    // if the whole text is a CuTe layout: the layout as CuTe prints it; else empty
    std::string sentence;  // a summary for the user
};

// Finds all words of the text. Readings that break a rule come after all readings that break none.
// The rules are in a module above this one, so the caller passes `breaks_no_rule`. Programs call the paste() of
// <tilescope/rules/read_paste.h> instead, which uses the rules of this project.
// Errors: none, and no exceptions. Any bytes are accepted as text.
PasteResult paste(std::string_view text, const PasteOptions& options, BreaksNoRule breaks_no_rule);

// Returns the properties of the instruction that has this word as an operand. Returns the context of the whole text if
// no instruction has it.
const PasteContext& context_of(const PasteResult& result, const FoundWord& word);

}  // namespace tilescope
