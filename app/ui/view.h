// app/ui/view.h -- what a panel sees (const in) and what it may ask for (edits, focus and look out).
// SPDX-License-Identifier: MIT
#pragma once

#include "app/ui/window_command.h"

#include <tilescope/notation/paste.h>
#include <tilescope/session/derive.h>
#include <tilescope/session/edit.h>
#include <tilescope/session/focus.h>
#include <tilescope/session/history.h>
#include <tilescope/session/look.h>
#include <tilescope/session/results.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

struct ImFont;

namespace tilescope::ui {

struct Theme;
class CellPainter;

struct View {
    const Session& session;
    const Derived& derived;
    const Results& results;  // of this document or an older one: see Results::is_of()
    const Look& look;
    const Focus& focus;  // what is pointed at, else the selection
    const Trace& trace;  // of `focus`
    const History& history;
    const PasteResult& pasted;  // of the text in the paste box
    const Theme& theme;
    float scale = 1;                 // logical to window pixels
    ImFont* mono = nullptr;          // numbers, words, code, bits; the default font is for text
    CellPainter* painter = nullptr;  // draws big grids; never null
    bool narrow_rail = false;        // names and states only
    bool wide = false;               // screen 1 shows A and B
    bool tall = false;               // screen 4 shows the result below the map
    bool reduced_motion = false;     // nothing glides
};

struct Asks {
    std::vector<Edit> edits;
    std::uint64_t gesture = 0;   // edits of one drag or hold share a number; 0: each is a step of its own
    std::optional<Focus> focus;  // set by the view that the pointer is in
    std::string topic;           // set by it too: what F1 explains, where the focus does not say it
    Look look;                   // starts as the present look; panels change members of it
    std::vector<WindowCommand> commands;
    bool next_frame = false;                // something moves: draw another frame soon
    std::optional<std::string> paste_text;  // the paste box was changed to this
    std::optional<std::string> copy;        // to the clipboard
    std::optional<std::string> status;      // one sentence for the status line, true after the edits above
    bool result = false;                    // the emulated D is shown: it should be of this document
};

}  // namespace tilescope::ui
