// app/shell/frame.h -- one frame: the program between "input arrived" and "draw data is ready".
// SPDX-License-Identifier: MIT
#pragma once

#include "app/shell/app.h"

struct ImFont;

namespace tilescope::ui {

class CellPainter;
struct Theme;

// What the window lends to a frame.
struct FrameTools {
    const Theme* theme = nullptr;
    float scale = 1;
    ImFont* mono = nullptr;
    CellPainter* painter = nullptr;
};

// A session with its consequences, ready for the first frame.
void start(App& app, Session session);

// Takes what the panels asked for in the last frame into the document and derives; also what tests call between frames.
void apply_asks(App& app);

// Everything: asks, derive, trace, commands, regions, panels. Requires: ImGui::NewFrame() was called.
void frame(App& app, const FrameTools& tools);

// A new revision begins: what follows from the document is derived anew, and no sentence is said about the former one.
// Whoever says something about the new one says it after this.
void begin_revision(App& app);

// Makes edits at once, recorded in the history. Edits that change nothing begin no revision.
void make_edits(App& app, const std::vector<Edit>& edits, std::uint64_t gesture = 0);

// Reads a text with the paste parser and keeps the result for the panels; applies nothing.
void read_paste(App& app, std::string text);

// Puts what was found on the cards it belongs to, as one edit. A sentence in the status line says what.
void apply_paste(App& app);

}  // namespace tilescope::ui
