// core/src/emulator/emulation_parts.h -- the steps of an emulation: reference, product, verdicts, sight, notes.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/emulator/emulation.h>

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace tilescope {

// Returns the part of the reference operands that the steps of the job cover: some columns of K of all operands.
ReferenceOperands reference_columns(const EmulatorJob& job, const MmaShape& shape);

// Memory can be written with other types than the instruction reads. An instruction that reads s8 as e4m3 computes a
// product of floats. The reference operands are integers then, so they are converted to floats:
//
//     A written as s8, 0xff = -1        in f16: 0xbc00        A x B in floats of D's type
//     A written as f16, D is s32        A x B in f32, then the nearest integer
//
// The converted words. An empty vector means that the words of that operand need no conversion.
struct ReferenceProduct {
    DotRule rule;
    std::vector<std::uint32_t> a, b, c;
    bool to_integer = false;  // the product is f32, and D is an integer
};

// `columns` is the result of reference_columns() for the job.
ReferenceProduct reference_product(const EmulatorJob& job, const MmaShape& shape, const ReferenceOperands& columns);

// Converts f32 words to the integers of D, in place.
void make_integers(std::span<ExactWord> words);

// One executed instruction: the operands that it read, and its product before masks and disabled lanes are applied.
struct StepDone {
    GatheredMma gathered;
    std::vector<std::uint32_t> product;
};

// Fills in verdicts, counts, distances in ULP, and the pattern. `columns` is the result of reference_columns().
void judge(Emulation& out, const EmulatorJob& job, const std::vector<StepDone>& steps,
           const ReferenceOperands& columns);

// ---- sight: the elements of D that can show a wrong read ----

// The reference operands in the order in which the rows and columns of D use them.
struct SightInput {
    const MmaShape& shape;
    std::string_view a_type, b_type;      // the types that memory was written with
    std::span<const std::uint32_t> a, b;  // m x stored k, n x k
    unsigned k = 0;                       // the logical K of all steps of the run
    std::span<const std::uint32_t> sfa, sfb;
    std::span<const std::uint8_t> codes;
    unsigned unread = 0;  // number of last columns of D without a row of b: the mask shifts them past the end of B
};

// Fills out.shows and out.sight. Requires: out has expected, verdicts, zeroed and kept.
void find_sight(Emulation& out, const SightInput& input);

// Adds notes about reads outside of written memory, copies that differ, illegal codes and unknown behavior.
void take_notes(Emulation& out, const EmulatorJob& job, const std::vector<StepDone>& steps);

}  // namespace tilescope
