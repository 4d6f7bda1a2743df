// app/window/guide/presentation.h -- one picture fills the window, with large text: for a talk.
// SPDX-License-Identifier: MIT
//
// The picture is drawn by its panel (View::presenting), at a scale at which its smallest text can be read from the last
// row. So all that a picture can do still works: wheel, labels, selection. Key M plays the animation of a picture. In a
// lesson, the pictures are those of its steps.
#pragma once

#include "app/window/frame/context.h"

#include <tilescope/view/animation.h>

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope::ui {

// A picture that can be presented. The rows are in the order of the presentation.
struct Slide {
    Screen screen;
    std::string_view panel;  // its row in panels.inc
    std::string_view title;
    bool of_operand = false;                                    // the title ends in "of A" or "of B"
    bool k_steps = false;                                       // it shows one K step after the other
    bool (*there)(const Document&, const LiveView&) = nullptr;  // whether there is such a picture; null: always
    std::optional<AnimationId> plays = {};                      // the animation of key M
};
std::span<const Slide> all_slides();
// Those that the session has, and the one that is shown.
std::vector<const Slide*> slides_of(const Document& doc, const LiveView& live);
const Slide& shown_slide(const Document& doc);
// In a lesson: whether the picture is the one of the step, and whether it still shows what the caption of the step is
// about.
bool shows_picture_of_step(const Document& doc);
bool shows_beginning_of_step(const Document& doc);

// Ends the presentation, and brings back what was shown before.
void end_presentation(Document& doc, Overlays& overlays, Regions& regions);

// A key that acts only while a picture is presented. The keys are those of a clicker too.
struct PresentationKey {
    std::string_view keys, title;
    void (*act)(Context);
    std::string_view brief = {};  // "D: dark", for the line that names the keys; empty: not in it
    bool rare = false;            // only F1 names it
    bool repeats = false;         // while it is held
};
std::span<const PresentationKey> presentation_keys();
// Runs the keys that went down in this frame. Returns true if there was one: no command sees it.
bool run_presentation_keys(Context c);

// The scale at which the smallest text has kLeastPresentedText of the height of the window.
float scale_presented_in(ImVec2 window);

// Draws the slide into the window that is open.
void draw_presentation(const View& view, Document& doc, const Presentation& presentation, const FrameTools& tools);

}  // namespace tilescope::ui
