// app/window/frame/keys.h -- the keys: they run commands, and act only on what the user sees.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/window/frame/command.h"

#include <optional>
#include <string>

namespace tilescope::ui {

// Runs the commands whose keys went down in this frame.
void run_pressed_keys(Context c);

// What was typed in this frame, without blanks; empty with Ctrl or Alt.
std::string typed_text();

// Moves the selection from cell to cell of the grid with the selection, or from column to column of the mask.
void move_cell(Document& doc, int down, int right);

// The topic that F1 explains: the first of these that exists: the item under the pointer, the rule of the current
// problem, the selected field with its value. Empty if none of them has a topic.
std::string current_topic(const Document& doc);

// Shows a screen, and the word that it is about.
void go_to_screen(Document& doc, Screen screen);

// What is shown.
bool on_memory(const Document& doc);      // the screen of shared memory, any of its tabs
bool shows_tile(const Document& doc);     // its tab with the tile and its memory
bool shows_swizzle(const Document& doc);  // a picture with and without the swizzle
bool shows_grain(const Document& doc);    // a picture whose cells can be elements, chunks or lines
// The shown picture whose cells have a choice of labels.
std::optional<LabelPicture> labelled_picture(const Document& doc);
bool shows_labels(const Document& doc);
bool shows_k_steps(const Document& doc);  // a picture of one K step
bool shows_d(const Document& doc);        // a screen with D
bool has_cell(const Document& doc);       // the selection is a cell that the arrow keys can move
bool has_selection(const Document& doc);  // something is selected, with a click or from the palette

// When a command is possible, and where its key acts else.
inline constexpr When kOnMemory{with<on_memory>, "acts on the screen Shared memory (Ctrl+2)."},
    kOnTile{with<shows_tile>, "acts on the tab Tile of the screen Shared memory (Ctrl+2)."},
    kOnSwizzle{with<shows_swizzle>, "acts on the tabs Tile and Banks of the screen Shared memory (Ctrl+2)."},
    kOnGrain{with<shows_grain>, "acts on the tabs Tile and Tensor map of the screen Shared memory (Ctrl+2)."},
    kOnLabels{with<shows_labels>,
              "acts on the screen MMA (Ctrl+1), on the tab Tile of the screen Shared memory (Ctrl+2), and on the tab "
              "Map of the screen Tensor memory (Ctrl+5)."},
    kOnKSteps{with<shows_k_steps>,
              "acts on the screen MMA (Ctrl+1), on the tab Tile of the screen Shared memory (Ctrl+2), and on the tab "
              "Scales of the screen Tensor memory (Ctrl+5)."},
    kOnSelection{with<has_selection>, "shows the selection large, but nothing is selected; click a cell first."};

}  // namespace tilescope::ui
