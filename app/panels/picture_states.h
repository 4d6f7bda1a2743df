// app/panels/picture_states.h -- what the panels with pictures store between frames: scenes, zooms, drags.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/ui/view.h"
#include "app/widgets/cell_grid.h"
#include "app/widgets/number_box.h"

#include <tilescope/hw/operand.h>
#include <tilescope/hw/swizzle_modes.h>
#include <tilescope/kernel/launch.h>
#include <tilescope/layout/tmem_layout.h>
#include <tilescope/scene/result_scene.h>
#include <tilescope/scene/tile_scene.h>
#include <tilescope/scene/tmem_scene.h>
#include <tilescope/view/mma_view.h>

#include <iterator>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace tilescope::ui {

// A value that takes long to make, and what it was made of. It is made again when that is another one.
template <class Key, class Value>
struct Kept {
    std::optional<Key> key;  // none: not made yet
    Value value{};

    template <class Make>
    const Value& of(const Key& now, Make make) {
        if (key != now) {
            value = make();
            key = now;
        }
        return value;
    }
};
// A scene of a revision of the document, with these options.
template <class Options>
using KeptScene = Kept<std::pair<std::uint64_t, Options>, Scene>;

// What was read for an element of D: of the number of a result.
using KeptExplanation = Kept<std::pair<std::uint64_t, ElementFocus>, std::vector<std::string>>;

// The values of an operand, row by row. Empty: not known.
struct KeptValues {
    std::uint64_t revision = 0;
    std::string type;
    std::vector<std::uint32_t> words;
};
// What the labels of one document need, as soon as one is drawn.
struct MmaLabelStore {
    std::uint64_t revision = 0, serial = 0;
    OperandPair<std::vector<std::uint32_t>>
        element_in;  // of each chunk of memory: its first element, row << 16 | column
    OperandPair<KeptValues> values;
};
// A scene, and the inputs that it was built from.
struct SceneCache {
    std::uint64_t revision = 0, serial = 0;  // of the document, and of the result if it has recorded memory
    std::optional<TileOptions> view_state;   // none: not built yet
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

struct MmaPanelState {
    struct Key {
        std::uint64_t revision = 0, serial = 0;
        bool judged = false;  // D is coloured by verdict
        MmaLook look;
        friend bool operator==(const Key&, const Key&) = default;
    };
    std::optional<Key> drawn;  // none: not built yet
    MmaPicture picture;
    MovingView canvas;  // zoom 1: all of the picture; its units are pixels at zoom 1
    Focus revealed;     // the selection that was last brought into view
    bool playing = false;
    double stepped = 0;    // time of the last step while playing
    float shown_step = 0;  // the K step of the moving window; on its way to ViewState::k_step
    KeptExplanation explained;
    MmaLabelStore labels;
};
// The pictures of an access.
struct BanksPictures {
    struct Side {
        SceneCache picture;
        std::vector<std::string> phases;
    };
    std::string refused, access;  // why there is no picture; or the access in words
    Side on, off;                 // with and without the swizzle
};
// The revision, the access, whether it is coloured by phases, and where it begins.
using BanksKey = std::tuple<std::uint64_t, Operand, std::string, bool, Element>;
struct BanksPanelState {
    Kept<BanksKey, BanksPictures> cache;
    GridView grids[2];  // with the swizzle, without the swizzle
    BoxState box;       // of a custom block size
};
struct BeforeAfterPanelState {
    struct Picture {
        std::string refused;  // why there is none
        Scene scene;
        std::vector<SceneCache> links;  // of each grid: which cell has a byte
    };
    Kept<std::tuple<std::uint64_t, Operand, Element>, Picture> picture;  // of a revision, where the read begins
    std::array<GridView, 4> grids{GridView{.fits = true}, {.fits = true}, {.fits = true}, {.fits = true}};
};
struct F2PanelState {
    Kept<std::pair<std::uint64_t, Operand>, F2Picture> picture;  // of a revision
    GridView grid;
};
struct TensorMapPanelState {
    OperandPair<SceneCache> cache;
    OperandPair<std::array<GridView, 2>> grids;  // tile and memory
    BoxState box;
    bool fields_open = false;  // in a small window
};

struct TmemPanelState {
    KeptScene<TmemOptions> kept;
    GridView grids[2] = {{}, {.zoom = 5}};  // overview; single cells, zoomed so that their numbers fit
    bool other_grain = false;               // the grain changed: show the same lanes and columns
    ImVec2 corner{0, 0};                    // first visible column and lane
    std::optional<TmemPlace> dragged;       // the region that is dragged
    std::uint32_t drag_from = 0;            // its address at the start of the drag
    float drag_x = 0;                       // pointer position at the start of the drag
    std::uint64_t gesture = 0;              // of this drag, or of a box for an address
    BoxState box;                           // for an address
    bool reveal = false;                    // pan to the selection, even if it was shown before
};
struct ScalesPanelState {
    KeptScene<ScaleOptions> kept;
    GridView grids[3];      // shared memory, Tensor Memory, global memory
    unsigned row_atom = 0;  // which group of 128 rows is shown
    unsigned batch = 0;     // of the matrix in global memory whose first byte is named
    BoxState box;
    std::uint64_t gesture = 0;
};
struct SparsePanelState {
    KeptScene<unsigned> kept;
    GridView grids[2];  // codes, metadata
};
struct ResultPanelState {
    std::uint64_t serial = 0;  // the result that the members up to `why_no_codes` belong to
    Scene overview;
    std::optional<CodeReader> codes;
    std::string why_no_codes;
    KeptExplanation explained;
    GridView whole{.fits = true};                  // of the overview: all of D until the user zooms
    int top = 0, left = 0, rows = 0, columns = 0;  // the visible part of the numbers
    std::optional<ElementFocus> revealed;          // the last selection that was scrolled to
    std::uint64_t measured_serial = 0;             // the result that `characters` was measured for
    unsigned measured_view = 0;
    std::vector<std::string> texts;           // the visible numbers, row by row
    std::array<std::uint64_t, 6> texts_of{};  // the result, the notation and the part of D that they belong to
    int characters = 0;                       // length of the widest number
    bool dragging = false;                    // a drag over the overview is active
};

struct RunPanelState {
    std::string worker;  // the command while the user types it
    bool editing = false;
    std::optional<std::uint32_t> device;                    // no value: the first GPU that runs code for the target
    std::uint32_t timeout_ms = LaunchOptions{}.timeout_ms;  // of each step
    std::uint64_t anyway_revision = 0;                      // "Run anyway" is ticked for this revision of the session
    unsigned shown = 0;                                     // the number of the shown run; 0: the model of this session

    std::optional<LiveColouring> colouring;  // no value: the one that shows more
    struct Key {
        unsigned run = 0;
        std::uint64_t serial = 0;  // of the emulation, if no run is shown
        LiveColouring colouring{};
        friend bool operator==(const Key&, const Key&) = default;
    };
    std::optional<Key> drawn;  // what `scene` shows
    Scene scene;
    GridView grid{.fits = true};  // of both grids

    struct KernelText {
        std::string text, why;  // why there is none
    };
    Kept<std::uint64_t, KernelText> kernel;  // of a revision
};

}  // namespace tilescope::ui
