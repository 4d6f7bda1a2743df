// core/include/tilescope/emulator/operand_reader.h -- operands as the instruction finds them in memory.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/emulator/memory.h>
#include <tilescope/layout/scale_layout.h>
#include <tilescope/layout/smem_layout.h>
#include <tilescope/layout/sparse_meta.h>
#include <tilescope/layout/tmem_layout.h>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace tilescope {

enum class BadRead : std::uint8_t {
    outside,    // past the end of shared memory or Tensor Memory
    unwritten,  // inside, but nobody wrote it
};

struct ReadProblem {
    Element element;      // that was read: row and column of the operand in this instruction
    std::uint64_t place;  // shared memory: byte; Tensor Memory: lane << 16 | column
    BadRead what;
    friend bool operator==(const ReadProblem&, const ReadProblem&) = default;
};

// One operand of one instruction.
struct ReadOperand {
    unsigned rows = 0, columns = 0;
    std::vector<std::uint32_t> words;        // right-aligned raw words, row by row
    std::vector<std::uint64_t> first_bit;    // shared memory: where each was read, byte x 8 + bit; else empty
    std::vector<ReadProblem> problems;       // the first kMostReadProblems,
    std::size_t outside = 0, unwritten = 0;  // and how many there are
};
inline constexpr std::size_t kMostReadProblems = 64;

// Through a descriptor's layout: of one instruction, rows x columns of it. 4- and 6-bit elements as kElementTypes says.
ReadOperand read_operand(const SmemImage& smem, const SmemLayout& layout);

// A in Tensor Memory; `images` are those of the CTAs. Rows count through both CTAs. `shifted`: .ashift, every row is
// read from the one below it, the last from itself.
ReadOperand read_operand(std::span<const TmemImage> images, const TmemLayout& layout, bool shifted = false);

// Words of D, rows x N; what is past the columns is kUnwrittenCell.
ReadOperand read_accumulator(std::span<const TmemImage> images, const TmemLayout& layout);

// Puts D back, row by row. `keep` (rows x N, may be empty): elements that are not written.
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

// Independent writers for Tensor Memory, as tcgen05.st or .cp leave it: the same placements, all copies.
void write_operand(std::span<TmemImage> images, const TmemLayout& layout, std::span<const std::uint32_t> words);
void write_factors(TmemImage& tmem, const ScaleLayout& layout, std::span<const std::uint32_t> factors);
Answer<bool> write_codes(std::span<TmemImage> images, const MetaLayout& layout, std::span<const std::uint8_t> codes);

}  // namespace tilescope
