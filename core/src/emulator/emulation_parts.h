// core/src/emulator/emulation_parts.h -- what the sources of an emulation share.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/emulator/emulation.h>

#include <vector>

namespace tilescope {

// wgmma: what one instruction finds in registers, of A and of the codes of a sparse one.
void load_registers(Machine& machine, const EmulatorJob& job, unsigned step);

// The columns of K that the job's steps cover, of all operands.
MeantOperands meant_columns(const EmulatorJob& job, const MmaShape& shape);

// An instruction on the way: what it read, and its product before masks and lanes had their say.
struct StepDone {
    GatheredMma gathered;
    std::vector<std::uint32_t> product;
};

// Verdicts, counts, last places, pattern. `columns` are meant_columns().
void judge(Emulation& out, const EmulatorJob& job, const std::vector<StepDone>& steps, const MeantOperands& columns);

// Reads beside what was written, copies that differ, codes and rules that nobody knows.
void take_notes(Emulation& out, const EmulatorJob& job, const std::vector<StepDone>& steps);

}  // namespace tilescope
