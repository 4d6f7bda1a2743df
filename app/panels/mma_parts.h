// app/panels/mma_parts.h -- the parts of the MMA panel: the canvas, what lights up on it, and the card in its corner.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/mma_layout.h"
#include "app/panels/panels.h"
#include "app/widgets/cell_grid.h"

#include <span>

namespace tilescope::ui {

// The canvas of one frame. All rectangles are in the window.
struct MmaFrame {
    const View& view;
    const MmaPanelState& state;
    const MmaPlacing& placing;
    Rect area;
    Style style;
    PanZoom shown;  // the visible part; its units are pixels at zoom 1

    // The part with all its cells, also outside `area`. Nothing if the picture does not have it.
    std::optional<Rect> part(PicturePart p) const;
    // A rectangle of cells.
    std::optional<Rect> cells(const MmaLight& light) const;
    // The visible cells of a part. Nothing if none is visible.
    std::optional<GridPlaces> places(PicturePart p) const;
};

// Over the upper left corner of an enlarged picture there is the button that shows all of it.
float fit_button_width();

// The object at a point of the canvas: an element, a byte, a cell of Tensor Memory or a scale factor.
Focus focus_at(const MmaFrame& frame, ImVec2 point);

// Draw, in this order: bands from each matrix to where it lies, the cells, the window of the K step, captions.
void draw_mma_bands(const MmaFrame& frame);
void draw_mma_cells(const MmaFrame& frame, MmaLabelStore& labels);
void draw_mma_step(const MmaFrame& frame);
void draw_mma_captions(const MmaFrame& frame);
// Draws the whole picture small, with a frame around the visible part.
void draw_mma_map(const MmaFrame& frame, const MiniMap& map);

// Draws what belongs to the focus, with lit bands. `solid`: it is selected.
void draw_mma_lights(const MmaFrame& frame, std::span<const MmaLight> lights, bool solid);
// Draws where wrong elements were read (solid) and where they should have been read (dashed).
void draw_mma_arrows(const MmaFrame& frame, std::span<const MmaArrow> arrows);

// Draws [Emulate] or its progress with [Stop], [Run on the GPU], the K steps with [Play], and how many K steps run.
void draw_mma_tools(const View& view, MmaPanelState& state, Requests& requests);
// Draws the instruction and its words. A click on a word makes it active.
void draw_mma_words(const View& view, Requests& requests);
// Draws the counts of the result, what they cover, all caveats with their buttons, or the refusal. They are visible
// whatever is selected, and at every zoom.
void draw_mma_verdict(const View& view, PanelStates& states, Requests& requests);
// Draws what can be done next, or why the selected element is wrong, with the button that repairs it.
void draw_mma_card(const View& view, PanelStates& states, Requests& requests, Rect place);

// Whether the K step of the picture is one of those that the result has.
bool has_emulated_step(const View& view);

// The run with all instructions along K, or with the first one.
MmaRun with_steps(MmaRun run, bool all);
// Requests that the run has all instructions along K.
void emulate_all_steps(const View& view, Requests& requests);

// The number of instructions along K.
unsigned mma_steps(const View& view);
// The selected element of D, if the result has it.
std::optional<ElementFocus> selected_of_result(const View& view);

}  // namespace tilescope::ui
