// core/src/autopsy/illegal.h -- why a GPU refuses an MMA: what the rules of its target say.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/autopsy/fault.h>
#include <tilescope/autopsy/recording.h>

#include <string>
#include <vector>

namespace tilescope::autopsy {

// Whether the message of a debugger is that of an illegal instruction.
bool is_illegal_instruction(const std::string& message);

struct Illegal {
    std::vector<Fault> faults;  // fields that the target refuses
    std::string else_what;      // where there are none: that none was found, and what else can be the reason
};
// Where the target is not known, only what all targets refuse that have such an instruction is a fault.
Illegal illegal_in(const SeenMma& seen, const Recording& recording);

}  // namespace tilescope::autopsy
