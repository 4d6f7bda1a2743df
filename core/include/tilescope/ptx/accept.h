// core/include/tilescope/ptx/accept.h -- predicts whether ptxas accepts an instruction on a target, and why not.
// SPDX-License-Identifier: MIT
//
// accept() gives the result that ptxas 13.0.88 gives for the same line, on every target that ptxas 13.0.88 supports.
// For later targets and later forms it gives the result of ptxas 13.5.37. The tests always compare accept() with stored
// results. If ptxas is installed, the tests also compare it with ptxas.
// The assembler sees only the text. It does not see the bits of descriptors, and it does not compare .kind with the
// types in the instruction descriptor. The rules do both (rules/mma_check.h).
//
//     accept(*parse_mma_line("tcgen05.mma.cta_group::1.kind::f16 [d], a, b, idesc, p;"), "sm_100a").accepted == true
#pragma once

#include <tilescope/hw/families.h>
#include <tilescope/notation/mma_line.h>
#include <tilescope/word/field.h>

#include <optional>
#include <string>
#include <string_view>

namespace tilescope {

struct Acceptance {
    bool accepted = false;
    std::string rule;      // the id of the rule: "L64" ... "L70", "L84", "L89" ...; empty if accepted
    std::string why;       // one sentence; empty if accepted
    std::string fix;       // how to correct the line; empty if accepted
    TextSpan span;         // the part of line.text with the error
    std::string_view ptx;  // lowest .version that has the form on this target; empty if refused

    // Some forms are accepted only by older or only by newer assemblers. `last` is the last assembler that accepts the
    // line, and `first` the first one. Each is named by the highest .version that it supports. If `last` is empty, all
    // later assemblers accept the line; if `first` is empty, all earlier ones do. `partly` names the form.
    std::string_view last, first;
    std::string partly;
};

// Checks one instruction for one target. `arch` is the name of a row of kArchs; the result for any other name is a
// refusal. If the target does not have the form, the refusal names the targets that have it. These are the targets of
// `edition`; without `edition`, the targets of the first edition that has `arch`.
Acceptance accept(const MmaLine& line, std::string_view arch, std::optional<Edition> edition = {});

// Returns the family that has the instruction. An instruction that every target has belongs to the first one.
const FamilyRow& family_of(Opcode opcode);

}  // namespace tilescope
