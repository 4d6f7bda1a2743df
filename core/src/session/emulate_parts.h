// core/src/session/emulate_parts.h -- what the sources of an emulator job share.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/session/emulate.h>

namespace tilescope {

// How A or B lies in the shared memory of one CTA. Requires: a shape of the session's own instruction.
ImageSize image_size(const Derived& derived, const MmaShape& shape, Operand operand);

// Shared memory is not where wgmma's A in registers or tcgen05's A in Tensor Memory lies.
inline bool in_smem(const Derived& derived, Operand operand) { return derived.of(operand).in_smem; }

// Everything in which words and memory differ, several at once. Requires: all of `job` but its causes.
std::vector<Cause> causes_of(const Derived& derived, const MmaShape& shape, const EmulatorJob& job);

}  // namespace tilescope
