// core/include/tilescope/scene/scene.h -- pictures as values, also with cells that are on their way.
// SPDX-License-Identifier: MIT
//
// The window, exporters and tests use the same scenes. A scene contains no pixels and no colours. A cell has a tone
// (the theme maps it to a colour), a number to print, a mark and a key (the object that the cell shows). Cells are
// stored in arrays, so building 256 x 256 cells takes less than a millisecond.
#pragma once

#include <tilescope/base/basis.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace tilescope {

// The meaning of a cell's colour. step0 to step7 are eight ordered colours, for the numbers of chunks, rows, K
// steps, banks and similar, modulo 8.
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
    below,  // difference: less than expected
    equal,
    above,
    rounding,  // a value that differs only because the hardware rounds
    wrong      // a value from wrong elements, a word that waits for its bank; always with a mark too
};
inline constexpr std::size_t kToneCount = 21;

// The colour of a number.
constexpr Tone step_tone(std::uint64_t number) { return static_cast<Tone>(number % 8); }

// A pattern on top of the colour.
enum class Mark : std::uint8_t { none, hatched, crossed };

// The meaning of a cell's key.
enum class CellKind : std::uint8_t {
    element_a,  // row << 16 | column
    element_b,
    element_d,
    byte,         // shared-memory address of the cell's first byte
    mask_column,  // column of the zero-column mask
    input_bit,    // input bit of a map over bits
    tmem_cell,    // lane << 16 | column
    factor_a,     // row << 16 | index of the factor in the tile
    factor_b,
    code  // row of A << 16 | index of the metadata code; cell_columns: stored elements per code
};

// A row label begins with it if the addresses before the row are not drawn: ".. 0x4400".
inline constexpr std::string_view kGapSign = ".. ";

inline constexpr std::int32_t kNoLabel = -1;
inline constexpr std::uint32_t kNoKey = 0xffffffff;  // the cell shows no object

struct Cells {
    std::string id;     // "tile_a", "memory_a", "mask_0"
    std::string title;  // "TILE A  m 128 x k 64  chunk = 8 k"
    std::string row_axis, column_axis;
    int columns = 0, rows = 0;
    CellKind kind = CellKind::element_a;
    // All of size rows * columns, row by row.
    std::vector<Tone> tone;
    std::vector<Mark> mark;
    std::vector<std::int32_t> label;         // a number to print, or kNoLabel
    std::vector<std::uint32_t> key;          // the object that the cell shows: see CellKind
    std::vector<std::uint8_t> lit;           // 1: the shown K step reads the cell
    std::vector<std::uint8_t> both;          // 1: the cell has bytes of A and of B; empty: no cell has
    std::vector<std::string> row_labels;     // one per row, or empty
    std::vector<std::string> column_labels;  // one per column, or empty
    int cell_rows = 1, cell_columns = 1;     // size of one cell: elements (tile) or 1 x bytes (memory)
    Basis basis = Basis::given;              // see set_basis()

    std::size_t at(int row, int column) const {
        return static_cast<std::size_t>(row) * static_cast<std::size_t>(columns) + static_cast<std::size_t>(column);
    }
    // Gives all arrays the size rows * columns. No cell has a mark, a label or a key, and none is lit.
    void make_empty(Tone all = Tone::empty) {
        const std::size_t count = at(rows, 0);
        tone.assign(count, all);
        mark.assign(count, Mark::none);
        label.assign(count, kNoLabel);
        key.assign(count, kNoKey);
        lit.assign(count, 0);
    }
    // Gives each cell the key of the element, or of the cell of Tensor Memory, at its upper left corner.
    void key_by_place() {
        for (int r = 0, at = 0; r < rows; ++r)
            for (int c = 0; c < columns; ++c, ++at)
                key[static_cast<std::size_t>(at)] = static_cast<std::uint32_t>(r * cell_rows << 16 | c * cell_columns);
    }
};

struct GridAxes {
    std::string_view row, column;
};
struct GridSize {
    int rows, columns;
};
// Returns a grid of empty cells.
Cells empty_grid(std::string id, std::string title, const GridAxes& axes, const GridSize& size,
                 CellKind kind = CellKind::element_a, Tone all = Tone::empty);

// Makes a grid look as what it rests on. Assumed: each cell without a mark is hatched. Unknown: the cells are hatched
// and empty, and show no object. The title says it too.
void set_basis(Cells& cells, Basis basis);

