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

// The screens that exist. A screen that does not exist yet is not shown.
enum class Screen : std::uint8_t { memory, instruction, mask, tmem };
inline constexpr NamedValue kScreenNames[] = {
    {0, "Shared memory"}, {1, "Instruction"}, {2, "Zero mask"}, {3, "Tensor memory"}};
inline constexpr NamedValue kScreenIds[] = {{0, "memory"}, {1, "instruction"}, {2, "mask"}, {3, "tmem"}};

// Pictures of one screen that take turns on the stage; ids are those of the panels that draw them.
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

// How the layout tab counts strides.
enum class StrideUnit : std::uint8_t { elements, bytes, bits, units128 };
inline constexpr NamedValue kStrideUnitIds[] = {{0, "elements"}, {1, "bytes"}, {2, "bits"}, {3, "units128"}};

// Changed by commands and panels through what they ask for.
struct Look {
    Screen screen = Screen::memory;
    StageTab memory_tab = StageTab::memory, instruction_tab = StageTab::form, tmem_tab = StageTab::tmem;
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

// Which picture of the screen is on the stage; null where a screen has but one.
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

// The one list of what is saved; `io.name(key, member, names)` for what has names, `io(key, member)` for the rest. The
// reference is a session of its own and stands beside.
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

// "A 3 24", "0x580", "mask 7", "idesc 17" (a bit of a word); empty for nothing.
std::string text_of(const Focus& focus);

// The way back, capital letters or small ones; a sentence for everything else. Nothing checks here whether the place
// exists in some session: trace() answers for every focus.
Answer<Focus> focus_from(std::string_view text);

}  // namespace tilescope
