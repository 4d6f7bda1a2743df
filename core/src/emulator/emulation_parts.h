// core/src/emulator/emulation_parts.h -- declarations that the source files of the emulation share.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/emulator/emulation.h>

#include <vector>

namespace tilescope {

// Returns the part of the reference operands that the steps of the job cover: some columns of K of all operands.
ReferenceOperands reference_columns(const EmulatorJob& job, const MmaShape& shape);

// One executed instruction: the operands that it read, and its product before masks and disabled lanes are applied.
struct StepDone {
    GatheredMma gathered;
    std::vector<std::uint32_t> product;
};

// Fills in verdicts, counts, distances in ULP, and the pattern. `columns` is the result of reference_columns().
void judge(Emulation& out, const EmulatorJob& job, const std::vector<StepDone>& steps,
           const ReferenceOperands& columns);

// Adds notes about reads outside of written memory, copies that differ, illegal codes and unknown behavior.
void take_notes(Emulation& out, const EmulatorJob& job, const std::vector<StepDone>& steps);

}  // namespace tilescope
