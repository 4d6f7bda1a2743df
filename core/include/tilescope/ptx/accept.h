// core/include/tilescope/ptx/accept.h -- which targets take an instruction, and why not: the assembler's verdict.
// SPDX-License-Identifier: MIT
//
// The verdict is that of ptxas 13.0.88 on the same line, for every target that it knows, and that of 13.5.37 for the
// others and for what came later: frozen verdicts are compared always, live ones where ptxas is found. The assembler
// looks at the text alone: it knows no descriptor bits and does not hold .kind against the types of the instruction
// descriptor. The rules do (rules/mma_check.h).
#pragma once

#include <tilescope/notation/mma_line.h>
#include <tilescope/word/field.h>

#include <optional>
#include <string>
#include <string_view>

namespace tilescope {

struct Acceptance {
    bool accepted = false;
    std::string rule;      // of the catalogue: "L64" ... "L70", "L84", "L89" ...; empty where accepted
    std::string why;       // one sentence; empty where accepted
    std::string fix;       // what would be right
    TextSpan span;         // the part of line.text that does not fit
    std::string_view ptx;  // lowest .version that has the form on this target; empty where refused

    // Assemblers that know the target and differ about the line: the newest .version of the last that takes it, and of
    // the first; empty: the others agree. `partly`: what they differ about.
    std::string_view last, first;
    std::string partly;
};

// `arch` is a row of kArchs; an unknown one is refused by name. A refusal names the targets of `edition` that take what
// this one lacks; without an edition, those of the target's own.
Acceptance accept(const MmaLine& line, std::string_view arch, std::optional<Edition> edition = {});

}  // namespace tilescope
