// core/include/tilescope/view/view_state.h -- where the user looks: saved with a session, not part of undo.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/base/answer.h>
#include <tilescope/document/focus.h>
#include <tilescope/document/session.h>
#include <tilescope/scene/result_scene.h>
#include <tilescope/scene/tile_scene.h>
#include <tilescope/scene/tmem_scene.h>
#include <tilescope/view/cell_label.h>

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope {

// The tabs of the screens. The id of a tab is the id of the panel that draws it.
#define TILESCOPE_STAGE_TABS(TAB) \
    TAB(memory)                   \
    TAB(before_after)             \
    TAB(banks)                    \
    TAB(layout)                   \
    TAB(f2)                       \
    TAB(tensor_map)               \
    TAB(tmem) TAB(scales) TAB(sparse) TAB(form) TAB(kinds) TAB(legality) TAB(result) TAB(live) TAB(kernel)

enum class StageTab : std::uint8_t {
#define TILESCOPE_TAB(id) id,
    TILESCOPE_STAGE_TABS(TILESCOPE_TAB)
#undef TILESCOPE_TAB
};
inline constexpr NamedValue kStageTabIds[] = {
#define TILESCOPE_TAB(id) {static_cast<std::uint64_t>(StageTab::id), #id},
    TILESCOPE_STAGE_TABS(TILESCOPE_TAB)
#undef TILESCOPE_TAB
};

// The screens of the window, in the order of their buttons and keys.
enum class Screen : std::uint8_t { mma, memory, instruction, mask, tmem, run };
struct ScreenRow {
    std::string_view id, title;
    std::optional<WordId> word;  // the word that becomes active; empty: the descriptor of the current operand
    // A screen with tabs: the key that stores the selected tab, and the tab that is selected first.
    const char* tab_key = nullptr;
    StageTab first_tab = StageTab::memory;
    std::string_view words = {};  // other words that users type to find the screen
};
inline constexpr ScreenRow kScreens[] = {
    {"mma", "MMA", {}, nullptr, {}, "whole picture overview a b d product start matrix"},
    {"memory", "Shared memory", {}, "memory_tab", StageTab::memory, "smem swizzle tile picture operand"},
    {"instruction", "Instruction", WordId::idesc, "instruction_tab", StageTab::form, "idesc kind descriptor form"},
    {"mask", "Zero mask", WordId::zcm, nullptr, {}, "zcm columns padding zero-column"},
    {"tmem", "Tensor memory", WordId::idesc, "tmem_tab", StageTab::tmem, "tmem accumulator lanes columns"},
    {"run", "GPU", {}, "run_tab", StageTab::live, "live run hardware device launch worker driver"},
};
inline constexpr std::size_t kScreenCount = std::size(kScreens);
constexpr const ScreenRow& row_of(Screen screen) { return kScreens[static_cast<std::size_t>(screen)]; }

inline constexpr std::array<NamedValue, kScreenCount> kScreenIds = [] {
    std::array<NamedValue, kScreenCount> out{};
    for (std::size_t i = 0; i < kScreenCount; ++i) out[i] = {i, kScreens[i].id};
    return out;
}();
using ScreenTabs = std::array<StageTab, kScreenCount>;
inline constexpr ScreenTabs kFirstTabs = members_of(kScreens, &ScreenRow::first_tab);

// The unit of the strides in the layout tab.
enum class StrideUnit : std::uint8_t { elements, bytes, bits, units128 };
inline constexpr NamedValue kStrideUnitIds[] = {{0, "elements"}, {1, "bytes"}, {2, "bits"}, {3, "units128"}};

// The view state. Commands and panels change it only through requests.
// The convolution with which the mask screen compares the mask (solver/solve_mask.h). M and N are those of the mask.
struct ShownConvolution {
    unsigned q = 0;  // 0: none
    unsigned tile = 0, skip_left = 0, tap = 0;
    friend bool operator==(const ShownConvolution&, const ShownConvolution&) = default;
};

struct ViewState {
    Screen screen = Screen::mma;
    ScreenTabs tabs = kFirstTabs;    // the selected tab of each screen; use tab_of()
    WordId active = WordId::a_desc;  // the word that the bit strip and the fields panel show
    Operand operand = Operand::a;    // the operand that the memory picture shows
    unsigned k_step = 0;
    bool sums = false;  // D of the MMA picture has its numbers after the K step, not the verdicts
    Grain grain = Grain::chunk;
    Colouring colouring = Colouring::chunk;
    std::array<CellLabel, kLabelPictureCount> labels{};  // what the cells of each LabelPicture show: label_of()
    unsigned tmem_cta = 0;                               // the CTA of the pair whose tensor memory is shown
    TmemGrain tmem_grain = TmemGrain::overview;
    ResultShow result_show = ResultShow::emulated;
    ResultFormat result_format = ResultFormat::number;
    bool swizzle = true;         // false: the picture omits the XOR (the session does not change)
    bool other_reading = false;  // true: also shows the other reading of the mask (contradiction X1)
    bool raw_values = false;     // true: fields show raw bits, not values
    StrideUnit stride_unit = StrideUnit::elements;
    std::string bank_access = "chunk";  // the access of the banks tab, in the syntax of parse_access()
    bool bank_phases = false;           // true: coloured by phase, not by thread
    bool painting = false;              // the mask screen shows the requested mask
    ShownConvolution conv;
    Focus selection;                   // pinned by a click; stays when the pointer leaves
    std::optional<Session> reference;  // pinned by Ctrl+P
    friend bool operator==(const ViewState&, const ViewState&) = default;
};

// What the cells of a picture show.
inline CellLabel& label_of(ViewState& v, LabelPicture picture) { return v.labels[static_cast<std::size_t>(picture)]; }
inline CellLabel label_of(const ViewState& v, LabelPicture picture) {
    return label_of(const_cast<ViewState&>(v), picture);
}

// The selected tab of a screen.
inline StageTab& tab_of(ViewState& view_state, Screen screen) {
    return view_state.tabs[static_cast<std::size_t>(screen)];
}
inline StageTab tab_of(const ViewState& view_state, Screen screen) {
    return view_state.tabs[static_cast<std::size_t>(screen)];
}

// The selected tab of the current screen. Null: this screen has no tabs.
inline StageTab* tab_of(ViewState& view_state) {
    return row_of(view_state.screen).tab_key ? &tab_of(view_state, view_state.screen) : nullptr;
}
inline const StageTab* tab_of(const ViewState& view_state) { return tab_of(const_cast<ViewState&>(view_state)); }

inline constexpr NamedValue kOperandIds[] = {{0, "A"}, {1, "B"}};
inline constexpr std::array<NamedValue, kWordCount> kWordIds = [] {
    std::array<NamedValue, kWordCount> out{};
    for (std::size_t i = 0; i < kWordCount; ++i) out[i] = {i, kWords[i].id};
    return out;
}();

// Visits all saved members: `io.name(key, member, names)` for a member whose values have names, else `io(key, member)`.
// The reference session is not visited, because it is saved separately.
template <class Io, class L>
void describe_view_state(Io& io, L& view_state) {
    io.name("screen", view_state.screen, kScreenIds);
    for (std::size_t i = 0; i < kScreenCount; ++i)
        if (kScreens[i].tab_key) io.name(kScreens[i].tab_key, view_state.tabs[i], kStageTabIds);
    io.name("active", view_state.active, kWordIds);
    io.name("operand", view_state.operand, kOperandIds);
    io("k_step", view_state.k_step);
    io("sums", view_state.sums);
    io.name("cells", view_state.grain, kGrainNames);
    io.name("colouring", view_state.colouring, kColouringNames);
    io.name("labels", label_of(view_state, LabelPicture::memory), kMemoryLabelNames);
    io.name("tmem_labels", label_of(view_state, LabelPicture::tmem), kTmemLabelNames);
    io.name("mma_labels", label_of(view_state, LabelPicture::mma), kMmaLabelNames);
    io("tmem_cta", view_state.tmem_cta);
    io.name("tmem_cells", view_state.tmem_grain, kTmemGrainNames);
    io.name("result_show", view_state.result_show, kResultShowNames);
    io.name("result_format", view_state.result_format, kResultFormatNames);
    io("swizzle", view_state.swizzle);
    io("other_reading", view_state.other_reading);
    io("raw_values", view_state.raw_values);
    io.name("stride_unit", view_state.stride_unit, kStrideUnitIds);
    io("bank_access", view_state.bank_access);
    io("bank_phases", view_state.bank_phases);
    io("painting", view_state.painting);
    io("conv_q", view_state.conv.q);
    io("conv_tile", view_state.conv.tile);
    io("conv_skip_left", view_state.conv.skip_left);
    io("conv_tap", view_state.conv.tap);
    io("selection", view_state.selection);
}

// Returns the focus as text: "A 3 24", "0x580", "mask 7", "meta 9 5", "idesc 17" (a bit of a word). Empty if nothing is
// focused.
std::string text_of(const Focus& focus);

// Reads such a text, in upper or lower case. Does not check whether the place exists in a session, because trace()
// answers for every focus.
// Errors: the text is not a place.
Answer<Focus> focus_from(std::string_view text);

// Returns the view state with one other member. Keys and values are those of session files (describe_view_state()).
// Letters of both cases and '_' for ' ' are accepted: "colouring", "k_step" is the colouring "K step".
// Errors: there is no such key, or the value is not one of the key. The reason lists what would be right.
Answer<ViewState> with_view_key(const ViewState& view_state, std::string_view key, std::string_view value);

// The same for a string KEY=VALUE.
Answer<ViewState> with_view_key(const ViewState& view_state, std::string_view text);

// All keys, in the order of the file.
std::vector<std::string> view_keys();

}  // namespace tilescope
