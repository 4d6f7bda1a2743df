// core/include/tilescope/emulator/emulation.h -- a K loop of instructions on memory that was filled independently, and
// what came out beside what was meant.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/emulator/exact.h>
#include <tilescope/emulator/image_writer.h>
#include <tilescope/emulator/mma.h>
#include <tilescope/hw/operand.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope {

// Operands as a person meant them, of the whole tile, both CTAs together: raw words, row by row.
struct MeantOperands {
    unsigned m = 0, n = 0, k = 0;         // k: logical, of the tile
    std::vector<std::uint32_t> a, b, c;   // m x stored k, n x k, m x n
    std::vector<std::uint32_t> sfa, sfb;  // m and n rows of factors of the tile
    std::vector<std::uint8_t> codes;      // m rows of k / group
};

// What differs between the words of the instruction and how memory was filled, where it changes what is read.
struct Cause {
    std::string word, field;  // "a_desc", "sbo"; "idesc", "transpose_a"; "tmem_a"
    std::string sentence;     // "a_desc sbo is 512; the tile was written with 1024."
};

struct EmulatorJob {
    std::vector<MmaInstruction> steps;  // in order; each of K columns
    unsigned first_step = 0;            // which step of the tile the first of them is
    MeantOperands meant;
    OperandPair<WrittenPlaces> places;  // in one CTA; A's is empty where A lies elsewhere
    OperandPair<const ElementType*> written_type;
    std::array<std::uint32_t, kTmemPlaceCount> written_tmem{};  // addresses of the whole tile, as of its step 0
    OperandPair<unsigned> written_id;                           // byte of the first cell where the factors begin
    bool scales_by_copy = false;                                // factors come through shared memory and tcgen05.cp
    OperandPair<std::uint32_t> scale_smem;                      // where they lie then
    std::vector<Cause> causes;
};

// How an element of D came out, worst last.
enum class Verdict : std::uint8_t {
    equal,     // the exact product, rounded once
    rounding,  // from the right elements; differs by how the hardware adds
    asked,     // as the words ask for: negated, zeroed by the mask, lane switched off, C scaled
    wrong,     // other elements were read than meant
};
inline constexpr NamedValue kVerdictNames[] = {{0, "equal"}, {1, "rounding"}, {2, "asked"}, {3, "wrong"}};

// How many elements of D could show that something else was read than meant. One could show a wrong read of A if its
// exact sum A x B would be another with a neighbour of one of its elements of A (the next in row or column, at the end
// the one before) in that one's place; of B likewise. So an element says nothing about A where all it multiplies with
// is 0, or where A has the same values all around; and nothing at all where the mask zeroes it, its lane is switched
// off, or what was meant is infinite or NaN. D's rounding and wrong factors, codes and C are not thought of.
struct Sight {
    std::size_t computed = 0;            // elements that the instruction computes
    std::size_t a = 0, b = 0, both = 0;  // that could show a wrong read of A, of B, of either
    std::size_t equal = 0;  // of `both` those whose verdict is equal: they have shown that nothing is wrong
    friend bool operator==(const Sight&, const Sight&) = default;
};
inline constexpr std::uint8_t kShowsA = 1, kShowsB = 2;

struct StepReads {
    ReadOperand a, b;              // words and where they were read
    std::vector<std::uint32_t> c;  // what lay in D; empty: D = A x B
    std::vector<std::uint8_t> scale_a, scale_b, codes;
};

struct Emulation {
    unsigned m = 0, n = 0;
    std::string d_type;
    std::vector<std::uint32_t> d;            // m x n, as it lies in Tensor Memory or registers afterwards
    std::vector<ExactWord> expected;         // A x B + C of what was meant
    std::vector<Verdict> verdicts;           // m x n
    std::array<std::size_t, 4> count{};      // of each verdict
    std::vector<std::uint8_t> zeroed, kept;  // m x n: by the mask, by lanes switched off; empty: none
    std::vector<std::int64_t> places;        // last places between d and expected; kFar: no number in between
    std::int64_t most_places = 0;            // the greatest of those below kFar
    unsigned column_shift = 0;               // of B, by the mask's word
    std::vector<std::uint8_t> shows;         // m x n: kShowsA, kShowsB or both
    Sight sight;                             // the same, counted
    std::string pattern;                     // of the wrong ones: "columns 64 and up"; empty: none
    DoubtSet possible = 0;                   // doubts of the form,
    DoubtSet present = 0;                    // those whose other rule changes a word here,
    std::size_t doubtful = 0;                // and how many words
    std::vector<std::uint8_t> doubt;         // m x n: 1 where one does; empty: none possible
    std::size_t outside = 0, unwritten = 0;  // reads of all steps
    std::vector<std::string> notes;  // reads outside with the element that did it, unknown rules, copies that differ
    std::string profile;             // "f16: 25 fraction bits kept, toward zero"
    Certainty certainty = Certainty::confirmed;
    std::vector<StepReads> reads;   // step by step
    OperandPair<PlaceIndex> index;  // what lies where in one CTA
    Machine machine;                // afterwards
};

// Runs work(first, last) over 0 .. rows - 1, in any order and on as many threads as it likes; default: one piece.
using RowLoop = std::function<void(unsigned rows, const std::function<void(unsigned first, unsigned last)>& work)>;

struct EmulatorTools {
    RowLoop loop;
    bool doubts = true;                          // look for words that another rule would change: slow for fp4
    std::stop_token stop;                        // looked at once per row or oftener
    std::atomic<unsigned>* rows_done = nullptr;  // of rows_of(job)
};
unsigned rows_of(
    const EmulatorJob& job);  // the measure of progress: rows of all steps, expected and doubted ones included

// Refused as gather() refuses, or "stopped".
Answer<Emulation> emulate(const EmulatorJob& job, const EmulatorTools& tools = {});

// Memory as the job fills it, before the first instruction.
Answer<Machine> filled(const EmulatorJob& job);

// Why D(row, column) is what it is: "D[5][17] = 277, expected 261: B row 17, k 8 to 15 were read at 0x4c10, which holds
// B[25][0..7]." One sentence a line, the important one first.
std::vector<std::string> explanation_of(const EmulatorJob& job, const Emulation& emulation, unsigned row,
                                        unsigned column);

// "None of the 10880 equal elements could have shown ...": what an equal element proves. Empty: none is equal.
std::string sight_in_words(
    const Emulation& emulation, std::string (*number)(std::size_t) = [](std::size_t n) { return std::to_string(n); });

// Rows or columns with a pattern, in words: "rows 64 and up", "every second group of 8 rows", "row 5". Empty: none.
std::string pattern_of(const std::vector<bool>& hit, std::string_view what);

}  // namespace tilescope
