// app/ui/theme.h -- the look of the window: colours, sizes, and what a widget needs of them.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/scene/scene.h>
#include <tilescope/word/problem.h>

#include <array>
#include <cstddef>

#include <imgui.h>

#include <cstdint>

namespace tilescope::ui {

class CellPainter;

// The sizes of text, in logical pixels: sentences and buttons; numbers, words and code; numbers in small cells; the
// result of a panel, which is its largest text, and the sentence of a presentation. Only a presentation has a title.
// Icons and the signs of severities are pictures and have sizes of their own. Draw with app/ui/text.h.
enum class TextSize : std::uint8_t { text, mono, small, lead, title };
inline constexpr float kTextSizes[] = {16, 15, 11, 20, 26};

inline constexpr std::size_t kRoleCount = 9;

// One column of the colour table. All values have the packing of ImGui. Only theme.cpp has colour literals; the colours
// of cells are those of exported pictures (export/palette.h).
struct Theme {
    bool dark;
    ImU32 window, panel, text, dim, line;
    ImU32 accent;  // choices and the focus ring
    ImU32 arrow;   // over pictures: no step of the ramp has its hue
    ImU32 good, warn, error;
    ImU32 live;  // for values that were measured on hardware, not computed
    std::array<ImU32, kRoleCount> roles;
    ImU32 text_on_role;
    ImU32 wrong;      // of a verdict, in lines and texts; a wrong cell is crossed too
    ImU32 hatch;      // lines over what has no tone: fixed fields, parts that are assumed
    ImU32 ring_halo;  // beside a ring, so that the ring is visible on any fill
};

const Theme& theme(bool dark);

ImU32 colour_of(const Theme& theme, Role role);
ImU32 colour_of(const Theme& theme, Severity severity);
ImU32 colour_of(const Theme& theme, Tone tone);
ImU32 text_on(const Theme& theme, Tone tone);
// For the pattern of a cell: pattern_on().
ImU32 line_on(const Theme& theme, Tone tone);
// Returns the printed sign of a severity: "x", "!", "?" or "i".
const char* sign_of(Severity severity);
// Returns true if the fields of this role are hatched: the fixed fields.
constexpr bool is_hatched(Role role) { return role == Role::fixed; }

// Returns the colour with this opacity, for lines over fills and for disabled items.
ImU32 faded(ImU32 colour, float opacity);

inline ImVec4 as_vec4(ImU32 colour) { return ImGui::ColorConvertU32ToFloat4(colour); }

// The sizes for a scale, in window pixels. They are whole numbers, so that grids and text stay sharp.
struct Sizes {
    float scale;
    float line;                   // one device pixel up to scale 1.5, then two
    float ring;                   // line width of rings for focus and selection
    float text, mono, small;      // font heights: kTextSizes
    float lead, title;            // the same: results and the sentence of a presentation; its title
    float row;                    // minimum height of an item that can be clicked
    float gap, pad;               // between items; inside frames and panels
    float handle, handle_margin;  // of splitters and drag handles
    float label_cell;             // cells have labels from this size on
    float line_cell;              // cells have grid lines from this size on
    float hatch;                  // distance between the lines of a hatching
};
Sizes sizes_at(float scale);

// Fills the style of ImGui from a theme and a scale. Called once for each theme and scale, never by a panel.
void apply_theme(const Theme& theme, float scale);

// `all`: the whole picture. `one`: cells in one size, the same in each picture and in each window. `selection`: the
// selected cell in the middle, large enough for all of its text; a picture without it does not move.
enum class ZoomTo : std::uint8_t { none, all, one, selection };

// While a picture is presented, the smallest text has at least this part of the height of the window.
inline constexpr float kLeastPresentedText = 0.022f;

struct Style {
    const Theme& theme;
    Sizes px;
    ImFont* mono;          // numbers, words, code
    CellPainter* painter;  // for large grids
    bool still = false;    // reduced motion: pictures jump
    bool maps = true;      // a picture that does not show all has a mini-map
    ZoomTo zoom_to = ZoomTo::none;
};

// Makes a Style from any struct with a theme, a scale, a font and a painter: a View, or a struct of a test.
template <class Carrier>
Style style_of(const Carrier& c) {
    Style style{c.theme, sizes_at(c.scale), c.mono, c.painter};
    if constexpr (requires { c.reduced_motion; }) style.still = c.reduced_motion;
    if constexpr (requires { c.zoom_to; }) style.zoom_to = c.zoom_to;
    if constexpr (requires { c.presenting; }) style.maps = !c.presenting;
    return style;
}

}  // namespace tilescope::ui
