// core/include/tilescope/emulator/operand_reader.h -- reads operands from memory as the instruction does.
// SPDX-License-Identifier: MIT
//
// Addresses are absolute, and the readers refuse no address: a wrong descriptor reads the data at the wrong address.
// The readers count reads past the end and reads of unwritten memory, and list the first of them.
//
// .ashift, M = 128: the row of A that each row of D uses.
//
//     row of D             0   1  ...  30  31  32  ...  126 127
//     sub_partitions       1   2  ...  31  31  33  ...  127 127      the last lane of each sub-partition does not move
//     whole                1   2  ...  31  32  33  ...  127 127      only the last row does not move
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
    unwritten,  // inside, but some or all bits were never written
};

struct ReadProblem {
    Element element;      // row and column of the element in the operand of this instruction
    std::uint64_t place;  // shared memory: byte; Tensor Memory: lane << 16 | column; registers: 0
    BadRead what;
    friend bool operator==(const ReadProblem&, const ReadProblem&) = default;
};

// One operand of one instruction.
struct ReadOperand {
    unsigned rows = 0, columns = 0;
    std::vector<std::uint32_t> words;        // right-aligned raw words, row by row
    std::vector<std::uint64_t> first_bit;    // shared memory: address of each element, byte x 8 + bit; else empty
    std::vector<ReadProblem> problems;       // the first kMostReadProblems of each of the two kinds
    std::size_t outside = 0, unwritten = 0;  // the number of all elements with such a problem
    // Tensor Memory: true if a copy for other lanes holds other values. The canonical copy was read.
    bool differ = false;
};
inline constexpr std::size_t kMostReadProblems = 64;

// Reads the operand of one instruction, rows x columns, through the layout of a descriptor. kElementTypes defines the
// storage of 4-bit and 6-bit elements. Bytes below `zeros_below` are read as 0, whatever is written there.
ReadOperand read_operand(const SmemImage& smem, const SmemLayout& layout, std::uint64_t zeros_below = 0);

// The rows that .ashift moves. PTX does not define them exactly.
enum class ShiftReading : std::uint8_t {
    sub_partitions,  // rows move within the 32 lanes of each sub-partition
    whole,           // rows move through all rows of the CTAs
};
struct RowShift {
    ShiftReading taken;
    std::string_view note, source;
    Certainty certainty;
};
inline constexpr RowShift kRowShift = {
    ShiftReading::sub_partitions,
    "PTX describes .ashift and tcgen05.shift in the same way: rows move down by one, except the last row. For "
    "tcgen05.shift, a B200 measurement is public: each lane receives the row of the next lane, and lanes 31, 63, 95 "
    "and 127 keep their row (the name of this shape is 31x256b). For .ashift, no measurement is public. This emulator "
    "assumes from the PTX text that .ashift behaves in the same way.",
    "PTX ISA 9.1, tcgen05.mma, tcgen05.shift and Data Movement Shape; cicuvc/nvidia-sass-document "
    "notes/sm100/instr/utcshift.md @c0eff882 (tcgen05.shift measured on B200)",
    Certainty::unknown};

// Returns the row of A that an instruction with .ashift uses for `row`.
unsigned shifted_row(const TmemLayout& layout, unsigned row, ShiftReading reading = kRowShift.taken);

// Reads A or D from Tensor Memory. `images` has one image for each CTA. Rows count through both CTAs. `shifted`:
// .ashift. A 16-bit D is the low half of its cell. A word has all bits set if its column does not exist.
ReadOperand read_operand(std::span<const TmemImage> images, const TmemLayout& layout, bool shifted = false,
                         ShiftReading reading = kRowShift.taken);

// Writes the words of D, row by row. If D is 16-bit, the high half of each cell does not change. `keep` (rows x N, may
// be empty) marks the elements that are not written.
void write_accumulator(std::span<TmemImage> images, const TmemLayout& layout, std::span<const std::uint32_t> words,
                       std::span<const std::uint8_t> keep = {});

// The scale factors of one instruction and one CTA, rows x vector->factors. On hardware each sub-partition reads the
// copy in its lanes. The reader reads the first copy; `differ` is true if another copy holds other values.
ReadOperand read_factors(const TmemImage& tmem, const ScaleLayout& layout);

// Reads the sparse codes of one instruction, rows x groups.
// Errors: the placement is unknown (with the sentence of grounds_of()).
Answer<ReadOperand> read_codes(std::span<const TmemImage> images, const MetaLayout& layout);
constexpr unsigned code_groups(const MetaLayout& layout) { return layout.kind->k / layout.kind->grain->group; }

// Writers for Tensor Memory. They use the same placements and write all copies, like tcgen05.st or tcgen05.cp. They
// drop elements that have no place. Requires: as many words, factors or codes as the reader returns.
void write_operand(std::span<TmemImage> images, const TmemLayout& layout, std::span<const std::uint32_t> words);
void write_factors(TmemImage& tmem, const ScaleLayout& layout, std::span<const std::uint32_t> factors);
Answer<void> write_codes(std::span<TmemImage> images, const MetaLayout& layout, std::span<const std::uint8_t> codes);

}  // namespace tilescope
