// core/include/tilescope/scene/tile_scene.h -- an operand as a matrix and in memory; a layout as a table and over bits.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/base/answer.h>
#include <tilescope/hw/operand.h>
#include <tilescope/layout/banks.h>
#include <tilescope/layout/linear_map.h>
#include <tilescope/layout/smem_layout.h>
#include <tilescope/notation/cute.h>
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

// Shows in the grid of memory what a debugger read where the tile has no element: a tone; hatched where a byte is not
// known. `memory` is shared memory from byte 0; a value that is not 0 to 255, and a byte past its end, is not known.
// Requires: the picture is with the swizzle, else its addresses are not those of memory.
void add_recorded(Scene& scene, std::span<const std::int32_t> memory);

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

// What the pictures of banks say about their word "turn".
inline constexpr std::string_view kOneTurn = "a turn is one pass over the 32 banks (a wavefront)";

// Returns one line per phase of that picture: "threads 0-7: 1 turn (without the XOR: 8), all banks; no conflict".
std::vector<std::string> phase_lines(const BankComparison& found, bool swizzle = true);

// ---- a layout as a table of offsets (CuTe), and as a matrix over bits ----

// Draws one grid of rows x columns. Each cell shows the offset of its coordinate (after the swizzle, in the unit of the
// text). The colour is the offset modulo 8. A layout with one mode is one row.
//
//     (2,4):(4,1)      0 1 2 3
//                      4 5 6 7
//
// Errors: modes_of() refuses the text, the layout has more than two modes, or it has more than 65536 cells.
Answer<Scene> cute_scene(const CuteText& text);

// ---- the matrix over bits, with its vectors and kernel ----

// An input bit and the address bits that it changes.
struct F2Vector {
    std::string name;  // "row 1"
    Element element;   // the element whose index has only this bit set
    std::string text;  // "0x090 = byte 16 + byte 128"
};

struct F2Picture {
    std::string refused;  // why there is no map: the layout is not linear, for example; empty if there is one
    LayoutMap map;
    // One grid with cells 0 or 1. Each column is an input bit (lowest bit first), and the last column is the offset if
    // there is one. Each row is an output bit.
    Scene scene;
    std::vector<F2Vector> vectors;
    std::vector<std::string> kernel;    // "row 8 + column 1": elements that share an address
    std::vector<Element> kernel_first;  // for each kernel entry, the element at the address of (0, 0)
};
F2Picture f2_picture(const SmemLayout& layout);

// Returns the columns of the grid that give the address of an element: the set bits of its index. Empty if the element
// is outside the block.
std::vector<unsigned> inputs_of(const LayoutMap& map, Element element);

}  // namespace tilescope
