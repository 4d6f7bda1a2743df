// core/include/tilescope/rules/program_check.h -- checks every tcgen05 and wgmma instruction of a PTX program.
// SPDX-License-Identifier: MIT
//
// Follows the values of the registers through branches and loops. A bit of a word is known if it has the same value on
// all paths to the instruction. Reports a problem only if the known bits prove it.
//
//     check_program(file, "sm_100a", Edition::v9_1).instructions[0].words[2]->known     the known bits of its idesc
#pragma once

#include <tilescope/rules/mma_check.h>
#include <tilescope/rules/program_mma.h>

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope {

struct ProgramInstruction {
    unsigned line = 1;  // of the text; 1 is the first
    MmaLine mma;
    ProgramWords words;
    MmaReport report;
    std::optional<ProgramMma> as_mma = {};  // no value: it is not an MMA
};

struct ProgramReport {
    std::string target, version;  // of the directives .target and .version, else empty
    std::vector<ProgramInstruction> instructions;
    std::vector<Problem> problems;   // of the whole text
    std::vector<BaseAddress> bases;  // the addresses with which ProgramMma::first was computed
    std::vector<unsigned> unread;    // lines of machine code with an MMA of which the kind or a modifier is not known
};

// Checks the instructions for the .target of the text. `arch` is the target if the text has no .target that the program
// knows; but wgmma is checked for Hopper then, and where shared memory ends is not checked, unless the user chose
// `arch`. A .target without a suffix has no such instruction. If the user chose `arch` and its chip does not run code
// for the .target, this is a problem (L107). `given`: addresses of variables; a name that the text does not have, or
// sets itself, is not in the report. `threads` of a block, for a text that does not say it: see Warpgroups. Errors:
// none. The report of a text without instructions is empty.
ProgramReport check_program(std::string_view ptx, std::string_view arch, Edition edition, bool user_chose_arch = false,
                            std::span<const BaseAddress> given = {}, unsigned threads = 0);

// Returns the MMAs of machine code, without problems: no assembler reads them again. `mma.text` is the machine code.
// A target that `edition` does not have is read with the first edition that has it. Errors: none; see
// ProgramReport::unread.
ProgramReport read_machine_program(std::string_view sass, Edition edition, unsigned threads = 0);

}  // namespace tilescope
