// app/ui/view.h -- the input of a panel (View, const) and its requests (Requests: edits, focus, view state).
// SPDX-License-Identifier: MIT
#pragma once

#include "app/ui/live_view.h"
#include "app/ui/window_command.h"
#include "app/ui/zoom_to.h"

#include <tilescope/document/derive.h>
#include <tilescope/document/edit.h>
#include <tilescope/document/focus.h>
#include <tilescope/document/history.h>
#include <tilescope/document/results.h>
#include <tilescope/notation/paste.h>
#include <tilescope/study/program_chains.h>
#include <tilescope/view/view_state.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

struct ImFont;

namespace tilescope::ui {

struct Theme;
class CellPainter;

// A session in another tab of the window.
struct OtherTab {
    std::uint64_t id;
    std::string name;
};

// The memory that words from elsewhere rewrote: pasted, or put on their cards from the table.
struct RewrittenMemory {
    OperandPair<OperandImage> before, after;
    bool example = false;   // `before` has memory of an example: it says nothing about the program of the user
    std::string unmatched;  // "sbo of A is 512 in the word and 1024 in the memory"; empty: all of it matches the words
    std::size_t kept_at = 0;  // the step of the history with newer words that kept this memory; 0: none

    bool is_of_earlier_words(const History& history) const { return kept_at != 0 && history.done() >= kept_at; }
};

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
    const ProgramChains* program = nullptr;      // of the text in the paste box; null: no panel needs it
    const RewrittenMemory* rewritten = nullptr;  // null: the memory is not what the last paste made of it
    bool memory_said = false;         // the user said how A and B were written; else an example or the words did
    std::string_view reference_name;  // where look.reference comes from: "the pinned session", "the tab b.json"
    std::span<const OtherTab> tabs;   // all but the shown one
    float scale = 1;                  // window pixels for one logical pixel
    ImFont* mono = nullptr;           // for numbers, words, code, bits; the default font is for text
    CellPainter* painter = nullptr;   // draws large grids; never null
    bool wide = false;                // the memory screen shows A and B
    bool compact = false;             // a small window: what is not a picture folds
    bool strip_folded = false;        // only the digits of the active word are shown, not its bits
    bool all_fields = false;          // the fields panel also shows fields that do not matter here
    bool tall = false;                // screen 5 shows the result below the map
    bool reduced_motion = false;      // no animations
    bool presenting = false;          // only the picture is shown: panels draw no tools, and no sentences beside it
    ZoomTo zoom_to = ZoomTo::none;    // in the frame after a key: what all pictures do
    std::span<const FieldPlace> rings = {};  // fields that a lesson shows: ringed in the strip and in the fields
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
    std::optional<std::size_t> open_chain;  // the chain of View::program that becomes the session
    std::optional<std::string> copy;        // text for the clipboard
    std::optional<std::string> status;      // one sentence for the status line, true after the edits above
    bool result = false;                    // a panel shows the emulated D, so it must be computed for this document
    bool code = false;                      // a panel shows a source text that a thread has to make
};

}  // namespace tilescope::ui
