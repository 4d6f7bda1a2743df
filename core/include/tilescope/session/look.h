// core/include/tilescope/session/look.h -- the view state (screen, tabs, selection): saved with a session, not undone.
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

// The screens of the window.
enum class Screen : std::uint8_t { memory, instruction, mask, tmem };
inline constexpr NamedValue kScreenNames[] = {
    {0, "Shared memory"}, {1, "Instruction"}, {2, "Zero mask"}, {3, "Tensor memory"}};
inline constexpr NamedValue kScreenIds[] = {{0, "memory"}, {1, "instruction"}, {2, "mask"}, {3, "tmem"}};

// The tabs of the screens. The ids are the ids of the panels that draw them.
enum class StageTab : std::uint8_t {
    memory,
    banks,
    layout,
    f2,
    tensor_map,
    tmem,
    scales,
    sparse,
    form,
    legality,
    result
};
inline constexpr NamedValue kStageTabIds[] = {{0, "memory"},     {1, "banks"},    {2, "layout"}, {3, "f2"},
                                              {4, "tensor_map"}, {5, "tmem"},     {6, "scales"}, {7, "sparse"},
                                              {8, "form"},       {9, "legality"}, {10, "result"}};

// The unit of the strides in the layout tab.
enum class StrideUnit : std::uint8_t { elements, bytes, bits, units128 };
inline constexpr NamedValue kStrideUnitIds[] = {{0, "elements"}, {1, "bytes"}, {2, "bits"}, {3, "units128"}};

// The view state. Commands and panels change it only through requests.
struct Look {
    Screen screen = Screen::memory;
    StageTab memory_tab = StageTab::memory, instruction_tab = StageTab::form, tmem_tab = StageTab::tmem;
    WordId active = WordId::a_desc;  // the word that the bit strip and the fields panel show
    Operand operand = Operand::a;    // the operand that the memory picture shows
    unsigned k_step = 0;
    Grain grain = Grain::chunk;
    Colouring colouring = Colouring::chunk;
    unsigned tmem_cta = 0;  // the CTA of the pair whose tensor memory is shown
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
    Focus selection;                    // pinned by a click; stays when the pointer leaves
    std::optional<Session> reference;   // pinned by Ctrl+P
    friend bool operator==(const Look&, const Look&) = default;
};

// Returns the current tab of the screen. Null if the screen has only one picture.
inline StageTab* tab_of(Look& look) {
    if (look.screen == Screen::memory) return &look.memory_tab;
    if (look.screen == Screen::instruction) return &look.instruction_tab;
    return look.screen == Screen::tmem ? &look.tmem_tab : nullptr;
}

inline constexpr NamedValue kOperandIds[] = {{0, "A"}, {1, "B"}};
inline constexpr std::array<NamedValue, kWordCount> kWordIds = [] {
    std::array<NamedValue, kWordCount> out{};
    for (std::size_t i = 0; i < kWordCount; ++i) out[i] = {i, kWords[i].id};
    return out;
}();

// Visits all saved members: `io.name(key, member, names)` for a member whose values have names, else `io(key, member)`.
// The reference session is not visited, because it is saved separately.
template <class Io, class L>
void describe_look(Io& io, L& look) {
    io.name("screen", look.screen, kScreenIds);
    io.name("memory_tab", look.memory_tab, kStageTabIds);
    io.name("instruction_tab", look.instruction_tab, kStageTabIds);
    io.name("tmem_tab", look.tmem_tab, kStageTabIds);
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

// Returns the focus as text: "A 3 24", "0x580", "mask 7", "idesc 17" (a bit of a word). Empty if nothing is focused.
std::string text_of(const Focus& focus);

// Reads such a text, in upper or lower case. Does not check whether the place exists in a session, because trace()
// answers for every focus.
// Errors: the text is not a place.
Answer<Focus> focus_from(std::string_view text);

}  // namespace tilescope
