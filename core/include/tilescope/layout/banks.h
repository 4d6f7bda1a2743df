// core/include/tilescope/layout/banks.h -- bank conflicts: how many cycles shared memory needs for an access.
// SPDX-License-Identifier: MIT
//
// Shared memory has 32 banks of 4 bytes. The word at byte address a is in bank a / 4 % 32. A bank delivers one word per
// cycle. Threads that read the same word share the cycle. Threads that read different words of one bank wait.
//
//     eight threads read chunk 0 of eight rows of 128 bytes, 16 bytes per thread
//
//     no swizzle      row r at r x 128             all rows in banks 0-3: 8 cycles, an "8-way" conflict
//     128B            row r at r x 128 + r x 16    row 0 in banks 0-3, row 1 in banks 4-7, ...: 1 cycle
//
// If each thread of a warp reads 8 or 16 bytes, the warp needs more than 32 words. Shared memory then serves the warp
// in phases of 16 or 8 threads. Only threads of the same phase can conflict. Two phases of a load become one if every
// thread i reads the same vector as thread i ^ 1, or every thread the same as thread i ^ 2.
#pragma once

#include <tilescope/base/answer.h>
#include <tilescope/hw/measurements.h>
#include <tilescope/layout/smem_layout.h>
#include <tilescope/layout/tmem_layout.h>

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope {

inline constexpr unsigned kWarpThreads = 32;

struct BankFact {
    unsigned banks, word_bytes;
    std::string_view source;
};
inline constexpr BankFact kBanks = {
    32, 4,
    "CUDA C++ Programming Guide 13.0, shared memory of compute capability 5.x and later: 32 banks of 32-bit words"};

// How many threads are served at the same time, for each vector size. An H100 was measured; `documented` is for all
// other GPUs.
struct VectorPhase {
    unsigned vector_bytes, threads;
    std::string_view source;
    Certainty documented;
};
inline constexpr Certainty kBanksMeasured = measured("banks");
// clang-format off
inline constexpr VectorPhase kVectorPhases[] = {
    {1,  32, "CUDA C++ Programming Guide 13.0, shared memory of compute capability 5.x and later", Certainty::confirmed},
    {2,  32, "CUDA C++ Programming Guide 13.0, shared memory of compute capability 5.x and later", Certainty::confirmed},
    {4,  32, "CUDA C++ Programming Guide 13.0, shared memory of compute capability 5.x and later", Certainty::confirmed},
    {8,  16, "reported by third parties for 64-bit vectors (half warps)", Certainty::secondary},
    {16,  8, "reported by third parties for 128-bit vectors and ldmatrix (quarter warps)", Certainty::secondary},
};
// clang-format on

// Returns the row of the smallest vector that has at least this many bytes.
constexpr const VectorPhase& phase_of(unsigned bytes) {
    for (const VectorPhase& row : kVectorPhases)
        if (row.vector_bytes >= bytes) return row;
    return kVectorPhases[std::size(kVectorPhases) - 1];
}

// Returns how certain the row is on a GPU. Example: certainty_on(phase_of(16), "9.0") is measured.
constexpr Certainty certainty_on(const VectorPhase& row, std::string_view chip) {
    return chip == kBanksMeasured.measurement()->on->chip ? kBanksMeasured : row.documented;
}

// A word that a phase reads, and the threads that read it.
struct BankWord {
    std::uint32_t word;  // byte address / 4
    unsigned bank;
    std::vector<unsigned> threads;
};

struct BankPhase {
    unsigned first_thread = 0, threads = 0;
    std::vector<BankWord> words;                    // sorted by bank, then by address
    std::array<std::uint8_t, kBanks.banks> ways{};  // number of different words in each bank
    unsigned degree = 0;                            // the largest of `ways`: the cycles of this phase
};

struct BankReport {
    std::vector<BankPhase> phases;
    unsigned degree = 0;             // the degree of the worst phase
    unsigned cycles = 0, ideal = 0;  // cycles of all phases, and the cycles without any conflict
    std::string sentence;            // "no conflict", "8-way conflict in banks 0-3: rows 0, 1, 2, 3, ... share them"
};

// An access: each thread reads `bytes` bytes from its address on. The addresses are in the order of the threads; 32
// threads are a warp.
struct Access {
    std::vector<std::uint32_t> addresses;
    unsigned bytes = 4;
    bool loads = true;                  // false: the threads store, so that equal vectors are not merged
    std::string_view unit = "threads";  // what `names` counts: "rows", "columns"
    std::vector<int> names;             // for sentences: the row or column of each thread; empty: its index
};
BankReport bank_report(const Access& access);

// Returns how certain the cycles are on a GPU, and a sentence about what was not measured there, or no sentence. Only
// accesses of one warp were measured. No measured load of 16 bytes has phases that become one in only one half warp.
Grounds grounds_of(const Access& access, std::string_view chip);

// Returns a sentence about the phases that become one, or an empty string if there are none.
std::string merging_of(const Access& access);

// Returns the result of one phase: "no conflict" or "2-way conflict in banks 0-3: rows 0, 4 share them". If the banks
// have different rows: "4-way conflict in banks 0, 4: in bank 0, rows 0, 8, 16, 24 share it".
std::string sentence_of(const Access& access, const BankPhase& phase);

// Returns all banks that a phase reads: "banks 0-15".
std::string banks_hit(const BankPhase& phase);

enum class AccessKind : std::uint8_t { chunk_column, block, along, across, element_column };
struct AccessRow {
    AccessKind kind;
    std::string_view id, doc;
};
// clang-format off
inline constexpr AccessRow kAccessKinds[] = {
    {AccessKind::chunk_column,   "chunk",  "One chunk of 16 bytes in each of 8 rows, as ldmatrix reads (MN-major: in each of 8 columns of K)."},
    {AccessKind::block,          "block",  "A block of rows x columns, row by row. Each thread reads one vector of at most 16 bytes."},
    {AccessKind::along,          "along",  "The threads of a warp read neighbouring vectors along the contiguous index, then the next line."},
    {AccessKind::across,         "across", "Each thread of a warp reads one vector, at the same position in 32 successive lines."},
    {AccessKind::element_column, "column", "One element in each of 32 successive rows (if an element has fewer than 8 bits: the byte that contains the element)."},
};
// clang-format on

// The elements that an access reads. A thread whose vector is outside the tile does not read. A block that leaves the
// tile is refused.
struct AccessChoice {
    AccessKind kind = AccessKind::chunk_column;
    Element from{0, 0};         // rounded down to a multiple of the vector
    int rows = 8, columns = 8;  // only for block
    unsigned bytes = 16;        // only for along and across: 4, 8 or 16
};

// The same access with the swizzle (`on`) and without it (`off`).
struct BankComparison {
    Access access;
    BankReport on, off;
    std::string_view without = "the XOR";  // what `off` does not have: also "padding"
    // What `on` and `off` need, each beside the other: "no conflict (without the XOR: 8-way)" and "8-way conflict in
    // banks 0-3: ... (with the XOR: no conflict)".
    std::string sentence, sentence_off;
};
// Errors: the access starts outside the tile, the vector size is wrong, or the block does not consist of whole vectors.
Answer<BankComparison> banks_of(const SmemLayout& layout, const AccessChoice& choice);

// The same for a tile that no descriptor describes, because threads read it: its lines follow each other, each with
// `pad` unused bytes at its end. A line is a row (MN-major: a column of K). Of `tile`, only major, type, start and size
// are used. Without padding, 32 rows of 64 f16 begin in one bank; with 4 bytes, in 32 banks.
// Errors also: a vector is not aligned to its size, which a GPU does not read.
Answer<BankComparison> banks_of_plain(const SmemLayout& tile, std::uint32_t pad, const AccessChoice& choice);

// Returns a description of the access: "one chunk in each of 8 rows", "a warp's vectors of 16 bytes along k".
std::string words_of(const SmemLayout& layout, const AccessChoice& choice);

// Reads an access: "8x8" (a block), "chunk", "column", or "along:8" and "across:16" (with the bytes of a vector).
Answer<AccessChoice> parse_access(std::string_view text);

}  // namespace tilescope
