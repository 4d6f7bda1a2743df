// core/include/tilescope/session/look.h -- where one is looking: saved with a session, not undone.
// SPDX-License-Identifier: MIT
#pragma once

#include <tilescope/base/answer.h>
#include <tilescope/scene/result_scene.h>
#include <tilescope/scene/tile_scene.h>
#include <tilescope/scene/tmem_scene.h>
#include <tilescope/session/focus.h>
#include <tilescope/session/session.h>

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace tilescope {

// Pictures that share the stage of a screen: one is shown at a time. The id of a tab is the id of the panel that draws
// it.
#define TILESCOPE_STAGE_TABS(TAB) \
    TAB(memory)                   \
    TAB(banks) TAB(layout) TAB(f2) TAB(tensor_map) TAB(tmem) TAB(scales) TAB(sparse) TAB(form) TAB(legality) TAB(result)

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
enum class Screen : std::uint8_t { memory, instruction, mask, tmem };
struct ScreenRow {
    std::string_view id, title;
    std::optional<WordId> word;  // becomes the active word; without one, the descriptor of the current operand does
    // A screen with tabs: the key that stores the selected tab, and the tab that is selected first.
    const char* tab_key = nullptr;
    StageTab first_tab = StageTab::memory;
    std::string_view words = {};  // other words that users type to find the screen
};
inline constexpr ScreenRow kScreens[] = {
    {"memory", "Shared memory", {}, "memory_tab", StageTab::memory, "smem swizzle tile picture operand"},
    {"instruction", "Instruction", WordId::idesc, "instruction_tab", StageTab::form, "idesc kind descriptor form"},
    {"mask", "Zero mask", WordId::zcm, nullptr, {}, "zcm columns padding zero-column"},
    {"tmem", "Tensor memory", WordId::idesc, "tmem_tab", StageTab::tmem, "tmem accumulator lanes columns"},
};
inline constexpr std::size_t kScreenCount = std::size(kScreens);
constexpr const ScreenRow& row_of(Screen screen) { return kScreens[static_cast<std::size_t>(screen)]; }

inline constexpr std::array<NamedValue, kScreenCount> kScreenIds = [] {
    std::array<NamedValue, kScreenCount> out{};
    for (std::size_t i = 0; i < kScreenCount; ++i) out[i] = {i, kScreens[i].id};
    return out;
}();
using ScreenTabs = std::array<StageTab, kScreenCount>;
inline constexpr ScreenTabs kFirstTabs = [] {
    ScreenTabs out{};
    for (std::size_t i = 0; i < kScreenCount; ++i) out[i] = kScreens[i].first_tab;
    return out;
}();

// How the layout tab counts strides.
enum class StrideUnit : std::uint8_t { elements, bytes, bits, units128 };
inline constexpr NamedValue kStrideUnitIds[] = {{0, "elements"}, {1, "bytes"}, {2, "bits"}, {3, "units128"}};

// Changed by commands and panels through what they ask for.
struct Look {
    Screen screen = Screen::memory;
    ScreenTabs tabs = kFirstTabs;    // the selected tab of each screen; use tab_of()
    WordId active = WordId::a_desc;  // the word in strip and fields
    Operand operand = Operand::a;    // the operand in the memory picture
    unsigned k_step = 0;
    Grain grain = Grain::chunk;
    Colouring colouring = Colouring::chunk;
    unsigned tmem_cta = 0;  // whose tensor memory, of a pair
    TmemGrain tmem_grain = TmemGrain::overview;
    ResultShow result_show = ResultShow::emulated;
    ResultFormat result_format = ResultFormat::number;
    bool swizzle = true;         // off: the picture without the XOR (no edit is made)
    bool other_reading = false;  // contradiction X1: the mask in the text's reading as well
    bool raw_values = false;     // fields by value, or raw bits
    StrideUnit stride_unit = StrideUnit::elements;
    std::string bank_access = "chunk";  // what the banks tab reads: as parse_access() takes it
    bool bank_phases = false;           // coloured by phase, not by thread
    bool painting = false;              // the mask screen shows the wished mask
    Focus selection;                    // pinned by a click; stays when the pointer leaves
    std::optional<Session> reference;   // pinned by Ctrl+P
    friend bool operator==(const Look&, const Look&) = default;
};

// The selected tab of a screen.
inline StageTab& tab_of(Look& look, Screen screen) { return look.tabs[static_cast<std::size_t>(screen)]; }
inline StageTab tab_of(const Look& look, Screen screen) { return look.tabs[static_cast<std::size_t>(screen)]; }

// The selected tab of the current screen. Null: this screen has no tabs.
inline StageTab* tab_of(Look& look) { return row_of(look.screen).tab_key ? &tab_of(look, look.screen) : nullptr; }
inline const StageTab* tab_of(const Look& look) { return tab_of(const_cast<Look&>(look)); }

inline constexpr NamedValue kOperandIds[] = {{0, "A"}, {1, "B"}};
inline constexpr std::array<NamedValue, kWordCount> kWordIds = [] {
    std::array<NamedValue, kWordCount> out{};
    for (std::size_t i = 0; i < kWordCount; ++i) out[i] = {i, kWords[i].id};
    return out;
}();

// The one list of what is saved; `io.name(key, member, names)` for what has names, `io(key, member)` for the rest. The
// reference is a session of its own and stands beside.
template <class Io, class L>
void describe_look(Io& io, L& look) {
    io.name("screen", look.screen, kScreenIds);
    for (std::size_t i = 0; i < kScreenCount; ++i)
        if (kScreens[i].tab_key) io.name(kScreens[i].tab_key, look.tabs[i], kStageTabIds);
    io.name("active", look.active, kWordIds);
    io.name("operand", look.operand, kOperandIds);
    io("k_step", look.k_step);
    io.name("cells", look.grain, kGrainNames);
    io.name("colouring", look.colouring, kColouringNames);
    io("tmem_cta", look.tmem_cta);
    io.name("tmem_cells", look.tmem_grain, kTmemGrainNames);
    io.name("result_show", look.result_show, kResultShowNames);
    io.name("result_format", look.result_format, kResultFormatNames);
    io("swizzle", look.swizzle);
    io("other_reading", look.other_reading);
    io("raw_values", look.raw_values);
    io.name("stride_unit", look.stride_unit, kStrideUnitIds);
    io("bank_access", look.bank_access);
    io("bank_phases", look.bank_phases);
    io("painting", look.painting);
    io("selection", look.selection);
}

// "A 3 24", "0x580", "mask 7", "idesc 17" (a bit of a word); empty for nothing.
std::string text_of(const Focus& focus);

// The way back, capital letters or small ones; a sentence for everything else. Nothing checks here whether the place
// exists in some session: trace() answers for every focus.
Answer<Focus> focus_from(std::string_view text);

}  // namespace tilescope
