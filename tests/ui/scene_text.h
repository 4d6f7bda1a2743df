// tests/ui/scene_text.h -- a scene as a short text for a stored file, and the first cell in which two texts differ.
// SPDX-License-Identifier: MIT
//
//     sentence: Operand A, 128 x 64 f16, K-major, 128B: 128 lines of 128 bytes from 0x400.
//     grid memory_a: MEMORY  line = 128 bytes
//       size: 128 rows (address) x 8 columns (chunk), a cell is 1 x 16 of byte
//       row labels: 0x400 0x480 .. 0x4380
//       column labels: 0 1 .. 7
//       keys: 0x400 + 0x80 row + 0x10 column
//       rows 0-120/8: 0-1 step0..step1 0..1 lit; 2-7 step2..step7 2..7
//
// "rows 0-120/8" are the rows 0, 8, 16, ... 120: all rows with the same text are on one line. A run of cells has its
// columns, its tone, its label if it has one, and its mark. "step0..step1 0..1": from one cell of the run to the next,
// the tone is the next one of the eight, and the label grows by the same number. A label "row+64" is the number of the
// row plus 64. "keys" is the object that each cell shows (CellKind), if one formula gives all of them.
#pragma once

#include <tilescope/scene/scene.h>

#include <string>
#include <string_view>

namespace tilescope::ui {

std::string scene_text(const Scene& scene);

// Says where two such texts differ first, and how: "grid tile_a, row 3, column 5: 'step5 5' is stored, the picture has
// 'step4 5' (1 difference)". Empty if both say the same.
std::string scene_difference(std::string_view stored, std::string_view now);

}  // namespace tilescope::ui
