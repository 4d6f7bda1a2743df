// core/include/tilescope/document/step_words.h -- the descriptor of A or B for each instruction of its tile.
// SPDX-License-Identifier: MIT
//
// One instruction reads a part of K. A kernel gives each one a descriptor that differs in its start address:
//
//     for (const StepWord& s : *step_words(derive(session), Operand::a)) print(s.step, s.start, s.word);
//         0   0x400   0x4000404000010040           K-major 128B f16, tile K 64: 32 bytes per step
//         1   0x420   0x4000404000010042
//         2   0x440   0x4000404000010044
//         3   0x460   0x4000404000010046
#pragma once

#include <tilescope/document/derive.h>

#include <cstdint>
#include <vector>

namespace tilescope {

struct StepWord {
    unsigned piece = 0, step = 0;  // piece: of Session::pieces, or of a buffer (study/tile_form.h)
    std::uint32_t start = 0;       // bytes
    std::uint64_t word = 0;        // WordView::unknown has the bits that nobody knows, as in the word of step 0
    unsigned stage = 0;            // of a buffer
};

// Returns the K steps of the operand: at least 1.
unsigned k_steps_of(const OperandView& operand);

// Returns the word of the operand at a K step of one piece. Its other bits are those of the word of step 0, but for an
// lbo that is an address (bit 52): it moves with the start.
// Requires: the operand is placed, or its pieces are apart.
// Errors: a field cannot store the start of the step.
Answer<std::uint64_t> word_of_step(const Derived& d, Operand operand, unsigned step, unsigned piece = 0);

// Returns the words of all steps: piece by piece, and in each piece by K step.
// Errors: the operand is not in shared memory or not placed, its start has unknown bits, or as word_of_step().
Answer<std::vector<StepWord>> step_words(const Derived& d, Operand operand);

}  // namespace tilescope
