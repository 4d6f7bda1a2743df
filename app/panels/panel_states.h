// app/panels/panel_states.h -- what each panel keeps from one frame to the next; no value of the document among it.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/help_state.h"
#include "app/panels/legality_state.h"
#include "app/panels/result_state.h"
#include "app/ui/paste_plan.h"
#include "app/ui/view.h"
#include "app/widgets/bit_strip.h"
#include "app/widgets/cell_grid.h"
#include "app/widgets/number_box.h"

#include <tilescope/layout/banks.h>
#include <tilescope/scene/f2_scene.h>
#include <tilescope/scene/scale_scene.h>
#include <tilescope/scene/tmem_scene.h>

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace tilescope::ui {

struct PastePanelState {
    std::string text;
    bool focus_box = false;
    PastePlan plan;           // a person's choices among the readings of `planned_for`
    std::string planned_for;  // the text
    int chosen = -1;          // line of the list, where the words are one
    bool arrived = false;     // the text came at once, not typed: a plain word in it is applied
};
struct BitsPanelState {
    BitStripState strip;
    BoxState box;  // of the whole word
    std::uint64_t gesture = 0;
    unsigned menu_bit = 0;  // what the menu of the right button is about
};
struct FieldsPanelState {
    BoxState box;
    ChoiceNotes notes;
    std::uint64_t gesture = 0;
};
struct OperandsPanelState {
    BoxState box, values_box;  // of the tile's K; of seeds and starts
    std::uint64_t gesture = 0;
};
struct ProblemsPanelState {
    int current = -1;     // for "next problem"
    unsigned hidden = 0;  // a bit a severity
    Problem explained;    // what [Why] was asked about
    bool explain_opens = false;
};
struct BatchPanelState {
    int chosen = -1;
};
// A scene with what it was built from.
struct SceneCache {
    std::uint64_t revision = 0;
    std::optional<TileLook> look;  // none: not built yet
    Scene scene;
    std::unordered_map<std::uint32_t, std::size_t> cell_of;  // first byte of a memory cell -> its index
};
// Which bit of the XOR is shown alone; `of` is what it was begun for.
struct XorStep {
    unsigned shown = 0;  // 0: all bits at once
    std::optional<ElementFocus> of;
};
struct MemoryPanelState {
    XorStep xor_step;
    OperandPair<SceneCache> cache;
    OperandPair<std::array<GridView, 2>> grids;  // tile and memory
    bool swizzled = true;                        // as the picture was last drawn
    double glide_from = -1;                      // when the swizzle was switched in the picture; below 0: nothing moves
    bool reveal = false;                         // the selection was moved by a key: pan until it is seen
    bool panned = false;                         // since Space went down
    Focus menu;                                  // what the menu of the right button is about
    bool menu_opens = false;
};
struct FormPanelState {
    std::string line;  // the instruction line while it is typed
    bool editing = false;
    std::string refused;     // a line that was not understood, and why
    unsigned drag_from = 0;  // M or N when the drag of an edge began
    std::uint64_t gesture = 0;
};
struct MaskPanelState {
    int submask = -1;             // whose strip is dragged; -1: none, or the drag was cancelled
    int drag_border = -1;         // border between two runs; -1: the row itself
    std::uint64_t drag_word = 0;  // the word when the drag began
    std::uint64_t gesture = 0;
};

struct TileBuilderState {
    bool opens = false;
    Operand operand = Operand::a;
    int rows = 0, stages = 1;  // of the tile; the rest is the session's
};
struct LayoutPanelState {
    std::string text;  // the wish while it is typed
    bool editing = false;
    std::uint64_t gesture = 0;
};
// An access and its pictures, with what they were built from.
struct BanksCache {
    std::optional<std::uint64_t> revision;  // none: not built yet
    Operand operand = Operand::a;
    std::string access;
    bool by_phase = false;
    Element from{0, 0};
    std::string refused, sentence;  // why there is no picture; or what the access is, and what it costs
    std::vector<std::string> phases;
    SceneCache on, off;
};
struct BanksPanelState {
    BanksCache cache;
    GridView grids[2];  // as stored, swizzle left out
    std::string block;  // an own size while it is typed
    bool editing = false;
    BoxState box;
};
struct F2PanelState {
    std::optional<std::uint64_t> revision;  // none: not built yet
    Operand operand = Operand::a;
    F2Picture picture;
    GridView grid;
};
struct TensorMapPanelState {
    OperandPair<SceneCache> cache;
    OperandPair<std::array<GridView, 2>> grids;  // tile and memory
    std::string text;                            // of the member that is typed
    std::string_view editing;
    BoxState box;
};
struct PaintState {
    bool zeroing = false;  // what the drag paints
    std::uint64_t gesture = 0;
};
// A scene with what it was built from.
template <class LookOf>
struct KeptScene {
    std::uint64_t revision = 0;
    std::optional<LookOf> look;  // none: not built yet
    Scene scene;
};
struct TmemPanelState {
    KeptScene<TmemLook> kept;
    GridView grids[2] = {{}, {.zoom = 5}};  // overview; cells, as large as their numbers need
    std::optional<TmemPlace> dragged;       // the region that is held
    std::uint32_t drag_from = 0;            // its address when the drag began
    float drag_x = 0;                       // where the pointer was
    std::uint64_t gesture = 0;
    bool reveal = false;  // the selection was moved by a key: pan until it is seen
};
struct ScalesPanelState {
    KeptScene<ScaleLook> kept;
    GridView grids[2];      // shared memory, Tensor Memory
    unsigned row_atom = 0;  // which 128 rows are shown
};
struct SparsePanelState {
    KeptScene<unsigned> kept;
    GridView grids[2];  // codes, metadata
};
struct PlacesPanelState {
    BoxState box;
    std::uint64_t gesture = 0;
};

struct PanelStates {
    PastePanelState paste;
    BitsPanelState bits;
    FieldsPanelState fields;
    OperandsPanelState operands;
    ProblemsPanelState problems;
    BatchPanelState batch;
    MemoryPanelState memory;
    FormPanelState form;
    MaskPanelState mask;
    LayoutPanelState layout;
    BanksPanelState banks;
    F2PanelState f2;
    TensorMapPanelState tensor_map;
    PaintState paint;
    TileBuilderState tile;
    TmemPanelState tmem;
    ScalesPanelState scales;
    SparsePanelState sparse;
    ResultPanelState result;
    LegalityPanelState legality;
    PlacesPanelState places;
    HelpPanelState help;
    std::uint64_t next_gesture = 1;  // taken and increased by whoever begins one
};

}  // namespace tilescope::ui
