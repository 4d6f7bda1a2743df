// core/src/rules/machine_mma.h -- an MMA in machine code as the PTX instruction that it was.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/notation/mma_line.h>
#include <tilescope/program/evaluate.h>
#include <tilescope/word/field.h>

#include <optional>
#include <span>
#include <vector>

namespace tilescope {

inline constexpr std::size_t kNoOperand = ~std::size_t{0};

// `text` of the line is the machine code. `operands`: for each operand of the line, the index of the operand of the
// observation that has its value; kNoOperand: its value is not known.
struct MachineMma {
    MmaLine line;
    std::vector<std::size_t> operands;
};

// "HGMMA.64x128x16.F32.BF16 R24, gdesc[UR4].tnspB, R24" is a wgmma.mma_async...m64n128k16.f32.bf16.bf16.
// "UTCHMMA gdesc[UR4], gdesc[UR6], tmem[UR9], tmem[UR32], idesc[UR33], UPT" is a tcgen05.mma of kind f16 or tf32, as
// the types in its instruction descriptor say. Only that word says that it is sparse. `values` are those of the
// operands. No value: it computes nothing (D is RZ), its kind or its sparsity is not certain, or it has a modifier that
// this program does not know. Source: what ptxas 13.0 makes of each form of the instruction, and machine code of Triton
// beside its PTX.
std::optional<MachineMma> machine_mma(const program::Program& program, const program::Observation& seen,
                                      std::span<const program::KnownBits> values, Edition edition);

}  // namespace tilescope
