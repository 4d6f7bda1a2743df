// core/include/tilescope/export/terminal.h -- a scene as text for a terminal: colours and half blocks, or letters.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/scene/scene.h>

#include <string>

namespace tilescope {

struct TerminalOptions {
    int columns = 80;    // only a title can be longer
    bool colour = true;  // ANSI colours of 24 bits; false: a letter for each tone
};

// Draws the grids below each other, then the legend and the sentence. A cell shows its number if the grid then fits
// into the columns. Else a cell is half a character high (with colours) or one character; if that is still too wide, a
// character stands for several cells, and the title says for how many. A hatched cell has the sign '/', a crossed cell
// 'x'.
std::string to_terminal(const Scene& scene, const TerminalOptions& options = {});

}  // namespace tilescope
