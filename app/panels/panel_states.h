// app/panels/panel_states.h -- what each panel stores between frames. It never stores values of the document.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/batch_state.h"
#include "app/panels/code_state.h"
#include "app/panels/help_state.h"
#include "app/panels/label_state.h"
#include "app/panels/legality_state.h"
#include "app/panels/mma_state.h"
#include "app/panels/paste_state.h"
#include "app/panels/result_state.h"
#include "app/panels/run_state.h"
#include "app/panels/tmem_state.h"
#include "app/ui/view.h"
#include "app/widgets/bit_strip.h"
#include "app/widgets/cell_grid.h"

#include <tilescope/hw/swizzle_modes.h>
#include <tilescope/layout/banks.h>
#include <tilescope/scene/layout_scene.h>

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace tilescope::ui {

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
// A scene, and the inputs that it was built from.
struct SceneCache {
    std::uint64_t revision = 0;
    std::optional<TileOptions> view_state;  // none: not built yet
    Scene scene;
    std::unordered_map<std::uint32_t, std::size_t> cell_of;  // first byte of a memory cell -> its index
    Swizzle
        left_out{};  // the XOR that the picture of memory leaves out; 0 bits: none. Focus and trace have real addresses
    std::vector<std::uint32_t> element_in;  // of each memory cell: its first element, row << 16 | column
    CommonAxes tile_to_memory;              // of the two grids of an operand
};
// How many XOR bits are shown, from the lowest bit. `of` is the element of the current steps.
struct XorStep {
    unsigned shown = 0;  // 0: all bits at once
    std::optional<ElementFocus> of;
};
struct MemoryPanelState {
    XorStep xor_step;
    OperandPair<SceneCache> cache;
    OperandPair<std::array<GridView, 2>> grids;  // tile and memory
    OperandPair<KeptValues> values;
    bool swizzled = true;     // the swizzle switch of the last drawn picture
    double glide_from = -1;   // time when the swizzle was switched; below 0: nothing moves
    bool reveal = false;      // pan to the selection, even if it was shown before
    bool panned = false;      // panned since Space was pressed
    float legend_height = 0;  // of the last frame
    BoxState box;             // of the K of the tiles, which the title of a tile opens
    Focus menu;               // object of the context menu
    bool menu_opens = false;
};
struct FormPanelState {
    std::string line;  // the instruction line while it is typed
    bool editing = false;
    std::string refused;     // why the last entered line was refused; empty: accepted
    unsigned drag_from = 0;  // M or N at the start of the drag of an edge
    std::uint64_t gesture = 0;
};
struct MaskPanelState {
    bool convolution = false;     // the boxes of the convolution are open; they are too while they have a convolution
    int submask = -1;             // sub-mask of the dragged strip; -1: none, or the drag was cancelled
    int drag_border = -1;         // dragged border between two runs; -1: the whole row is dragged
    std::uint64_t drag_word = 0;  // the word at the start of the drag
    std::uint64_t gesture = 0;
};
// The nearest word for a requested mask that no word gives, and the inputs that it was searched for.
struct NearestMaskState {
    std::vector<bool> columns;  // empty: not searched yet
    unsigned m = 0, skip = 0, use = 0, shift = 0;
    NearestRequest found;
};

struct TileBuilderState {
    bool opens = false;
    Operand operand = Operand::a;
    int rows = 0, stages = 1;  // of the tile; all other values come from the session
};
struct LayoutPanelState {
    std::string text;  // the requested layout while the user types it
    bool editing = false;
    std::uint64_t gesture = 0;
};
// An access and its pictures, and the inputs that they were built from.
struct BanksCache {
    std::optional<std::uint64_t> revision;  // none: not built yet
    Operand operand = Operand::a;
    std::string access;
    bool by_phase = false;
    Element from{0, 0};
    std::string refused, sentence;  // why there is no picture; or the access and its bank conflicts
    std::vector<std::string> phases;
    SceneCache on, off;
};
struct BanksPanelState {
    BanksCache cache;
    GridView grids[2];  // with the swizzle, without the swizzle
    std::string block;  // a custom block size while the user types it
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
    std::string text;                            // text of the member that the user types
    std::string_view editing;
    BoxState box;
};
struct PaintState {
    bool zeroing = false;  // the drag sets columns to zeroed; false: to used
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
    MmaPanelState mma;
    FormPanelState form;
    MaskPanelState mask;
    LayoutPanelState layout;
    BanksPanelState banks;
    F2PanelState f2;
    TensorMapPanelState tensor_map;
    PaintState paint;
    NearestMaskState nearest;
    TileBuilderState tile;
    TmemPanelState tmem;
    ScalesPanelState scales;
    SparsePanelState sparse;
    ResultPanelState result;
    RunPanelState run;
    LegalityPanelState legality;
    PlacesPanelState places;
    HelpPanelState help;
    CodePanelState code;
    std::uint64_t paste_number = 0;  // of the last paste; code that reads a text increases it
    std::uint64_t next_gesture = 1;  // number of the next gesture; code that starts a gesture increases it
};

// What the pictures show of themselves: their zooms and places.
std::vector<MovingView*> moving_views(PanelStates& states);

}  // namespace tilescope::ui
