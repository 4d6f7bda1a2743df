// core/include/tilescope/export/picture.h -- exports a picture as SVG or TikZ text.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/export/sheet.h>

#include <string>

namespace tilescope {

// Returns one <svg> document. Its <desc> is the sentence of the scene. Its fonts fall back to generic fonts. Example:
//
//     const std::string svg = to_svg(sheet_of(tile_scene(layout, tile_map(layout), {})));
std::string to_svg(const Sheet& sheet);

// Returns a LaTeX document of one page: one tikzpicture with one node per label. One unit of the sheet is 1 bp. It
// needs only packages that every TeX distribution has. A character that its fonts do not have becomes a question mark.
std::string to_tikz(const Sheet& sheet);

}  // namespace tilescope
