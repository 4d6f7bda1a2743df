// core/include/tilescope/emulator/element_terms.h -- what one element of D was computed from, term by term.
// SPDX-License-Identifier: MIT
//
//     for (const SumStep& step : sum_of(job, emulation, 5, 17))    // one instruction each, in order
//         for (const SumTerm& term : step.terms) ...               // 1 x 17 = 17, with the k of the tile
#pragma once

#include <tilescope/emulator/emulation.h>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace tilescope {

// One element of A or B that was read for an element of D. Bits count from the start of shared memory: byte x 8 + bit.
struct ElementRead {
    Operand operand = Operand::a;
    unsigned step = 0;            // index into EmulatorJob::steps
    unsigned cta = 0;             // whose shared memory
    Element element{0, 0};        // the expected element: row in this CTA, stored column of K in the tile
    std::uint64_t read_bit = 0;   // where the words made the instruction read
    std::uint64_t right_bit = 0;  // where this element was written; kNotWritten: nowhere

    bool right() const { return read_bit == right_bit; }
};
// Returns the reads of the row of A and of the column of B, step by step. Leaves out operands that are not in shared
// memory. Empty if the element is outside D.
std::vector<ElementRead> element_reads(const EmulatorJob& job, const Emulation& emulation, unsigned row,
                                       unsigned column);

// One product. `factor` is the product of both scale factors; 1 if the kind has none.
struct SumTerm {
    unsigned k = 0;  // logical column of K in the tile
    double a = 0, b = 0, factor = 1, product = 0;
};
// One instruction. D is `before` and the terms, in the order of `terms`; `group` of them are added exactly, then the
// groups and `before` in one sum that keeps Profile::window bits. 0: all terms and `before` are in one sum.
struct SumStep {
    unsigned step = 0;  // K step of the tile
    unsigned group = 0;
    bool adds = false;  // false: D = A x B; `before` is not added
    double before = 0, after = 0;
    std::vector<SumTerm> terms;
};
// Returns the terms of D(row, column) as they were read, even if they were read wrong. Empty if the element is outside
// D.
std::vector<SumStep> sum_of(const EmulatorJob& job, const Emulation& emulation, unsigned row, unsigned column);

// Returns the sum as lines for a reader: one for each step, then its terms that are not zero, at most `most` of them.
//
//     step 0    0 + 16 products, in one sum -> 277
//       k 5     1 x 277
std::vector<std::string> sum_lines(const EmulatorJob& job, const Emulation& emulation, unsigned row, unsigned column,
                                   std::size_t most = 12);

// Returns D as it is after one instruction: m x n words, row by row. `step` counts the emulated instructions from 0;
// after the last one this is Emulation::d. Empty: the instruction was not emulated.
//
//     d_after(emulation, 1)[5 * emulation.n + 17]   // D[5][17] after the second instruction
std::span<const std::uint32_t> d_after(const Emulation& emulation, unsigned step);

// Returns the number that a word of D stands for.
double number_of_d(const Emulation& emulation, std::uint32_t word);

// The least and the greatest number in D after any of the instructions. NaN and infinities do not count.
struct SumRange {
    double least = 0, most = 0;
    friend bool operator==(const SumRange&, const SumRange&) = default;
};
// Takes a time that is proportional to m x n x steps: for a large tile, call it on a job thread.
SumRange range_of_sums(const Emulation& emulation);

// Returns one line with D(row, column) after each emulated instruction; the K step `shown` is in brackets. Empty if the
// element is outside D.
//
//     "After each K step: 1, [3], 6, 10"
std::string running_sum(const EmulatorJob& job, const Emulation& emulation, unsigned row, unsigned column,
                        unsigned shown);

// Returns a number with at most 9 digits, as these lines show it: "0.125".
std::string text_of_sum(double value);

}  // namespace tilescope
