// core/include/tilescope/scene/scene.h -- drawings as values: the window, exporters and tests look at the same one.
// SPDX-License-Identifier: MIT
//
// A scene knows nothing of pixels and colours. A cell has a tone (which the theme turns into a colour), a number to
// print, a mark and the thing it stands for. Building 256 x 256 cells takes well under a millisecond: cells are arrays.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace tilescope {

// What a cell's colour says. step0 to step7 are ordered (chunk, row, K step, bank).
enum class Tone : std::uint8_t {
    step0,
    step1,
    step2,
    step3,
    step4,
    step5,
    step6,
    step7,
    empty,
    used,
    zeroed,
    d,
    a,
    sfa,
    sfb,
    meta,
    below,  // differences: less than expected,
    equal,
    above
};
inline constexpr std::size_t kToneCount = 19;

// The second sign beside the tone.
enum class Mark : std::uint8_t { none, hatched, crossed };

// What a cell's key means.
enum class CellKind : std::uint8_t {
    element_a,  // row << 16 | column
    element_b,
    element_d,
    byte,         // shared-memory address of the cell's first byte
    mask_column,  // column of the zero-column mask
    input_bit,    // of a map over bits
    tmem_cell,    // lane << 16 | column
    factor_a,     // row << 16 | factor of the tile
    factor_b,
    code  // row of A << 16 | code of metadata; cell_columns is the number of stored elements it speaks about
};

inline constexpr std::int32_t kNoLabel = -1;
inline constexpr std::uint32_t kNoKey = 0xffffffff;  // the cell stands for nothing

struct Cells {
    std::string id;     // "tile_a", "memory_a", "mask_0"
    std::string title;  // "TILE A (m, k)  chunk = 8 k"
    std::string row_axis, column_axis;
    int columns = 0, rows = 0;
    CellKind kind = CellKind::element_a;
    // All of size rows * columns, row by row.
    std::vector<Tone> tone;
    std::vector<Mark> mark;
    std::vector<std::int32_t> label;         // a number to print, or kNoLabel
    std::vector<std::uint32_t> key;          // what the cell stands for: see CellKind
    std::vector<std::uint8_t> lit;           // 1: the K step that is shown reads it
    std::vector<std::string> row_labels;     // one a row, or empty
    std::vector<std::string> column_labels;  // one a column, or empty
    int cell_rows = 1, cell_columns = 1;     // elements (tile) or 1 x bytes (memory) that one cell covers

    std::size_t at(int row, int column) const {
        return static_cast<std::size_t>(row) * static_cast<std::size_t>(columns) + static_cast<std::size_t>(column);
    }
};

struct Arrow {
    std::size_t grid = 0;  // index into Scene::grids
    int from_row = 0, from_column = 0, to_row = 0, to_column = 0;
    std::string field;     // "lbo", "sbo"
    std::string label;     // "sbo 1024 bytes"
    bool ignored = false;  // dashed: the layout does not walk this stride
};

// A named part of a grid that can be taken hold of.
struct Area {
    std::size_t grid = 0;
    int row = 0, column = 0, rows = 0, columns = 0;
    std::string id, label;  // "tmem_sfa", "SFA"
};

struct LegendEntry {
    Tone tone;
    Mark mark = Mark::none;
    std::string text;
};

struct Scene {
    std::vector<Cells> grids;
    std::vector<Arrow> arrows;
    std::vector<Area> areas;
    std::vector<LegendEntry> legend;
    std::string sentence;  // what the picture shows, in words
};

}  // namespace tilescope
