// core/include/tilescope/export/sheet.h -- a scene with positions and colours; every exporter draws a sheet.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/scene/movement.h>
#include <tilescope/scene/scene.h>
#include <tilescope/word/field.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope {

struct Rgb {
    std::uint8_t r, g, b;
    friend bool operator==(const Rgb&, const Rgb&) = default;
};

// The colours: those of the light window, greys for print, or the pastel colours of CuTe's drawings.
enum class Palette : std::uint8_t { screen, grey, cute };
inline constexpr NamedValue kPaletteNames[] = {{0, "screen"}, {1, "grey"}, {2, "cute"}};

// The colours of a cell and of the text in it.
struct SheetInk {
    Rgb fill, ink;
};
SheetInk sheet_ink(Tone tone, Palette palette);

enum class TextAnchor : std::uint8_t { start, middle, end };

// All positions are in logical pixels from the upper left corner. The y of a text is its vertical middle.
struct SheetCell {
    double x, y, width, height;
    Rgb fill, ink;
    Mark mark;
    bool lit;
    std::string label;
    std::size_t grid;  // index into Scene::grids; for a legend cell: grids.size()
    bool both;         // has a triangle in its lower right corner: bytes of A and of B
};
// The length of the sides of this triangle, as a share of the shorter side of the cell.
inline constexpr double kBothShare = 0.45;
constexpr double both_side(const SheetCell& c) { return (c.width < c.height ? c.width : c.height) * kBothShare; }

struct SheetText {
    double x, y;
    TextAnchor anchor;
    bool mono;
    std::string text;
};
struct SheetArrow {
    double from_x, from_y, to_x, to_y;
    bool dashed;
    std::string label;
};
struct Sheet {
    double width = 0, height = 0;
    double text_pixels = 12;
    Rgb paper{}, ink{}, line{}, accent{};  // accent: arrows, with a border in the paper colour
    std::vector<SheetCell> cells;
    std::vector<SheetText> texts;
    std::vector<SheetArrow> arrows;
    std::vector<SheetArrow> trails;  // of cells on their way: thin arrows
    std::vector<SheetCell> flying;   // these cells, over the arrows
    std::string sentence;            // the sentence of the scene
};

// Lays out the whole scene without the highlight of the pointer. The grids are side by side. The legend and the
// sentence are below them.
Sheet sheet_of(const Scene& scene, Palette palette = Palette::screen);

// The same with the cells that are on their way, and an arrow from where each comes to where it goes. If many move at
// once, only some have an arrow.
Sheet sheet_of(const MovingScene& moving, Palette palette = Palette::screen);

}  // namespace tilescope
