// app/panels/live_panel.cpp -- D of the CPU model and D of a GPU, side by side, and the button that runs it.
// SPDX-License-Identifier: MIT
#include "app/panels/live_parts.h"
#include "app/panels/panel_parts.h"
#include "app/ui/imgui_compat.h"
#include "app/ui/ui_probe.h"
#include "app/widgets/heading.h"
#include "app/widgets/legend.h"
#include "app/widgets/segmented.h"
#include "app/widgets/text_fit.h"

#include <tilescope/base/say.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace tilescope::ui {
namespace {

constexpr float kLeastLiveGrid = 140, kMostWordsShare = 0.27f;

// The D that the picture shows: of the shown run, else of this session.
struct Shown {
    const Emulation* model = nullptr;
    std::span<const std::uint32_t> gpu;
    bool differs = false;
};

Shown shown_d(const View& view, const LiveRecord* run) {
    Shown out;
    if (run == nullptr || run->model == nullptr) {
        if (view.results.emulation) out.model = &*view.results.emulation;
        return out;
    }
    out.model = run->model.get();
    if (!run->comparison) return out;
    out.gpu = run->comparison->d;
    out.differs = run->comparison->different != 0;
    return out;
}

// Without a choice of the user, values are shown if nothing differs: differences would be one grey area.
LiveColouring colouring_of(const RunPanelState& state, const Shown& d) {
    return state.colouring.value_or(d.differs ? LiveColouring::difference : LiveColouring::value);
}

void update_scene(const View& view, RunPanelState& state, const LiveRecord* run, const Shown& d) {
    if (d.model == nullptr || d.model->m == 0 || d.model->n == 0) {
        state.drawn.reset();
        state.scene = {};
        return;
    }
    const bool of_run = run != nullptr && run->model != nullptr;
    const RunPanelState::Key key{.run = of_run ? run->number : 0,
                                 .serial = of_run ? 0 : view.results.serial,
                                 .colouring = colouring_of(state, d)};
    if (state.drawn == key) return;
    if (!state.drawn || state.drawn->run != key.run) state.grid.fits = true;  // another size: show all of it
    state.drawn = key;
    state.scene = live_scene(*d.model, d.gpu, key.colouring);
}

void choose_live_colouring(const View& view, RunPanelState& state, const Shown& d) {
    const std::string_view why_not = d.gpu.empty() ? "There is no D of a GPU to compare with." : "";
    const std::array<Segment, 2> colourings = {Segment{"difference", "difference", why_not}, Segment{"value", "value"}};
    if (view.live.on) stay_on_line(button_width("difference") + button_width("value"));
    const auto now = static_cast<std::size_t>(d.gpu.empty() ? LiveColouring::value : colouring_of(state, d));
    if (const auto i = segmented("live.colouring", colourings, now, style_of(view)))
        state.colouring = static_cast<LiveColouring>(*i);
}

std::vector<std::size_t> cells_at(const Cells& cells, const std::optional<ElementFocus>& e) {
    if (!e || e->row < 0 || e->column < 0 || e->row >= cells.rows || e->column >= cells.columns) return {};
    return {cells.at(e->row, e->column)};
}

std::optional<ElementFocus> element_in(const Focus& focus) {
    const auto* e = std::get_if<ElementFocus>(&focus);
    if (e == nullptr || e->matrix != Matrix::d) return {};
    return *e;
}

// The selected element, else the first that differs.
std::optional<ElementFocus> chosen_element(const View& view, const LiveRecord* run) {
    if (const auto element = element_in(view.view_state.selection)) return element;
    if (run == nullptr || !run->comparison || !run->comparison->first) return {};
    return ElementFocus{Matrix::d, run->comparison->first->row, run->comparison->first->column};
}

void draw_one(const View& view, RunPanelState& state, Requests& requests, const LiveRecord* run, std::size_t g,
              ImVec2 size) {
    const Cells& cells = state.scene.grids[g];
    const auto selected = cells_at(cells, chosen_element(view, run));
    const auto pointed = cells_at(cells, element_in(view.focus));
    const GridReply reply = moving_grid(view, requests, cells,
                                        {.id = g == 0 ? "live.model" : "live.gpu",
                                         .size = size,
                                         .pointed = pointed,
                                         .selected = selected,
                                         .reveal = first_of(selected)},
                                        state.grid);
    if (!reply.hovered) return;
    const auto columns = static_cast<std::size_t>(cells.columns);
    const ElementFocus element{Matrix::d, static_cast<int>(*reply.hovered / columns),
                               static_cast<int>(*reply.hovered % columns)};
    requests.focus = element;
    if (reply.clicked) requests.view_state.selection = element;
}

// What stands in the place of D of the GPU while there is none.
void draw_no_gpu(const View& view, Requests& requests, const LiveRecord* run, ImVec2 size) {
    if (begin_part("live.no_gpu", size)) {
        if (!view.live.on) draw_live_off(view, requests);
        if (run != nullptr)
            draw_ending(view, *run);
        else if (view.live.on && view.live.activity == LiveActivity::idle)
            empty_state(view.theme, "live.no_run", "No GPU has run this yet. D of the GPU will be here.");
    }
    ImGui::EndChild();
}

// What stands in the place of D of the model while there is none.
void draw_no_model(const View& view, ImVec2 size) {
    const Results& r = view.results;
    if (begin_part("live.no_model", size))
        empty_state(view.theme, "live.none",
                    r.state == ResultState::refused ? r.refused : "The CPU model computes D ...");
    ImGui::EndChild();
}

// Both grids have one view, so that they zoom and pan together. Each half keeps its place also without a grid.
void draw_pair(const View& view, RunPanelState& state, Requests& requests, const LiveRecord* run, float height) {
    const float gap = 2 * ImGui::GetStyle().ItemSpacing.x, room = ImGui::GetContentRegionAvail().x;
    const float line = ImGui::GetTextLineHeightWithSpacing(), left = ImGui::GetCursorPosX();
    const ImVec2 size{std::floor((room - gap) / 2), height - line};
    const std::size_t grids = state.scene.grids.size();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    mark_picture(at, {at.x + room, at.y + height});
    dim_text(view.theme, grids > 0 ? state.scene.grids[0].title : "MODEL");
    ImGui::SameLine();
    ImGui::SetCursorPosX(left + size.x + gap);
    dim_text(view.theme, grids > 1 ? state.scene.grids[1].title : "GPU");
    grids > 0 ? draw_one(view, state, requests, run, 0, size) : draw_no_model(view, size);
    ImGui::SameLine(0, gap);
    grids > 1 ? draw_one(view, state, requests, run, 1, size) : draw_no_gpu(view, requests, run, size);
}

// Both words of the element under the pointer, else of the chosen one.
void draw_element(const View& view, const LiveRecord* run, const Shown& d) {
    auto element = element_in(view.focus);
    if (!element) element = chosen_element(view, run);
    const auto lines = d.model != nullptr && element && element->row >= 0 && element->column >= 0
                           ? live_element_lines(*d.model, d.gpu, static_cast<unsigned>(element->row),
                                                static_cast<unsigned>(element->column))
                           : std::vector<std::string>();
    if (lines.empty() && run != nullptr) return;
    if (lines.empty()) return empty_state(view.theme, "live.hint", "Point at an element to see its words.");
    std::string all = say("D[", element->row, "][", element->column, "]");
    for (const std::string& line : lines) all += say("   ", line);
    mono_text(view, all);
    mark("live.element");
}

void draw_picture(const View& view, RunPanelState& state, Requests& requests, const LiveRecord* run) {
    const Shown d = shown_d(view, run);
    if (!view.presenting) choose_live_colouring(view, state, d);
    if (view.live.on && !view.presenting) draw_stages(view, run);
    update_scene(view, state, run, d);
    const float line = ImGui::GetTextLineHeightWithSpacing(), room = ImGui::GetContentRegionAvail().y;
    const float words = std::clamp(state.words_height, 2 * line, std::max(room * kMostWordsShare, 2 * line));
    draw_pair(view, state, requests, run,
              std::max(room - words - ImGui::GetStyle().ItemSpacing.y, kLeastLiveGrid * view.scale));
    if (begin_part("live.words", {0, words})) {
        legend(state.scene.legend, style_of(view));
        if (!state.scene.grids.empty()) draw_element(view, run, d);
        if (run != nullptr && !d.gpu.empty()) draw_ending(view, *run);
    }
    state.words_height = ImGui::GetCursorPosY();  // the next frame uses it
    ImGui::EndChild();
}

}  // namespace

// Reads: results, live, the selection.   Requests: a result of the current document; run, stop, live; focus, selection.
void draw_live_panel(const View& view, PanelStates& states, Requests& requests) {
    requests.result = true;
    const LiveRecord* run = shown_run(view, states.run);
    if (view.presenting) return draw_picture(view, states.run, requests, run);
    heading("D OF THE CPU MODEL AND OF A GPU", style_of(view),
            run == nullptr ? std::string("no run yet") : say("run ", run->number, ": ", ending_in_short(*run)));
    if (view.live.on) draw_run_bar(view, states, requests);
    waiting_words_line(view, states, requests, "live.waiting");
    draw_picture(view, states.run, requests, run);
}

std::optional<Scene> picture_of_live(const PictureSource& source) {
    return source.states.run.drawn ? scene_with_cells(source.states.run.scene) : std::nullopt;
}

}  // namespace tilescope::ui
