// core/src/autopsy/parts.h -- what the parts of the module share: one line of machine code, and the way of a warpgroup.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/autopsy/recording.h>
#include <tilescope/hw/operand.h>
#include <tilescope/rules/program_check.h>

#include <array>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope::autopsy {

// What the text of an MMA says beside its shape and its types.
struct MachineForm {
    bool is_mma = false;
    bool computes = false;      // false: D is RZ, it only closes a group
    bool closes_group = false;  // "gsb0": the MMAs up to here are a group, for which a wait can wait
    bool d_in_tmem = false;     // tcgen05.mma: D is in Tensor Memory, at an address that a register has
    bool a_in_registers = false;
    unsigned d_first = 0;
    OperandPair<unsigned> uniform{0, 0};  // UR4 and UR5 have the word of A. Of wgmma, B is two registers further
    std::optional<unsigned> idesc, mask;  // UR11 has the instruction descriptor, UR12 and on the lane mask
    std::string predicate;                // of scale-d: "UP1", "!P0", "UPT"; empty: none
    std::string guard;                    // "!UP2" of "@!UP2 UTCHMMA", "P0" of each thread; empty: none
};
MachineForm form_of(const std::string& text);

// Whether a predicate is true. No value: it was not read.
std::optional<bool> value_of(std::string_view predicate, const SeenMma& seen);

// The instruction descriptor. No value: there is none, or it was not read.
std::optional<std::uint32_t> idesc_of(const SeenMma& seen);

void set_register(std::vector<Register>& registers, const std::string& name, std::uint32_t value);

// The text of an MMA behind a program that sets the uniform registers that it names, as they were recorded.
std::string with_registers(const std::string& text, std::span<const Register> uniform);
// The line of an MMA with the values of its registers. No value: it has a form that nobody knows.
std::optional<ProgramInstruction> read_with_registers(const std::string& text, std::span<const Register> uniform);

// What a listing says of the way between two MMAs.
struct RegisterWrite {
    std::uint64_t pc = 0;
    unsigned number = 0;  // of the register R
};
struct JumpBack {
    std::uint64_t from = 0, to = 0;
};
struct Listing {
    std::vector<RegisterWrite> writes;  // those of MMAs are not in it
    std::vector<JumpBack> loops;        // to the same or an earlier instruction
};
Listing listing_of(const std::string& machine_code);

// One MMA or wait that a warpgroup reached. Its warps can reach it at different stops, and a warp that waits for the
// others is seen several times.
struct Visit {
    std::uint64_t pc = 0;
    bool is_wait = false;
    unsigned number = 0;              // of the visit, as recorded; 0: not known
    unsigned skipped = 0;             // MMAs that ran unrecorded before it
    unsigned warps = 0;               // those that were seen here
    std::vector<std::size_t> events;  // of Recording::events, in their order
    std::array<std::size_t, 4> of_warp{kNoMemory, kNoMemory, kNoMemory, kNoMemory};  // where each warp was seen first
};

// Returns the way of each warpgroup that was seen, in the order of the program. SeenException is not in it, but the
// way of a warpgroup that was seen only there is empty.
struct Way {
    unsigned warpgroup = 0;
    std::vector<Visit> visits;
};
std::vector<Way> ways_of(const Recording& recording);

struct Chain;
// Fills Chain::tile. After a stop, only of some chains.
void note_tiles(std::vector<Chain>& chains, const std::stop_token& stop);

}  // namespace tilescope::autopsy
