// app/panels/panels.cpp -- the list of panels, made from the rows of panels.inc.
// SPDX-License-Identifier: MIT
#include "app/panels/panels.h"

#include <algorithm>
#include <array>

namespace tilescope::ui {
namespace {

constexpr unsigned kMma = on(Screen::mma), kMemory = on(Screen::memory), kInstruction = on(Screen::instruction),
                   kMask = on(Screen::mask);
// Screen 5 shows addresses instead of the fields of a word, screen 6 the GPU and the runs. Screen 1 is one picture,
// which has the words above it instead of the bit strip.
constexpr unsigned kTensor = on(Screen::tmem), kRun = on(Screen::run), kWordScreens = kAllScreens & ~kTensor & ~kRun;
constexpr unsigned kBitScreens = kWordScreens & ~kMma;
constexpr unsigned kInspected = kAllScreens & ~kRun;

constexpr Panel kPanels[] = {
#define TILESCOPE_PANEL(id_, ...) {.id = #id_, .draw = draw_##id_##_panel, __VA_ARGS__},
#define TILESCOPE_PICTURE_PANEL(id_, ...) \
    {.id = #id_, .draw = draw_##id_##_panel, .picture = picture_of_##id_, __VA_ARGS__},
#define TILESCOPE_DRAWER_PANEL(id_, ...) \
    {.id = #id_, .draw = draw_##id_##_panel, .tools = draw_##id_##_tools, __VA_ARGS__},
#define TILESCOPE_RAIL_PANEL(id_, ...) \
    {.id = #id_, .draw = draw_##id_##_panel, .tiles = draw_##id_##_tiles, __VA_ARGS__},
#include "app/panels/panels.inc"
#undef TILESCOPE_PANEL
#undef TILESCOPE_PICTURE_PANEL
#undef TILESCOPE_DRAWER_PANEL
#undef TILESCOPE_RAIL_PANEL
};

template <class States>
auto boxes_of(States& s) {
    return std::array{&s.bits.box,   &s.bits.strip.box, &s.fields.box,     &s.operands.box, &s.operands.values_box,
                      &s.memory.box, &s.banks.box,      &s.tensor_map.box, &s.tmem.box,     &s.scales.box,
                      &s.mask.box,   &s.tile.box};
}

}  // namespace

std::span<const Panel> all_panels() { return kPanels; }

const Panel* find_panel(std::string_view id) {
    for (const Panel& panel : kPanels)
        if (panel.id == id) return &panel;
    return nullptr;
}

const Panel* panel_over_side(const PanelStates& states, Screen screen) {
    const Panel* const panel = find_panel(states.help.open ? "help" : states.tile.open ? "tile" : "");
    return panel != nullptr && (panel->screens & on(screen)) != 0 ? panel : nullptr;
}

void forget_refusals(PanelStates& s) {
    for (BoxState* box : boxes_of(s)) *box = {};
    if (!s.form.editing) s.form.refused.clear();
    s.tile.refused.reset();
}

bool has_typed_text(const PanelStates& s) {
    return std::ranges::any_of(boxes_of(s), [](const BoxState* box) {
        return !box->typing.box.empty() && ImGui::GetFrameCount() - box->typing.frame <= 1;
    });
}

std::vector<MovingView*> moving_views(PanelStates& states) {
    std::vector<MovingView*> out = {&states.mma.canvas, &states.f2.grid, &states.run.grid, &states.result.whole,
                                    &states.tile.picture};
    const auto add = [&](std::span<GridView> views) {
        for (GridView& view : views) out.push_back(&view);
    };
    for (const Operand o : kBothOperands) add(states.memory.grids[o]), add(states.tensor_map.grids[o]);
    add(states.banks.grids);
    add(states.before_after.grids);
    add(states.tmem.grids);
    add(states.scales.grids);
    add(states.sparse.grids);
    return out;
}

}  // namespace tilescope::ui
