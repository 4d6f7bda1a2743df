// core/include/tilescope/export/picture.h -- a scene as text that others draw: SVG, TikZ.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/export/sheet.h>

#include <string>

namespace tilescope {

// One <svg> document, with the scene's sentence as its description. Needs no fonts of ours: it names generic ones.
std::string to_svg(const Sheet& sheet);

// A standalone LaTeX document with one tikzpicture, a node a cell; units are those of the sheet, 1 pt each.
std::string to_tikz(const Sheet& sheet);

}  // namespace tilescope
