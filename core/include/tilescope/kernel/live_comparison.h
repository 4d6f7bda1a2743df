// core/include/tilescope/kernel/live_comparison.h -- compares the memory that a GPU left with the memory of the model.
// SPDX-License-Identifier: MIT
//
//     const Answer<Emulation> model = emulate(job);
//     ... run the launches of the job (launch.h), which leave `device` ...
//     const Answer<LiveComparison> result = compare_live(job, *model, device);
//     if (result->is_equal()) ...
//
// Every word of D and every other cell of Tensor Memory are compared, bit for bit: an MMA that also writes where it
// should not is found. wgmma has only the registers of D.
#pragma once

#include <tilescope/emulator/emulation.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tilescope {

// A cell of Tensor Memory that is not a word of D, or the high half of a 16-bit word of D.
struct CellDifference {
    unsigned cta = 0, lane = 0, column = 0;
    std::uint32_t device = 0, model = 0;
    friend bool operator==(const CellDifference&, const CellDifference&) = default;
};
inline constexpr std::size_t kMostCellDifferences = 64;

struct LiveComparison {
    unsigned m = 0, n = 0;
    std::vector<std::uint32_t> d;       // m x n: the words that the GPU computed
    std::vector<std::uint8_t> differs;  // m x n: 1 if the word is not the one of the model
    std::size_t different = 0;          // the number of these words
    std::int64_t most_ulps = 0;         // their greatest distance from the model below kFar
    std::optional<Element> first;       // the first of them, row by row
    std::vector<std::uint8_t> unknown;  // m x n: 1 if the word is not compared; empty: all are
    std::size_t unknowns = 0;           // the number of these words
    std::string pattern;                // "columns 64 and up"; empty: none
    // Doubts whose alternative rule gives the GPU's word at every element. Empty if the words are equal.
    std::vector<const DoubtRow*> explains;
    bool has_cells = false;  // Tensor Memory was compared; wgmma has none
    std::size_t cells = 0;   // cells outside D that differ
    std::vector<CellDifference> first_cells;

    bool is_equal() const { return different == 0 && cells == 0; }
};

// Requires: `model` is the result of emulate(job), with doubts if `explains` is wanted.
// Errors: `device` does not have the memory of this job.
Answer<LiveComparison> compare_live(const EmulatorJob& job, const Emulation& model, const Machine& device);

// Compares a D that was read elsewhere, m x n words. Words that the model computes from bytes that nothing has written
// are not compared: the GPU had other bytes there.
// Errors: the number of words is another one.
Answer<LiveComparison> compare_d(const Emulation& model, std::vector<std::uint32_t> d);

// Describes the result in sentences, the most important first:
//
//     All 8192 words of D and all other cells of Tensor Memory are equal to the model.
//
//     96 of 8192 words of D differ from the model (columns 64 and up), by at most 1 ULP.
//     The first one is D[0][64]: the GPU has 0x3f800001, the model 0x3f800000.
//     Contradiction g16 explains all of them: ...
std::vector<std::string> sentences_of(const LiveComparison& comparison, const Emulation& model);

}  // namespace tilescope
