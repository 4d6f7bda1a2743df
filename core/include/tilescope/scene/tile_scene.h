// core/include/tilescope/scene/tile_scene.h -- an operand as a matrix and in the lines and banks of shared memory.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/hw/operand.h>
#include <tilescope/layout/banks.h>
#include <tilescope/layout/smem_layout.h>
#include <tilescope/scene/scene.h>

#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace tilescope {

enum class Grain : std::uint8_t { element, chunk, line };
enum class Colouring : std::uint8_t { chunk, row, k_step, bank };
inline constexpr NamedValue kGrainNames[] = {{0, "element"}, {1, "chunk"}, {2, "line"}};
inline constexpr NamedValue kColouringNames[] = {{0, "chunk"}, {1, "row"}, {2, "K step"}, {3, "bank"}};

struct TileOptions {
    Operand operand = Operand::a;
    Grain grain = Grain::chunk;
    Colouring colouring = Colouring::chunk;
    bool swizzle = true;       // false: the picture omits the XOR
    unsigned k_step = 0;       // the K step whose reads are lit
    unsigned mma_k = 16;       // columns that one instruction reads
    bool stored_half = false;  // the operand is A of a sparse MMA: memory has half of its columns
    friend bool operator==(const TileOptions&, const TileOptions&) = default;
};

// Draws two grids, and arrows for lbo and sbo:
//
//     grids[0]    the tile, rows x K
//     grids[1]    the 128-byte lines that contain the tile, lowest address first
//
// grids[1] omits empty lines; the row label after a gap starts with "..". Cells that two elements share are crossed.
// The arrow of an ignored stride is marked as ignored. `bytes` is tile_map() of the layout; kNoKey: the element has no
// location. If options.swizzle is false, the function removes the XOR from these addresses. `shared` has the bytes that
// the other operand uses too: their cells have a sign (Cells::both).
Scene tile_scene(const SmemLayout& layout, std::span<const std::uint32_t> bytes, const TileOptions& options,
                 const SharedMap& shared = {});

// "64", or for the stored half of A "128 (64 stored)": the K of an operand in a title.
std::string k_text(int stored_columns, bool stored_half);

// Returns the number of the chunk of an element within its swizzle row, which the pictures print. Without a swizzle it
// is the number modulo 8.
int chunk_in_row(const SmemLayout& layout, const Element& element);

// The grid of some 128-byte lines of shared memory, lowest address first, without an id and a title. A line after a gap
// has a label with kGapSign. A line can be given several times.
struct LineGrid {
    Cells cells;
    std::unordered_map<std::uint32_t, int> row_of;  // number of the line -> row
};
LineGrid line_grid(std::vector<std::uint32_t> lines, std::uint32_t cell_bytes);

// ---- what TMA writes, and what the MMA reads ----

// A tile: the byte where the MMA reads each element, the byte where TMA writes it (kNoKey: nowhere), and the elements
// that differ.
struct TmaPicture {
    const SmemLayout& layout;
    std::span<const std::uint32_t> read, written;
    std::span<const Element> differing;
};

// Draws two grids: grids[0] is the tile, grids[1] is shared memory as TMA writes it. In both, a cell is crossed if the
// MMA reads one of its elements from a different byte. The picture always includes the swizzle.
Scene tma_scene(const TmaPicture& picture, TileOptions options);

// ---- the words and banks of one access ----

struct BankOptions {
    bool swizzle = true;    // false: linear addresses
    bool by_phase = false;  // true: colours and numbers are phases, not threads
    friend bool operator==(const BankOptions&, const BankOptions&) = default;
};

// Draws one grid: the 128-byte lines that the access uses, 32 words per line. A word is crossed if another word of the
// same phase is in its bank. Without the swizzle, the addresses are not real locations, so the cells have no key.
Scene bank_scene(const BankComparison& found, const BankOptions& options);

// Returns one line per phase: "threads 0-7: 1 turn (without swizzle: 8), all banks; no conflict".
std::vector<std::string> phase_lines(const BankComparison& found);

}  // namespace tilescope
