// core/include/tilescope/export/sheet.h -- a scene with positions and colours; every exporter draws a sheet.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/export/palette.h>
#include <tilescope/scene/scene.h>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope {

enum class TextAnchor : std::uint8_t { start, middle, end };

// All positions are in logical pixels from the upper left corner. The y of a string is its vertical middle.
struct SheetCell {
    double x, y, width, height;
    Rgb fill, ink;
    Mark mark;
    bool lit;
    std::string label;
    std::size_t grid;    // index into Scene::grids; for a legend cell: grids.size()
    bool both;           // has a triangle in its lower right corner: bytes of A and of B
    bool framed = true;  // false: a box of small cells that look the same; the frame of the grid is in Sheet::lines
};
// The length of the sides of this triangle, as a share of the shorter side of the cell.
inline constexpr double kBothShare = 0.45;
constexpr double both_side(const SheetCell& c) { return (c.width < c.height ? c.width : c.height) * kBothShare; }

struct SheetText {
    double x, y;
    TextAnchor anchor;
    bool mono;
    std::string text;    // UTF-8
    bool title = false;  // Sheet::title_pixels high
};
// A thin line, for example from a field to its name. Around lit cells: a line in the ink colour, and below it its
// border in the paper colour.
enum class LineKind : std::uint8_t { thin, border, lit };
struct SheetLine {
    double from_x, from_y, to_x, to_y;
    LineKind kind = LineKind::thin;
};
// The width of each kind, in pixels.
inline constexpr double kLineWidths[] = {1, 5, 2};
constexpr double width_of(const SheetLine& l) { return kLineWidths[static_cast<std::size_t>(l.kind)]; }
struct SheetArrow {
    double from_x, from_y, to_x, to_y;
    bool dashed;
    std::string label;
};
struct Sheet {
    double width = 0, height = 0;
    double text_pixels = 12, title_pixels = 18;
    Rgb paper{}, ink{}, line{}, accent{};  // accent: arrows, with a border in the paper colour
    std::vector<SheetCell> cells;
    std::vector<SheetLine> lines;
    Rgb colour_of(const SheetLine& l) const {
        return l.kind == LineKind::thin ? line : l.kind == LineKind::lit ? ink : paper;
    }
    std::vector<SheetText> texts;
    std::vector<SheetArrow> arrows;
    std::vector<SheetArrow> trails;  // of cells on their way: thin arrows
    std::vector<SheetCell> flying;   // these cells, over the arrows
    std::string sentence;            // the sentence of the scene
    double caption_top = 0;          // where it begins, below the picture and the legend
};

// The size of a sheet: what the picture needs; a slide of 16:9, 1280 x 720; the column of a paper, 3.5 inches or 336
// pixels wide (IEEE, two columns).
enum class SheetFit : std::uint8_t { picture, slide, column };
inline constexpr NamedValue kSheetFitNames[] = {{0, "picture"}, {1, "slide"}, {2, "column"}};
inline constexpr double kSlideWidth = 1280, kSlideHeight = 720, kColumnWidth = 336;

struct SheetOptions {
    Palette palette = Palette::screen;
    std::string title;    // a line above the picture; empty: none
    bool legend = true;   // what colours, patterns and arrows mean
    std::string source;   // a line below the picture: where it comes from; empty: none
    bool caption = true;  // the sentence of the scene, below the picture
    SheetFit fit = SheetFit::picture;
    double least_height = 0;  // before it is fitted: pictures of a series keep their size
};

// The colours of all parts of a sheet, each once: paper, ink, lines, arrows, and the cells of every tone with their
// numbers. Smoothed edges of letters have others between them.
std::vector<Rgb> colours_of(Palette palette);

// Lays out the whole scene without the highlight of the pointer. Grids are side by side, in several rows if they are
// wide; the grids of an MMA are where mma_scene.h says, but not in a column of a paper. The legend and the sentence are
// below them. An area of one row has its name below its cells. Cells without labels are small, so that a large matrix
// fits on a page; of the numbers of rows and columns there are then only some. On a slide or in a column, cells are so
// small that letters stay readable: at least 12 pixels, or 6 points.
Sheet sheet_of(const Scene& scene, const SheetOptions& options);
inline Sheet sheet_of(const Scene& scene, Palette palette = Palette::screen) {
    return sheet_of(scene, SheetOptions{.palette = palette, .title = {}, .legend = true, .source = {}});
}

// The same with the cells that are on their way, and an arrow from where each comes to where it goes. If many move at
// once, only some have an arrow.
Sheet sheet_of(const MovingScene& moving, const SheetOptions& options);

// ---- the sheet as SVG, as TikZ, and as text for a terminal ----

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

// A colour as CSS has it; a position with one decimal digit at most; the id of the pattern of a cell, or empty without
// a mark: "hatched-7e8a96".
std::string svg_colour(Rgb colour);
std::string svg_number(double value);
std::string svg_pattern(const SheetCell& cell);

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
