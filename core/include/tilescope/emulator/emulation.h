// core/include/tilescope/emulator/emulation.h -- runs a K loop of instructions and compares D with a reference.
// SPDX-License-Identifier: MIT
//
// The job describes the operands, how memory was filled with them, and the instructions with their words. emulate()
// fills memory, runs the instructions, and computes the exact product of the reference operands for comparison.
#pragma once

#include <tilescope/emulator/image_writer.h>
#include <tilescope/emulator/matrix_product.h>
#include <tilescope/emulator/mma.h>
#include <tilescope/hw/operand.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope {

// The reference operands of the whole tile, both CTAs together: raw words, row by row.
struct ReferenceOperands {
    unsigned m = 0, n = 0, k = 0;         // k: the logical K of the tile
    std::vector<std::uint32_t> a, b, c;   // m x stored k, n x k, m x n
    std::vector<std::uint32_t> sfa, sfb;  // m and n rows of scale factors of the tile
    std::vector<std::uint8_t> codes;      // m rows, each with k / group codes
};

// A reason why the instruction does not read the reference operands: for example, a word of the instruction does not
// match the way memory was filled.
struct Cause {
    std::string word, field;  // "a_desc", "sbo"; "idesc", "transpose_a"; "tmem_a"
    std::string sentence;     // "The field 'sbo' of a_desc is 512 bytes, but A was written ..."
    // The stored value of the field that matches the memory. Empty: no value of one field does.
    std::optional<std::uint64_t> raw = {};
    // What was written is at fault: operands share bytes, or elements were not written. Such causes come first, because
    // right words would not help.
    bool of_memory = false;
};

struct EmulatorJob {
    std::vector<MmaInstruction> steps;  // in order; each step covers the K of one instruction
    unsigned first_step = 0;            // index of the first of these steps in the tile
    ReferenceOperands expected;
    OperandPair<WrittenPlaces> places;  // in one CTA; empty for A if A is not in shared memory
    OperandPair<const ElementType*> written_type;
    std::array<std::uint32_t, kTmemPlaceCount> written_tmem{};  // start of the whole tile: the addresses of its step 0
    OperandPair<unsigned> written_id;                           // byte (0 to 3) in the first cell: start of the factors
    bool scales_by_copy = false;                                // factors pass through shared memory and tcgen05.cp
    OperandPair<std::uint32_t> scale_smem;                      // their byte address in shared memory in that case
    std::vector<Cause> causes;
    bool a_is_last = false;  // A is written after B, so that A overwrites B where both use the same bytes
    // Shared memory of each CTA from byte 0, before A and B are written. A value that is not 0 to 255: not known.
    std::vector<std::int32_t> memory;
};

// The result of the comparison for one element of D. The last value is the worst.
enum class Verdict : std::uint8_t {
    equal,      // the exact product, rounded once
    rounding,   // from the correct elements; the difference comes from the way the hardware adds
    requested,  // the words request it: negation, column zeroed by the mask, lane disabled, C scaled
    wrong,      // the instruction read elements that differ from the reference
};
inline constexpr NamedValue kVerdictNames[] = {{0, "equal"}, {1, "rounding"}, {2, "requested"}, {3, "wrong"}};

// Counts the elements of D that can show a wrong read.
//
// An element of D can show a wrong read of A if this change alters its exact sum A x B: one of its elements of A is
// replaced by a neighbor (the next in row or column; at the end, the previous one). The same is true for B. So an
// element of D does not show a wrong read of A if its elements of B are all 0, or if its elements of A all equal their
// neighbors. It shows nothing at all if the mask zeroes it, if its lane is disabled, or if the reference is infinite or
// NaN. The count ignores the rounding of D, and wrong scale factors, codes and C.
struct Sight {
    std::size_t computed = 0;            // elements that the instruction computes
    std::size_t a = 0, b = 0, both = 0;  // elements that can show a wrong read of A; of B; of A and of B
    std::size_t equal = 0;               // elements of `both` with the verdict equal: they prove correct reads
    // Elements that are computed from at least one element of A or B that was read at another place of shared memory
    // than where it was written, whatever value is there.
    std::size_t misplaced = 0;
    friend bool operator==(const Sight&, const Sight&) = default;
};
inline constexpr std::uint8_t kShowsA = 1, kShowsB = 2;

