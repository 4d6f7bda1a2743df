// core/include/tilescope/rules/program_check.h -- checks every tcgen05 and wgmma instruction of a PTX program.
// SPDX-License-Identifier: MIT
//
// Follows the values of the registers through branches and loops. A bit of a word is known if it has the same value on
// all paths to the instruction. Reports a problem only if the known bits prove it.
//
//     check_program(file, "sm_100a", Edition::v9_1).instructions[0].words[2]->known     the known bits of its idesc
#pragma once

#include <tilescope/rules/mma_check.h>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope {

// The words of an instruction, in the order of ProgramInstruction::words.
inline constexpr MmaPart kProgramWords[] = {MmaPart::a_desc, MmaPart::b_desc, MmaPart::idesc, MmaPart::zcm};

// A word of which some bits can be unknown: `value` is 0 in the unknown bits, and `known` has a 1 for each known bit.
struct KnownWord {
    std::uint64_t value = 0, known = 0;
    unsigned bits = 64;
};

struct ProgramInstruction {
    unsigned line = 1;  // of the text; 1 is the first
    MmaLine mma;
    std::array<std::optional<KnownWord>, std::size(kProgramWords)> words;  // no value: the instruction has no such word
    MmaReport report;
};

struct ProgramReport {
    std::string target, version;  // of the directives .target and .version, else empty
    std::vector<ProgramInstruction> instructions;
    std::vector<Problem> problems;  // of the whole text
};

// Checks the instructions for the .target of the text. `arch` is the target if the text has no .target that the program
// knows; but wgmma is checked for Hopper then, and where shared memory ends is not checked, unless the user chose
// `arch`. A .target without a suffix has no such instruction. If the user chose `arch` and its chip does not run code
// for the .target, this is a problem (L107). Errors: none. The report of a text without instructions is empty.
ProgramReport check_program(std::string_view ptx, std::string_view arch, Edition edition, bool user_chose_arch = false);

}  // namespace tilescope
