// app/ui/view.h -- what a panel gets and what it asks for; of live mode only texts and D, never app/runs.
// SPDX-License-Identifier: MIT
//
// The window fills LiveView from app/runs, which panels do not use. All its texts are printable.
#pragma once

#include "app/ui/theme.h"
#include "app/ui/window_command.h"

#include <tilescope/document/derive.h>
#include <tilescope/document/edit.h>
#include <tilescope/document/focus.h>
#include <tilescope/document/history.h>
#include <tilescope/document/results.h>
#include <tilescope/document/session.h>
#include <tilescope/kernel/live_comparison.h>
#include <tilescope/notation/paste.h>
#include <tilescope/study/program_chains.h>

#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

struct ImFont;

namespace tilescope::ui {

struct LiveGpu {
    std::uint32_t index = 0;
    std::string text;   // "0: NVIDIA B200, 10.0"
    bool fits = false;  // it runs code for the target of the session
};

enum class LiveCheckKind : std::uint8_t {
    good,
    note,
    rule,      // an error by the rules: the user can run it anyway
    prevents,  // no run is possible
};
struct LiveCheck {
    LiveCheckKind kind = LiveCheckKind::note;
    std::string text;
};

enum class LiveActivity : std::uint8_t { idle, listing, running, stopping };

// The stages of a run, in order, as a person reads them: "CPU model", "compiling", ..., "issued", ..., "copying out".
// They are stages of the worker, and phases of the kernel while it runs.
using LiveStages = std::vector<std::string>;

// How one run ended.
struct LiveRecord {
    unsigned number = 0;  // 1, 2, ...: of this window
    Session session;
    std::string outcome;   // "ok", "device_timeout", "refused_by_rules"
    std::string sentence;  // what happened and what to do
    std::string gpu, target, instruction;
    std::string words;        // in short: "f16 128 x 96 x 16, A 128B, B 128B"
    bool good = false;        // it ran to the end
    bool has_report = false;  // there was a kernel
    bool out_of_spec = false;
    unsigned reached = 0;  // the last stage, an index of LiveStages
    std::uint64_t compile_us = 0, run_us = 0, copy_us = 0, total_us = 0;
    std::vector<std::string> sentences;                // of the comparison
    std::shared_ptr<const Emulation> model;            // null: the model did not run
    std::shared_ptr<const LiveComparison> comparison;  // null: the run did not end well
};

struct LiveView {
    bool on = false;     // live mode; off: the window starts no worker
    std::string worker;  // the command that starts it; empty: on this machine
    std::vector<LiveGpu> gpus;
    std::string gpus_sentence;  // why there are none
    LiveActivity activity = LiveActivity::idle;
    unsigned stage = 0, step = 0, steps = 0;  // of the run that goes on
    std::vector<LiveCheck> checks;            // before the launch, for the current session
    bool prevented = false;                   // a check prevents a run
    bool needs_anyway = false;                // a check is an error by the rules
    LiveStages stages;
    std::vector<LiveRecord> runs;  // oldest first; at most kMostRuns
};
inline constexpr std::size_t kMostRuns = 24;

// A chain of MMAs that a debugger saw, and its sessions. All texts are printable.
struct AutopsyChain {
    std::string title, verdict;          // "MMAs 0 to 3 of warpgroup 1", "wrong"
    Severity severity = Severity::info;  // of the verdict
    std::string line, text;              // one sentence; the paragraph
    std::vector<std::string> sessions;   // their names: "chain0-written", "chain0"; the one to look at first is first
    std::string no_session;              // why it has none
};

// The autopsy of a program or of a recording: the last one, or the one that goes on.
struct AutopsyView {
    std::string of;                      // its folder or command; empty: there was none
    std::string program, arrays;         // the last command that ran, and the file with A and B
    std::string now;                     // "3 stops, 8 MMAs"; empty: nothing goes on
    std::string said;                    // the verdict, or why there is none
    Severity severity = Severity::info;  // of `said`
    std::vector<std::string> lost;       // what was not recorded
    std::vector<AutopsyChain> chains;
};

// A session in another tab of the window.
struct OtherTab {
    std::uint64_t id;
    std::string name;
};

// The memory that words from elsewhere rewrote: pasted, or put on their cards from the table.
struct RewrittenMemory {
    OperandPair<OperandImage> before, after;
    bool example = false;     // `before` has memory of an example: it says nothing about the program of the user
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
    const AutopsyView* autopsy = nullptr;        // null: the window has none
    const RewrittenMemory* rewritten = nullptr;  // null: the memory is not what the last paste made of it
    bool memory_said = false;         // the user said how A and B were written; else an example or the words did
    std::string_view against;         // the file with the D of a kernel that `results` is compared with; empty: none
    std::string_view reference_name;  // where view_state.reference comes from: "the pinned session", "the tab b.json"
    std::span<const OtherTab> tabs;   // all but the shown one
    float scale = 1;                  // window pixels for one logical pixel
    ImFont* mono = nullptr;           // for numbers, words, code, bits; the default font is for text
    ImFont* lead = nullptr;           // for the result, the largest text; null: the font of text
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
    bool lesson = false;                     // the text of a lesson is about the memory: nothing offers to rewrite it
    bool asked = false;                      // its task is open: the verdict does not say what is wrong
};

struct Requests {
    std::vector<Edit> edits;
    std::uint64_t gesture = 0;   // edits of one drag or hold share a number; 0: each is a separate step
    std::optional<Focus> focus;  // the panel under the pointer sets it
    std::string topic;           // the same panel sets it: what F1 explains if `focus` has no topic
    std::string about;           // the same: a sentence about it, if that of its trace is not about this picture
    ViewState view_state;        // starts as the current view state; panels change its members
    std::vector<WindowCommand> commands;
    bool next_frame = false;                // something moves: draw another frame soon
    std::optional<std::string> paste_text;  // the new text of the paste box
    std::optional<std::size_t> open_chain;  // the chain of View::program that becomes the session
    std::optional<std::string> copy;        // text for the clipboard
    std::optional<std::string> status;      // one sentence for the status line, true after the edits above
    bool result = false;                    // a panel shows the emulated D, so it must be computed for this document
    bool code = false;                      // a panel shows a source text that a thread has to make

    // Requests a command, with its argument if it has one: ask("copy_code", state.target).
    void ask(std::string_view id, auto... argument) { commands.push_back(command(id, std::move(argument)...)); }
    void edit(Edit what) { edits.push_back(std::move(what)); }
    void edit(Edit what, std::uint64_t of_gesture) {
        edit(std::move(what));
        gesture = of_gesture;
    }
    // The pointer is on this item. A click selects it.
    void point(const Focus& at, bool clicked) {
        focus = at;
        if (clicked) view_state.selection = at;
    }
};

}  // namespace tilescope::ui
