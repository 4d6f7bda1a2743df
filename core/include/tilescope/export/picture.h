// core/include/tilescope/export/picture.h -- exports a picture as SVG, as TikZ, or as text for a terminal.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/export/sheet.h>
#include <tilescope/scene/scene.h>

#include <span>
#include <string>
#include <string_view>

namespace tilescope {

// For a picture that is a part of a page, and has cells that someone else draws.
struct SvgPart {
    std::string_view ids = {};               // the beginning of all its ids, so that they are unique on the page
    std::string_view below = {};             // more elements, between the paper and the cells
    std::span<const SheetCell> others = {};  // the cells that these elements draw: their patterns are defined too
};

// Returns one <svg> document. Its <desc> is the sentence of the scene. Its fonts fall back to generic fonts. Example:
//
//     const std::string svg = to_svg(sheet_of(tile_scene(layout, tile_map(layout), {})));
std::string to_svg(const Sheet& sheet, const SvgPart& part = {});

// A colour as CSS has it; a position with one decimal digit at most; "hatched", "crossed_light", or empty without a
// mark.
std::string svg_colour(Rgb colour);
std::string svg_number(double value);
std::string_view svg_pattern(const Sheet& sheet, const SheetCell& cell);

// Returns a LaTeX document of one page: one tikzpicture with one node per label. One unit of the sheet is 1 bp. It
// needs only packages that every TeX distribution has. A character that its fonts do not have becomes a question mark.
std::string to_tikz(const Sheet& sheet);

// Returns `text` for an element of XML or HTML or for a quoted attribute. Leaves out the control characters that
// XML 1.0 (2.2) does not have. Bytes that are not UTF-8, and the two characters that XML forbids, become U+FFFD.
std::string markup_text(std::string_view text);

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
