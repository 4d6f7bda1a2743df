// app/ui/view.h -- the input of a panel (View, const) and its requests (Requests: edits, focus, view state).
// SPDX-License-Identifier: MIT
#pragma once

#include "app/ui/live_view.h"
#include "app/ui/window_command.h"

#include <tilescope/notation/paste.h>
#include <tilescope/session/derive.h>
#include <tilescope/session/edit.h>
#include <tilescope/session/focus.h>
#include <tilescope/session/history.h>
#include <tilescope/session/results.h>
#include <tilescope/session/view_state.h>

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
    const Results& results;  // of this document or of an older one: see Results::is_of()
    const LiveView& live;    // GPUs and runs
    const ViewState& view_state;
    const Focus& focus;  // the item under the pointer, else the selection
    const Trace& trace;  // of `focus`
    const History& history;
    const PasteResult& pasted;  // of the text in the paste box
    const Theme& theme;
    float scale = 1;                 // window pixels for one logical pixel
    ImFont* mono = nullptr;          // for numbers, words, code, bits; the default font is for text
    CellPainter* painter = nullptr;  // draws large grids; never null
    bool narrow_rail = false;        // the rail shows only names and states
    bool wide = false;               // screen 1 shows A and B
    bool tall = false;               // screen 4 shows the result below the map
    bool reduced_motion = false;     // no animations
};

struct Requests {
    std::vector<Edit> edits;
    std::uint64_t gesture = 0;   // edits of one drag or hold share a number; 0: each is a separate step
    std::optional<Focus> focus;  // the panel under the pointer sets it
    std::string topic;           // the same panel sets it: what F1 explains if `focus` has no topic
    ViewState view_state;        // starts as the current view state; panels change its members
    std::vector<WindowCommand> commands;
    bool next_frame = false;                // something moves: draw another frame soon
    std::optional<std::string> paste_text;  // the new text of the paste box
    std::optional<std::string> copy;        // text for the clipboard
    std::optional<std::string> status;      // one sentence for the status line, true after the edits above
    bool result = false;                    // a panel shows the emulated D, so it must be computed for this document
};

}  // namespace tilescope::ui
