// app/panels/panels.h -- every panel: its function, and the list that regions loop over.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/panel_states.h"
#include "app/ui/view.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace tilescope::ui {

// Panels draw into the region that is open: no Begin and End. Each marks what a test or a reader could mean.
void draw_words_panel(const View& view, PanelStates& states, Asks& asks);
void draw_paste_panel(const View& view, PanelStates& states, Asks& asks);
void draw_operands_panel(const View& view, PanelStates& states, Asks& asks);
void draw_bits_panel(const View& view, PanelStates& states, Asks& asks);
void draw_fields_panel(const View& view, PanelStates& states, Asks& asks);
void draw_inspector_panel(const View& view, PanelStates& states, Asks& asks);
void draw_problems_panel(const View& view, PanelStates& states, Asks& asks);
void draw_problems_tools(const View& view, PanelStates& states, Asks& asks);
void draw_history_panel(const View& view, PanelStates& states, Asks& asks);
void draw_compare_panel(const View& view, PanelStates& states, Asks& asks);
void draw_batch_panel(const View& view, PanelStates& states, Asks& asks);
void draw_memory_panel(const View& view, PanelStates& states, Asks& asks);
void draw_layout_panel(const View& view, PanelStates& states, Asks& asks);
void draw_banks_panel(const View& view, PanelStates& states, Asks& asks);
void draw_f2_panel(const View& view, PanelStates& states, Asks& asks);
void draw_tensor_map_panel(const View& view, PanelStates& states, Asks& asks);
void draw_form_panel(const View& view, PanelStates& states, Asks& asks);
void draw_legality_panel(const View& view, PanelStates& states, Asks& asks);
void draw_kinds_panel(const View& view, PanelStates& states, Asks& asks);
void draw_targets_panel(const View& view, PanelStates& states, Asks& asks);
void draw_mask_panel(const View& view, PanelStates& states, Asks& asks);
void draw_tmem_panel(const View& view, PanelStates& states, Asks& asks);
void draw_scales_panel(const View& view, PanelStates& states, Asks& asks);
void draw_sparse_panel(const View& view, PanelStates& states, Asks& asks);
void draw_result_panel(const View& view, PanelStates& states, Asks& asks);
void draw_places_panel(const View& view, PanelStates& states, Asks& asks);
void draw_help_panel(const View& view, PanelStates& states, Asks& asks);

enum class Region : std::uint8_t { rail, stage, side_top, side_bottom, over_side, drawer };
inline constexpr unsigned kAllScreens = 15;
constexpr unsigned on(Screen s) { return 1u << static_cast<unsigned>(s); }

struct Panel {
    std::string_view id, title;
    Region region;
    unsigned screens;  // bit per screen
    void (*draw)(const View&, PanelStates&, Asks&);
    std::string_view help;  // F1 over it
    // On the stage: one of several that take turns; without one it is always there.
    std::optional<StageTab> tab = {};
    // In the drawer: on the line of the tabs.
    void (*tools)(const View&, PanelStates&, Asks&) = nullptr;
    std::string_view words = {};  // others that people type to find it
};
std::span<const Panel> all_panels();

}  // namespace tilescope::ui