// Returns `count` labels of rows or columns: with the step 8, "0", "8", "16" and so on.
std::vector<std::string> number_labels(int count, int step = 1);

// The cells of a grid by their key. A key that several cells have names the first one.
using CellsByKey = std::unordered_map<std::uint32_t, std::size_t>;
CellsByKey cells_by_key(const Cells& cells);

// The cell of a memory grid that has this byte, or nothing.
std::optional<std::size_t> cell_of_byte(const CellsByKey& by_key, const Cells& memory, std::uint32_t byte);

// A rectangle of cells.
struct CellBox {
    int row, column, rows, columns;
};
// Returns the cells of which `key` is not negative as few boxes: neighbours in a row with one key, and then equal runs
// below each other. `key` has rows x columns entries, row by row. A box is returned where the row after its last one is
// known.
std::vector<CellBox> boxes_of(int rows, int columns, std::span<const int> key);

struct Arrow {
    std::size_t grid = 0;  // index into Scene::grids
    int from_row = 0, from_column = 0, to_row = 0, to_column = 0;
    std::string field;     // "lbo", "sbo"
    std::string label;     // "sbo 1024 bytes"
    bool ignored = false;  // drawn dashed: the layout does not use this stride
};

// A named part of a grid that the user can drag.
struct Area {
    std::size_t grid = 0;
    int row = 0, column = 0, rows = 0, columns = 0;
    std::string id, label;  // "tmem_sfa", "SFA"
};

struct LegendEntry {
    Tone tone;
    Mark mark = Mark::none;
    std::string text;
    std::string means = {};  // a sentence for who points at the entry; empty: the text says it all
    bool both = false;       // the entry explains the sign of cells with bytes of A and of B
};

// The entry of cells with bytes of A and of B, if the grid has any.
std::optional<LegendEntry> legend_of_both(const Cells& memory);

struct Scene {
    std::vector<Cells> grids;
    std::vector<Arrow> arrows;
    std::vector<Area> areas;
    std::vector<LegendEntry> legend;
    std::string sentence;  // describes the picture
    int across = 0;        // grids in one row of the picture, in columns of equal cells; 0: as many as have room
};

// Removes the entries of the legend whose mark no cell of the scene has: a legend explains what is drawn.
void drop_absent_marks(Scene& scene);

// ---- cells on their way from one place of a scene to another ----

// A cell of a grid of a scene.
struct CellSpot {
    std::size_t grid = 0;  // index into Scene::grids
    int row = 0, column = 0;
    friend bool operator==(const CellSpot&, const CellSpot&) = default;
};

// A cell that goes from one place to another, perhaps in another grid. An arrow between two grids is part of the
// picture: it shows from which row to which row cells go, also in a picture that does not move.
struct Movement {
    CellSpot from, to;
    Tone tone = Tone::empty;
    Mark mark = Mark::none;
    std::int32_t label = kNoLabel;
    std::uint32_t key = kNoKey;
    bool stays = true;  // false: when it arrives it is gone, and the cell at `to` does not change
    double part = 0;    // of the way: 0 is at `from`, 1 at `to`
};

// A scene, and the cells that are on their way in it.
struct MovingScene {
    Scene scene;
    std::vector<Movement> movements;
    // For each grid, the number with the most digits that any of its cells ever has, so that cells keep their size.
    // Empty: the numbers of the scene.
    std::vector<std::int32_t> widest;
};

// Returns the part of the way of movement `index` of `count`, if `time` (0 to 1) of the step has passed. Movements
// start one after the other, and each starts and ends at rest.
double part_of_way(double time, std::size_t index, std::size_t count);

// Returns the movements that have an arrow: of those from one row to one row of another grid the first, and of these
// at most kMostTrails, evenly chosen. The arrow is between the two grids, so it covers no number. In one grid there is
// no such place.
inline constexpr std::size_t kMostTrails = 8;
std::vector<std::size_t> trails_of(std::span<const Movement> movements);

// The rows first to last of a grid.
struct RowRange {
    int first = 0, last = 0;
};
// Returns the scene with only these rows of each grid: one range for each. A grid without such rows stays whole. Arrows
// and areas that leave these rows are left out.
Scene rows_of(const Scene& whole, std::span<const RowRange> ranges);

// Returns the scene with at most `rows` rows of each grid: those pages of `rows` rows on which the first movement of
// the grid begins or ends, or the first lit cell lies. A movement between rows that are left out is left out too.
MovingScene page_of(const MovingScene& whole, int rows);

}  // namespace tilescope
