// core/include/tilescope/export/sheet.h -- a scene laid out on a sheet: what every exporter draws, whatever it writes.
// SPDX-License-Identifier: MIT
#pragma once

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

// Which colours: those of the light window, greys for print, the pastels that CuTe's own drawings use.
enum class Palette : std::uint8_t { screen, grey, cute };
inline constexpr NamedValue kPaletteNames[] = {{0, "screen"}, {1, "grey"}, {2, "cute"}};

enum class TextAnchor : std::uint8_t { start, middle, end };

// All places are in logical pixels from the left upper corner; y of a text is its middle.
struct SheetCell {
    double x, y, width, height;
    Rgb fill, ink;
    Mark mark;
    bool lit;
    std::string label;
    std::size_t grid;  // of the scene
};
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
    Rgb paper{}, ink{}, line{}, accent{};  // accent: arrows, on a halo of paper
    std::vector<SheetCell> cells;
    std::vector<SheetText> texts;
    std::vector<SheetArrow> arrows;
    std::string sentence;  // the scene's own
};

// Full extent, without what is pointed at. Grids stand side by side, the legend and the sentence below them.
Sheet sheet_of(const Scene& scene, Palette palette = Palette::screen);

}  // namespace tilescope
