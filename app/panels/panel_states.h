// app/panels/panel_states.h -- what each panel stores between frames. Values of the document: only where a drag began.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/batch_state.h"
#include "app/panels/picture_states.h"
#include "app/ui/paste_plan.h"
#include "app/widgets/bit_strip.h"
#include "app/widgets/buttons.h"

#include <tilescope/code/code.h>
#include <tilescope/layout/banks.h>
#include <tilescope/rules/explain.h>
#include <tilescope/rules/legality.h>
#include <tilescope/study/tile_form.h>

namespace tilescope::ui {

// The problems that a list entry would cause, while the pointer is on it. Of: revision, word, field, stored value.
using ChoiceNotes = Kept<std::tuple<std::uint64_t, WordId, std::string_view, std::uint64_t>, std::vector<std::string>>;

struct BitsPanelState {
    BitStripState strip;
    BoxState box;  // box of the whole word
    std::uint64_t gesture = 0;
    unsigned menu_bit = 0;  // bit that the context menu is about
};
struct FieldsPanelState {
    BoxState box;
    ChoiceNotes notes;
    std::string take_keyboard;  // "fields.sbo": the box of this field takes the keyboard in the next frame
    std::uint64_t gesture = 0;
    // The fields of a word that are shown although not all are.
    const Format* shown_format = nullptr;
    WordId shown_word = WordId::a_desc;
    std::vector<bool> shown;
};
struct TilePanelState {
    bool open = false;
    BoxState box;
    TileBuffer buffer;  // how many tiles the list has; all other values come from the session
    // The list and its notations: with many stages they take too long for each frame.
    struct StepList {
        std::optional<Answer<std::vector<StepWord>>> words;
        std::vector<CopyChoice> copies;
    };
    Kept<std::tuple<std::uint64_t, Operand, unsigned, unsigned>, StepList> steps;
    // The last form that no session has: why, and the nearest one that a session has. Until the document changes.
    struct Refused {
        TileForm form;
        std::string why;
        std::optional<TileForm> instead;
    };
    std::optional<Refused> refused;
    GridView picture;  // of memory, in a small window
    std::uint64_t gesture = 0;
};
struct OperandsPanelState {
    BoxState box, values_box;  // box of tile K; boxes of seeds and start addresses
    std::uint64_t gesture = 0;
};
struct ProblemsPanelState {
    int current = -1;     // line of the last visited problem, for "next problem"; -1: none
    unsigned hidden = 0;  // one bit per severity
    Problem explained;    // the problem in the [Why] popup
    bool explain_opens = false;
};
struct FormPanelState {
    std::string line;  // the instruction line while it is typed
    bool editing = false;
    std::string refused;     // why the last entered line was refused; empty: accepted
    unsigned drag_from = 0;  // M or N at the start of the drag of an edge
    std::uint64_t gesture = 0;
};
struct MaskDrag {
    int submask = -1;        // of the dragged strip; -1: none, or the drag was cancelled
    int border = -1;         // dragged border between two runs; -1: the whole row is dragged
    std::uint64_t word = 0;  // the word at the start of the drag
    std::uint64_t gesture = 0;
};
struct PaintState {
    bool zeroing = false;  // the drag sets columns to zeroed; false: to used
    std::uint64_t gesture = 0;
};
// The nearest word for a requested mask that no word gives. Of: its columns, M, both spans and the shift of the word.
using NearestMaskState = Kept<std::tuple<std::vector<bool>, unsigned, unsigned, unsigned, unsigned>, NearestRequest>;
struct MaskPanelState {
    bool convolution = false;  // the boxes of the convolution are open; they are too while they have a convolution
    MaskDrag drag;
    PaintState paint;
    NearestMaskState nearest;
    BoxState box;  // of N, and of the convolution
};
struct LayoutPanelState {
    std::string text;  // the requested layout while the user types it
    bool editing = false;
    std::uint64_t gesture = 0;
};

struct CodePanelState {
    std::vector<CodeTarget> targets;  // the window adds those that need files; empty: those of core
    std::string target = "cutlass";
    std::optional<std::uint64_t> revision;  // the session that the text belongs to
    std::string made_for;                   // its target
    std::string folder;                     // from which the names of files in that session counted
    ViewState look;                         // what the user looked at: of a target whose text says it
    CodeText code;
    std::string why;                   // why there is no code
    std::vector<std::size_t> changed;  // the lines that the last edit changed
};

// The row of the chosen target.
const CodeTarget& chosen_target(const CodePanelState& state);

// Takes the text of the chosen target, or the reason why there is none, and finds the lines that changed.
void show_code(CodePanelState& state, Answer<CodeText> code, std::uint64_t revision);

// Prefix of a help page that is not a topic: "rules of a_desc" lists the rules that check A's descriptor.
inline constexpr std::string_view kRulesOf = "rules of ";

// One line in the list of topics.
struct HelpTopic {
    std::string topic;
    std::string_view family;  // the heading above it
    std::string line;         // a short description
    // Of a command or a lesson: other words that find it, and what a click runs. Else it is a topic.
    std::string words = {};
    std::optional<WindowCommand> command = {};
};

struct HelpPanelState {
    bool open = false;
    bool new_page = false;          // scroll to the top of the page
    bool takes_keyboard = false;    // the search box, in the next frame
    std::string topic;              // empty: the list of all topics
    std::vector<std::string> back;  // pages before this one
    std::string filter;             // the search box
    // Cached explanations and topics. `explained` and `listed` are the keys of these caches.
    std::string explained;
    std::vector<Explanation> found;
    std::string refused;
    std::string listed;
    std::vector<HelpTopic> topics;
    std::vector<HelpTopic> commands;  // and lessons, of the window, which fills them: a search finds them too
};

// Opens a page. [Back] returns to the page before it.
void open_help(HelpPanelState& state, std::string topic);

enum class LegalityPage : std::uint8_t { forms, types, shapes, layouts, modifiers };

struct LegalityPanelState {
    LegalityPage page = LegalityPage::types;
    std::optional<LegalityQuery> requested;  // the query of the user; none: the session's form
    Kept<std::pair<LegalityQuery, LegalityPage>, Legality> kept;
};

struct PastePanelState {
    std::string text;
    bool focus_box = false;
    PastePlan plan;              // of the words of the last paste: who reads a text makes it, the user changes it
    std::string several;         // that the text has several words for a card
    PastePlan several_of;        // the plan of `several`
    int chosen = -1;             // selected line, if the words are shown as a list; -1: none
    bool reading = false;        // a thread reads `text`; the words that are shown are of an older text
    std::string from_clipboard;  // the text that the program took from the clipboard by itself
    bool arrived = false;        // the text was pasted, not typed: an unambiguous word is applied
    int misfit_of = -1;          // the word whose card was refused; -1: none
    std::string misfit;          // why
    std::size_t waiting = 0;     // words of the last paste that Apply would put on their cards, and that are not there
    bool typing = false;         // the box has the keyboard
    bool focus_apply = false;    // [Apply] takes the keyboard in the next frame, so Enter applies
};

// What the user types. `seen`: what the window looked at last; a newer one comes into the boxes.
struct AutopsyPanelState {
    struct Boxes {
        std::string program, arrays;
    };
    Boxes typed, seen;
    bool takes_keyboard = false;  // the box of the program, in the next frame
};

struct PanelStates {
    PastePanelState paste;
    BitsPanelState bits;
    FieldsPanelState fields;
    OperandsPanelState operands;
    TilePanelState tile;
    ProblemsPanelState problems;
    BatchPanelState batch;
    MemoryPanelState memory;
    MmaPanelState mma;
    FormPanelState form;
    MaskPanelState mask;
    LayoutPanelState layout;
    BanksPanelState banks;
    BeforeAfterPanelState before_after;
    F2PanelState f2;
    TensorMapPanelState tensor_map;
    TmemPanelState tmem;
    ScalesPanelState scales;
    SparsePanelState sparse;
    ResultPanelState result;
    RunPanelState run;
    LegalityPanelState legality;
    HelpPanelState help;
    CodePanelState code;
    AutopsyPanelState autopsy;
    bool counts_open = false;        // the counts below the verdict on a result
    bool against_open = false;       // what is known about a D of a kernel
    std::uint64_t paste_number = 0;  // of the last paste; code that reads a text increases it
    std::uint64_t next_gesture = 1;  // number of the next gesture; code that starts a gesture increases it
};

// What the pictures show of themselves: their zooms and places.
std::vector<MovingView*> moving_views(PanelStates& states);

}  // namespace tilescope::ui
