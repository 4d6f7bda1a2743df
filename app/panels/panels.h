// app/panels/panels.h -- every panel: its function, and the list that regions loop over.
// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/panel_states.h"

namespace tilescope::ui {

enum class Region : std::uint8_t { rail, stage, side_top, side_bottom, over_side, drawer };
inline constexpr unsigned kAllScreens = (1u << kScreenCount) - 1;
constexpr unsigned on(Screen s) { return 1u << static_cast<unsigned>(s); }

// What a picture is made from. Panels keep scenes in their states from one frame to the next.
struct PictureSource {
    const ViewState& view_state;
    const Derived& derived;
    const Results& results;
    const PanelStates& states;
};

inline std::optional<Scene> scene_with_cells(const Scene& scene) {
    return scene.grids.empty() ? std::nullopt : std::optional(scene);
}

// A row of panels.inc.
struct Panel {
    std::string_view id;
    void (*draw)(const View&, PanelStates&, Requests&);
    // The picture that the panel shows, with all cells; nothing if it shows none. Null: the panel never shows a
    // picture.
    std::optional<Scene> (*picture)(const PictureSource&) = nullptr;
    // In the drawer: draws buttons on the line of the tabs.
    void (*tools)(const View&, PanelStates&, Requests&) = nullptr;
    // In the rail: draws the panel as tiles. Null: the rail has one tile, `tile`.
    void (*tiles)(const View&, PanelStates&, Requests&) = nullptr;
    std::string_view title;
    std::string_view tile = {};  // the short title on the tile that opens the panel beside the rail
    // The number of things that wait for the user in the panel; its tile shows it. Null: nothing ever does.
    std::size_t (*waiting)(const PanelStates&) = nullptr;
    Region region;
    unsigned screens;       // one bit for each screen
    std::string_view help;  // F1 shows it when the pointer is over the panel
    // On the stage: the panel is shown while this tab is selected. Without a tab the panel is always shown.
    std::optional<StageTab> tab = {};
    std::string_view words = {};  // other words that users type to find the panel
};
std::span<const Panel> all_panels();

// The width of the line above the bits, or instead of them: the word, Copy as, and the button that folds them. 0: there
// is none, because these are beside the bits.
float strip_line_width(const View& view);

// Null: no panel has this id.
const Panel* find_panel(std::string_view id);

// The panel that lies over the side: the help, else the form of a tile on a screen that has it. Null: none does.
const Panel* panel_over_side(const PanelStates& states, Screen screen);

// Removes the refusals below all text boxes: they were about values that are replaced now. Call it when the document
// changes.
void forget_refusals(PanelStates& states);
// Whether a box has the keyboard, so that its text does not count yet.
bool has_typed_text(const PanelStates& states);

// draw_paste_panel(), draw_words_panel(), ...: one function for each row. A panel draws into the region that is open;
// it calls neither ImGui::Begin() nor ImGui::End(). It marks every item that a test or a user can point at.
#define TILESCOPE_PANEL(id, ...) void draw_##id##_panel(const View& view, PanelStates& states, Requests& requests);
#define TILESCOPE_PICTURE_PANEL(id, ...)                                               \
    void draw_##id##_panel(const View& view, PanelStates& states, Requests& requests); \
    std::optional<Scene> picture_of_##id(const PictureSource& source);
#define TILESCOPE_DRAWER_PANEL(id, ...)                                                \
    void draw_##id##_panel(const View& view, PanelStates& states, Requests& requests); \
    void draw_##id##_tools(const View& view, PanelStates& states, Requests& requests);
#define TILESCOPE_RAIL_PANEL(id, ...)                                                  \
    void draw_##id##_panel(const View& view, PanelStates& states, Requests& requests); \
    void draw_##id##_tiles(const View& view, PanelStates& states, Requests& requests);
#include "app/panels/panels.inc"
#undef TILESCOPE_PANEL
#undef TILESCOPE_PICTURE_PANEL
#undef TILESCOPE_DRAWER_PANEL
#undef TILESCOPE_RAIL_PANEL

}  // namespace tilescope::ui
