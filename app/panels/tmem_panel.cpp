// app/panels/tmem_panel.cpp -- the map of Tensor Memory: the lanes and columns of each operand.
// SPDX-License-Identifier: MIT
#include "app/panels/cell_labels.h"
#include "app/panels/panel_parts.h"
#include "app/panels/tmem_drag.h"
#include "app/panels/tmem_parts.h"
#include "app/ui/ui_probe.h"
#include "app/widgets/legend.h"
#include "app/widgets/segmented.h"
#include "app/widgets/text_fit.h"

#include <tilescope/base/say.h>
#include <tilescope/notation/cute.h>
#include <tilescope/view/pictures.h>

#include <algorithm>
#include <array>

namespace tilescope::ui {
namespace {

constexpr float kLeastTmemGrid = 120;  // logical pixels
constexpr float kShareOfTall = 0.34f;  // part of the stage height, if the result is below the map

// Writes into the cells of the map.
class MapLabels final : public CellText {
public:
    MapLabels(const View& view, const Cells& cells, unsigned cta) : view_(view), cells_(cells), cta_(cta) {}

    void write(std::size_t index, bool all, CellWords& out) const override {
        const CellLabel what = view_.view_state.tmem_labels;
        out = {.label = text(what, index), .byte = {}, .value = {}};
        if (!all || out.label.empty()) return;
        const bool place = what == CellLabel::lane_column;
        if (what != CellLabel::pair) out.byte = text(place ? CellLabel::coordinate : CellLabel::lane_column, index);
        if (what != CellLabel::value) out.value = text(CellLabel::value, index);
    }

private:
    const View& view_;
    const Cells& cells_;
    unsigned cta_;

    std::string text(CellLabel what, std::size_t index) const {
        const std::uint32_t key = cells_.key[index];
        return tmem_label(view_, what, {.cta = cta_, .lane = key >> 16, .column = key & 0xffff});
    }
};

const Scene& scene_of(const View& view, TmemPanelState& state) {
    const TmemOptions tmem_look = tmem_options(view.derived, view.view_state);
    KeptScene<TmemOptions>& kept = state.kept;
    if (kept.revision == view.derived.revision && kept.view_state == tmem_look) return kept.scene;
    kept = {view.derived.revision, tmem_look, tmem_scene(view.derived.tmem, tmem_look)};
    return kept.scene;
}

// Returns true after a change. The grid then pans to the selection.
bool choose_grain(const View& view, Requests& requests) {
    std::array<Segment, std::size(kTmemGrainNames)> grains;
    for (std::size_t i = 0; i < grains.size(); ++i) grains[i] = {kTmemGrainNames[i].name, kTmemGrainNames[i].name};
    const auto now = static_cast<std::size_t>(view.view_state.tmem_grain);
    stay_on_line(button_width(kTmemGrainNames[0].name.data()) + button_width(kTmemGrainNames[1].name.data()));
    const auto chosen = segmented("tmem.grain", grains, now, style_of(view));
    if (chosen) requests.view_state.tmem_grain = static_cast<TmemGrain>(*chosen);
    return chosen.has_value();
}

// The overview and the single cells have the same axes, lane and column, in other units. Changing from one to the other
// keeps the first visible lane and column, unless something is selected: then the selection comes into view.
void keep_corner(TmemPanelState& state, const Cells& cells, GridView& grid, Requests& requests) {
    const ImVec2 unit{static_cast<float>(cells.cell_columns), static_cast<float>(cells.cell_rows)};
    if (state.other_grain && !grid.revealed) {
        grid.jump(kept_inside({grid.zoom, state.corner.x / unit.x, state.corner.y / unit.y}, grid.room));
        requests.next_frame = true;
    } else {
        state.corner = {grid.left * unit.x, grid.top * unit.y};
    }
    state.other_grain = false;
}

void draw_words(const View& view, const Scene& scene) {
    const std::string sentence = say(view.derived.tmem.path_summary, ".  ", scene.sentence);
    stay_on_line(ImGui::CalcTextSize(sentence.c_str()).x);
    wrapped(sentence);
    mark("tmem.sentence");
    const TmemView& tmem = view.derived.tmem;
    std::string text = tmem.d ? say("D ", to_text(cute_of(*tmem.d))) : std::string();
    if (tmem.a) text += say(text.empty() ? "" : "   ", "A ", to_text(cute_of(*tmem.a)));
    if (!text.empty()) cute_text(view, "tmem.cute", text);
}

// Returns true if the user chose another grain.
bool draw_tmem_choices(const View& view, const Scene& scene, Requests& requests) {
    const bool switched = choose_grain(view, requests);
    choose_cta(view, requests, "tmem.cta");
    choose_label(view, LabelPicture::tmem, requests, "tmem.labels");
    draw_words(view, scene);
    return switched;
}

}  // namespace

// Reads: derived.tmem and its scene, the trace.
// Requests: SetTmemAddress by dragging; focus, selection, CTA, grain, labels; for values, a result.
void draw_tmem_panel(const View& view, PanelStates& states, Requests& requests) {
    const Scene& scene = scene_of(view, states.tmem);
    if (view.view_state.tmem_labels == CellLabel::value) requests.result = true;
    if (scene.grids.empty()) return empty_state(view.theme, "tmem.empty", scene.sentence);
    const bool switched = !view.presenting && draw_tmem_choices(view, scene, requests);
    for (const TmemRegion& region : view.derived.tmem.regions)
        region_notes(view, region, say("tmem.", row_of(region.place).id));
    const ImVec2 at = ImGui::GetCursorScreenPos(), room = ImGui::GetContentRegionAvail();
    const float below = legend_height(scene.legend, style_of(view));
    const float height = view.tall ? room.y * kShareOfTall : room.y - below;
    const ImVec2 size{room.x, std::max(height, kLeastTmemGrid * view.scale)};
    GridView& grid = states.tmem.grids[view.view_state.tmem_grain == TmemGrain::cell];
    const MapLabels labels(view, scene.grids[0], shown_cta(view));
    const GridReply reply = draw_tmem_grid(view, requests, grid,
                                           {.cells = scene.grids[0],
                                            .id = "tmem.map",
                                            .size = size,
                                            .cta = shown_cta(view),
                                            .reveal = states.tmem.reveal,
                                            .text = &labels,
                                            .numbers = view.view_state.tmem_labels == CellLabel::automatic});
    keep_corner(states.tmem, scene.grids[0], grid, requests);
    draw_regions(view, scene, reply.places);
    drag_regions(view, states, requests, reply);
    legend(scene.legend, style_of(view));
    mark_picture(at, {at.x + room.x, std::max(at.y + (view.tall ? height : room.y), ImGui::GetItemRectMax().y)});
    states.tmem.reveal = states.tmem.other_grain = switched;
}

std::optional<Scene> picture_of_tmem(const PictureSource& source) {
    return scene_with_cells(source.states.tmem.kept.scene);
}

}  // namespace tilescope::ui
