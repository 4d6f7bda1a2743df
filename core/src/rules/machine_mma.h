// core/src/rules/machine_mma.h -- a wgmma in machine code as the PTX instruction that it was.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/notation/mma_line.h>
#include <tilescope/program/program.h>

#include <optional>
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
// No value: it is no wgmma, it computes nothing (D is RZ), or it has a modifier that this program does not know.
// Source: machine code of ptxas 13.0.88 and of Triton 3.6, beside its PTX.
std::optional<MachineMma> machine_mma(const program::Program& program, const program::Observation& seen);

}  // namespace tilescope
