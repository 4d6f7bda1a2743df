// core/include/tilescope/emulator/operand_reader.h -- operands as the instruction finds them in memory.
// SPDX-License-Identifier: MIT
//
// Addresses are absolute and nothing is refused: a wrong descriptor reads what lies there. Reads past the end and of
// what nobody wrote are counted, and the first of them are listed.
//
// .ashift, M = 128, A coded by its rows. Which row of A does each row of the product see?
//
//     row of D             0   1  ...  30  31  32  ...  126 127
//     sub_partitions       1   2  ...  31  31  33  ...  127 127      the last lane of each sub-partition keeps its own
//     whole                1   2  ...  31  32  33  ...  127 127      the last row alone does
#pragma once

#include <tilescope/base/answer.h>
#include <tilescope/emulator/memory.h>
#include <tilescope/layout/scale_layout.h>
#include <tilescope/layout/smem_layout.h>
#include <tilescope/layout/sparse_meta.h>
#include <tilescope/layout/tmem_layout.h>

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace tilescope {

enum class BadRead : std::uint8_t {
    outside,    // past the end of shared memory or Tensor Memory
    unwritten,  // inside, but nobody wrote it, or not all of it
};

struct ReadProblem {
    Element element;      // that was read: row and column of the operand in this instruction
    std::uint64_t place;  // shared memory: byte; Tensor Memory: lane << 16 | column; registers: 0
    BadRead what;
    friend bool operator==(const ReadProblem&, const ReadProblem&) = default;
};

// One operand of one instruction.
struct ReadOperand {
    unsigned rows = 0, columns = 0;
    std::vector<std::uint32_t> words;        // right-aligned raw words, row by row
    std::vector<std::uint64_t> first_bit;    // shared memory: where each was read, byte x 8 + bit; else empty
    std::vector<ReadProblem> problems;       // the first kMostReadProblems of either kind,
    std::size_t outside = 0, unwritten = 0;  // and how many there are: elements
    // Tensor Memory: a copy that other lanes have holds something else. The canonical copy was read.
    bool differ = false;
};
inline constexpr std::size_t kMostReadProblems = 64;

// Through a descriptor's layout: of one instruction, rows x columns of it. 4- and 6-bit elements as kElementTypes says.
ReadOperand read_operand(const SmemImage& smem, const SmemLayout& layout);

// Up to which row .ashift moves.
enum class ShiftReading : std::uint8_t {
    sub_partitions,  // within the 32 lanes of each sub-partition
    whole,           // through all rows of the CTAs
};
struct RowShift {
    ShiftReading taken;
    std::string_view note, source;
    Certainty certainty;
};
inline constexpr RowShift kRowShift = {
    ShiftReading::sub_partitions,
    "PTX says of .ashift and of tcgen05.shift alike that rows move down by one, except the last. Of tcgen05.shift a "
    "reading back on a B200 is public: each row takes that of the next lane, and lanes 31, 63, 95 and 127 keep theirs; "
    "its shape is called 31x256b. Nobody has published what .ashift does: that it is the same is taken from the words.",
    "PTX ISA 9.1, tcgen05.mma, tcgen05.shift and Data Movement Shape; cicuvc/nvidia-sass-document "
    "notes/sm100/instr/utcshift.md @c0eff882 (tcgen05.shift measured on B200)",
    Certainty::unknown};

// The row of A that a shifted instruction takes for `row`.
unsigned shifted_row(const TmemLayout& layout, unsigned row, ShiftReading reading = kRowShift.taken);

// A in Tensor Memory; `images` are those of the CTAs. Rows count through both CTAs. `shifted`: .ashift.
ReadOperand read_operand(std::span<const TmemImage> images, const TmemLayout& layout, bool shifted = false,
                         ShiftReading reading = kRowShift.taken);

// Words of D, rows x N. A 16-bit D is the low half of its cell. All bits set where a column does not exist.
ReadOperand read_accumulator(std::span<const TmemImage> images, const TmemLayout& layout);

// Puts D back, row by row; of a 16-bit D the high half stays as it was. `keep` (rows x N, may be empty): elements that
// are not written.
void write_accumulator(std::span<TmemImage> images, const TmemLayout& layout, std::span<const std::uint32_t> words,
                       std::span<const std::uint8_t> keep = {});

// Factors of one instruction, rows x vector->factors, of one CTA. Which of the copies counts: the sub-partition of the
// lane that computes; the first is read, and `differ` says whether others hold something else.
struct ReadFactors {
    ReadOperand factors;
    bool differ = false;
};
ReadFactors read_factors(const TmemImage& tmem, const ScaleLayout& layout);

// Codes of one instruction, rows x groups; refused where the placement is unknown (the sentence of grounds_of).
Answer<ReadOperand> read_codes(std::span<const TmemImage> images, const MetaLayout& layout);
constexpr unsigned code_groups(const MetaLayout& layout) { return layout.kind->k / layout.kind->grain->group; }

// Independent writers for Tensor Memory, as tcgen05.st or .cp leave it: the same placements, all copies. Requires: as
// many words, factors or codes as the reader gives. What has no place is dropped.
void write_operand(std::span<TmemImage> images, const TmemLayout& layout, std::span<const std::uint32_t> words);
void write_factors(TmemImage& tmem, const ScaleLayout& layout, std::span<const std::uint32_t> factors);
Answer<void> write_codes(std::span<TmemImage> images, const MetaLayout& layout, std::span<const std::uint8_t> codes);

}  // namespace tilescope
