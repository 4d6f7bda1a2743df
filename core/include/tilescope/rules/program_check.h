// core/include/tilescope/rules/program_check.h -- what a program says of each of its instructions, checked.
// SPDX-License-Identifier: MIT
//
// Follows the values of the registers through branches and loops. A bit of a word is known if it has the same value on
// all paths to the instruction. Reports a problem only if the known bits prove it.
//
//     check_program(file, "sm_100a", Edition::v9_1).instructions[0].words[2]->known     the known bits of its idesc
//
// A chain is the MMAs that add to one accumulator: the K loop. Its words are those of the first execution of each MMA:
// in a loop, those of the first round. A program computes the start of an operand from the address of a variable in
// shared memory, which it does not know. So a start is a sum:
//
//     add.s32 %r2, global_smem, 16384;  bfe.u32 %r3, %r2, 4, 14;  ...      base global_smem, offset 16384
//
// With an address for the variable, each word has a value. An address that the user does not give is assumed.
#pragma once

#include <tilescope/hw/memory.h>
#include <tilescope/hw/operand.h>
#include <tilescope/layout/tmem_layout.h>
#include <tilescope/program/evaluate.h>
#include <tilescope/rules/mma_check.h>

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope {

// The operands that have the words of an instruction, in the order of ProgramWords, which is that of kMmaWords.
inline constexpr OperandRole kRoleOfWord[] = {OperandRole::a, OperandRole::b, OperandRole::idesc,
                                              OperandRole::zero_mask};

// A word of which some bits can be unknown: `value` is 0 in the unknown bits, and `known` has a 1 for each known bit.
struct KnownWord {
    std::uint64_t value = 0, known = 0;
    unsigned bits = 64;

    std::uint64_t unknown() const { return ~known & bit_mask(bits); }
};
using ProgramWords = std::array<std::optional<KnownWord>, std::size(kMmaWords)>;  // no value: it has no such word

// A name of the program with an address in shared memory: a variable, or a register that the program never sets.
struct BaseAddress {
    std::string name;
    std::uint64_t address = 0;  // in bytes
    bool given = false;         // false: assumed, because neither the program nor the user gives it
};

// Where the variables of one CTA begin: after the 1 KiB that the system keeps.
inline constexpr std::uint64_t kFirstVariable = kSmem.bytes - kSmem.usable_bytes;

// Returns an address for each variable of the program, and for each name of `given` that the program has. The variables
// of a kernel without one lie one after the other, those of unknown size last: no document says how ptxas orders them.
std::vector<BaseAddress> base_addresses(const program::Program& program, std::span<const BaseAddress> given);

// The start of an operand: the address of a variable, and a distance in bytes.
struct StartSum {
    std::string base;
    std::int64_t offset = 0;
};

// "0x400000400000????", and "global_smem + 16384".
std::string text_of(const KnownWord& word);
std::string text_of(const StartSum& start);

// The warpgroups that run one wgmma, each with its own rows of D: the words of the next one differ from those of the
// one before only in their starts.
struct Warpgroups {
    unsigned count = 1;                   // 0: neither the program nor the user gives the threads of a block
    OperandPair<std::uint32_t> distance;  // of the starts of A and B, in bytes
    friend bool operator==(const Warpgroups&, const Warpgroups&) = default;
};

struct ProgramMma {
    unsigned m = 0, n = 0, k = 0;        // 0: depends on unknown bits
    std::string a_type, b_type, d_type;  // empty: depends on unknown bits
    OperandPair<std::optional<Major>> major;
    std::optional<bool> scale_d;  // whether it adds to the old D; no value: that is not the same on all paths
    std::uint32_t chain = 0;      // counts from 0, in the order of the text
    std::string kernel;           // the function; empty: none

    // Of its first execution, with the addresses of base_addresses(); where they depend on the warpgroup, of the first
    // one.
    ProgramWords first;
    std::optional<bool> first_scale_d;
    bool d_is_zero = false;                                          // all registers of D are 0 before it
    std::array<std::optional<std::uint32_t>, kTmemPlaceCount> tmem;  // no value: the program loads it, or has none
    // If the program loads the address of D: how many columns each operand is after the value that D counts from. No
    // value: it counts from another one, or the distance is not a number of columns.
    std::array<std::optional<std::uint32_t>, kTmemPlaceCount> tmem_distance;
    OperandPair<std::optional<StartSum>> start;
    Warpgroups warpgroups;
};

// One MMA of a program: its line, and its observation. `operands`: for each operand of the line, that of the
// observation; a number past its end: none. Empty: they are the same.
struct MmaPlace {
    const MmaLine* line = nullptr;
    std::uint32_t observation = 0;
    Edition edition = Edition::v9_1;
    std::vector<std::size_t> operands = {};
};

// Returns what the program says about each of the MMAs. `values` is evaluate(program). A start is a sum if it moves
// with one variable, at three addresses of all variables, and nothing else in the word does. `threads` of a block,
// where the program does not say it; 0: not known. Errors: none. The program is evaluated three times more, and for
// each of at most eight warpgroups if the words depend on it, so the time is bounded as that of evaluate().
std::vector<ProgramMma> mmas_of(const program::Program& program, const program::Evaluation& values,
                                std::span<const MmaPlace> places, std::span<const BaseAddress> bases,
                                unsigned threads = 0);

// Returns the words that the operands of an instruction are, by their roles.
ProgramWords program_words(const MmaLine& line, std::span<const program::KnownBits> operands);

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
