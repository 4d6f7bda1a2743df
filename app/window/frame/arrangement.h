// app/window/frame/arrangement.h -- where the regions are: a pure function of the size and the preferences.
// SPDX-License-Identifier: MIT
//
//     const Arrangement a = arrange({1440, 842}, {.scale = 1, .gap = 8, .line = 24}, {});
//     a.stage   // the rectangle for the pictures, in the same pixels
#pragma once

#include "app/ui/ui_probe.h"

#include <cstdint>

namespace tilescope::ui {

// wide: from 1600 x 800 logical pixels, screen 1 shows A and B. normal: from 1000 x 600. compact: one column with tabs.
enum class WindowClass : std::uint8_t { wide, normal, compact };
WindowClass class_for(float logical_width, float logical_height);

// Limits of the regions that the user can resize, in logical pixels; of the drawer, as a part of the height.
inline constexpr float kRailLeast = 220, kRailMost = 320, kSideLeast = 240, kSideMost = 460;
inline constexpr float kDrawerLeast = 0.12f, kDrawerMost = 0.6f;
inline constexpr float kRailTiles = 56;   // width of the rail while it is not pinned
inline constexpr float kFoldedSide = 16;  // width of the bar that opens the side again
inline constexpr float kLessonLeast = 280, kLessonMost = 560;
inline constexpr float kStageLeast = 480;  // the side gets narrower first

// What the user chose.
struct RegionChoice {
    bool rail_pinned = false, side_folded = false, drawer_open = false;
    float rail = 240, side = 300;  // logical pixels
    float drawer = 0.3f;           // part of the height
    float lesson = 0;              // logical pixels; 0: no lesson is open
};

// Sizes of one frame, in window pixels.
struct RegionUnits {
    float scale = 1;  // window pixels for one logical pixel
    float gap = 0;    // between two regions
    float line = 0;   // height of the status line
};

// All rectangles are relative to the room below the bar. A region that is not shown is empty.
struct Arrangement {
    Rect rail, stage, side, drawer, status, lesson;
};

// While a picture is presented: its title above, its sentence and the line of the keys below. The picture gets the
// rest. All rectangles are relative to the window.
struct PresentedUnits {
    float pad = 0;                // at each border, and between two parts
    float title = 0, footer = 0;  // heights of their lines
    float sentence = 0;           // of one line of the sentence
    float lines = 0;              // of the sentence; at most kMostLinesPresented are shown
};
inline constexpr float kMostLinesPresented = 2;
struct PresentedPlaces {
    Rect title, picture, sentence, footer;
};
PresentedPlaces arrange_presented(ImVec2 window, const PresentedUnits& units);

// Arranges the regions in a room of this size, in window pixels. The stage gets what the others leave.
Arrangement arrange(ImVec2 room, const RegionUnits& units, const RegionChoice& choice);

}  // namespace tilescope::ui
