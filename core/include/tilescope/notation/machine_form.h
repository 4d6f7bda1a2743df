// core/include/tilescope/notation/machine_form.h -- the properties of an MMA in machine code.
// SPDX-License-Identifier: MIT
//
//     machine_form("UTCQMMA.2CTA", operands)->kinds     {"f8f6f4"}, or {"mxf8f6f4"} if it has scale factors
//
// Source: machine code of ptxas 13.0 for every kind.
#pragma once

#include <tilescope/notation/reading.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope {

// Properties of a tcgen05.mma or wgmma, and the kinds that its mnemonic can have. More than one kind: its instruction
// descriptor decides.
struct MachineForm {
    PasteContext context;
    std::vector<std::string> kinds;
};

// `opcode`: the mnemonic with its modifiers. No value: another instruction.
std::optional<MachineForm> machine_form(std::string_view opcode, const std::vector<std::string_view>& operands);

}  // namespace tilescope
