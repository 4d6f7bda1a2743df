// core/include/tilescope/layout/banks.h -- how many turns shared memory takes for an access of a warp.
// SPDX-License-Identifier: MIT
//
// Shared memory is 32 banks of 4 bytes: the word at byte address a lies in bank a / 4 % 32, and a bank gives one word a
// turn. Threads that want the same word share its turn; threads that want different words of one bank wait.
//
//     eight rows of 128 bytes, chunk 0 of each, 16 bytes a thread
//
//     without swizzle    row r at r x 128           banks 0-3 for all of them: 8 turns, "8-way"
//     with 128B          row r at r x 128 + r x 16  row 0 in banks 0-3, row 1 in banks 4-7, ...: 1 turn
//
// A warp's vectors of 8 and 16 bytes would need more than 32 words at once; they are served in phases of 16 and 8
// threads, and only threads of one phase can meet.
#pragma once

#include <tilescope/base/answer.h>
#include <tilescope/layout/smem_layout.h>

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope {

inline constexpr unsigned kWarpThreads = 32;

struct BankFact {
    unsigned banks, word_bytes;
    std::string_view source;
    Certainty certainty = Certainty::confirmed;
};
inline constexpr BankFact kBanks = {
    32, 4,
    "CUDA C++ Programming Guide 13.0, shared memory of compute capability 5.x and later: 32 banks of 32-bit words"};

// How many threads are served at once.
struct VectorPhase {
    unsigned vector_bytes, threads;
    std::string_view source;
    Certainty certainty;
};
// clang-format off
inline constexpr VectorPhase kVectorPhases[] = {
    {1,  32, "CUDA C++ Programming Guide 13.0, shared memory of compute capability 5.x and later", Certainty::confirmed},
    {2,  32, "CUDA C++ Programming Guide 13.0, shared memory of compute capability 5.x and later", Certainty::confirmed},
    {4,  32, "CUDA C++ Programming Guide 13.0, shared memory of compute capability 5.x and later", Certainty::confirmed},
    {8,  16, "reported by others for 64-bit vectors (half warps); no document about current devices says it", Certainty::secondary},
    {16,  8, "reported by others for 128-bit vectors and ldmatrix (quarter warps); no document about current devices says it", Certainty::secondary},
};
// clang-format on

// The row of the smallest vector that holds so many bytes.
constexpr const VectorPhase& phase_of(unsigned bytes) {
    for (const VectorPhase& row : kVectorPhases)
        if (row.vector_bytes >= bytes) return row;
    return kVectorPhases[std::size(kVectorPhases) - 1];
}

// A word that a phase reads, and who reads it.
struct BankWord {
    std::uint32_t word;  // byte address / 4
    unsigned bank;
    std::vector<unsigned> threads;
};

struct BankPhase {
    unsigned first_thread = 0, threads = 0;
    std::vector<BankWord> words;                    // by bank, then by address
    std::array<std::uint8_t, kBanks.banks> ways{};  // different words in each bank
    unsigned degree = 0;                            // the most of them: turns that this phase takes
};

struct BankReport {
    std::vector<BankPhase> phases;
    unsigned degree = 0;             // of the worst phase
    unsigned cycles = 0, ideal = 0;  // turns of all phases, and how many there would be without conflicts
    std::string sentence;            // "no conflict", "8-way conflict in banks 0-3: rows 0, 1, 2, 3, ... share them"
    Certainty certainty = Certainty::confirmed;
};

// What each thread reads: `bytes` bytes from its address on, in the order of threads; 32 make a warp.
struct Access {
    std::vector<std::uint32_t> addresses;
    unsigned bytes = 4;
    std::string_view unit = "threads";  // what `names` counts: "rows", "columns"
    std::vector<int> names;             // a number for each thread; empty for the thread's own
};
BankReport bank_report(const Access& access);

// Of one phase: "no conflict", "2-way conflict in banks 0-3: rows 0, 4 share them"; and "banks 0-15", all it reads
// from.
std::string sentence_of(const Access& access, const BankPhase& phase);
std::string banks_hit(const BankPhase& phase);

enum class AccessKind : std::uint8_t { chunk_column, block, along, across, element_column };
struct AccessRow {
    AccessKind kind;
    std::string_view id, doc;
};
// clang-format off
inline constexpr AccessRow kAccessKinds[] = {
    {AccessKind::chunk_column,   "chunk",  "One chunk of 16 bytes in each of 8 rows (of 8 k where M or N is contiguous), as ldmatrix reads."},
    {AccessKind::block,          "block",  "A block of rows x columns, one vector of at most 16 bytes a thread, row by row."},
    {AccessKind::along,          "along",  "A warp's vectors one after the other along the contiguous index, then the next line."},
    {AccessKind::across,         "across", "A warp's vectors at one place of 32 successive lines."},
    {AccessKind::element_column, "column", "One element, its first byte where it has no whole ones, in each of 32 successive rows."},
};
// clang-format on

// Which elements are read. Threads whose vector lies outside the tile take no part, but in a block, which is refused.
struct AccessChoice {
    AccessKind kind = AccessKind::chunk_column;
    Element from{0, 0};         // vectors begin at the multiple of their size below
    int rows = 8, columns = 8;  // block
    unsigned bytes = 16;        // along, across: 4, 8 or 16
};

// The same access with the swizzle and with linear addresses, for "no conflict (off: 8-way)".
struct BankComparison {
    Access access;
    BankReport on, off;
    std::string sentence;
};
Answer<BankComparison> banks_of(const SmemLayout& layout, const AccessChoice& choice);

// "one chunk column of 8 rows", "a warp's vectors of 16 bytes along k".
std::string words_of(const SmemLayout& layout, const AccessChoice& choice);

// "8x8" is a block, "chunk" and "column" are themselves, "along:8" and "across:16" take the bytes of a vector.
Answer<AccessChoice> parse_access(std::string_view text);

}  // namespace tilescope
