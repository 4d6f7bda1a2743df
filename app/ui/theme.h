// app/ui/theme.h -- colours by role and sizes by scale: how everything looks, decided in one place.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/scene/scene.h>
#include <tilescope/word/problem.h>

#include <array>
#include <cstddef>

#include <imgui.h>

namespace tilescope::ui {

inline constexpr std::size_t kRoleCount = 9;
inline constexpr std::size_t kStepCount = 8;

// One column of the colour table. All values are packed as ImGui wants them; literals stand in theme.cpp only.
struct Theme {
    bool dark;
    ImU32 window, panel, text, dim, line;
    ImU32 accent;  // choices and the focus ring
    ImU32 good, warn, error;
    ImU32 live;  // measured on hardware, not computed
    std::array<ImU32, kRoleCount> roles;
    ImU32 text_on_role;
    std::array<ImU32, kStepCount> steps;          // ordered things: chunk, row, K step
    std::array<ImU32, kStepCount> text_on_steps;  // the digit printed on them
    ImU32 below, equal, above;                    // differences; "-" and "+" in the cell say the same
    ImU32 text_on_below, text_on_equal;           // the latter on what is above too
    ImU32 hatch;                                  // lines over fixed fields, zeroed columns and overlaps
    ImU32 ring_halo;                              // beside a ring, so that it shows on any fill
};

const Theme& theme(bool dark);

ImU32 colour_of(const Theme& theme, Role role);
ImU32 colour_of(const Theme& theme, Severity severity);
ImU32 colour_of(const Theme& theme, Tone tone);
ImU32 text_on(const Theme& theme, Tone tone);
// The second sign of a severity: "x", "!", "?", "i".
const char* sign_of(Severity severity);
// What is drawn over a role's colour: fixed fields are hatched.
constexpr bool is_hatched(Role role) { return role == Role::fixed; }

// The colour with `opacity` of its own, for lines over fills and for what is disabled.
ImU32 faded(ImU32 colour, float opacity);

inline ImVec4 as_vec4(ImU32 colour) { return ImGui::ColorConvertU32ToFloat4(colour); }

// Pixel sizes at a scale, in window pixels: whole numbers, so that grids and text stay sharp.
struct Sizes {
    float scale;
    float line;                   // one device pixel up to scale 1.5, then two
    float ring;                   // of focus and selection
    float text, mono;             // font heights
    float row;                    // the least height of what can be clicked
    float gap, pad;               // between items; inside frames and panels
    float handle, handle_margin;  // of splitters and drag handles
    float label_cell;             // labels in cells from here on
    float line_cell;              // grid lines from here on
    float hatch;                  // from line to line of a hatching
};
Sizes sizes_at(float scale);

// Fills ImGui's style from both. Once per theme and scale, never per panel.
void apply_theme(const Theme& theme, float scale);

}  // namespace tilescope::ui
