// core/include/tilescope/autopsy/chain.h -- the MMAs that make one D, computed with the bytes that the debugger saw.
// SPDX-License-Identifier: MIT
//
// A chain is the MMAs of one warpgroup that add to the same registers, or to the same address of Tensor Memory. It
// begins with an MMA with scale-d 0 (enable-input-d false), or with the first one that was seen. Each step is computed
// with its recorded words and the bytes recorded then, as the hardware does it. So a chain answers one question: did
// the hardware do as it was told? A wait or a tcgen05.commit ends no chain: MMAs of the same shape and the same D run
// in the order in which they were issued (PTX ISA 9.1, pipelined tcgen05 instructions).
//
//     for (const Chain& chain : chains_of(recording))
//         chain.why.empty() && chain.different == 0     D in the registers is what these words and bytes give
//
// A chain can have a wait after each stage of a pipeline: D is compared after each of them (`checks`). What was seen of
// a chain can have gaps: it begins in the middle of a loop, or the warps passed an MMA unseen. Then the model begins
// behind the gap, with the D that was read there. D of tcgen05.mma is read once, at the end: with a gap, `why` has it.
//
//     steps     0     1     2   (gap)   3     4
//     waits        D           D           D          first = 3, before = the second D, note: what was not seen
#pragma once

#include <tilescope/autopsy/recording.h>
#include <tilescope/emulator/mma.h>
#include <tilescope/hw/families.h>

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace tilescope::autopsy {

struct Step {
    std::size_t event = 0;       // its SeenMma in Recording::events; of at_exception, perhaps the SeenException
    MmaInstruction instruction;  // with the recorded words; enable_d as the predicate says
    GatheredMma read;            // the operands as the instruction reads them from the recorded bytes
    unsigned skipped = 0;        // MMAs of the warpgroup that ran unrecorded before it
    bool ran = true;             // false: that is not known, because its guard is not; then nothing was read
    // Why it cannot be computed: memory was not read, a word was not read, a form that nobody knows. Empty: it can.
    std::string why;
};

// D was read: it has the steps before `steps`.
struct Check {
    std::size_t wait = kNoMemory;  // its SeenWait, or last SeenLoad, in Recording::events
    std::size_t steps = 0;
    std::size_t different = 0;  // words of the model that differ; 0 also where there is no model
};

struct Chain {
    unsigned warpgroup = 0;
    bool d_in_tmem = false;     // of tcgen05.mma: D is read where tcgen05.ld has put it into registers
    std::uint32_t d_first = 0;  // D begins with this register, or at this address of Tensor Memory
    unsigned m = 0, n = 0;      // D is m x n; 0: no step is understood
    std::vector<Step> steps;
    std::size_t wait = kNoMemory;            // the last of `checks`; kNoMemory: D was not read
    std::vector<std::uint32_t> model, seen;  // D, m x n row by row; empty: not computed, not read
    // How many words of them differ. Also of a D in Tensor Memory that something unseen may have changed: `seen` is
    // empty.
    std::size_t different = 0;
    std::vector<std::uint8_t> known;  // 0: this word of `seen` was not read; empty: all were
    std::string unread;               // why D in Tensor Memory was not read: a clause; empty: it was, or a part
    std::string why;                  // why there is no model; empty: there is one
    bool at_exception = false;        // the last step is the one at which the program stopped

    // `model` and `seen` are D after the steps before `last`; the model begins with step `first` and with `before`
    // (empty: zeros).
    std::size_t first = 0, last = 0;
    std::vector<std::uint32_t> before;
    std::string note;  // why it does not begin with step 0; empty: it does
    std::vector<Check> checks;

    // Several warpgroups compute one tile if they read the same B, and each one the rows of A behind those of the one
    // before, at all steps that were seen of both: their chains, in the order of their rows, with this one. Empty: it
    // is alone.
    std::vector<std::size_t> tile;
    std::size_t part = 0;  // its place in `tile`
};

// How many numbers of D were read; whether all.
std::size_t numbers_read(const Chain& chain);
inline bool is_whole(const Chain& chain) { return !chain.seen.empty() && chain.known.empty(); }

// What an MMA takes from the uniform registers: words and, of tcgen05.mma, addresses in Tensor Memory. No value: it
// does not take one, as A in registers. Registers that are not listed are 0.
//
//     words_of("HGMMA.64x64x16.F32 R24, gdesc[UR4], R24", {{"UR4", 0x10040}, {"UR5", 0x40000040}, ...})
struct MmaWords {
    std::optional<std::uint64_t> a, b;
    std::optional<std::uint32_t> idesc = {};  // of tcgen05, as the rest
    std::optional<std::uint64_t> zcm = {};
    std::array<std::optional<std::uint32_t>, kTmemPlaceCount> tmem = {};  // lane << 16 | column
    friend bool operator==(const MmaWords&, const MmaWords&) = default;
};
MmaWords words_of(const std::string& text, std::span<const Register> uniform);

// Returns the family of a line of machine code, or null if it is not an MMA.
const FamilyRow* find_family(const std::string& text);

// Returns the MMA of a line of machine code with these words. Errors: it is none that can be computed ("HGMMA...RZ"
// only closes a group); a word or the predicate was not read.
Answer<MmaInstruction> instruction_of(const SeenMma& seen, const std::string& arch);

// Returns the chains in the order of their first MMAs. D of a chain that begins with scale-d 1 begins with zeros if the
// D of its first wait proves it; else `first` is behind this wait. After a stop: no chains. Errors: none.
std::vector<Chain> chains_of(const Recording& recording, const std::stop_token& stop = {});
inline constexpr std::size_t kMostSteps = 4096;  // the later ones are left out

// "rows 64 to 127 of a tile of 128", and a sentence with the other chains. Empty: it is alone.
std::string rows_text(const Chain& chain);
std::string tile_text(const Chain& chain);

// Returns the MMA of a step of a chain as it was seen, also at an exception. Null: the program stopped there, and its
// warpgroup was not seen.
const SeenMma* mma_of(const Recording& recording, const Chain& chain, const Step& step);

}  // namespace tilescope::autopsy
