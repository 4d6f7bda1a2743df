// core/src/session/emulate_parts.h -- functions that the source files of emulator_job() share.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/session/emulate.h>

namespace tilescope {

// Returns the instruction of the session at K step 0.
MmaInstruction instruction_of(const Session& session);

// Moves the addresses in Tensor Memory to a K step, and the fields of the instruction descriptor that follow them.
// Errors: the location of the metadata is not known for this step; the reason says why.
Answer<void> advance_in_tmem(const Format& idesc, const MmaShape& shape, unsigned step, MmaInstruction& i);

// Return the size of A or B in the shared memory of one CTA.
// Requires: `shape` is the shape of the session's instruction. The session outlives the result.
ImageSize image_size(const Session& session, const MmaShape& shape, Operand operand);
inline ImageSize image_size(const Derived& derived, const MmaShape& shape, Operand operand) {
    return image_size(derived.session, shape, operand);
}

// False for an A in registers (wgmma) or in Tensor Memory (tcgen05).
inline bool in_smem(const Derived& derived, Operand operand) { return derived.of(operand).in_smem; }

// Returns all mismatches between words and memory.
// Requires: all members of `job` except `causes` are set.
std::vector<Cause> causes_of(const Derived& derived, const MmaShape& shape, const EmulatorJob& job);

}  // namespace tilescope