// The words of D with the alternative rule of a doubt.
struct OtherD {
    Doubt doubt;
    std::vector<std::uint32_t> d;  // m x n
};

struct Emulation {
    unsigned m = 0, n = 0;
    std::string d_type;
    std::vector<std::uint32_t> d;            // m x n, the final words in Tensor Memory or registers
    std::vector<ExactWord> expected;         // A x B + C of the reference operands
    std::vector<Verdict> verdicts;           // m x n
    std::array<std::size_t, 4> count{};      // the number of elements with each verdict
    std::vector<std::uint8_t> zeroed, kept;  // m x n: zeroed by the mask; in a disabled lane; empty: none
    std::vector<std::int64_t> places;        // distance from expected in ULP; kFar: NaN or an infinity is involved
    std::int64_t most_ulps = 0;              // the greatest distance below kFar
    unsigned column_shift = 0;               // column shift of B, from the zero-column mask
    std::vector<std::uint8_t> shows;         // m x n: kShowsA, kShowsB or both
    Sight sight;                             // the counts of `shows`
    std::string pattern;                     // pattern of the wrong elements: "columns 64 and up"; empty: none
    DoubtSet possible = 0;                   // doubts of the form
    DoubtSet present = 0;                    // doubts whose alternative rule changes a word of this D
    std::size_t doubtful = 0;                // the number of these words
    std::vector<std::uint8_t> doubt;         // m x n: 1 if a doubt changes the word; empty: no doubt is possible
    std::vector<OtherD> others;              // one for each doubt of `present`
    std::size_t outside = 0, unwritten = 0;  // reads of all steps
    std::vector<std::string> notes;  // reads outside of memory with their element, unknown rules, different copies
    std::string profile;             // "f16: keeps 25 bits below the greatest exponent; ..."
    Certainty certainty = Certainty::confirmed;
    std::vector<GatheredMma> reads;  // the operands of each step as they were read
    OperandPair<PlaceIndex> index;   // finds the element at an address in one CTA
    Machine machine;                 // memory after the last step
};

// Runs work(first, last) over the rows 0 .. rows - 1, in any order and on any number of threads. Default: one call.
using RowLoop = std::function<void(unsigned rows, const std::function<void(unsigned first, unsigned last)>& work)>;

struct EmulatorTools {
    RowLoop loop;
    bool doubts = true;                          // search for words that an alternative rule changes; slow for fp4
    std::stop_token stop;                        // checked after a few rows
    std::atomic<unsigned>* rows_done = nullptr;  // progress, from 0 to rows_of(job)
};
// Returns the number of rows for the progress: rows of all steps, of the exact product and of all alternative rules.
unsigned rows_of(const EmulatorJob& job);

// Errors: those of gather_mma(), or "stopped".
Answer<Emulation> emulate(const EmulatorJob& job, const EmulatorTools& tools = {});

// Returns memory as the job fills it, before the first instruction.
Answer<Machine> filled(const EmulatorJob& job);

// wgmma: loads the registers of one step: A, if it is in registers, and the codes if A is sparse. Does nothing for
// tcgen05.
void load_registers(Machine& machine, const EmulatorJob& job, unsigned step);

// Explains the value of D(row, column), one sentence in each line. The most important sentence is the first:
//
//     D[0][8] = 256, not 512: the wrong elements were read.
//     B[8][0..15] were read at byte 0x4640, which holds B[4][0..15].
std::vector<std::string> explanation_of(const EmulatorJob& job, const Emulation& emulation, unsigned row,
                                        unsigned column);

// Describes what the equal elements prove: "128 of the 10880 equal elements check both operands: ...". Says it
// if more elements are computed from wrong places than are wrong. Empty if there is nothing to say.
std::string sight_in_words(
    const Emulation& emulation, std::string (*number)(std::size_t) = [](std::size_t n) { return std::to_string(n); });

// Describes a set of rows or columns: "rows 64 and up", "every second group of 8 rows", "row 5". Empty: none.
std::string pattern_of(const std::vector<bool>& hit, std::string_view what);

}  // namespace tilescope
