// core/src/scene/scene_parts.h -- grids, labels and lines, as most pictures need them.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/scene/scene.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace tilescope {

struct Emulation;

// The colour of a number.
constexpr Tone step_tone(std::uint64_t number) { return static_cast<Tone>(number % 8); }

struct GridAxes {
    std::string_view row, column;
};
struct GridSize {
    int rows, columns;
};
// Returns a grid of empty cells.
Cells empty_grid(std::string id, std::string title, const GridAxes& axes, const GridSize& size,
                 CellKind kind = CellKind::element_a, Tone all = Tone::empty);

// Gives each cell the key of the element, or of the cell of Tensor Memory, at its upper left corner.
void key_by_place(Cells& cells);

// Returns `count` labels of rows or columns: with the step 8, "0", "8", "16" and so on.
std::vector<std::string> number_labels(int count, int step = 1);

// The grid of some 128-byte lines of shared memory, lowest address first, without an id and a title. A line after a gap
// has a label with kGapSign. A line can be given several times.
struct LineGrid {
    Cells cells;
    std::unordered_map<std::uint32_t, int> row_of;  // number of the line -> row
};
LineGrid line_grid(std::vector<std::uint32_t> lines, std::uint32_t cell_bytes);

// Returns a grid with a cell for each element of D.
Cells d_grid(const Emulation& emulation, std::string id, std::string title);

}  // namespace tilescope
